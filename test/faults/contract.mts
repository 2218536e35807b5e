import { decodeForm, type FormFields, type FormValue } from '../../sandbox/services/phpForm.mjs';
import type { RecordedRequest } from '../../sandbox/services/start.mjs';
import type { NodeName } from '../engine/harness.mjs';

/** What the contract says of a call, as this test reads it; independent of nodes and sandbox. */
interface Call {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	path: RegExp;
	query?: Record<string, RegExp>;
	/** What is wrong with the body; without it there must be none. */
	bodyProblems?: (request: RecordedRequest) => string[];
}

const ANY = /^[^]+$/;
const oneOf = (...values: string[]) => new RegExp(`^(${values.join('|')})$`);
const PAGE = /^[1-9]\d*$/;
const ONE_SEGMENT = '(?!\\.{1,2}$)[^/]+';

const order = { sort: oneOf('asc', 'desc'), per_page: oneOf('10', '25', '50', '100'), page: PAGE };
const LINK_QUERY = {
	...order,
	search: ANY,
	search_by: oneOf('title', 'alias', 'url'),
	status: oneOf('0', '1', '2', '3'),
	space_id: ANY,
	domain_id: ANY,
	pixel_id: ANY,
	sort_by: oneOf('id', 'clicks', 'title', 'alias', 'url'),
};
const PIXEL_QUERY = {
	...order,
	search: ANY,
	search_by: oneOf('name'),
	type: ANY,
	sort_by: oneOf('id', 'name'),
};

const REFERENCE_PAGES = { page: PAGE, per_page: /^([1-9]\d?|100)$/ };
const PROVINCE = oneOf(
	'Eastern Cape',
	'Free State',
	'Gauteng',
	'KwaZulu-Natal',
	'Limpopo',
	'Mpumalanga',
	'North West',
	'Northern Cape',
	'Western Cape',
);

const TEXT = (value: FormValue) => typeof value === 'string';
const matches = (pattern: RegExp) => (value: FormValue) =>
	typeof value === 'string' && pattern.test(value);
const listOf = (fits: (entry: FormValue) => boolean) => (value: FormValue) =>
	Array.isArray(value) && (value.every(fits) || (value.length === 1 && value[0] === ''));
const row = (...columns: string[]) =>
	listOf(
		(entry) =>
			typeof entry === 'object' &&
			!Array.isArray(entry) &&
			Object.keys(entry).sort().join() === columns.join() &&
			Object.values(entry).every((value) => typeof value === 'string' && value !== ''),
	);

const LINK_FORM: Record<string, (value: FormValue) => boolean> = {
	url: matches(ANY),
	alias: TEXT,
	password: TEXT,
	space_id: TEXT,
	pixel_ids: listOf(TEXT),
	disabled: matches(oneOf('0', '1')),
	privacy: matches(oneOf('0', '1', '2')),
	privacy_password: TEXT,
	expiration_url: TEXT,
	expiration_date: matches(/^(\d{4}-\d{2}-\d{2})?$/),
	expiration_time: matches(/^(([01]\d|2[0-3]):[0-5]\d)?$/),
	expiration_clicks: matches(/^\d*$/),
	target_type: matches(oneOf('0', '1', '2', '4')),
	country: row('key', 'value'),
	platform: row('key', 'value'),
	language: row('key', 'value'),
	rotation: row('value'),
};
const NEW_LINK_FORM = { ...LINK_FORM, domain_id: matches(ANY), domain: matches(ANY) };
const PIXEL_FORM = { name: matches(ANY), type: matches(ANY), value: matches(ANY) };

const CALLS: Record<NodeName, Call[]> = {
	linkManager: [
		...crud('links', LINK_QUERY, NEW_LINK_FORM, LINK_FORM),
		...crud('pixels', PIXEL_QUERY, PIXEL_FORM, PIXEL_FORM),
	],
	referenceData: [
		{
			method: 'GET',
			path: /^\/v1\/high-schools$/,
			query: {
				...REFERENCE_PAGES,
				search: ANY,
				province: PROVINCE,
				district: ANY,
				sector: oneOf('Public', 'Private'),
				quintile: /^Q[1-5]$/,
				no_fee: oneOf('true', 'false'),
				urban_rural: oneOf('Urban', 'Rural'),
			},
		},
		{ method: 'GET', path: /^\/v1\/high-schools\/\d{1,20}$/ },
		{ method: 'GET', path: /^\/v1\/high-schools\/provinces$/ },
		{ method: 'GET', path: /^\/v1\/high-schools\/districts$/, query: { province: PROVINCE } },
		{
			method: 'GET',
			path: /^\/v1\/postal-codes$/,
			query: {
				...REFERENCE_PAGES,
				search: ANY,
				suburb: ANY,
				area: ANY,
				province: PROVINCE,
				postal_code: /^\d{4}$/,
			},
		},
		{ method: 'GET', path: /^\/v1\/postal-codes\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i },
		{
			method: 'GET',
			path: /^\/v1\/universities$/,
			query: { ...REFERENCE_PAGES, search: ANY, province: PROVINCE },
		},
		{ method: 'POST', path: /^\/v1\/aps-calculator$/, bodyProblems: scoreProblems },
	],
};

function crud(
	kind: string,
	query: Record<string, RegExp>,
	newForm: typeof LINK_FORM,
	form: typeof LINK_FORM,
): Call[] {
	const all = new RegExp(`^/api/v1/${kind}$`);
	const one = new RegExp(`^/api/v1/${kind}/${ONE_SEGMENT}$`);
	return [
		{ method: 'GET', path: all, query },
		{ method: 'GET', path: one },
		{ method: 'POST', path: all, bodyProblems: (request) => formProblems(request, newForm) },
		{ method: 'PUT', path: one, bodyProblems: (request) => formProblems(request, form) },
		{ method: 'DELETE', path: one },
	];
}

function formProblems({ headers, body }: RecordedRequest, form: typeof LINK_FORM): string[] {
	if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
		return [`content type ${headers['content-type']}`];
	}
	if (!/^[\w.*\-+%&=]+$/.test(body)) return [`no form: ${body}`];
	const fields: FormFields = decodeForm(body);
	return Object.entries(fields).flatMap(([name, value]) => {
		const fits = Object.hasOwn(form, name) ? form[name] : undefined;
		if (!fits) return [`unknown field ${name}`];
		return fits(value) ? [] : [`field ${name} is ${JSON.stringify(value)}`];
	});
}

function scoreProblems({ headers, body }: RecordedRequest): string[] {
	if (!headers['content-type']?.startsWith('application/json')) {
		return [`content type ${headers['content-type']}`];
	}
	const { university_id: id, subjects, ...others } = JSON.parse(body) as Record<string, unknown>;
	const fits =
		typeof id === 'string' &&
		id !== '' &&
		Object.keys(others).length === 0 &&
		Array.isArray(subjects) &&
		subjects.length > 0 &&
		subjects.every(isSubject);
	return fits ? [] : [`body ${body}`];
}

function isSubject(subject: Record<string, unknown>): boolean {
	const { name, level, ...others } = subject;
	const known = typeof name === 'string' && name.trim() !== '' && typeof level === 'number';
	const inRange = Number.isInteger(level) && Number(level) >= 0 && Number(level) <= 8;
	return known && inRange && Object.keys(others).length === 0;
}

/** What a value looks like that was put into a text without being looked at. */
const ACCIDENT = /undefined|\[object |NaN|Infinity|=>|function\s*\(/;

/** Where a request is not one that the contract knows; empty when all is well. */
export function contractProblems(node: NodeName, request: RecordedRequest): string[] {
	const { method, path, query, headers, body, status } = request;
	const call = CALLS[node].find((one) => one.method === method && one.path.test(path));
	const shown = `${method} ${path}${query === '' ? '' : `?${query}`} ${body}`;
	if (!call) return [`${shown}: no such call`];
	const problems: string[] = [];
	const parameters = new URLSearchParams(query);
	for (const name of new Set(parameters.keys())) {
		const values = parameters.getAll(name);
		const allowed = call.query?.[name];
		if (!allowed?.test(values[0] ?? '') || values.length > 1) {
			problems.push(`parameter ${name} is ${values.join(' and ')}`);
		}
	}
	if (!call.bodyProblems && body !== '') problems.push('a body where there should be none');
	problems.push(...(call.bodyProblems?.(request) ?? []));
	if (headers.accept !== 'application/json') problems.push(`Accept is ${headers.accept}`);
	if (ACCIDENT.test(`${decodeURIComponent(path)} ${String(parameters)} ${decoded(body)}`)) {
		problems.push('a value that was not looked at');
	}
	if (status === undefined || ![200, 201, 404, 422].includes(status)) {
		problems.push(`answered with ${status}`);
	}
	return problems.map((problem) => `${shown}: ${problem}`);
}

function decoded(body: string): string {
	return body.startsWith('{') ? body : String(new URLSearchParams(body));
}
