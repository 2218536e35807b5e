import { ENDPOINTS, refusal, type Parameter } from '../../test/contract/endpoints.mjs';
import { jsonAnswer, Refusal, type Answer, type ErrorBodies } from './answers.mjs';
import { makePostalCodes, type PostalCodeRecord } from './data/postalCodes.mjs';
import { makeSchools, type SchoolRecord } from './data/schools.mjs';
import { makeUniversities, type UniversityRecord } from './data/universities.mjs';
import {
	LatestSelection,
	queryWithoutPage,
	takePage,
	withFieldQuirks,
	type Page,
} from './pages.mjs';
import { isIgnored, queryProblems } from './query.mjs';
import {
	mediaType,
	type Call,
	type Route,
	type ServiceDefinition,
	type ServiceState,
} from './service.mjs';
import type { Service } from './types.mjs';

/** One calculation that the service made, which a real account would be charged for. */
export interface Calculation {
	universityId: string;
	subjects: Subject[];
	result: ApsResult;
	/** In milliseconds since 1970. */
	at: number;
}

export interface Subject {
	name: string;
	level: number;
}

export interface ApsResult {
	aps_score: number;
	aps_minimum: number;
	qualifies: boolean;
	university: string;
	breakdown: Array<{ subject: string; level: number; points: number }>;
}

export interface ReferenceData {
	schools: SchoolRecord[];
	postalCodes: PostalCodeRecord[];
	universities: UniversityRecord[];
	/** In order; a reset empties it. */
	calculations: Calculation[];
}

export type ReferenceService = Service & ReferenceData;

type Scope = 'high_schools:read' | 'postal_codes:read' | 'universities:read' | 'aps_calculator:use';

const ALL_SCOPES: readonly Scope[] = [
	'high_schools:read',
	'postal_codes:read',
	'universities:read',
	'aps_calculator:use',
];

/** Keys of plans that lack a scope, beside the service's own key, which has them all. */
export const LIMITED_KEYS: Readonly<Record<string, readonly Scope[]>> = {
	'sandbox-data-free-plan': ['high_schools:read', 'postal_codes:read', 'universities:read'],
	'sandbox-data-no-postal-codes': ['high_schools:read', 'universities:read', 'aps_calculator:use'],
	'sandbox-data-postal-codes-only': ['postal_codes:read'],
};

const ERRORS: Record<number, { code: string; message: string }> = {
	400: { code: 'BAD_REQUEST', message: 'The request could not be read.' },
	401: { code: 'UNAUTHORIZED', message: 'API key missing or invalid.' },
	403: { code: 'FORBIDDEN', message: 'Your plan does not include this scope.' },
	404: { code: 'NOT_FOUND', message: 'The record does not exist.' },
	405: { code: 'METHOD_NOT_ALLOWED', message: 'The method is not allowed here.' },
	409: { code: 'CONFLICT', message: 'The request conflicts with another.' },
	415: { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'The body must be JSON.' },
	422: { code: 'VALIDATION_ERROR', message: 'The request is invalid.' },
	429: { code: 'RATE_LIMITED', message: 'Too many requests; back off and retry.' },
	500: { code: 'INTERNAL_ERROR', message: 'Something went wrong.' },
	502: { code: 'BAD_GATEWAY', message: 'Bad gateway.' },
	503: { code: 'SERVICE_UNAVAILABLE', message: 'Service unavailable.' },
	504: { code: 'GATEWAY_TIMEOUT', message: 'Gateway timeout.' },
};

function errorBody(status: number, message?: string): string {
	const known = ERRORS[status] ?? { code: `HTTP_${status}`, message: 'Error.' };
	return JSON.stringify({ error: { ...known, ...(message !== undefined && { message }) } });
}

const errors: ErrorBodies = {
	forStatus: errorBody,
	forFields(fields, shape) {
		return shape === 'errors'
			? JSON.stringify({ code: 'VALIDATION_ERROR', message: 'Invalid.', errors: fields })
			: errorBody(422, Object.values(fields).flat().join(' '));
	},
	inSuccess: errorBody,
};

function refuse(status: number, message?: string): never {
	throw new Refusal(jsonAnswer(status, errorBody(status, message)));
}

/** @throws Refusal 422 for a parameter that does not exist or has a value it cannot have */
function checkQuery(query: URLSearchParams, parameters: Record<string, Parameter>): void {
	const problems = Object.values(queryProblems(query, parameters)).flat();
	if (problems.length > 0) refuse(422, problems.join(' '));
}

const DEFAULT_PER_PAGE = 20;

/** What a filter asks for, in lower case; undefined when it was not sent or has no effect. */
type Filter = (name: string) => string | undefined;

const FULL_TEXT_LENGTH = 3;

/** Full text as a database index has it: every word of the search begins a word of the text. */
function fullText<T extends object>(
	search: string,
	textOf: (record: T) => string,
): (record: T) => boolean {
	const wanted = wordsOf(search).map((word) => ` ${word}`);
	return (record) => {
		const words = indexed.get(record) ?? ` ${wordsOf(textOf(record)).join(' ')}`;
		indexed.set(record, words);
		return wanted.every((start) => words.includes(start));
	};
}

/** The words of each record that was searched, with a space before each. */
const indexed = new WeakMap<object, string>();

function wordsOf(text: string): string[] {
	return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** True for every record when the filter is off. */
function equals(wanted: string | undefined, value: string | null): boolean {
	return wanted === undefined || value?.toLowerCase() === wanted;
}

function selectSchools(schools: readonly SchoolRecord[], filter: Filter): readonly SchoolRecord[] {
	const search = filter('search');
	const province = filter('province');
	const district = filter('district');
	const sector = filter('sector');
	const quintile = filter('quintile');
	const noFee = filter('no_fee');
	const urbanRural = filter('urban_rural');
	const wantedQuintile = quintile === undefined ? undefined : `q${quintile.slice(-1)}`;
	const matches =
		search === undefined
			? undefined
			: search.length >= FULL_TEXT_LENGTH
				? fullText(search, (school: SchoolRecord) => school.name)
				: (school: SchoolRecord) => school.name.toLowerCase().includes(search);
	return schools.filter(
		(school) =>
			equals(province, school.province) &&
			equals(district, school.district) &&
			equals(sector, school.sector) &&
			equals(wantedQuintile, school.quintile) &&
			equals(urbanRural, school.urban_rural) &&
			equals(noFee, String(school.no_fee_school)) &&
			(matches?.(school) ?? true),
	);
}

function selectPostalCodes(
	codes: readonly PostalCodeRecord[],
	filter: Filter,
): readonly PostalCodeRecord[] {
	const search = filter('search');
	const suburb = filter('suburb') ?? '';
	const area = filter('area');
	const province = filter('province');
	const code = filter('postal_code');
	const matches =
		search === undefined
			? undefined
			: fullText(search, (record: PostalCodeRecord) => `${record.suburb} ${record.area}`);
	return codes.filter(
		(record) =>
			record.suburb.toLowerCase().includes(suburb) &&
			equals(area, record.area) &&
			equals(province, record.province) &&
			(equals(code, record.street_code) || equals(code, record.box_code)) &&
			(matches?.(record) ?? true),
	);
}

function selectUniversities(
	universities: readonly UniversityRecord[],
	filter: Filter,
): readonly UniversityRecord[] {
	const search = filter('search') ?? '';
	const province = filter('province');
	return universities.filter(
		({ name, province: itsProvince }) =>
			name.toLowerCase().includes(search) && equals(province, itsProvince),
	);
}

/** A record's JSON text; the id of a school becomes a raw integer, with all its digits. */
function schoolJson({ id, ...fields }: { id?: unknown }): string {
	const rest = JSON.stringify(fields).slice(1);
	if (id === undefined) return `{${rest}`;
	return `{"id":${String(id)}${rest === '}' ? '' : ','}${rest}`;
}

const LIFE_ORIENTATION = 'life orientation';
const COUNTED_SUBJECTS = 6;
const CALCULATION = ENDPOINTS['POST /v1/aps-calculator'].json;
const { rows } = CALCULATION.subjects;

/**
 * The sandbox's own score: the levels of the best six subjects other than Life Orientation. The
 * points of a subject are its level where it counts, and 0 where it does not.
 */
function calculate(university: UniversityRecord, subjects: readonly Subject[]): ApsResult {
	const counted = new Set(
		subjects
			.filter(({ name }) => name.trim().toLowerCase() !== LIFE_ORIENTATION)
			.sort((one, other) => other.level - one.level)
			.slice(0, COUNTED_SUBJECTS),
	);
	const breakdown = subjects.map((subject) => ({
		subject: subject.name,
		level: subject.level,
		points: counted.has(subject) ? subject.level : 0,
	}));
	const aps_score = breakdown.reduce((sum, { points }) => sum + points, 0);
	const { aps_minimum, name } = university;
	return {
		aps_score,
		aps_minimum,
		qualifies: aps_score >= aps_minimum,
		university: name,
		breakdown,
	};
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws Refusal 422 unless the object has exactly these keys */
function checkKeys(value: Record<string, unknown>, keys: readonly string[], at: string): void {
	for (const key of Object.keys(value)) {
		if (!keys.includes(key)) refuse(422, `${at}${key} is not a known field.`);
	}
	for (const key of keys) {
		if (!(key in value)) refuse(422, `${at}${key} is required.`);
	}
}

function readSubject(value: unknown, index: number): Subject {
	const at = `subjects[${index}]`;
	if (!isRecord(value)) refuse(422, `${at} must be an object with name and level.`);
	checkKeys(value, Object.keys(rows), `${at}.`);
	const { name, level } = value;
	if (typeof name !== 'string' || name.trim() === '') {
		refuse(422, `${at}.name must be a string that is not empty.`);
	}
	const problem =
		typeof level === 'number' ? refusal(rows.level, String(level)) : 'must be a number';
	if (typeof level !== 'number' || problem) refuse(422, `${at}.level ${problem}.`);
	return { name, level };
}

/** @throws Refusal 415, 400 or 422 when the body is no valid calculation */
function readCalculation(call: Call): { universityId: string; subjects: Subject[] } {
	if (mediaType(call) !== 'application/json') refuse(415);
	const body = parseJson(call.body);
	if (!isRecord(body)) refuse(422, 'The body must be an object.');
	checkKeys(body, Object.keys(CALCULATION), '');
	const { university_id: universityId, subjects } = body;
	if (typeof universityId !== 'string') refuse(422, 'university_id must be a string.');
	if (!Array.isArray(subjects) || subjects.length === 0) {
		refuse(422, 'subjects must be a list with at least one subject.');
	}
	return { universityId, subjects: subjects.map(readSubject) };
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return refuse(400, 'The body is not valid JSON.');
	}
}

/** The sample data of the reference service. */
export function referenceData(settings: {
	schools: number;
	seed: number;
	now: number;
}): ReferenceData {
	return {
		schools: makeSchools(settings.schools, settings.seed),
		postalCodes: makePostalCodes(settings.seed),
		universities: makeUniversities(new Date(settings.now)),
		calculations: [],
	};
}

/** The reference service: what it answers, over the records in `data`. */
export function referenceService(
	data: ReferenceData,
	state: ServiceState,
	apiKey: string,
): ServiceDefinition {
	const pristine = {
		schools: [...data.schools],
		postalCodes: [...data.postalCodes],
		universities: [...data.universities],
	};
	const written = new WeakMap<object, string>();

	/** The JSON text of a record, kept for the next time as long as no quirk changes its fields. */
	function json(record: SchoolRecord | PostalCodeRecord | UniversityRecord): string {
		const { hideFields, nullFields } = state.quirks;
		const write: (fields: object) => string = 'nat_emis' in record ? schoolJson : JSON.stringify;
		if (hideFields || nullFields) return write(withFieldQuirks(record, state.quirks));
		const kept = written.get(record) ?? write({ ...record });
		written.set(record, kept);
		return kept;
	}

	function scopesOf(key: string | undefined): readonly Scope[] | undefined {
		if (key === apiKey) return ALL_SCOPES;
		return key !== undefined && Object.hasOwn(LIMITED_KEYS, key) ? LIMITED_KEYS[key] : undefined;
	}

	function secured(
		scope: Scope,
		method: Route['method'],
		url: string,
		handle: Route['handle'],
	): Route {
		return {
			method,
			url: `/v1${url}`,
			handle(call) {
				const scopes = scopesOf(call.headers['x-api-key']) ?? refuse(401);
				if (!scopes.includes(scope)) {
					refuse(403, `Your plan does not include the ${scope} scope.`);
				}
				return handle(call);
			},
		};
	}

	function list<T extends SchoolRecord | PostalCodeRecord | UniversityRecord>(
		parameters: Record<string, Parameter>,
		envelope: (page: Page<T>, perPage: number) => object,
		select: (filter: Filter) => readonly T[],
		fresh: (record: T, round: number) => T,
	): Route['handle'] {
		const selection = new LatestSelection<T>();
		return (call) => {
			checkQuery(call.query, parameters);
			const { quirks } = state;
			const filter: Filter = (name) =>
				isIgnored(name, quirks.ignoreFilters)
					? undefined
					: call.query.get(name)?.toLowerCase() || undefined;
			const page = Number(call.query.get('page') ?? 1);
			const perPage = Number(call.query.get('per_page') ?? DEFAULT_PER_PAGE);
			const key = `${JSON.stringify(quirks)} ${queryWithoutPage(call.query)}`;
			const records = selection.take(key, page, () => select(filter));
			const taken = takePage(records, page, perPage, quirks, fresh);
			const rest = JSON.stringify(envelope(taken, perPage)).slice(1);
			return jsonAnswer(200, `{"data":[${taken.records.map(json).join(',')}],${rest}`);
		};
	}

	function single(record: string): Answer {
		return jsonAnswer(200, state.quirks.envelope === 'bare' ? record : `{"data":${record}}`);
	}

	function counts(key: 'province' | 'district', schools: readonly SchoolRecord[]): Answer {
		const found = new Map<string, { province: string; school_count: number }>();
		for (const school of schools) {
			const count = found.get(school[key]) ?? { province: school.province, school_count: 0 };
			count.school_count++;
			found.set(school[key], count);
		}
		const records = [...found].map(([name, count]) => ({ [key]: name, ...count }));
		return jsonAnswer(200, JSON.stringify({ data: records }));
	}

	const schoolRoutes: Route[] = [
		secured(
			'high_schools:read',
			'GET',
			'/high-schools',
			list<SchoolRecord>(
				ENDPOINTS['GET /v1/high-schools'].query,
				({ page, total }, per_page) => ({ pagination: { page, per_page, total } }),
				(filter) => selectSchools(data.schools, filter),
				(school, round) => ({
					...school,
					id: String(BigInt(school.id) + BigInt(round) * FRESH_ID_STEP),
					nat_emis: String(Number(school.nat_emis) + round).padStart(9, '0'),
				}),
			),
		),
		secured('high_schools:read', 'GET', '/high-schools/provinces', (call) => {
			checkQuery(call.query, {});
			return counts('province', data.schools);
		}),
		secured('high_schools:read', 'GET', '/high-schools/districts', (call) => {
			checkQuery(call.query, ENDPOINTS['GET /v1/high-schools/districts'].query);
			const province = call.query.get('province')?.toLowerCase() || undefined;
			return counts(
				'district',
				data.schools.filter((school) => equals(province, school.province)),
			);
		}),
		secured('high_schools:read', 'GET', '/high-schools/:natEmisOrId', (call) => {
			checkQuery(call.query, {});
			const { natEmisOrId: wanted } = call.params;
			if (!/^\d+$/.test(wanted ?? '')) refuse(422, 'A school is addressed by digits only.');
			const school = data.schools.find(({ id, nat_emis }) => nat_emis === wanted || id === wanted);
			return single(json(school ?? refuse(404, 'The school does not exist.')));
		}),
	];

	const routes: Route[] = [
		...schoolRoutes,
		secured(
			'postal_codes:read',
			'GET',
			'/postal-codes',
			list<PostalCodeRecord>(
				ENDPOINTS['GET /v1/postal-codes'].query,
				({ page, total, lastPage }, per_page) => ({
					meta: { page, per_page, total, total_pages: lastPage },
				}),
				(filter) => selectPostalCodes(data.postalCodes, filter),
				(record, round) => ({ ...record, id: `${freshPrefix(round)}${record.id.slice(8)}` }),
			),
		),
		secured('postal_codes:read', 'GET', '/postal-codes/:id', (call) => {
			checkQuery(call.query, {});
			const record = data.postalCodes.find(({ id }) => id === call.params.id?.toLowerCase());
			return single(json(record ?? refuse(404, 'The postal code record does not exist.')));
		}),
		secured(
			'universities:read',
			'GET',
			'/universities',
			list<UniversityRecord>(
				ENDPOINTS['GET /v1/universities'].query,
				({ page, total }, per_page) => ({ meta: { total, page, per_page } }),
				(filter) => selectUniversities(data.universities, filter),
				(university, round) => ({ ...university, id: `${university.id}-${round}` }),
			),
		),
		secured('aps_calculator:use', 'POST', '/aps-calculator', (call) => {
			checkQuery(call.query, {});
			const { universityId, subjects } = readCalculation(call);
			const university =
				data.universities.find(({ id }) => id === universityId) ??
				refuse(404, 'The university does not exist.');
			const result = calculate(university, subjects);
			data.calculations.push({ universityId, subjects, result, at: state.now() });
			const body = JSON.stringify(result);
			return jsonAnswer(200, state.quirks.envelope === 'data' ? `{"data":${body}}` : body);
		}),
	];

	return {
		apiKey,
		routes,
		errors,
		records: () => ({
			schools: data.schools,
			postalCodes: data.postalCodes,
			universities: data.universities,
		}),
		ledger: () => data.calculations,
		reset() {
			restore(data.schools, pristine.schools);
			restore(data.postalCodes, pristine.postalCodes);
			restore(data.universities, pristine.universities);
			data.calculations.length = 0;
		},
	};
}

const FRESH_ID_STEP = 1_000_000_000n;

function freshPrefix(round: number): string {
	return round.toString(16).padStart(8, '0');
}

/** Puts the records back in place: the array is the one that callers hold. */
function restore<T>(records: T[], pristine: readonly T[]): void {
	records.length = 0;
	for (const record of pristine) records.push(record);
}
