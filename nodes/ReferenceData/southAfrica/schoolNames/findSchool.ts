import type { IDataObject } from 'n8n-workflow';

import type { Listing } from '../../../shared/http/pagination';
import { textOf } from '../words';
import { readSchool, type KnownOfSchool, type RecordedSchool } from './recordedSchool';
import { searchWords } from './searchWords';
import type { SchoolName } from './schoolName';
import { candidatesFor, isWorthShowing, judge, type Candidate, type Verdict } from './verdict';

/** Searches that one name may cost. */
const MOST_SEARCHES = 3;

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
	search: (word: string) => Promise<Listing>,
): Promise<Verdict> {
	const listings: Listing[] = [];
	let candidates: Candidate[] = [];
	let isComplete = true;
	for (const word of searchWords(typed).slice(0, MOST_SEARCHES)) {
		listings.push(await search(word));
		candidates = candidatesFor(typed, schoolsIn(listings), known);
		const best = candidates.find(isWorthShowing);
		isComplete = best === undefined ? listings.every(isWhole) : isSure(best.school, listings);
		if (isComplete && best && (best.exact || best.score >= minimumScore)) break;
	}
	return judge(candidates, { known, minimumScore, isComplete });
}

/** The schools that were found, each once. */
function schoolsIn(listings: readonly Listing[]): RecordedSchool[] {
	const records = listings.flatMap((listing) => listing.records);
	return [...new Map(records.map((record) => [keyOf(record), record])).values()].map(readSchool);
}

function isWhole({ left, incomplete }: Listing): boolean {
	return left === 0 && incomplete === undefined;
}

/** Whether a search found a school and all others like it. */
function isSure(school: IDataObject, listings: readonly Listing[]): boolean {
	const key = keyOf(school);
	return listings.some(
		(listing) => isWhole(listing) && listing.records.some((record) => keyOf(record) === key),
	);
}

/** What tells schools apart. */
function keyOf(school: IDataObject): string {
	return textOf(school.nat_emis) || textOf(school.id);
}
