import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Form } from '../../shared/node/form';
import type { Item } from '../../shared/node/operation';
import { defined, flagOf } from '../../shared/values';
import type { FormFields, FormValue } from '../formBody';
import { END_OF_DAY } from './expiration';
import { type LinkValues, PRIVACY, SENT_FIELDS } from './fields';
import { withUtm } from './utm';

/**
 * What was given, under the service's names; 0 is a value. Says in a hint when an expiration date is sent
 * as another day.
 *
 * @throws UserError for UTM parameters without a URL
 */
export function linkForm(values: LinkValues, source: Form): FormFields {
	const { url, utmParameters: utm, expirationDate: date, ...others } = values;
	if (utm && url === undefined) {
		throw new UserError('"UTM Parameters" needs a "Destination URL"', {
			description: 'They are added to the URL that you enter. Add "Destination URL".',
		});
	}
	if (date?.written !== undefined) {
		source.hint(
			`"Expiration Date" is written as ${date.written}. The day in the workflow's timezone, ${date.day}, was sent.`,
		);
	}
	const written: Partial<Record<keyof LinkValues, FormValue>> = {
		...others,
		url: url && utm ? withUtm(url, utm) : url,
		expirationDate: date?.day,
	};
	const sent = Object.entries(SENT_FIELDS).map(
		([sentAs, name]) => [sentAs, written[name]] as const,
	);
	return defined(Object.fromEntries(sent));
}

/**
 * The form of a link as a whole: it works through its last day, unless it has a time.
 *
 * @param empty entries that were added and are empty; without a date, its time is left out too, with a hint
 * @throws UserError for a time without a date
 */
export function wholeLinkForm(
	values: LinkValues,
	empty: readonly string[],
	source: Form,
): FormFields {
	const { expirationDate: date, expirationTime: time } = values;
	if (time !== undefined && !date) {
		if (!empty.includes('expirationDate')) {
			throw new UserError('"Expiration Time" needs an "Expiration Date"', {
				description: 'The service only accepts a time together with a date. Add "Expiration Date".',
			});
		}
		source.hint('"Expiration Time" was left out too, because it needs an "Expiration Date".');
	}
	return linkForm({ ...values, expirationTime: date && (time ?? END_OF_DAY) }, source);
}

/** Warns of a privacy password that isn't in use with the link as it is now, and of a missing one. */
export function warnAboutPrivacy(item: Item, form: FormFields, record: IDataObject): void {
	const { privacy: sent, privacy_password: password } = form;
	const shown = String(sent ?? record.privacy);
	const set = PRIVACY.find(({ value }) => String(value) === shown)?.name;
	if (password && set !== undefined && set !== 'Password') {
		item.hint(
			`"Privacy Password" was saved but isn't in use, because the link has "Privacy" set to ${set}. To use it, set "Privacy" to Password.`,
			'warning',
		);
	}
	const isMissing = password === undefined && flagOf(record.privacy_password) !== true;
	if (sent && set === 'Password' && isMissing) {
		item.hint(
			'"Privacy" was set to Password without a "Privacy Password". If the link has none, set "Privacy Password" in "Update".',
			'warning',
		);
	}
}
