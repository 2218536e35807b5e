import { joined } from '../../../shared/text';
import { namesOfOneWord, namesOfTown } from '../towns';
import { fold, placeNameOf, runsOf, textOf, wordsOf } from '../words';
import {
	comparePlaces,
	costOf,
	type Finding,
	type KnownOfSchool,
	type RecordedSchool,
	type SchoolRecord,
} from './recordedSchool';
import type { NameWord, SchoolName } from './schoolName';
import { isClose, isSlip, type SchoolType, type TypeWord } from './vocabulary';

/**
 * What each difference subtracts from a score of 1. One common difference is
 * allowed, two doubtful ones together are not. test/engine/schoolNames measures the results of these numbers.
 */
const COST = {
	/** Not the same letters, though the same words and type. */
	otherSpelling: 0.03,
	/** Only the place, not the name, has the word. */
	wordOfPlace: 0.01,
	nothingShared: 1,
	/** "Polokwane" for "Pietersburg": in each, there may be a school named after it. */
	otherNameOfTown: 0.12,
	lightWord: 0.03,
	/** "Private" for a public school, "Senior" for a junior one. */
	opposite: 0.3,
	/** "Prince" and "Princess". */
	otherTitle: 0.12,
	initials: 0.12,
	otherWord: 0.3,
	furtherWord: 0.05,
	slip: 0.08,
	/** A slip that may be another name. */
	doubtfulSlip: 0.25,
	/** Decides only what is on the edge: initials that were left out, too. */
	noTypeTyped: 0.02,
	noTypeRecorded: 0.06,
	otherLanguage: 0.06,
	similarType: 0.1,
	otherType: 0.2,
	/** Another type of secondary school, and a kind that was left out, if all else is the same. */
	typeAndKind: 0.12,
	/** "Hope Fountain" for "Fountain of Hope". */
	otherOrder: 0.05,
	primary: 0.5,
} as const;

/** A school that a typed name may mean. */
export interface Candidate {
	school: SchoolRecord;
	/** 0 to 1. */
	score: number;
	/** The name is the recorded one, letter for letter. */
	isSame: boolean;
	/** No filter contradicts, and the name is that of its exam center, letter for letter. */
	isExamCenter: boolean;
	/** Every word of the name is there, letter by letter. */
	exact: boolean;
	/** Every word that was typed is in its name or its place, letter by letter, and no filter contradicts. */
	hasAllTyped: boolean;
	/** The same, with slips. */
	hasAllButSlips: boolean;
	/** A word is only there with a slip, and no other says where the school is. */
	hasSlipAlone: boolean;
	/**
	 * The score if "Girls", "Technical" or the town were left out of the name, as by people who know of
	 * one school only.
	 */
	scoreIfWordsOmitted: number;
	type: TypeRelation;
	/** No filter contradicts, and its name differs only in what people confuse or leave out. */
	isNamesake: boolean;
	/** It is called after its town, as others of another type or kind are: "Knysna Sekondêr", "Knysna Hoërskool". */
	isOtherOfTown: boolean;
	/** What its name has and people leave out. */
	leftOut: 'kind' | 'number' | undefined;
	/** What speaks for the school and against it, as clauses: "its name also contains 'Berge'". */
	why: string[];
}

/** How likely a typed name means a recorded school. */
export function compareNames(
	typed: SchoolName,
	school: RecordedSchool,
	known: KnownOfSchool = {},
): Candidate {
	const differences = differencesOf(typed, school, known);
	const { slips, ofPlace, missing, further, kindsLeftOut, numbersLeftOut } = differences;
	const { otherTown, type, hasSameRest, isOtherOfTown } = differences;
	const isSame = typed.folded.some((folded) => school.name.folded.includes(folded));
	const ofPlaces = comparePlaces(school, known);
	const findings = [...(isSame ? [] : ofNames(differences, school, known)), ...ofPlaces];
	const others = [...slips, ...missing, ...further.filter(({ light }) => !light)];
	const exact = others.length === 0 && !otherTown;
	const cost = costOf(findings);
	const isInPlace = costOf(ofPlaces) === 0;
	const isExamCenter = isInPlace && typed.folded.includes(school.examCenter);
	return {
		school: school.record,
		score: scoreOf(cost),
		isSame,
		isExamCenter,
		exact,
		hasAllTyped: isInPlace && (isSame || slips.length + missing.length === 0),
		hasAllButSlips: isInPlace && missing.length + ofPlace.length === 0,
		hasSlipAlone: !isSame && slips.length > 0 && ofPlace.length === 0,
		scoreIfWordsOmitted: scoreOf(cost - costIfOmitted(further, school)),
		type: type.relation,
		isNamesake: isInPlace && hasSameRest,
		isOtherOfTown: !isSame && isOtherOfTown,
		leftOut: numbersLeftOut.length > 0 ? 'number' : kindsLeftOut.length > 0 ? 'kind' : undefined,
		why: [
			...new Set([
				isSame ? 'its name is the same' : exact ? 'its name has the same words' : '',
				...findings.map(({ clause = '' }) => clause),
				isExamCenter && !isSame ? 'its exam center has this name' : '',
			]),
		].filter((clause) => clause !== ''),
	};
}

/** What differs between a typed name and a recorded one. */
interface Differences extends SortedWords {
	/** The typed words that are in the recorded name, also with slips. */
	shared: NameWord[];
	/** Whether none of the words before its English type are, as the name of an English school stands there. */
	isOtherName: boolean;
	/** A shared word for a town that the recorded name has by another of its names, which nobody typed. */
	otherTown: NameWord | undefined;
	type: ReturnType<typeof compareTypes>;
	isOtherOrder: boolean;
	/** Of the further words, "Girls" and "Technical", and "2". */
	kindsLeftOut: NameWord[];
	numbersLeftOut: NameWord[];
	/** All but the type, kinds, numbers and what people leave out is the same. */
	hasSameRest: boolean;
	/** It is called after its town, and of another type or kind. */
	isOtherOfTown: boolean;
}

function differencesOf(
	typed: SchoolName,
	school: RecordedSchool,
	known: KnownOfSchool,
): Differences {
	const sorted = sortWords(typed, school, known);
	const { slips, ofPlace, missing, further } = sorted;
	const shared = without(typed.words, [...ofPlace.flat(), ...missing]);
	const before = typed.words.filter(({ isBeforeType }) => isBeforeType);
	const isTyped = ({ spelled }: NameWord) => typed.words.some((word) => word.spelled === spelled);
	const otherTown = shared.find(({ text }) => {
		const meant = school.name.words.filter((word) => word.text === text);
		return meant.length > 0 && !meant.some(isTyped);
	});
	const type = compareTypes(typed.types, school.name.types);
	const isOtherOrder = haveOtherOrder(typed.words, school);
	const kindsLeftOut = further.filter(({ text }) => KINDS.has(text));
	const numbersLeftOut = further.filter(isNumber);
	const isLeftOut = (word: NameWord) =>
		word.light || kindsLeftOut.includes(word) || numbersLeftOut.includes(word);
	const isCalledAfterTown =
		shared.length > 0 && shared.map(({ text }) => text).every(isOfTown(school));
	// A combined school may be the only one of its town.
	const isOtherType = type.cost >= COST.similarType && !kinds(school.name.types).has('combined');
	return {
		...sorted,
		shared,
		isOtherName:
			before.some(({ light, generic }) => !light && !generic) &&
			!before.some((word) => shared.includes(word)),
		otherTown,
		type,
		isOtherOrder,
		kindsLeftOut,
		numbersLeftOut,
		hasSameRest:
			slips.length + missing.length === 0 &&
			further.every(isLeftOut) &&
			shared.some(({ light }) => !light) &&
			!otherTown &&
			!isOtherOrder &&
			type.relation !== 'primary',
		isOtherOfTown: isCalledAfterTown && (isOtherType || kindsLeftOut.length > 0),
	};
}

/** What the differences between two names take off, and how they are said. */
function ofNames(
	differences: Differences,
	school: RecordedSchool,
	known: KnownOfSchool,
): Finding[] {
	const { slips, ofPlace, missing, further, shared, otherTown, type, isOtherOrder } = differences;
	const isOpposite = ({ text }: NameWord) =>
		(text === 'private' && fold(textOf(school.record.sector)) === 'public') ||
		(text === 'senior' && kinds(school.name.types).has('junior'));
	const hasNothing = shared.length === 0 || differences.isOtherName;
	return [
		...slips.map(([one, other]) => ({
			cost: namesOf(other).some((name) => isSlip(one.text, name)) ? COST.slip : COST.doubtfulSlip,
			clause: `its name has '${other.written}' instead of '${one.written}'`,
		})),
		...(ofPlace.length === 0 ? [] : [inPlace(school)]),
		{ cost: costOfWords(missing), clause: sayWords("its name doesn't contain", missing, 'or') },
		{ cost: costOfWords(further), clause: sayWords('its name also contains', further, 'and') },
		{ cost: hasNothing ? COST.nothingShared : 0 },
		{
			cost: otherTown ? COST.otherNameOfTown : 0,
			clause: otherTown && `its name uses another name for '${otherTown.written}'`,
		},
		{ cost: missing.some(isOpposite) ? COST.opposite : 0 },
		{ cost: missing.some(isTitle) && further.some(isTitle) ? COST.otherTitle : 0 },
		type,
		{ cost: -allowanceFor(differences, known) },
		{
			cost: isOtherOrder ? COST.otherOrder : 0,
			clause: isOtherOrder ? 'its words are in another order' : undefined,
		},
		{ cost: COST.otherSpelling },
	];
}

/** What another type and kinds that were left out cost too much, if all else is the same. */
function allowanceFor(
	{ hasSameRest, numbersLeftOut, type, further, kindsLeftOut }: Differences,
	known: KnownOfSchool,
): number {
	if (!hasSameRest || numbersLeftOut.length > 0 || type.relation === 'other') return 0;
	const isPlaceKnown = [known.province, known.district, known.town].some(Boolean);
	const most = isPlaceKnown || kindsLeftOut.length === 0 ? COST.typeAndKind : COST.otherWord;
	const ofKinds = costOfWords(further) - costOfWords(without(further, kindsLeftOut));
	return Math.max(0, type.cost + ofKinds - most);
}

function scoreOf(cost: number): number {
	return Math.max(0, Math.round((1 - cost) * 100) / 100);
}

/** The words of two names that are not equal. */
interface SortedWords {
	/** Pairs of a typed and a recorded word. */
	slips: Array<[NameWord, NameWord]>;
	/** Typed words, also two together, that say where the school is. */
	ofPlace: NameWord[][];
	/** All other typed words. */
	missing: NameWord[];
	/** Recorded words that were not typed, in the name or as the place chosen. */
	further: NameWord[];
}

function sortWords(
	typed: SchoolName,
	{ name, wordsOfPlace }: RecordedSchool,
	known: KnownOfSchool,
): SortedWords {
	const equal = equalRuns(typed.words, name.words);
	const typedOnly = without(typed.words, equal);
	const recordedOnly = without(name.words, equal);
	// "North" and "2" are in many addresses; "North West" and "Zone 2" say where.
	const mayNamePlace = ({ text, generic }: NameWord) => !generic && !/^\d{1,3}$/.test(text);
	const ofPlace = runsOf(typed.words).filter(
		(run) =>
			run.every((word) => typedOnly.includes(word)) &&
			(run.length > 1 || run.every(mayNamePlace)) &&
			wordsOfPlace().has(asOneWord(run)),
	);
	const slips = without(typedOnly, ofPlace.flat()).flatMap((word): Array<[NameWord, NameWord]> => {
		const other = recordedOnly.find((one) => namesOf(one).some((name) => isClose(word.text, name)));
		return other === undefined ? [] : [[word, other]];
	});
	const has = (text: string) => name.words.some((word) => word.text === text);
	const chosen = [known.town ?? '', known.district ?? ''].map(wordsOf);
	// "West" of the district Johannesburg West tells its schools apart.
	const isChosen = ({ text, generic }: NameWord) =>
		chosen.some((words) => words.includes(text) && (!generic || words.every(has)));
	const types = kinds(name.types);
	const isSeniorTelling = types.has('junior') || types.has('primary');
	// Most people leave out "Senior", or add it to any school. With a typo, it distinguishes two schools.
	const isOmitted = (word: NameWord) => word.text === 'senior' || isChosen(word);
	return {
		slips,
		ofPlace,
		missing: without(typedOnly, [...ofPlace.flat(), ...slips.flat()]).filter(
			({ text }) => text !== 'senior' || slips.length > 0 || isSeniorTelling,
		),
		further: without(recordedOnly, slips.flat()).filter((word) => !isOmitted(word)),
	};
}

/** A word, and a town by each of its names. */
export function namesOf({ text }: NameWord): string[] {
	return [text, ...namesOfOneWord(text).slice(1)];
}

function inPlace({ record: { province }, town, district }: RecordedSchool): Finding {
	const where = town || district || placeNameOf(province);
	return { cost: COST.wordOfPlace, clause: where && `it is in ${where}` };
}

/** Words for a kind of school that people leave out. */
const KINDS = new Set(['girls', 'boys', 'technical', 'agricultural', 'commercial', 'gymnasium']);

/** "2" of "No 2", also written as one. */
function isNumber({ text }: NameWord): boolean {
	return /^(?:n[or])?\d{1,2}$/.test(text);
}

/** Whether two names have words in common that are in another order; the town may stand anywhere. */
function haveOtherOrder(typed: readonly NameWord[], school: RecordedSchool): boolean {
	const orderOf = (words: readonly NameWord[]) =>
		words.filter(({ light, generic }) => !light && !generic).map(({ text }) => text);
	const [ones, others] = [orderOf(typed), orderOf(school.name.words)];
	const common = ones.filter((text) => others.includes(text));
	const places = common.map((text) => others.indexOf(text));
	const isSorted = places.every((place, index) => place >= (places[index - 1] ?? 0));
	if (isSorted || new Set(common).size < common.length) return false;
	return !common.some(isOfTown(school));
}

/** Whether a word is in one of the names of the school's town. */
function isOfTown({ town }: RecordedSchool): (text: string) => boolean {
	const words = new Set(namesOfTown(town).flatMap(wordsOf));
	return (text) => words.has(text);
}

/** The cost of words that people leave out if they know of one school only. */
function costIfOmitted(further: readonly NameWord[], school: RecordedSchool): number {
	const ofTown = isOfTown(school);
	const isOmitted = further.every(({ text, light, generic }) => light || generic || ofTown(text));
	return isOmitted ? costOfWords(further) : 0;
}

function without(words: readonly NameWord[], others: readonly NameWord[]): NameWord[] {
	return words.filter((word) => !others.includes(word));
}

function isTitle({ light, initials }: NameWord): boolean {
	return light && !initials;
}

/** The first word that differs costs most; titles and initials cost little. */
function costOfWords(words: readonly NameWord[]): number {
	const heavy = words.filter(({ light }) => !light).length;
	const light = words.filter((word) => word.light);
	return (
		(heavy === 0 ? 0 : COST.otherWord + (heavy - 1) * COST.furtherWord) +
		costOf(light.map(({ initials }) => ({ cost: initials ? COST.initials : COST.lightWord })))
	);
}

function sayWords(
	verb: string,
	words: readonly NameWord[],
	link: 'and' | 'or',
): string | undefined {
	const written = words.map((word) => `'${word.written}'`);
	return words.length === 0 ? undefined : `${verb} ${joined(written, link)}`;
}

/** The words of both names that are equal, also two written as one: "Kwa Mashu", "KwaMashu". */
function equalRuns(ones: readonly NameWord[], others: readonly NameWord[]): NameWord[] {
	const runsByText = new Map<string, NameWord[][]>();
	for (const run of runsOf(others)) {
		const text = asOneWord(run);
		runsByText.set(text, [...(runsByText.get(text) ?? []), run]);
	}
	const equal = new Set<NameWord>();
	const isFree = (run: readonly NameWord[]) => !run.some((word) => equal.has(word));
	for (const run of runsOf(ones)) {
		const other = isFree(run) ? runsByText.get(asOneWord(run))?.find(isFree) : undefined;
		for (const word of other === undefined ? [] : [...run, ...other]) equal.add(word);
	}
	return [...equal];
}

export function asOneWord(words: readonly NameWord[]): string {
	return words.map(({ text }) => text).join('');
}

/** The types without "School", which says nothing. */
function kinds(types: readonly TypeWord[]): Set<SchoolType> {
	return new Set(types.map(({ type }) => type).filter((type) => type !== 'school'));
}

/** Types that people take for each other. */
const SIMILAR: ReadonlyArray<ReadonlySet<SchoolType>> = [
	new Set(['high', 'secondary', 'comprehensive']),
	new Set(['int', 'intermediate']),
	new Set(['int', 'international']),
];

/** Types of schools that have a Grade 12, or may have had one. A college or an academy of the same name is another school. */
const SECONDARY: ReadonlySet<SchoolType> = new Set([
	...(['high', 'secondary', 'comprehensive', 'combined'] as const),
	...(['intermediate', 'middle', 'junior'] as const),
]);

/** `unsaid`: one of the names has no type; `secondary`: another type of secondary school. */
type TypeRelation = 'same' | 'unsaid' | 'similar' | 'secondary' | 'other' | 'primary';

function compareTypes(
	typed: readonly TypeWord[],
	recorded: readonly TypeWord[],
): Finding & { relation: TypeRelation } {
	const [one, other] = [kinds(typed), kinds(recorded)];
	if (one.size === 0) {
		return { relation: 'unsaid', cost: other.size === 0 ? 0 : COST.noTypeTyped };
	}
	if (one.has('primary') !== other.has('primary')) {
		const clause = 'only one of the two is a primary school';
		return { relation: 'primary', cost: COST.primary, clause };
	}
	if (other.size === 0) return { relation: 'unsaid', cost: COST.noTypeRecorded };
	const differing = [...one, ...other].filter((type) => !one.has(type) || !other.has(type));
	if (differing.length === 0) {
		if (!isInOtherLanguage(typed, recorded)) return { relation: 'same', cost: 0 };
		const clause = 'its type is in the other language';
		return { relation: 'similar', cost: COST.otherLanguage, clause };
	}
	// A junior and a senior school with the same name are often neighbors.
	const isPartOnly = [...one].every((type) => other.has(type)) && !differing.includes('junior');
	const isSimilar =
		isPartOnly || SIMILAR.some((types) => [...one, ...other].every((type) => types.has(type)));
	const clause = `its type is ${[...other].join(' ')}, not ${[...one].join(' ')}`;
	if (isSimilar) return { relation: 'similar', cost: COST.similarType, clause };
	const isJunior = other.has('junior') && !one.has('junior');
	const isSecondary = !isJunior && differing.every((type) => SECONDARY.has(type));
	return { relation: isSecondary ? 'secondary' : 'other', cost: COST.otherType, clause };
}

function isInOtherLanguage(typed: readonly TypeWord[], recorded: readonly TypeWord[]): boolean {
	const languages = (types: readonly TypeWord[]) =>
		new Set(types.map(({ language }) => language).filter((language) => language !== undefined));
	const [one, other] = [languages(typed), languages(recorded)];
	return one.size > 0 && other.size > 0 && ![...one].some((language) => other.has(language));
}
