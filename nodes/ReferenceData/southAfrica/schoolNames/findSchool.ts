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
	const sure = new Set<string>();
	let isComplete = true;
	let areAllWhole = true;
	const { telling, further } = searchWords(typed);
	const words = [...telling.keys()];
	if (words.length + further.length === 0) further.push(name.normalize('NFC'));
	const searched = new Set<string>();
	while (searched.size < MOST_SEARCHES) {
		const text = [...words, ...further].find((word) => !searched.has(word));
		if (text === undefined) break;
		searched.add(text);
		const { records, isWhole } = await search(text);
		const others = telling.get(text) ?? [];
		// Probably misspelled.
		const isUnknown = records.length === 0 && telling.has(text);
		further.unshift(...(isUnknown ? [beginningOf(text)] : []), ...others);
		for (const record of records) {
			const key = schoolKey(record);
			if (isWhole) sure.add(key);
			if (candidates.has(key)) continue;
			candidates.set(key, candidateFor(typed, readSchool(record), known));
		}
		areAllWhole &&= isWhole;
		const best = likeliestFirst(candidates.values()).find(isWorthShowing);
		// A search that is whole found a school and all others like it.
		isComplete = best === undefined ? areAllWhole : sure.has(schoolKey(best.school));
		if (!isComplete || !best || (!best.exact && best.score < minimumScore)) continue;
		if (best.isSame || others.length === 0) break;
		// The other spelling may find the school itself.
		words.unshift(...others);
	}
	return verdictOn(candidates.values(), { known, minimumScore, isComplete });
}

/** What tells schools apart. */
function schoolKey(school: SchoolRecord): string {
	return textOf(school.nat_emis) || textOf(school.id);
}

/**
 * What to search the service for, the most telling first. The search finds a record if the text is a word
 * of its name, or the beginning of one.
 *
 * @returns `telling`: the words that tell schools apart, each with its other spellings, in the order of the
 * name, titles and towns later; `further`: other names of towns, words such as "Girls", the beginning of the first
 */
function searchWords({ words }: SchoolName): {
	telling: Map<string, string[]>;
	further: string[];
} {
	const names = words.filter(({ text, generic }) => text.length >= SHORTEST && !generic);
	// The town says less than the name, and is seldom misspelled.
	const isTown = ({ text }: NameWord) => namesOfOneWord(text).length > 0;
	const rank = (word: NameWord) => Number(word.light) + 2 * Number(isTown(word));
	const ranked = names.sort((one, other) => rank(one) - rank(other));
	const isSearched = (text: string) => text.length >= SHORTEST;
	const spellings = ranked.map(searchedSpellings).filter(([word = '']) => isSearched(word));
	const further = [
		...ranked.flatMap(({ text }) => namesOfOneWord(text)),
		...words.filter(({ generic }) => generic).flatMap(searchedSpellings),
		(ranked[0]?.text ?? '').slice(0, SHORTEST),
	];
	return {
		telling: new Map(spellings.map(([word = '', ...others]) => [word, others])),
		further: further.filter(isSearched),
	};
}

/** What a word begins with that may be misspelled. */
function beginningOf(word: string): string {
	return word.slice(0, Math.max(SHORTEST, Math.floor(word.length / 2)));
}

/**
 * How a word may be spelled in a record: without the s of "Johns", or the letter before an apostrophe, which
 * a service may take for a word; then as it is.
 */
function searchedSpellings({ written }: NameWord): string[] {
	const word = written.normalize('NFC').toLowerCase();
	const lettersOf = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
	const parts = word.split(/['’`]/).map(lettersOf);
	const longest = parts.reduce((one, other) => (other.length > one.length ? other : one));
	const stem = longest.length > 4 ? longest.replace(/s$/, '') : longest;
	return [...new Set([stem, lettersOf(word)])];
}
