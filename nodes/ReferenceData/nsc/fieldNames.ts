import {
	isFiller,
	isResult,
	isUnit,
	type MarkUnit,
	undecorated,
	unitOf,
	withoutRange,
	wordsOfField,
} from './decorations';
import { languageLevel, isPartOfLanguage, languageWithoutLevel, officialSubject } from './subjects';

/** A subject, as a field or a row names it. */
export interface NamedSubject {
	/** The official name, or that of a language whose level is left open. */
	subject: string;
	unit: MarkUnit;
	/** True when the name is about one of several marks: "Maths Term 3". */
	isPeriod: boolean;
	/** True for a code that is a word as well ("Info", "Tour"): it is a subject only beside a mark. */
	isOrdinaryWord: boolean;
}

/** What a field of an item holds, by its name. */
export type FieldMeaning =
	| ({ kind: 'subjectMark' } & NamedSubject)
	| { kind: 'numberedName'; number: string }
	/** `number` is empty in a single pair. `isResult` where it is called a result, or that of a period. */
	| {
			kind: 'numberedMark';
			number: string;
			unit: MarkUnit;
			isResult?: boolean;
			isPeriod?: boolean;
	  };

const NAME_WORDS = new Set(['name', 'subject', 'subject name', 'vak', 'vak naam']);

const ORDINARY_WORDS = new Set(
	(
		'acc accounts acct agri agric agricultural agriculture art bio bs bus business cons consumer eco ' +
		'economic geo godsdiens info kuns landbou ls lsc lw nautical phys psc rel relig religion ' +
		'religious tour vbs vk welding'
	).split(' '),
);

/** Words beside the name of a language: "English Language". */
const LANGUAGE_WORDS = new Set(['language', 'lang', 'taal']);

/** What counts pairs instead of a number, at the end: "Subject A", "Mark Two". */
const COUNTS = /^(?:[a-z]|one|two|three|four|five|six|seven|eight|nine|ten)$/;

/** In words; the longest name has eight, and may be said twice. */
const LONGEST_NAME = 16;

/**
 * What a field's name says: a subject ("Mathematics", "1. Maths (%)", "LO level, Term 3"), or one part
 * of a pair, whose number may be a letter or missing ("Subject 1", "Level 1", "subject_1_mark", "Vak 1",
 * "Final Mark 1", "Result 1", "Subject A", "Subject" and "Mark"). Undefined for any other field. Capitals
 * and separators do not matter.
 */
export function readFieldName(name: string): FieldMeaning | undefined {
	const named = readSubjectName(name);
	if (named) return { kind: 'subjectMark', ...named };
	const words = wordsOfField(name);
	return readNumbered(words) ?? readSingleMark(words);
}

/**
 * The subject that a name stands for, whatever is written around it; undefined for any other name.
 * Only a whole name counts, as in officialSubject: what is left without numbering, units, terms and
 * the like must be one subject, perhaps said twice ("Life Orientation (LO)", "Maths/Wiskunde").
 */
export function readSubjectName(name: string): NamedSubject | undefined {
	const words = wordsOfField(name);
	const whole = subjectOf(name);
	const { words: bare, unit = 'mark', isPeriod } = undecorated(words);
	const subject =
		whole ?? saidByAll(bare) ?? saidByAll(bare.filter((word) => !LANGUAGE_WORDS.has(word)));
	if (subject === undefined) return undefined;
	const isOrdinaryWord = bare.length === 1 && ORDINARY_WORDS.has(bare[0] ?? '');
	return { subject, unit, isPeriod: whole === undefined && isPeriod, isOrdinaryWord };
}

/** The unit that a key of a record names: "Level", "percentage", "Mark". Undefined for other keys. */
export function readUnitKey(key: string): MarkUnit | undefined {
	const words = wordsOfField(key);
	return words.every(isUnit) ? unitOf(words) : undefined;
}

/** Whether a record's key is the one that names the subject. */
export function isNameKey(key: string): boolean {
	return NAME_WORDS.has(wordsOfField(key).join(' '));
}

function subjectOf(name: string): string | undefined {
	return officialSubject(name) ?? languageWithoutLevel(name);
}

/** The subject that the words name, once or several times over, each time the same. */
function saidByAll(words: readonly string[]): string | undefined {
	if (words.length > LONGEST_NAME) return undefined;
	const once = subjectOf(words.join(' '));
	if (once !== undefined) return once;
	for (let length = words.length - 1; length > 0; length--) {
		const first = words.slice(0, length).join(' ');
		const subject = subjectOf(first);
		if (subject === undefined && languageLevel(first) === undefined) continue;
		const last = words.slice(length).join(' ');
		if (subject !== undefined && isPartOfLanguage(last, subject)) return subject;
		const rest = saidByAll(words.slice(length));
		if (rest !== undefined && (rest === subject || isPartOfLanguage(first, rest))) return rest;
	}
	return undefined;
}

function readNumbered(name: readonly string[]): FieldMeaning | undefined {
	const all = withoutRange(name);
	const numbers = all.filter((word) => /^\d{1,3}$/.test(word));
	if (numbers.length === 0 && COUNTS.test(all.at(-1) ?? '')) numbers.push(all.at(-1) ?? '');
	const [number = '', ...furtherNumbers] = numbers;
	if (furtherNumbers.length > 0) return undefined;
	const words = all.filter((_, index) => index !== all.lastIndexOf(number));
	const numbered = { number: number.replace(/^0+(?=\d)/, '') };
	const unit = unitOf(words);
	const rest = words.filter((word) => !isUnit(word));
	if (unit === undefined && NAME_WORDS.has(rest.join(' ')) && rest.join(' ') !== 'name') {
		return { kind: 'numberedName', ...numbered };
	}
	if (!rest.every(isFiller)) return undefined;
	if (unit !== undefined) return { kind: 'numberedMark', ...numbered, unit };
	return rest.some(isResult)
		? { kind: 'numberedMark', ...numbered, unit: 'mark', isResult: true }
		: undefined;
}

/** The mark of a single subject, perhaps one of several: "Level (1-7)", "Term 3 Mark", "Result". */
function readSingleMark(name: readonly string[]): FieldMeaning | undefined {
	const { words, unit, isPeriod, isAside } = undecorated(name);
	if (words.length > 0 || isAside || (unit === undefined && !name.some(isResult))) return undefined;
	const isResultOnly = isPeriod || unit === undefined;
	return {
		kind: 'numberedMark',
		number: '',
		unit: unit ?? 'mark',
		isResult: isResultOnly,
		isPeriod,
	};
}
