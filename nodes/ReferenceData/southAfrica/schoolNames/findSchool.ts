import { inTurn } from '../../../shared/eventLoop';
import { normalized } from '../../../shared/text';
import { textOf } from '../words';
import { compareNames, type Candidate } from './compareNames';
import type { KnownOfSchool, RecordedSchool, SchoolRecord } from './recordedSchool';
import { beginningOf, searchWords } from './searchWords';
import { EXAM_NUMBER, type SchoolName } from './schoolName';
import { isOfOtherKind, isWorthShowing, likeliestFirst, verdictOn, type Verdict } from './verdict';

/** Maximum number of searches per name. */
const MAX_SEARCHES = 3;

export interface WantedSchool {
	name: string;
	typed: SchoolName;
	known: KnownOfSchool;
	minimumScore: number;
}

/**
 * Finds the school that a typed name means, with at most three searches. A name without a word to search
 * for is searched for as a whole.
 *
 * @param search the schools that the service has for a word, or a list for the name; `isWhole`: these are all
 */
export async function findSchool(
	{ name, typed, known, minimumScore }: WantedSchool,
	search: (text: string) => Promise<{ schools: readonly RecordedSchool[]; isWhole: boolean }>,
): Promise<Verdict> {
	const candidates = new Map<string, Candidate>();
	const sure = new Set<string>();
	let isComplete = true;
	let areAllWhole = true;
	const { telling, further } = searchWords(typed);
	const words = [...telling.keys()];
	const beginnings: string[] = [];
	if (words.length + further.length === 0) further.push(normalized(name, 'NFC'));
	const searched = new Set<string>();
	while (searched.size < MAX_SEARCHES) {
		const text = [...words, ...beginnings, ...further].find((word) => !searched.has(word));
		if (text === undefined) break;
		searched.add(text);
		const { schools, isWhole } = await search(text);
		const others = telling.get(text) ?? [];
		further.unshift(...others);
		for (const school of schools) {
			const key = schoolKey(school.record);
			if (isWhole) sure.add(key);
			if (candidates.has(key)) continue;
			candidates.set(key, await inTurn(() => compareNames(typed, school, known)));
		}
		areAllWhole &&= isWhole;
		const best = likeliestFirst(candidates.values()).find(isWorthShowing);
		const isFound = best !== undefined && (best.exact || best.score >= minimumScore);
		const isDoubtful = isFound && !best.isSame && isOfOtherKind(best);
		// Probably misspelled, or similar to the name of another school.
		if ((schools.length === 0 || isDoubtful) && telling.has(text)) {
			beginnings.push(beginningOf(text));
		}
		// A complete search found a school and all others like it.
		isComplete = best === undefined ? areAllWhole : sure.has(schoolKey(best.school));
		if (!isComplete || !isFound) continue;
		if (isDoubtful && beginnings.some((beginning) => !searched.has(beginning))) continue;
		if (best.isSame || others.length === 0) break;
		// The other spelling may find the school itself.
		words.unshift(...others);
	}
	const [examNumber] = EXAM_NUMBER.exec(name) ?? [];
	return verdictOn(candidates.values(), { known, minimumScore, isComplete, examNumber });
}

/** The key that identifies a school. */
function schoolKey(school: SchoolRecord): string {
	return textOf(school.nat_emis) || textOf(school.id);
}
