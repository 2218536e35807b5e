import { STATUS_CODES } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { DATA } from './contract.mjs';
import { makePostalCodes, type PostalCodeRecord } from './data/postalCodes.mjs';
import { makeSchools, type SchoolRecord } from './data/schools.mjs';
import { makeUniversities, type UniversityRecord } from './data/universities.mjs';
import type { ErrorBody } from './faults.mjs';
import { Refusal, selectRecords, takePage, type Filters, type Quirks } from './service.mjs';

interface Subject {
	name: string;
	level: number;
}

interface Calculation {
	Body: { university_id: string; subjects: Subject[] };
}

const apiKey = 'sandbox-data-key';

const errorBody: ErrorBody = (status, message, fields) => {
	const text = STATUS_CODES[status] ?? 'Error';
	const code = status === 429 ? 'RATE_LIMITED' : text.toUpperCase().replaceAll(' ', '_');
	const reasons = fields && Object.values(fields).flat().join(' ');
	return { error: { code, message: message ?? reasons ?? text } };
};

interface List {
	Querystring: Record<string, string>;
}

interface One {
	Params: { key: string };
}

const USUAL_PAGE = 20;

/** Full-text search like a database index: every word of the search is the beginning of a word of the text, or a whole word. */
function hasWords(text: string, wanted: string, wholeWords = false): boolean {
	const wordsOf = (words: string) => words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	const words = wordsOf(text);
	return wordsOf(wanted).every((start) =>
		words.some((word) => (wholeWords ? word === start : word.startsWith(start))),
	);
}

function equals<Key extends string>(key: Key) {
	return (record: Record<Key, string | null>, wanted: string) =>
		record[key]?.toLowerCase() === wanted;
}

const schoolFilters: Filters<SchoolRecord> = {
	province: equals('province'),
	district: equals('district'),
	sector: equals('sector'),
	quintile: ({ quintile }, wanted) => quintile === `Q${wanted.slice(-1)}`,
	no_fee: (school, wanted) => String(school.no_fee_school) === wanted,
	urban_rural: equals('urban_rural'),
	search: ({ name }, wanted, _query, { wholeWords }) =>
		wanted.length < 3 ? name.toLowerCase().includes(wanted) : hasWords(name, wanted, wholeWords),
};

const postalCodeFilters: Filters<PostalCodeRecord> = {
	suburb: ({ suburb }, wanted) => suburb.toLowerCase().includes(wanted),
	area: equals('area'),
	province: equals('province'),
	postal_code: ({ street_code, box_code }, wanted) => [street_code, box_code].includes(wanted),
	search: ({ suburb, area }, wanted) => hasWords(`${suburb} ${area}`, wanted),
};

const universityFilters: Filters<UniversityRecord> = {
	province: equals('province'),
	search: ({ name }, wanted) => name.toLowerCase().includes(wanted),
};

/**
 * The sandbox's own score: the levels of the best six subjects other than Life Orientation. The
 * points of a subject are its level if it counts, and 0 if it doesn't.
 */
function calculate(university: UniversityRecord, subjects: readonly Subject[]) {
	const counted = subjects
		.filter(({ name }) => name.trim().toLowerCase() !== 'life orientation')
		.sort((one, other) => other.level - one.level)
		.slice(0, 6);
	const breakdown = subjects.map((subject) => {
		const { name, level } = subject;
		return { subject: name, level, points: counted.includes(subject) ? level : 0 };
	});
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

/** The reference service, with this many sample schools. */
export function referenceService(schoolCount: number) {
	const data = {
		schools: makeSchools(schoolCount, 2026),
		postalCodes: makePostalCodes(),
		universities: makeUniversities(new Date()),
	};
	const { schools, postalCodes, universities } = data;
	const pristine = { schools: [...schools], universities: [...universities] };
	return {
		data,
		apiKey,
		errorBody,
		routes(app: FastifyInstance, quirks: Quirks) {
			app.removeContentTypeParser('text/plain');
			app.addHook('preValidation', async ({ hitBy, headers }) => {
				const key = String(headers['x-api-key']).replace(/#.*$/, '');
				if (!hitBy && key !== apiKey) throw new Refusal(401);
			});
			const querystring = DATA.none;
			addList(app, '/v1/high-schools', DATA.schools, schools, schoolFilters, quirks);
			app.get('/v1/high-schools/provinces', { schema: { querystring } }, () => ({
				data: countsBy('province', schools),
			}));
			const districts = { schema: { querystring: DATA.districts } };
			app.get<List>('/v1/high-schools/districts', districts, ({ query }) => ({
				data: countsBy('district', selectRecords(schools, schoolFilters, query, {})),
			}));
			const school = { schema: { querystring, params: DATA.schoolKey } };
			app.get<One>('/v1/high-schools/:key', school, ({ params: { key } }) =>
				single(schools.find(({ id, nat_emis }) => [id, nat_emis].includes(key))),
			);
			addList(app, '/v1/postal-codes', DATA.postalCodes, postalCodes, postalCodeFilters, quirks);
			app.get<One>('/v1/postal-codes/:key', { schema: { querystring } }, ({ params: { key } }) =>
				single(postalCodes.find(({ id }) => id === key.toLowerCase())),
			);
			addList(app, '/v1/universities', DATA.universities, universities, universityFilters, quirks);
			const calculation = { schema: { querystring, body: DATA.calculation } };
			app.post<Calculation>('/v1/aps-calculator', calculation, ({ body }) => {
				const university = universities.find(({ id }) => id === body.university_id);
				if (!university) throw new Refusal(404, 'The university does not exist.');
				return calculate(university, body.subjects);
			});
		},
		reset() {
			// In place, because callers keep these arrays.
			schools.splice(0, Infinity, ...pristine.schools);
			universities.splice(0, Infinity, ...pristine.universities);
		},
	};
}

/** A page of a list. Schools have `pagination`, and the others have `meta`. */
function addList<T extends object>(
	app: FastifyInstance,
	path: string,
	querystring: object,
	records: readonly T[],
	filters: Filters<T>,
	quirks: Quirks,
): void {
	app.get<List>(path, { schema: { querystring } }, ({ query }) => {
		const selected = selectRecords(records, filters, query, quirks);
		const page = takePage(selected, query, USUAL_PAGE, quirks);
		const counts = { page: page.page, per_page: page.perPage, total: page.total };
		if (path.endsWith('schools')) return { data: page.records, pagination: counts };
		const pages = path.endsWith('codes') ? { total_pages: page.lastPage } : {};
		return { data: page.records, meta: { ...counts, ...pages } };
	});
}

function single(data: object | undefined): { data: object } {
	if (data === undefined) throw new Refusal(404);
	return { data };
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
