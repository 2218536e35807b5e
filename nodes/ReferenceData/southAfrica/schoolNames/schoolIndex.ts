import type { IDataObject } from 'n8n-workflow';

import { Breaks } from '../../../shared/eventLoop';
import { asOneWord, runsOf } from './compareNames';
import { contradicts, readSchool, type KnownOfSchool, type RecordedSchool } from './recordedSchool';
import type { NameWord, SchoolName } from './schoolName';
import { candidatesFor, judge, type Verdict } from './verdict';
import { SHORTEST_WITH_SLIP } from './vocabulary';
import type { WantedSchool } from './findSchool';

/** A word that more schools share tells them apart too little, and takes too long to compare. */
const MOST_FOR_A_WORD = 100;

/**
 * A whole list of schools by what their names may share with a typed one. Comparing a name with each of
 * the nation's 9,202 schools would take most of a second.
 */
export class SchoolIndex {
	private readonly schoolsByKey = new Map<string, RecordedSchool[]>();

	private readonly breaks = new Breaks();

	static async of(records: Iterable<IDataObject>): Promise<SchoolIndex> {
		const index = new SchoolIndex();
		for (const record of records) {
			await index.breaks.run(() => index.add(readSchool(record)));
		}
		return index;
	}

	/** The school that a typed name means. */
	async find(wanted: WantedSchool): Promise<Verdict> {
		return await this.breaks.run(() => this.judge(wanted));
	}

	private judge({ typed, known, minimumScore }: WantedSchool): Verdict {
		const candidates = candidatesFor(typed, this.candidates(typed, known), known);
		return judge(candidates, { known, minimumScore, isComplete: true, slipNeedsPlace: true });
	}

	private add(school: RecordedSchool): void {
		for (const key of keysOf(school.name.words)) {
			const schools = this.schoolsByKey.get(key);
			if (schools === undefined) this.schoolsByKey.set(key, [school]);
			else schools.push(school);
		}
	}

	/** The schools that share a word with a name; those that only share "Girls" if it has no rarer word. */
	private candidates({ words }: SchoolName, { province, sector }: KnownOfSchool): RecordedSchool[] {
		const found = [...keysOf(words)].map((key) => this.schoolsByKey.get(key) ?? []);
		const rare = found.filter(({ length }) => length > 0 && length <= MOST_FOR_A_WORD);
		const schools = new Set((rare.length > 0 ? rare : found).flat());
		return [...schools].filter((school) => contradicts(school, { province, sector }).length === 0);
	}
}

/**
 * Words, and two joined; a long word also with each of its letters left out, so that two words that
 * differ by one letter share a key.
 */
function keysOf(words: readonly NameWord[]): Set<string> {
	return new Set(
		runsOf(words).flatMap((run) => {
			const text = asOneWord(run);
			if (run.length > 1 || text.length < SHORTEST_WITH_SLIP) return [text];
			const shorter = [...text]
				.slice(1)
				.map((_, index) => text.slice(0, index + 1) + text.slice(index + 2));
			return [text, ...shorter];
		}),
	);
}
