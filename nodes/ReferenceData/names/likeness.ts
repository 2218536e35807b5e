import { fold, wordsOf, WRITTEN_WORDS } from './fold';
import { namesOfTown, placeWords, plainPlace } from './places';
import type { NameWord, SchoolName } from './schoolName';
import { distance, isNearMiss } from './similarity';
import type { SchoolType, TypeWord } from './vocabulary';

/**
 * What each difference takes off a score of 1. One difference that people make all the time is
 * allowed, two doubts together are not; test/unit/names measures what follows from these numbers.
 */
const COST = {
	/** Not the same letters, though the same words and type. */
	otherSpelling: 0.03,
	/** Only the place, not the name, has the word. */
	wordOfPlace: 0.01,
	plural: 0.01,
	lightWord: 0.03,
	initials: 0.12,
	typedWord: 0.3,
	recordedWord: 0.3,
	furtherWord: 0.05,
	onlyGeneric: 0.3,
	noTypeTyped: 0.02,
	noTypeRecorded: 0.06,
	seniorOrNot: 0.05,
	partOfType: 0.05,
	otherLanguage: 0.06,
	highOrSecondary: 0.1,
	highOrCombined: 0.15,
	otherType: 0.2,
	primary: 0.5,
	otherTown: 0.3,
} as const;

export interface RecordedPlace {
	town: string;
	district: string;
	/** Everything else that says where the school is: province, circuit, addresses. */
	rest: string;
}

export interface ChosenPlace {
	town?: string;
	district?: string;
}

export interface Likeness {
	/** 0 to 1. */
	score: number;
	/** Every word of the name is there, letter by letter. */
	exact: boolean;
	/**
	 * The score whatever the type is, and if "Girls", "Technical" or the town were left out of the name,
	 * as by people who know of one school only.
	 */
	loosely: number;
	/** The type was typed, and it is that of the school. */
	sameType: boolean;
	/** What speaks for the school and against it, in words. */
	why: string[];
}

/** How likely a typed name means a recorded school. */
export function likeness(
	typed: SchoolName,
	recorded: SchoolName,
	place: RecordedPlace,
	chosen: ChosenPlace = {},
): Likeness {
	const words = compareWords(typed, recorded, place, chosen);
	const types = compareTypes(typed.types, recorded.types);
	const where = comparePlaces(place, chosen);
	const typeTyped = kinds(typed.types).size > 0;
	const same = typed.folded === recorded.folded && typeTyped;
	const findings = same ? where : [...words.findings, ...types, ...where];
	const cost = costOf(findings) + (same ? 0 : COST.otherSpelling);
	const isDoubt = ({ cost: doubt }: Finding) => !same && doubt < COST.primary;
	return {
		score: scoreOf(cost),
		exact: words.exact,
		loosely: scoreOf(cost - words.leftOut - costOf(types.filter(isDoubt))),
		sameType: typeTyped && types.length === 0,
		why: [
			same ? 'same name' : words.exact ? 'same words' : '',
			...findings.map(({ text }) => text),
		].filter((text) => text !== ''),
	};
}

/** Whether a school shows that it is not at the place chosen. */
export function isElsewhere(place: RecordedPlace, chosen: ChosenPlace): boolean {
	return costOf(comparePlaces(place, chosen)) > 0;
}

function costOf(findings: readonly Finding[]): number {
	return findings.reduce((sum, { cost }) => sum + cost, 0);
}

function scoreOf(cost: number): number {
	return Math.max(0, Math.round((1 - cost) * 100) / 100);
}

interface Finding {
	cost: number;
	text: string;
}

function compareWords(
	typed: SchoolName,
	recorded: SchoolName,
	place: RecordedPlace,
	chosen: ChosenPlace,
): { findings: Finding[]; exact: boolean; leftOut: number } {
	const findings: Finding[] = [];
	const typedLeft = new Set(typed.words);
	const recordedLeft = new Set(recorded.words);
	const found = (ones: readonly NameWord[], others: readonly NameWord[]) => {
		for (const word of ones) typedLeft.delete(word);
		for (const word of others) recordedLeft.delete(word);
	};

	for (const [ones, others] of equalRuns(typed.words, recorded.words)) found(ones, others);
	for (const word of [...typedLeft]) {
		const other = [...recordedLeft].find(({ text }) => singular(text) === singular(word.text));
		if (other === undefined) continue;
		found([word], [other]);
		findings.push({ cost: COST.plural, text: '' });
	}
	const named = typed.words.filter((word) => !typedLeft.has(word));
	const recordedPlace = wordsOfPlace(place);
	const runsHere = runsOf(typed.words)
		.filter((run) => run.every((word) => typedLeft.has(word)) && recordedPlace.has(asOneWord(run)))
		.filter((run) => !run.every(({ generic }) => generic));
	const here = runsHere.flat();
	found(here, []);
	const telling = named.some(({ light, generic }) => !light && !generic);
	const sure = telling || here.length > 0;
	for (const word of [...typedLeft]) {
		const other = [...recordedLeft].find(({ text }) =>
			isNearMiss(word.text, text, sure ? 5 : undefined),
		);
		if (other === undefined) continue;
		found([word], [other]);
		named.push(word);
		const cost = slipCost(word.text, other.text) * (sure ? 0.6 : 1);
		findings.push({ cost, text: `"${other.text}" for "${word.text}"` });
	}
	const exact = typedLeft.size === 0 && findings.every(({ text }) => text === '');
	if (here.length > 0) {
		findings.push({
			cost: COST.wordOfPlace,
			text: `in ${asRecorded(runsHere.map(asOneWord), recordedPlace)}`,
		});
	}
	findings.push(...leftover([...typedLeft], 'no', COST.typedWord));
	const choice = new Set(wordsOf(`${chosen.town ?? ''} ${chosen.district ?? ''}`));
	const more = [...recordedLeft].filter(({ text, aside }) => !aside && !choice.has(text));
	const also = leftover(more, 'also', COST.recordedWord);
	findings.push(...also);
	const town = new Set(wordsOf(place.town));
	const leftOut = more.every(({ text, light, generic }) => light || generic || town.has(text));
	if (named.every(({ generic }) => generic)) {
		findings.push({ cost: named.length === 0 ? 1 : COST.onlyGeneric, text: '' });
	}
	return {
		findings,
		exact: exact && more.every(({ light }) => light),
		leftOut: leftOut ? costOf(also) : 0,
	};
}

function leftover(words: readonly NameWord[], label: string, cost: number): Finding[] {
	let next = cost;
	return words.map(({ text, light, initials }) => {
		const lightCost = initials ? COST.initials : COST.lightWord;
		const finding = { cost: light ? lightCost : next, text: `${label} "${text}"` };
		if (!light) next = COST.furtherWord;
		return finding;
	});
}

/** Words and runs of up to three words that are equal when written as one: "Kwa Mashu", "KwaMashu". */
function equalRuns(
	ones: readonly NameWord[],
	others: readonly NameWord[],
): Array<[NameWord[], NameWord[]]> {
	const runsByText = new Map(runsOf(others).map((run) => [asOneWord(run), run]));
	const taken = new Set<NameWord>();
	return runsOf(ones).flatMap((run): Array<[NameWord[], NameWord[]]> => {
		const other = runsByText.get(asOneWord(run));
		if (other === undefined || [...run, ...other].some((word) => taken.has(word))) return [];
		for (const word of [...run, ...other]) taken.add(word);
		return [[run, other]];
	});
}

function runsOf(words: readonly NameWord[]): NameWord[][] {
	return [1, 2, 3].flatMap((length) =>
		words.slice(length - 1).map((_, start) => words.slice(start, start + length)),
	);
}

function asOneWord(words: readonly NameWord[]): string {
	return words.map(({ text }) => text).join('');
}

function singular(word: string): string {
	return word.length > 4 ? word.replace(/s$/, '') : word;
}

/**
 * What a misspelling costs. In African languages one vowel, above all the last, makes another word, and
 * so does a syllable; two letters swapped or one lost in a long word are slips of the keyboard.
 */
function slipCost(typed: string, recorded: string): number {
	const letters = (word: string) => [...word].sort().join('');
	const stem = (word: string) => word.replace(/[aeiouy]$/, '');
	const consonants = (word: string) => word.replace(/[aeiouy]/g, '');
	if (stem(typed) === stem(recorded) || typed[0] !== recorded[0]) return 0.3;
	if (distance(typed, recorded) > 1) return 0.16;
	if (letters(typed) === letters(recorded)) return 0.06;
	const length = Math.min(typed.length, recorded.length);
	if (typed.length !== recorded.length) return length < 7 ? 0.13 : 0.06;
	if (length < 9) return 0.22;
	return consonants(typed) === consonants(recorded) ? 0.13 : 0.08;
}

/** The words of a place, also two as one, and those of a town's other names: each as the record has it. */
function wordsOfPlace({ town, district, rest }: RecordedPlace): Map<string, string> {
	const entries = (text: string, shown?: string) => {
		const words = text.match(WRITTEN_WORDS) ?? [];
		const pairs = words.slice(1).map((word, index) => `${words[index] ?? ''} ${word}`);
		return [...words, ...pairs].map((word): [string, string] => [fold(word), shown ?? word]);
	};
	const names = [town, ...namesOfTown(town)].flatMap((name) => entries(name, town));
	return new Map([...entries(`${district} ${rest}`), ...names]);
}

function asRecorded(words: readonly string[], recorded: ReadonlyMap<string, string>): string {
	const shown = [...new Set(words.map((word) => recorded.get(word) ?? word))];
	// Words that are also one of two shown together say nothing more.
	const isPart = (one: string) =>
		shown.some((other) => other !== one && ` ${other} `.includes(` ${one} `));
	return shown.filter((one) => !isPart(one)).join(' ');
}

function comparePlaces(place: RecordedPlace, chosen: ChosenPlace): Finding[] {
	const recorded = wordsOfPlace(place);
	const here = new Set([place.town, place.district, place.rest].flatMap(placeWords));
	const told = { town: place.town, district: place.district };
	return (['town', 'district'] as const).flatMap((key): Finding[] => {
		const name = chosen[key];
		if (name === undefined || told[key] === '') return [];
		const { words } = plainPlace(placeWords(name));
		const own = new Set(placeWords(told[key]));
		const isOwn = fold(name) === fold(told[key]) || words.every((word) => own.has(word));
		const shown = isOwn ? told[key] : asRecorded(wordsOf(name), recorded);
		if (isOwn || words.every((word) => here.has(word) || recorded.has(word))) {
			return [{ cost: 0, text: `in ${shown}` }];
		}
		return [{ cost: COST.otherTown, text: `in ${told[key]}, not in ${name}` }];
	});
}

const HIGH: ReadonlySet<SchoolType> = new Set([
	'high',
	'secondary',
	'seniorSecondary',
	'eitherSecondary',
	'comprehensive',
]);

const WITH_HIGH: ReadonlySet<SchoolType> = new Set([...HIGH, 'combined', 'intermediate']);

/** The types without "School", which says nothing. */
function kinds(types: readonly TypeWord[]): Set<SchoolType> {
	return new Set(types.map(({ type }) => type).filter((type) => type !== 'school'));
}

function compareTypes(typed: readonly TypeWord[], recorded: readonly TypeWord[]): Finding[] {
	const [one, other] = [kinds(typed), kinds(recorded)];
	if (one.has('primary') !== other.has('primary') && (one.has('primary') || one.size > 0)) {
		return [{ cost: COST.primary, text: 'primary or not' }];
	}
	if (one.size === 0 && other.size === 0) return [];
	if (one.size === 0) return [{ cost: COST.noTypeTyped, text: '' }];
	if (other.size === 0) {
		const plain = [...one].every((type) => WITH_HIGH.has(type));
		return [{ cost: plain ? COST.noTypeRecorded : COST.otherType, text: '' }];
	}
	if (sameKinds(one, other)) {
		const otherLanguage = languageOf(typed, recorded);
		return otherLanguage ? [{ cost: COST.otherLanguage, text: 'type in the other language' }] : [];
	}
	const text = `${describe(other)}, not ${describe(one)}`;
	return [{ cost: costOfTypes(one, other), text }];
}

function sameKinds(one: ReadonlySet<SchoolType>, other: ReadonlySet<SchoolType>): boolean {
	const covers = (all: ReadonlySet<SchoolType>, type: SchoolType) =>
		all.has(type) ||
		(type === 'eitherSecondary' && (all.has('secondary') || all.has('seniorSecondary'))) ||
		(all.has('eitherSecondary') && (type === 'secondary' || type === 'seniorSecondary'));
	return (
		[...one].every((type) => covers(other, type)) && [...other].every((type) => covers(one, type))
	);
}

function costOfTypes(one: ReadonlySet<SchoolType>, other: ReadonlySet<SchoolType>): number {
	const all = [...one, ...other];
	if (all.every((type) => type === 'secondary' || type === 'seniorSecondary')) {
		return COST.seniorOrNot;
	}
	const part =
		[...one].every((type) => other.has(type)) || [...other].every((type) => one.has(type));
	if (part) return COST.partOfType;
	if (all.every((type) => HIGH.has(type))) return COST.highOrSecondary;
	return all.every((type) => WITH_HIGH.has(type)) ? COST.highOrCombined : COST.otherType;
}

function languageOf(typed: readonly TypeWord[], recorded: readonly TypeWord[]): boolean {
	const languages = (types: readonly TypeWord[]) =>
		new Set(types.map(({ language }) => language).filter((language) => language !== undefined));
	const [one, other] = [languages(typed), languages(recorded)];
	return one.size > 0 && other.size > 0 && ![...one].some((language) => other.has(language));
}

function describe(types: ReadonlySet<SchoolType>): string {
	return [...types].map((type) => type.replace(/([A-Z])/g, ' $1').toLowerCase()).join(' ');
}
