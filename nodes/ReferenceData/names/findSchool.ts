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
	/** Those of the page that don't contradict the filters. */
	schools: IDataObject[];
	/** All schools of the page. */
	listed: IDataObject[];
	/** How many schools the query finds, in all pages; undefined if not known. */
	total: number | undefined;
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
	const leftOf = countLeft();
	let best: Candidate | undefined;
	let isCut = false;
	let isHollow = false;
	let all: Candidate[] = [];
	for (let sent = 0; sent < MOST_REQUESTS; sent++) {
		const query = queue.shift();
		if (query === undefined) break;
		const page = await ask(query);
		const { schools } = page;
		const left = leftOf(query, page);
		for (const school of schools) {
			const key = keyOf(school);
			const same = found.get(key) ?? school;
			found.set(key, same);
			if (left === 0) surely.add(same);
		}
		if (schools.length === 0) unknown.add(query.search);
		isCut ||= left !== 0;
		isHollow ||= left !== 0 && page.listed.length === 0;
		if (left !== 0) queue.unshift(...narrower(typed, query, known, left, unknown));
		all = candidatesFor(typed, found.values(), known);
		best = all.find(isWorthShowing);
		if (best && surely.has(best.school) && (best.exact || best.score >= minimumScore)) break;
	}
	const isAllKnown = !isHollow && (queue.length === 0 || (found.size === 0 && !isCut));
	const complete = best === undefined ? isAllKnown : surely.has(best.school);
	return judge(all, { minimumScore, complete, sought: inWords(known, best?.school) });
}

/**
 * Counts what each query has given so far: how many schools are left, or undefined if that is not known.
 * A page that holds nothing new is not counted, since the service may ignore page numbers.
 */
function countLeft(): (query: SchoolQuery, page: SchoolPage) => number | undefined {
	const given = new Map<string, { keys: Set<string>; count: number }>();
	return (query, { listed, total }) => {
		const way = JSON.stringify({ ...query, page: 0 });
		const before = given.get(way) ?? { keys: new Set(), count: 0 };
		const keys = listed.map(keyOf).filter((key) => !before.keys.has(key));
		const count = before.count + (keys.length > 0 ? listed.length : 0);
		given.set(way, { keys: new Set([...before.keys, ...keys]), count });
		return total === undefined ? undefined : Math.max(0, total - count);
	};
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
