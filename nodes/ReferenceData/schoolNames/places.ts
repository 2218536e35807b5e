import { lazily } from '../../shared/values';
import { namesOfTown, placeWords, plainPlace } from '../towns';
import { fold, wordsOf, WRITTEN_WORDS } from '../words';

export interface RecordedPlace {
	town: string;
	district: string;
	/** Everything else that says where the school is: province, circuit, addresses. */
	rest: string;
	/** The folded words of all these, also two as one and a town's other names, each as the record has it. */
	words: () => ReadonlyMap<string, string>;
}

export interface ChosenPlace {
	town?: string;
	district?: string;
}

/** A difference between what was typed and what is recorded; a finding that speaks for a school costs nothing. */
export interface Finding {
	cost: number;
	clause?: string;
}

/** What it takes off the score if a school is in another town or district than was chosen. */
const OTHER_TOWN = 0.3;

/** Where a school is; its words are read when they are first needed. */
export function readPlace(place: Omit<RecordedPlace, 'words'>): RecordedPlace {
	return { ...place, words: lazily(() => wordsOfPlace(place)) };
}

function wordsOfPlace({ town, district, rest }: Omit<RecordedPlace, 'words'>): Map<string, string> {
	const entries = (text: string, shown?: string) => {
		const words = text.match(WRITTEN_WORDS) ?? [];
		const pairs = words.slice(1).map((word, index) => `${words[index] ?? ''} ${word}`);
		return [...words, ...pairs].map((word): [string, string] => [fold(word), shown ?? word]);
	};
	const names = [town, ...namesOfTown(town)].flatMap((name) => entries(name, town));
	return new Map([...entries(`${district} ${rest}`), ...names]);
}

/** Folded words as the record writes them, each once. */
export function asRecorded(
	words: readonly string[],
	recorded: ReadonlyMap<string, string>,
): string {
	const shown = [...new Set(words.map((word) => recorded.get(word) ?? word))];
	// Words that are also one of two shown together say nothing more.
	const isPart = (one: string) =>
		shown.some((other) => other !== one && ` ${other} `.includes(` ${one} `));
	return shown.filter((one) => !isPart(one)).join(' ');
}

/** Whether a school is at the place chosen, which people write in many ways. */
export function comparePlaces(place: RecordedPlace, chosen: ChosenPlace): Finding[] {
	const told = { town: place.town, district: place.district };
	return (['town', 'district'] as const).flatMap((key): Finding[] => {
		const name = chosen[key];
		if (name === undefined || told[key] === '') return [];
		const { words } = plainPlace(placeWords(name));
		const own = new Set(placeWords(told[key]));
		if (fold(name) === fold(told[key]) || words.every((word) => own.has(word))) {
			return [{ cost: 0, clause: `it is in ${told[key]}` }];
		}
		const recorded = place.words();
		const here = new Set([place.town, place.district, place.rest].flatMap(placeWords));
		if (words.every((word) => here.has(word) || recorded.has(word))) {
			return [{ cost: 0, clause: `it is in ${asRecorded(wordsOf(name), recorded)}` }];
		}
		return [{ cost: OTHER_TOWN, clause: `it is in ${told[key]}, not in ${name}` }];
	});
}

/** Whether a record shows that the school is not at the place chosen. */
export function isElsewhere(place: RecordedPlace, chosen: ChosenPlace): boolean {
	return costOf(comparePlaces(place, chosen)) > 0;
}

export function costOf(findings: readonly Finding[]): number {
	return findings.reduce((sum, { cost }) => sum + cost, 0);
}
