import { ENDPOINTS, refusal, type Field } from '../../test/contract/endpoints.mjs';
import {
	DOMAINS,
	SPACES,
	timestamp,
	type KeyedRule,
	type LinkRecord,
	type Named,
	type PixelRecord,
	type RotationRule,
} from './data/links.mjs';
import type { FormFields, FormValue } from './phpForm.mjs';

/** A list that is not one, which the real server does not survive: answered with a 500. */
export class ServerCrash extends Error {}

export type FieldProblems = Record<string, string[]>;

/** The fields that a form changes, and what is wrong with it. */
export type Changes<T> = { changes: Partial<T>; problems: FieldProblems };

/** Reads the fields of a form one by one and gathers what is wrong with them. */
class FieldReader {
	private readonly refused = new Map<string, string[]>();

	constructor(
		private readonly fields: FormFields,
		private readonly form: Record<string, Field>,
	) {
		for (const name of Object.keys(fields)) {
			if (!Object.hasOwn(form, name)) this.refuse(name, `The ${name} field does not exist here.`);
		}
	}

	refuse(name: string, problem: string): undefined {
		this.refused.set(name, [...(this.refused.get(name) ?? []), problem]);
		return undefined;
	}

	get problems(): FieldProblems {
		return Object.fromEntries(this.refused);
	}

	/** The text sent; undefined when it was not, or was no text. */
	text(name: string): string | undefined {
		const value = this.fields[name];
		if (value === undefined || typeof value === 'string') return value;
		return this.refuse(name, `The ${name} field must be a string.`);
	}

	requiredText(name: string): string | undefined {
		const value = this.text(name);
		return value === '' ? this.refuse(name, `The ${name} field is required.`) : value;
	}

	/** One of the values that the contract lists. */
	oneOf(name: string): string | undefined {
		const value = this.text(name);
		const problem = value === undefined ? undefined : refusal(this.form[name] ?? {}, value);
		return problem ? this.refuse(name, `The ${name} field ${problem}.`) : value;
	}

	/** A number from 0; null when emptied. */
	count(name: string): number | null | undefined {
		const value = this.text(name);
		if (value === undefined) return undefined;
		if (value === '') return null;
		if (/^\d{1,15}$/.test(value)) return Number(value);
		return this.refuse(name, `The ${name} field must be a whole number from 0.`);
	}

	address(name: string): string | undefined {
		const value = this.text(name);
		if (value === undefined || value === '') return value;
		return URL.canParse(value)
			? value
			: this.refuse(name, `The ${name} field must be a valid URL.`);
	}

	/** One of the account's records by its id; null when emptied. */
	reference(name: string, records: readonly Named[]): Named | null | undefined {
		const value = this.text(name);
		if (value === undefined) return undefined;
		if (value === '') return null;
		const found = records.find(({ id }) => String(id) === value);
		return found ?? this.refuse(name, `The selected ${name} is invalid.`);
	}

	/**
	 * The elements of a zero-based list; one empty element stands for none.
	 *
	 * @throws ServerCrash when the field is no list at all
	 */
	list(name: string): FormValue[] | undefined {
		const value = this.fields[name];
		if (value === undefined) return undefined;
		if (typeof value === 'string') throw new ServerCrash(`${name} is not a list`);
		if (!Array.isArray(value)) {
			return this.refuse(name, `The ${name} field must be a list that counts from 0.`);
		}
		return value.length === 1 && value[0] === '' ? [] : value;
	}

	keyedRules(name: string): KeyedRule[] | undefined {
		return this.list(name)?.flatMap((row, index): KeyedRule[] => {
			const at = `${name}.${index}`;
			const { key, value } = this.row(at, row, ['key', 'value']);
			const problem = key && refusal(this.form[name]?.rows?.key ?? {}, key);
			if (problem) this.refuse(`${at}.key`, `The ${at}.key field ${problem}.`);
			return key && value ? [{ key, value }] : [];
		});
	}

	rotationRules(name: string): RotationRule[] | undefined {
		return this.list(name)?.flatMap((row, index): RotationRule[] => {
			const { value } = this.row(`${name}.${index}`, row, ['value']);
			return value ? [{ value }] : [];
		});
	}

	private row(at: string, row: FormValue, parts: readonly string[]): Record<string, string> {
		if (typeof row === 'string' || Array.isArray(row)) {
			this.refuse(at, `The ${at} field must hold ${parts.join(' and ')}.`);
			return {};
		}
		for (const name of Object.keys(row)) {
			if (!parts.includes(name))
				this.refuse(`${at}.${name}`, `The ${at}.${name} field does not exist here.`);
		}
		const texts: Record<string, string> = {};
		for (const part of parts) {
			const value = row[part];
			if (typeof value === 'string' && value !== '') texts[part] = value;
			else this.refuse(`${at}.${part}`, `The ${at}.${part} field is required.`);
		}
		return texts;
	}
}

/**
 * The changes that a form asks for on a link: only what was sent. Date and time go together, empty
 * text empties a field, `pixel_ids` replaces the whole set.
 *
 * @throws ServerCrash when a list field is no list
 */
export function readLinkForm(
	fields: FormFields,
	isCreate: boolean,
	pixels: ReadonlyMap<string, PixelRecord>,
): Changes<LinkRecord> {
	const { form } = ENDPOINTS[isCreate ? 'POST /api/v1/links' : 'PUT /api/v1/links/{id}'];
	const reader = new FieldReader(fields, form);
	const changes: Partial<LinkRecord> = {};
	const set = <K extends keyof LinkRecord>(name: K, value: LinkRecord[K] | undefined) => {
		if (value !== undefined) changes[name] = value;
	};
	const asNumber = (value: string | undefined) => (value === undefined ? undefined : Number(value));
	const isSet = (value: string | undefined) => (value === undefined ? undefined : value !== '');

	const url = reader.address('url');
	if (url === '' || (isCreate && url === undefined)) {
		reader.refuse('url', 'The url field is required.');
	}
	set('url', url);
	set('alias', isCreate ? reader.text('alias') || undefined : reader.requiredText('alias'));
	set('disabled', asNumber(reader.oneOf('disabled')));
	set('privacy', asNumber(reader.oneOf('privacy')));
	set('target_type', asNumber(reader.oneOf('target_type')));
	set('password', isSet(reader.text('password')));
	set('privacy_password', isSet(reader.text('privacy_password')));
	const expirationUrl = reader.address('expiration_url');
	set('expiration_url', expirationUrl === '' ? null : expirationUrl);
	set('expiration_clicks', reader.count('expiration_clicks'));
	set('ends_at', readEnd(reader));
	set('space', reader.reference('space_id', SPACES));
	set('pixels', readPixels(reader, pixels));
	set('country_target', reader.keyedRules('country'));
	set('platform_target', reader.keyedRules('platform'));
	set('language_target', reader.keyedRules('language'));
	set('rotation_target', reader.rotationRules('rotation'));
	if (isCreate) set('domain', readDomain(reader));
	return { changes, problems: reader.problems };
}

function readDomain(reader: FieldReader): Named | undefined {
	const byId = reader.reference('domain_id', DOMAINS);
	const byName = reader.reference('domain', DOMAINS);
	if (byId && byName && byId !== byName) {
		return reader.refuse('domain', 'The domain and domain_id fields must be the same.');
	}
	const domain = byName ?? byId;
	return domain ?? reader.refuse('domain', 'The domain field is required.');
}

function readPixels(
	reader: FieldReader,
	pixels: ReadonlyMap<string, PixelRecord>,
): LinkRecord['pixels'] | undefined {
	return reader.list('pixel_ids')?.flatMap((id, index) => {
		const pixel = typeof id === 'string' ? pixels.get(id) : undefined;
		if (pixel) return [{ id: pixel.id, name: pixel.name, type: pixel.type }];
		reader.refuse(`pixel_ids.${index}`, `The selected pixel_ids.${index} is invalid.`);
		return [];
	});
}

function readEnd(reader: FieldReader): string | null | undefined {
	const date = reader.text('expiration_date');
	const time = reader.text('expiration_time');
	if (date === undefined && time === undefined) return undefined;
	if (!date && !time) return null;
	if (!date) {
		return reader.refuse('expiration_date', 'The expiration_date field goes with expiration_time.');
	}
	if (!time) {
		return reader.refuse('expiration_time', 'The expiration_time field goes with expiration_date.');
	}
	const day = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
	if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(date)) {
		return reader.refuse('expiration_date', 'The expiration_date does not match the format Y-m-d.');
	}
	if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) {
		return reader.refuse('expiration_time', 'The expiration_time does not match the format H:i.');
	}
	return timestamp(Date.parse(`${date}T${time}:00Z`));
}

/** The changes that a form asks for on a pixel; on create all three fields are needed. */
export function readPixelForm(fields: FormFields, isCreate: boolean): Changes<PixelRecord> {
	const { form } = ENDPOINTS['POST /api/v1/pixels'];
	const reader = new FieldReader(fields, form);
	const name = reader.requiredText('name');
	const type = reader.oneOf('type');
	const value = reader.requiredText('value');
	if (isCreate) {
		for (const field of Object.keys(form)) {
			if (fields[field] === undefined) reader.refuse(field, `The ${field} field is required.`);
		}
	}
	const sent = Object.entries({ name, type, value }).filter(([, text]) => text !== undefined);
	return { changes: Object.fromEntries(sent), problems: reader.problems };
}
