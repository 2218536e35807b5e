import { inTurn } from '../../../shared/eventLoop';
import { runsOf } from '../words';
import { asOneWord, namesOf } from './compareNames';
import type { WantedSchool } from './findSchool';
import { contradicts, readSchool, type RecordedSchool, type SchoolRecord } from './recordedSchool';
import type { SchoolName } from './schoolName';
import { isCompared } from './vocabulary';

/** A word that more schools share doesn't help to distinguish them, and takes too long to compare. */
const MAX_FOR_A_WORD = 100;

/** The maximum number of schools to compare with a name, times its words. No real name needs 1,200. */
const MAX_COMPARED = 3000;

/**
 * A whole list of schools, by keys that a typed name may share with them. Comparing a name with each of
 * the nation's 9,202 schools would take most of a second.
 */
export type SchoolIndex = ReadonlyMap<string, readonly RecordedSchool[]>;

export async function indexOf(records: Iterable<SchoolRecord>): Promise<SchoolIndex> {
	const index = new Map<string, RecordedSchool[]>();
	const enter = (school: RecordedSchool) => {
		for (const key of keysOf(school.name)) {
			const schools = index.get(key);
			if (schools === undefined) index.set(key, [school]);
			else schools.push(school);
		}
	};
	for (const record of records) await inTurn(() => enter(readSchool(record)));
	return index;
}

/**
 * The schools that share a word with a name, rare words first. Those that share only "Girls" count if it has no
 * rarer word. `isWhole` is true if there are no others.
 */
export function schoolsLike(
	index: SchoolIndex,
	{ typed, known: { province, sector } }: WantedSchool,
): { schools: RecordedSchool[]; isWhole: boolean } {
	const found = [...keysOf(typed)].map((key) => index.get(key) ?? []);
	const rare = found.filter(({ length }) => length > 0 && length <= MAX_FOR_A_WORD);
	const rareFirst = (rare.length > 0 ? rare : found).sort(
		(one, other) => one.length - other.length,
	);
	const most = MAX_COMPARED / typed.words.length;
	const schools: RecordedSchool[] = [];
	for (const school of new Set(rareFirst.flat())) {
		if (contradicts(school, { province, sector })) continue;
		if (schools.length >= most) return { schools, isWhole: false };
		schools.push(school);
	}
	return { schools, isWhole: true };
}

/**
 * The keys of a name: all letters, each word, and each two words joined. A word is also a key without each
 * of its letters, so that two words that differ by one letter share a key.
 */
function keysOf({ words, folded }: SchoolName): Set<string> {
	const keys = runsOf(words).flatMap((run) => {
		const [word] = run;
		const names = word && run.length === 1 ? namesOf(word).filter(isCompared) : [];
		return [asOneWord(run), ...names.flatMap((name) => [name, ...withOneLess(name)])];
	});
	return new Set([...folded, ...keys]);
}

function withOneLess(text: string): string[] {
	return [...text].slice(1).map((_, index) => text.slice(0, index + 1) + text.slice(index + 2));
}
