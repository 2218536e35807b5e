import type { IDataObject } from 'n8n-workflow';

import { DAY } from '../shared/clock';
import { plainId } from '../shared/identifiers';
import { isObject } from '../shared/values';
import { normalText } from './spelling';
import type { FormFields, FormValue } from './form';
import { turnOf } from './link/address';
import { pixelIdsOf } from './link/linkState';
import { readRecordTime } from './recordTime';

/** Whether a record shows what was sent in a field; undefined where it does not show it plainly. */
type Check = (record: IDataObject, sent: FormValue) => boolean | undefined;

/** The fields that records show, by the names under which they are sent. What is not here is not checked. */
const CHECKS: Readonly<Record<'links' | 'pixels', Readonly<Record<string, Check>>>> = {
	links: {
		url: ({ url }, sent) => isAddress(url, sent),
		// Some services show the short URL there.
		alias: ({ alias }, sent) => (String(alias).includes('/') ? undefined : isText(alias, sent)),
		password: ({ password }, sent) => isSet(password, sent),
		space_id: showsSpace,
		pixel_ids: showsPixels,
		disabled: ({ disabled }, sent) => isNumber(disabled, sent),
		privacy: ({ privacy }, sent) => isNumber(privacy, sent),
		privacy_password: ({ privacy_password: password }, sent) => isSet(password, sent),
		expiration_url: ({ expiration_url: url }, sent) =>
			url === null ? sent === '' : isAddress(url, sent),
		expiration_date: showsEnd,
		expiration_clicks: ({ expiration_clicks: clicks }, sent) =>
			clicks === null ? Number(sent) === 0 : isNumber(clicks, sent),
		target_type: ({ target_type: type }, sent) => isNumber(type, sent),
	},
	pixels: {
		name: ({ name }, sent) => isText(name, sent),
		value: ({ value }, sent) => isText(value, sent),
	},
};

/**
 * The fields of a change, by the service's names, of which the record afterwards plainly shows other
 * values than were sent. How a service writes an address, a flag or a time is no other value.
 */
export function contradictedFields(
	kind: keyof typeof CHECKS,
	sent: FormFields,
	record: IDataObject,
): string[] {
	return Object.entries(sent)
		.filter(([name, value]) => CHECKS[kind][name]?.(record, value) === false)
		.map(([name]) => name);
}

function isText(shown: unknown, sent: FormValue): boolean | undefined {
	if (typeof shown !== 'string' && typeof shown !== 'number') return undefined;
	return normalText(String(shown)) === normalText(String(sent));
}

function isAddress(shown: unknown, sent: FormValue): boolean | undefined {
	if (typeof shown !== 'string' || typeof sent !== 'string') return undefined;
	return shown === '' || sent === '' ? shown === sent : turnOf(shown) === turnOf(sent);
}

/** A number, also as text, or as the flag that it stands for. */
function isNumber(shown: unknown, sent: FormValue): boolean | undefined {
	const text = typeof shown === 'string' ? shown.trim() : shown;
	const number = text === '' ? undefined : Number(text);
	const isPlain = ['string', 'number', 'boolean'].includes(typeof text) && number !== undefined;
	if (text === 'true' || text === 'false') return (text === 'true') === (Number(sent) === 1);
	return isPlain && !Number.isNaN(number) ? number === Number(sent) : undefined;
}

/** Passwords are never shown, only whether there is one. */
function isSet(shown: unknown, sent: FormValue): boolean | undefined {
	return typeof shown === 'boolean' ? shown === (sent !== '') : undefined;
}

function showsSpace(record: IDataObject, sent: FormValue): boolean | undefined {
	const { space } = record;
	const id = isObject(space) ? space.id : space;
	if (id === undefined || (typeof id === 'string' && !/^\d*$/.test(id))) return undefined;
	return plainId(String(id ?? '')).replace(/^0$/, '') === plainId(String(sent));
}

function showsPixels(record: IDataObject, sent: FormValue): boolean | undefined {
	const shown = pixelIdsOf(record);
	if (shown === undefined || typeof sent === 'string') return undefined;
	const [one, other] = [shown, sent.map(String)].map((ids) =>
		[...new Set(ids.map(plainId))].sort().join(),
	);
	return one === other;
}

/** In whatever time zone the service shows it, an end is within a day of the date that was sent. */
function showsEnd({ ends_at: end }: IDataObject, sent: FormValue): boolean | undefined {
	if (end === undefined) return undefined;
	const isNone = end === null || end === '' || String(end).startsWith('0000-');
	if (isNone || sent === '') return isNone && sent === '';
	const [shown, wanted] = [readRecordTime(end), readRecordTime(sent)];
	if (!shown || !wanted) return undefined;
	return shown.latest > wanted.earliest - DAY && shown.earliest < wanted.latest + DAY;
}
