/**
 * What both services take, as their interface documents say it: the one table for the sandbox's
 * strict services and for every test that asks whether the nodes send all of it and nothing else.
 */

export interface Parameter {
	/** The documented values, each of which the nodes can send. */
	values?: readonly string[];
	/** The nodes send other values too, if a user wants them. */
	open?: true;
	/** A whole number from the first to the second; without a second, as high as one likes. */
	range?: readonly [number, number?];
	/** What the nodes send has this form. */
	pattern?: RegExp;
	/** What the service takes, where that is more or less than the nodes send. */
	taken?: RegExp;
	/** Must not be sent empty. */
	required?: true;
	/** Sent although no document names it. */
	undocumented?: true;
}

/** A field of a body: one value, a list of values, or a list of rows with these columns. */
export interface Field extends Parameter {
	list?: true;
	rows?: Record<string, Parameter>;
}

export interface Endpoint {
	query?: Record<string, Parameter>;
	/** The fields of a form-encoded body. */
	form?: Record<string, Field>;
	/** The fields of a JSON body, all of which are required. */
	json?: Record<string, Field>;
	/** What stands for `{…}` in the path, if not one segment of any text. */
	key?: RegExp;
}

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

export const PLATFORMS = [
	'iOS',
	'Android',
	'Windows',
	'OS X',
	'Linux',
	'Ubuntu',
	'Chrome OS',
] as const;

export const PROVINCES = [
	'Eastern Cape',
	'Free State',
	'Gauteng',
	'KwaZulu-Natal',
	'Limpopo',
	'Mpumalanga',
	'North West',
	'Northern Cape',
	'Western Cape',
] as const;

const text: Parameter = {};
const required: Parameter = { required: true };
/** Only the service judges an ID: the nodes send what they are given. */
const id: Parameter = { taken: /^[1-9]\d{0,8}$/ };
const oneOf = (...values: readonly string[]): Parameter => ({ values });

const linkPages = {
	sort: oneOf('desc', 'asc'),
	per_page: oneOf('10', '25', '50', '100'),
	page: { range: [1], undocumented: true },
} satisfies Record<string, Parameter>;

const rule = { key: required, value: required };

const LINK = {
	url: required,
	alias: text,
	password: text,
	space_id: text,
	pixel_ids: { list: true },
	disabled: oneOf('0', '1'),
	privacy: oneOf('0', '1', '2'),
	privacy_password: text,
	expiration_url: text,
	expiration_date: { pattern: /^(\d{4}-\d{2}-\d{2})?$/ },
	expiration_time: { pattern: /^(([01]\d|2[0-3]):[0-5]\d)?$/ },
	expiration_clicks: { pattern: /^\d*$/ },
	target_type: oneOf('0', '1', '2', '4'),
	country: { rows: rule },
	platform: { rows: { ...rule, key: { values: PLATFORMS, open: true, required: true } } },
	language: { rows: rule },
	rotation: { rows: { value: required } },
} satisfies Record<string, Field>;

const PIXEL = {
	name: required,
	type: { values: PIXEL_TYPES, open: true, required: true },
	value: required,
} satisfies Record<string, Field>;

const province: Parameter = { values: PROVINCES, taken: /^[^]*$/ };
const dataPages = {
	page: { range: [1] },
	per_page: { range: [1, 100] },
} satisfies Record<string, Parameter>;

export const ENDPOINTS = {
	'GET /api/v1/links': {
		query: {
			...linkPages,
			search: text,
			search_by: oneOf('title', 'alias', 'url'),
			status: oneOf('0', '1', '2', '3'),
			space_id: id,
			domain_id: id,
			pixel_id: id,
			sort_by: oneOf('id', 'clicks', 'title', 'alias', 'url'),
		},
	},
	'GET /api/v1/links/{id}': {},
	'POST /api/v1/links': { form: { ...LINK, domain_id: required, domain: required } },
	'PUT /api/v1/links/{id}': { form: LINK },
	'DELETE /api/v1/links/{id}': {},
	'GET /api/v1/pixels': {
		query: {
			...linkPages,
			search: text,
			search_by: oneOf('name'),
			type: { values: PIXEL_TYPES, open: true },
			sort_by: oneOf('id', 'name'),
		},
	},
	'GET /api/v1/pixels/{id}': {},
	'POST /api/v1/pixels': { form: PIXEL },
	'PUT /api/v1/pixels/{id}': { form: PIXEL },
	'DELETE /api/v1/pixels/{id}': {},
	'GET /v1/high-schools': {
		query: {
			...dataPages,
			search: text,
			province,
			district: text,
			sector: { values: ['Public', 'Private'], taken: /^(public|private)$/i },
			quintile: { values: ['Q1', 'Q2', 'Q3', 'Q4', 'Q5'], taken: /^q?[1-5]$/i },
			no_fee: oneOf('true', 'false'),
			urban_rural: { values: ['Urban', 'Rural'], taken: /^(urban|rural)$/i },
		},
	},
	'GET /v1/high-schools/{natEmisOrId}': { key: /^\d{1,20}$/ },
	'GET /v1/high-schools/provinces': {},
	'GET /v1/high-schools/districts': { query: { province } },
	'GET /v1/postal-codes': {
		query: {
			...dataPages,
			search: text,
			suburb: text,
			area: text,
			province,
			postal_code: { pattern: /^\d{4}$/, taken: /^[^]*$/ },
		},
	},
	'GET /v1/postal-codes/{id}': { key: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i },
	'GET /v1/universities': { query: { ...dataPages, search: text, province } },
	'POST /v1/aps-calculator': {
		json: {
			university_id: required,
			subjects: { rows: { name: required, level: { range: [1, 8], taken: /^[0-8]$/ } } },
		},
	},
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

/** The endpoint that a request is for; where both fit, a path that is written out wins. */
export function findEndpoint(method: string, path: string): EndpointName | undefined {
	const wanted = `${method} ${path}`;
	const names = Object.keys(ENDPOINTS) as EndpointName[];
	return (
		names.find((name) => name === wanted) ??
		names.find((name) => {
			const [before, key] = name.split(/\{\w+\}$/);
			if (key === undefined || !wanted.startsWith(before ?? name)) return false;
			const { key: form = /^(?!\.{1,2}$)[^/]+$/ }: Endpoint = ENDPOINTS[name];
			return form.test(wanted.slice(before?.length));
		})
	);
}

/** The values that a test must see sent: the documented ones, or both ends of a range. */
export function valuesOf({ values, range }: Parameter): readonly string[] {
	return values ?? range?.map(String) ?? [];
}

/** Whether the nodes may send this value. */
export function fits(parameter: Parameter, value: string): boolean {
	const { values, open, range, pattern, required: isRequired } = parameter;
	if (values && !open) return values.includes(value);
	if (range) {
		const [from = 0, to = Number.MAX_SAFE_INTEGER] = range;
		return /^(0|[1-9]\d*)$/.test(value) && Number(value) >= from && Number(value) <= to;
	}
	return pattern ? pattern.test(value) : !isRequired || value !== '';
}

/** What the service says of a value that it does not take; undefined when it takes it. */
export function refusal(parameter: Parameter, value: string): string | undefined {
	const { values, range, pattern, taken } = parameter;
	if (taken ? taken.test(value) : fits({ ...parameter, open: undefined }, value)) return undefined;
	if (values) return `must be one of: ${values.join(', ')}`;
	if (range) return `must be a whole number from ${range.join(' to ')}`;
	return `must look like ${String(taken ?? pattern)}`;
}
