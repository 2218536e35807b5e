import type { IDataObject } from 'n8n-workflow';

import { readSchool, textOf, type KnownOfSchool, type RecordedSchool } from './recordedSchool';
import { searchWords } from './searchWords';
import type { SchoolName } from './schoolName';
import { candidatesFor, isWorthShowing, judge, type Candidate, type Verdict } from './verdict';

/** Searches that one name may cost. */
const MOST_SEARCHES = 3;

/** The schools that a search found. */
export interface FoundSchools {
	schools: readonly IDataObject[];
	/** Whether these are all that it finds. */
	isWhole: boolean;
}

export interface WantedSchool {
	typed: SchoolName;
	known: KnownOfSchool;
	minimumScore: number;
}

/**
 * Finds the school that a typed name means, with at most three searches.
 *
 * @param search sends one search to the service
 */
export async function findSchool(
	{ typed, known, minimumScore }: WantedSchool,
	search: (word: string) => Promise<FoundSchools>,
): Promise<Verdict> {
	const words = searchWords(typed).slice(0, MOST_SEARCHES);
	if (words.length === 0) return namelessVerdict();
	const found = new Map<string, RecordedSchool>();
	/** The schools of whole lists, so that none like them is missing. */
	const sure = new Set<string>();
	let areAllWhole = true;
	let isComplete = true;
	let candidates: Candidate[] = [];
	for (const word of words) {
		const { schools, isWhole } = await search(word);
		for (const school of schools) {
			const key = keyOf(school);
			if (!found.has(key)) found.set(key, readSchool(school));
			if (isWhole) sure.add(key);
		}
		areAllWhole &&= isWhole;
		candidates = candidatesFor(typed, [...found.values()], known);
		const best = candidates.find(isWorthShowing);
		isComplete = best === undefined ? areAllWhole : sure.has(keyOf(best.school));
		if (isComplete && best && (best.exact || best.score >= minimumScore)) break;
	}
	return judge(candidates, { known, minimumScore, isComplete });
}

/** What to answer to a text such as "High School". */
export function namelessVerdict(): Verdict {
	const reason = 'The text has no name to search for, such as "Waterkloof" in "Waterkloof High"';
	return { status: 'not_found', reason, candidates: [] };
}

/** What tells schools apart. */
function keyOf(school: IDataObject): string {
	return textOf(school.nat_emis) || textOf(school.id);
}
