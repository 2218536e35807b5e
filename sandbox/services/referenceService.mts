import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DATA } from './contract.mjs';
import { makePostalCodes, type PostalCodeRecord } from './data/postalCodes.mjs';
import { makeSchools, type SchoolRecord } from './data/schools.mjs';
import { makeUniversities, type UniversityRecord } from './data/universities.mjs';
import type { ErrorBodies } from './faults.mjs';
import {
	isIgnored,
	Refusal,
	takePage,
	withFieldQuirks,
	type Definition,
	type Page,
	type Service,
} from './service.mjs';

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
	409: { code: 'CONFLICT', message: 'The request conflicts with another.' },
	415: { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'The body must be JSON.' },
	422: { code: 'VALIDATION_ERROR', message: 'The request is invalid.' },
	429: { code: 'RATE_LIMITED', message: 'Too many requests; back off and retry.' },
	500: { code: 'INTERNAL_ERROR', message: 'Something went wrong.' },
	502: { code: 'BAD_GATEWAY', message: 'Bad gateway.' },
	503: { code: 'SERVICE_UNAVAILABLE', message: 'Service unavailable.' },
	504: { code: 'GATEWAY_TIMEOUT', message: 'Gateway timeout.' },
};

const errors: ErrorBodies = {
	forStatus(status, message) {
		const known = ERRORS[status] ?? { code: `HTTP_${status}`, message: 'Error.' };
		return JSON.stringify({ error: { ...known, ...(message !== undefined && { message }) } });
	},
	forFields: (fields, shape) =>
		shape === 'errors'
			? JSON.stringify({ code: 'VALIDATION_ERROR', message: reasons(fields), errors: fields })
			: errors.forStatus(422, reasons(fields)),
};

function reasons(fields: Record<string, string[]>): string {
	return Object.values(fields).flat().join(' ');
}

type Query = Record<string, string>;
interface List {
	Querystring: Query;
}
interface One {
	Params: { id?: string; natEmisOrId?: string };
}
interface OfCalculation {
	Body: { university_id: string; subjects: Subject[] };
}

const USUAL_PAGE = 20;

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

const LIFE_ORIENTATION = 'life orientation';
const COUNTED_SUBJECTS = 6;

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

/** The sample data of the reference service. */
export function referenceData(settings: { schools: number; seed: number }): ReferenceData {
	return {
		schools: makeSchools(settings.schools, settings.seed),
		postalCodes: makePostalCodes(settings.seed),
		universities: makeUniversities(new Date()),
		calculations: [],
	};
}

/** The reference service: what it answers, over the records in `data`. */
export function referenceService(data: ReferenceData, apiKey: string): Definition {
	const quirks: Definition['quirks'] = {};
	const pristine = {
		schools: [...data.schools],
		postalCodes: [...data.postalCodes],
		universities: [...data.universities],
	};

	/** Lets a key through that has the scope. */
	const allow = (scope: Scope) => ({
		async preValidation({ hitBy, headers }: Pick<FastifyRequest, 'hitBy' | 'headers'>) {
			if (hitBy) return;
			const key = String(headers['x-api-key']);
			const scopes = key === apiKey ? ALL_SCOPES : LIMITED_KEYS[key];
			if (!scopes) throw new Refusal(401);
			if (!scopes.includes(scope)) {
				throw new Refusal(403, `Your plan does not include the ${scope} scope.`);
			}
		},
	});

	const filterOf =
		(query: Query): Filter =>
		(name) =>
			isIgnored(quirks, name) ? undefined : query[name]?.toLowerCase() || undefined;

	const pageOf = <T extends object>(
		request: { query: Query },
		select: (filter: Filter) => readonly T[],
	) => takePage(select(filterOf(request.query)), request.query, USUAL_PAGE, quirks);

	const single = (record: object | undefined) => {
		if (record === undefined) throw new Refusal(404);
		const shown = withFieldQuirks(record, quirks);
		return quirks.envelope === 'bare' ? shown : { data: shown };
	};

	const addSchools = (app: FastifyInstance) => {
		const allowed = allow('high_schools:read');
		const list = { ...allowed, schema: { querystring: DATA.schools } };
		app.get<List>('/v1/high-schools', list, (request) => {
			const page = pageOf(request, (filter) => selectSchools(data.schools, filter));
			return { data: page.records, pagination: counted(page) };
		});
		app.get(
			'/v1/high-schools/provinces',
			{ ...allowed, schema: { querystring: DATA.none } },
			() => ({
				data: countsBy('province', data.schools),
			}),
		);
		const districts = { ...allowed, schema: { querystring: DATA.districts } };
		app.get<List>('/v1/high-schools/districts', districts, ({ query }) => {
			const province = query.province?.toLowerCase() || undefined;
			const schools = data.schools.filter((school) => equals(province, school.province));
			return { data: countsBy('district', schools) };
		});
		const one = { ...allowed, schema: { querystring: DATA.none, params: DATA.schoolKey } };
		app.get<One>('/v1/high-schools/:natEmisOrId', one, ({ params }) =>
			single(
				data.schools.find(({ id, nat_emis }) => [id, nat_emis].includes(params.natEmisOrId ?? '')),
			),
		);
	};

	const addPostalCodes = (app: FastifyInstance) => {
		const allowed = allow('postal_codes:read');
		const list = { ...allowed, schema: { querystring: DATA.postalCodes } };
		app.get<List>('/v1/postal-codes', list, (request) => {
			const page = pageOf(request, (filter) => selectPostalCodes(data.postalCodes, filter));
			return { data: page.records, meta: { ...counted(page), total_pages: page.lastPage } };
		});
		const one = { ...allowed, schema: { querystring: DATA.none } };
		app.get<One>('/v1/postal-codes/:id', one, ({ params }) =>
			single(data.postalCodes.find(({ id }) => id === params.id?.toLowerCase())),
		);
	};

	const addUniversities = (app: FastifyInstance) => {
		const list = { ...allow('universities:read'), schema: { querystring: DATA.universities } };
		app.get<List>('/v1/universities', list, (request) => {
			const page = pageOf(request, (filter) => selectUniversities(data.universities, filter));
			return { data: page.records, meta: counted(page) };
		});
	};

	const addCalculator = (app: FastifyInstance) => {
		const schema = { querystring: DATA.none, body: DATA.calculation };
		const options = { ...allow('aps_calculator:use'), schema };
		app.post<OfCalculation>('/v1/aps-calculator', options, ({ body }) => {
			const { university_id: universityId, subjects } = body;
			const university = data.universities.find(({ id }) => id === universityId);
			if (!university) throw new Refusal(404, 'The university does not exist.');
			const result = calculate(university, subjects);
			data.calculations.push({ universityId, subjects, result, at: Date.now() });
			return quirks.envelope === 'data' ? { data: result } : result;
		});
	};

	return {
		...{ apiKey, quirks, errors },
		routes(app) {
			app.removeContentTypeParser('text/plain');
			app.setReplySerializer(jsonOf);
			addSchools(app);
			addPostalCodes(app);
			addUniversities(app);
			addCalculator(app);
		},
		reset() {
			// In place: the arrays are those that callers hold.
			data.schools.splice(0, Infinity, ...pristine.schools);
			data.postalCodes.splice(0, Infinity, ...pristine.postalCodes);
			data.universities.splice(0, Infinity, ...pristine.universities);
			data.calculations.length = 0;
		},
	};
}

/** The id of a school is a raw integer with all its digits, more than a JavaScript number holds. */
function jsonOf(payload: unknown): string {
	return JSON.stringify(payload).replaceAll(/"id":"(\d+)"/g, '"id":$1');
}

function counted({ page, perPage: per_page, total }: Page<object>) {
	return { page, per_page, total };
}

function countsBy(key: 'province' | 'district', schools: readonly SchoolRecord[]): object[] {
	const found = new Map<string, { province: string; school_count: number }>();
	for (const school of schools) {
		const count = found.get(school[key]) ?? { province: school.province, school_count: 0 };
		count.school_count++;
		found.set(school[key], count);
	}
	return [...found].map(([name, count]) => ({ [key]: name, ...count }));
}
