/** What both services accept according to their documentation, as JSON Schema for Fastify. */

export const PIXEL_TYPES = [
	'retarget',
	'search-b',
	'social-a',
	'search-a-ads',
	'search-a-analytics',
	'search-a-tag-manager',
	'professional-network',
	'pinboard',
	'qa-network',
	'microblog',
] as const;

const PLATFORMS = ['iOS', 'Android', 'Windows', 'OS X', 'Linux', 'Ubuntu', 'Chrome OS'] as const;

type Schema = Record<string, unknown>;

/** Formats that Fastify doesn't know. */
export const FORMATS = { address: (text: string) => URL.canParse(text) };

const text: Schema = { type: 'string' };
const filled: Schema = { type: 'string', minLength: 1 };
const address: Schema = { type: 'string', format: 'address' };
const id: Schema = { type: 'string', pattern: '^[1-9]\\d{0,8}$' };
const page: Schema = { type: 'string', pattern: '^[1-9]\\d*$' };
const upTo100: Schema = { type: 'string', pattern: '^([1-9]\\d?|100)$' };

/** An empty text empties the field. */
const orEmpty = (schema: Schema): Schema => ({ anyOf: [{ const: '' }, schema] });
const oneOf = (...values: readonly string[]): Schema => ({ enum: values });

function object(properties: Record<string, Schema>, required: readonly string[] = []): Schema {
	return { type: 'object', additionalProperties: false, properties, required };
}

const rows = (row: Record<string, Schema>): Schema => ({
	type: 'array',
	items: object(row, Object.keys(row)),
});
/** A list with one empty element empties the field. */
const rules = (row: Record<string, Schema>): Schema => ({ anyOf: [rows(row), { const: [''] }] });

const ofLinkLists = {
	sort: oneOf('desc', 'asc'),
	per_page: oneOf('10', '25', '50', '100'),
	// Undocumented: the name that services of this kind use.
	page,
};

const link = {
	url: address,
	alias: text,
	password: text,
	space_id: text,
	pixel_ids: { type: 'array', items: text },
	disabled: oneOf('0', '1'),
	privacy: oneOf('0', '1', '2'),
	privacy_password: text,
	expiration_url: orEmpty(address),
	expiration_date: orEmpty({ type: 'string', format: 'date' }),
	expiration_time: { type: 'string', pattern: '^$|^([01]\\d|2[0-3]):[0-5]\\d$' },
	expiration_clicks: { type: 'string', pattern: '^\\d{0,15}$' },
	target_type: oneOf('0', '1', '2', '4'),
	country: rules({ key: filled, value: filled }),
	platform: rules({ key: oneOf(...PLATFORMS), value: filled }),
	language: rules({ key: filled, value: filled }),
	rotation: rules({ value: filled }),
};
/** Date and time of an expiration go together. */
const dateAndTime = {
	dependencies: { expiration_date: ['expiration_time'], expiration_time: ['expiration_date'] },
};

const pixel = { name: filled, type: oneOf(...PIXEL_TYPES), value: filled };

const ofDataLists = { page, per_page: upTo100 };

export const LINKS = {
	none: object({}),
	list: object({
		...ofLinkLists,
		search: text,
		search_by: oneOf('title', 'alias', 'url'),
		status: oneOf('0', '1', '2', '3'),
		space_id: id,
		domain_id: id,
		pixel_id: id,
		sort_by: oneOf('id', 'clicks', 'title', 'alias', 'url'),
	}),
	create: { ...object({ ...link, domain_id: text, domain: text }, ['url']), ...dateAndTime },
	update: { ...object({ ...link, alias: filled }), ...dateAndTime },
};

export const PIXELS = {
	list: object({
		...ofLinkLists,
		search: text,
		search_by: oneOf('name'),
		type: oneOf(...PIXEL_TYPES),
		sort_by: oneOf('id', 'name'),
	}),
	create: object(pixel, Object.keys(pixel)),
	update: object(pixel),
};

export const DATA = {
	none: object({}),
	schools: object({
		...ofDataLists,
		search: text,
		province: text,
		district: text,
		sector: oneOf('Public', 'Private'),
		quintile: { type: 'string', pattern: '^[qQ]?[1-5]$' },
		no_fee: oneOf('true', 'false'),
		urban_rural: oneOf('Urban', 'Rural'),
	}),
	districts: object({ province: text }),
	schoolKey: object({ key: { type: 'string', pattern: '^\\d{1,20}$' } }),
	postalCodes: object({
		...ofDataLists,
		search: text,
		suburb: text,
		area: text,
		province: text,
		postal_code: text,
	}),
	universities: object({ ...ofDataLists, search: text, province: text }),
	calculation: object(
		{
			university_id: filled,
			subjects: {
				...rows({
					name: { type: 'string', pattern: '\\S' },
					level: { type: 'integer', minimum: 0, maximum: 8 },
				}),
				minItems: 1,
			},
		},
		['university_id', 'subjects'],
	),
};
