import type { IDataObject } from 'n8n-workflow';

import { knownProvince } from '../provinces';
import { narrowerNeedle, needlesOf } from './needles';
import type { SchoolName } from './schoolName';
import { inWords, type KnownOfSchool } from './sought';
import {
	candidatesFor,
	isWorthShowing,
	judge,
	textOf,
	type Candidate,
	type Verdict,
} from './verdict';

/** Requests that one name may cost. */
const MOST_REQUESTS = 3;

/** One request to the list of schools, as its query. */
export type SchoolQuery = Partial<Record<'province' | 'district', string>> & {
	search: string;
	page: number;
};

export interface SchoolPage {
	schools: IDataObject[];
	/** How many schools there are beyond this page and those before it; undefined if not known. */
	left: number | undefined;
}

export interface WantedSchool {
	typed: SchoolName;
	known: KnownOfSchool;
	minimumScore: number;
}

/**
 * Finds the school that a typed name means, with at most three requests.
 *
 * @param ask sends one request; it leaves out schools that contradict the filters
 */
export async function findSchool(
	{ typed, known, minimumScore }: WantedSchool,
	ask: (query: SchoolQuery) => Promise<SchoolPage>,
): Promise<Verdict> {
	const queue: SchoolQuery[] = needlesOf(typed).map((search) => ({ search, page: 1 }));
	if (queue.length === 0) {
		const reason = 'The text has no name to search for, such as "Waterkloof" in "Waterkloof High"';
		return { status: 'not_found', reason, candidates: [] };
	}
	const found = new Map<string, IDataObject>();
	/** The schools that came in lists which were complete, so that nothing like them is missing. */
	const surely = new Set<IDataObject>();
	const unknown = new Set<string>();
	let best: Candidate | undefined;
	let isCut = false;
	let all: Candidate[] = [];
	for (let sent = 0; sent < MOST_REQUESTS; sent++) {
		const query = queue.shift();
		if (query === undefined) break;
		const { schools, left } = await ask(query);
		for (const school of schools) {
			const key = keyOf(school);
			const same = found.get(key) ?? school;
			found.set(key, same);
			if (left === 0) surely.add(same);
		}
		if (schools.length === 0) unknown.add(query.search);
		isCut ||= left !== 0;
		if (left !== 0) queue.unshift(...narrower(typed, query, known, left, unknown));
		all = candidatesFor(typed, found.values(), known);
		best = all.find(isWorthShowing);
		if (best && surely.has(best.school) && (best.exact || best.score >= minimumScore)) break;
	}
	const isAllKnown = queue.length === 0 || (found.size === 0 && !isCut);
	const complete = best === undefined ? isAllKnown : surely.has(best.school);
	return judge(all, { minimumScore, complete, sought: inWords(known, best?.school) });
}

/** What to ask for instead when a search finds more than one page. */
function narrower(
	typed: SchoolName,
	query: SchoolQuery,
	{ province = provinceIn(typed), district }: KnownOfSchool,
	left: number | undefined,
	unknown: ReadonlySet<string>,
): SchoolQuery[] {
	if (query.page > 1) return [{ ...query, page: query.page + 1 }];
	const inPlace = {
		...(province !== undefined && { province }),
		...(district !== undefined && { district }),
	};
	const hasPlace = query.province === undefined && (province ?? district) !== undefined;
	const search = narrowerNeedle(typed, query.search, unknown);
	return [
		...(search === undefined ? [] : [{ ...query, search }]),
		...(hasPlace ? [{ ...query, ...inPlace }] : []),
		...(left !== undefined && left <= 200 && unknown.size === 0 ? [{ ...query, page: 2 }] : []),
	];
}

/** The province that stands in the text itself: "Khanyisa, KZN". */
function provinceIn({ words }: SchoolName): string | undefined {
	const texts = words.map(({ text }) => text);
	const pairs = texts.slice(1).map((text, index) => `${texts[index] ?? ''} ${text}`);
	return [...pairs, ...texts.slice(1)].map(knownProvince).find((name) => name !== undefined);
}

/** Schools move between pages; the EMIS number tells that one was seen before. */
function keyOf(school: IDataObject): string {
	return textOf(school.nat_emis) || textOf(school.id) || JSON.stringify(school);
}
