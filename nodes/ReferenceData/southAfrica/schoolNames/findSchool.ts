import { namesOfOneWord } from '../towns';
import { textOf } from '../words';
import { readSchool, type KnownOfSchool, type SchoolRecord } from './recordedSchool';
import type { NameWord, SchoolName } from './schoolName';
import {
	candidateFor,
	isWorthShowing,
	verdictOn,
	likeliestFirst,
	type Candidate,
	type Verdict,
} from './verdict';

/** Searches that one name may cost. */
const MOST_SEARCHES = 3;

/** From this length on the service's search is full text; shorter words find too much. */
const SHORTEST = 3;

export interface WantedSchool {
	name: string;
	typed: SchoolName;
	known: KnownOfSchool;
	minimumScore: number;
}

/** What a search found. */
interface Found {
	records: readonly SchoolRecord[];
	/** Whether these are all. */
	isWhole: boolean;
}

/**
 * Finds the school that a typed name means, with at most three searches. A name without a word to search
 * for is searched for as a whole.
 *
 * @param search sends one search to the service
 */
export async function findSchool(
	{ name, typed, known, minimumScore }: WantedSchool,
	search: (text: string) => Promise<Found>,
): Promise<Verdict> {
	const candidates = new Map<string, Candidate>();
	let isComplete = true;
	const { telling, further } = searchWords(typed);
	if (telling.length + further.length === 0) further.push(name.normalize('NFC'));
	const searched = new Set<string>();
	while (searched.size < MOST_SEARCHES) {
		const text = [...telling, ...further].find((word) => !searched.has(word));
		if (text === undefined) break;
		searched.add(text);
		const { records, isWhole } = await search(text);
		// Probably misspelled.
		if (records.length === 0 && telling.includes(text)) further.unshift(beginningOf(text));
		for (const record of records) {
			const key = textOf(record.nat_emis) || textOf(record.id);
			if (candidates.has(key)) continue;
			candidates.set(key, candidateFor(typed, readSchool(record), known));
		}
		isComplete &&= isWhole;
		const best = likeliestFirst(candidates.values()).find(isWorthShowing);
		if (isComplete && best && (best.exact || best.score >= minimumScore)) break;
	}
	return verdictOn(candidates.values(), { known, minimumScore, isComplete });
}

/**
 * What to search the service for, the most telling first. The search finds a record if the text is a word
 * of its name, or the beginning of one.
 *
 * @returns `telling`: the words that tell schools apart, in the order of the name, titles and towns later;
 * `further`: other names of towns, words such as "Girls", the beginning of the first
 */
function searchWords({ words }: SchoolName): Record<'telling' | 'further', string[]> {
	const names = words.filter(({ text, generic }) => text.length >= SHORTEST && !generic);
	// The town says less than the name, and is seldom misspelled.
	const isTown = ({ text }: NameWord) => namesOfOneWord(text).length > 0;
	const rank = (word: NameWord) => Number(word.light) + 2 * Number(isTown(word));
	const ranked = names.sort((one, other) => rank(one) - rank(other));
	const telling = ranked.map(searchable);
	const further = [
		...ranked.flatMap(({ text }) => namesOfOneWord(text)),
		...words.filter(({ generic }) => generic).map(searchable),
		(ranked[0]?.text ?? '').slice(0, SHORTEST),
	];
	const isSearched = (text: string) => text.length >= SHORTEST;
	return { telling: telling.filter(isSearched), further: further.filter(isSearched) };
}

/** What a word begins with that may be misspelled. */
function beginningOf(word: string): string {
	return word.slice(0, Math.max(SHORTEST, Math.floor(word.length / 2)));
}

/** Without apostrophes and the s of "Johns", which people and records write differently. */
function searchable({ written }: NameWord): string {
	const word = written
		.normalize('NFC')
		.toLowerCase()
		.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
	return word.length > 4 ? word.replace(/s$/, '') : word;
}
