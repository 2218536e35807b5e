import { normalized } from '../../../shared/text';
import { saysNotTaken, type MarkUnit } from './answers';
import {
	AROUND_NAME,
	CONTAINERS,
	FILLERS,
	HINTS,
	OF_KIND,
	OTHER_WORDS,
	REASONS,
	REWRITES,
	type Why,
} from './questionTable';
import {
	cutOff,
	findSubject,
	hasCode,
	isWord,
	languageLevelOf,
	nearestTo,
	offeredAs,
	PURE,
	slipOf,
	stemOf,
	subjectsAmong,
	wordsIn,
} from './findSubject';

/** What the name of a field means. */
export interface FieldName {
	/** The official name of the subject whose mark it holds, or a language without its level. */
	subject?: string;
	/** What the mark is counted in; "mark" and "symbol" leave it open. */
	unit?: MarkUnit | 'mark' | 'symbol';
	/** What the two fields of a pair are about: "subject 1", "Home Language", a subject. */
	topic: string;
	/** The subject that it asks about, perhaps for its kind or level: "Type of maths", "English: HL or FAL". */
	asks?: string;
	/** Why it isn't read as the mark of a subject. */
	why?: Why;
}

/** A name in its steps: as its words are written, as they are asked, and what is left of them. */
interface AskedName {
	/** The name, cut to what is read of it. */
	name: string;
	written: string[];
	/** In lower case, as stems, rewritten, between spaces. */
	asked: string;
	/** Without units, terms and what a question says around its subject. */
	left: string[];
}

/** Longest question of a form, in characters. */
const LONGEST_QUESTION = 500;

/** Words of the longest name of a subject, twice. */
const MAX_WORDS = 20;

const UNITS = ['level', 'percentage', 'mark', 'symbol'] as const;

/**
 * What a field's name, or a text that names a subject, says; the names on the way to the field, each in a
 * line, are part of it. What is left without numbering, units, terms and the words of a question must be a
 * subject as a whole, or name it twice. A name with both units ("Maths % level") is no subject.
 */
export const readFieldName = remembered((text): FieldName => {
	const question = questionOf(text);
	const { name, asked, left, written } = question;
	const all: string[] = asked.match(/\S+/g) ?? [];
	const [unit, otherUnit = 'mark'] = UNITS.filter((one) => all.includes(one));
	const isTooLong = name.length > LONGEST_QUESTION || left.length > MAX_WORDS;
	const hasTwoUnits = unit === 'level' && otherUnit === 'percentage';
	const reason = reasonOf(question);
	const isReadable = !isTooLong && !hasTwoUnits && reason !== 'else';
	const named = isReadable ? afterNumber(all, left) : [];
	const namedAsWritten = written.filter((word) => named.includes(stemOf(word)));
	const exact = findSubject(named) ?? cutOff(namedAsWritten);
	const subject = exact ?? slipOf(namedAsWritten);
	const isAmbiguous =
		subject !== undefined &&
		isWord(named, name) &&
		(unit === undefined || (named.join() === 'it' && !all.every((word) => BESIDE_IT.test(word))));
	const why = isAmbiguous ? 'word' : (reason ?? (subject && !exact ? 'slip' : undefined));
	const asks = isTooLong || isAmbiguous ? undefined : subjectAsked(left);
	const topic = !isReadable
		? all.join(' ')
		: isAmbiguous
			? named.join(' ')
			: (subject ?? topicOf(all, left));
	const isOpen = subject === undefined && unit === undefined && why !== 'whole';
	if (isOpen && isOfNumber(question)) return { topic, asks, why: 'other' };
	return { subject, unit, topic, asks, why };
});

/** What a subject named "it" may have beside it: "it mark", "it exam percentage". */
const BESIDE_IT = /^(?:it|exam|level|percentage|mark)$/;

/** The subjects that a text speaks of, perhaps among other words: "Maths or Maths Lit?". */
export const subjectsIn = remembered((text): string[] => {
	const { subject, why } = readFieldName(text);
	if (subject !== undefined && why !== 'word') return [subject];
	return subjectsAmong(questionOf(text).written.map(stemOf));
});

/** Whether a text speaks of a subject, perhaps by a short name: "LO grade", "geo grade". */
export const speaksOfSubject = remembered((text): boolean => {
	const { name, left } = questionOf(text);
	return subjectsIn(text).length > 0 || hasCode(name, left);
});

/** The words of a text that may name a subject, without what a question says around it. */
export function wordsLeft(text: string): string[] {
	return questionOf(text).left;
}

/** Why a name isn't read, for messages: what it may mean, or what it is. */
export const doubtOfName = remembered((name): string | undefined => {
	const { why, subject, topic } = readFieldName(name);
	if (why === 'notNsc') return 'not an NSC subject';
	if (why === 'part') return 'only a part of a mark';
	const [meant = subject ?? nearestTo(topic.replace(/ /g, ''))] = subjectsIn(name);
	if (meant === undefined) return undefined;
	const levels = offeredAs(meant).filter((level) => !level.endsWith('Second Additional Language'));
	return `${levels.length > 1 ? levels.reverse().join(' or ') : meant}?`;
});

const BRACKETS = /[([]([^()[\]]*)[)\]]/g;

const questionOf = remembered((given): AskedName => {
	// Some characters stand for several.
	const start = given.slice(0, LONGEST_QUESTION + 1);
	const name = normalized(start, 'NFKC').slice(0, LONGEST_QUESTION + 1);
	const names = name.split('\n').map(withoutSurroundings);
	// "(e.g. 65%)" says the unit.
	const text = names
		.map((one, index) => (index === names.length - 1 ? one : withoutContainers(one)))
		.join(' ')
		.replace(/(?<!\p{L})(?:e\.?g|bv|for example)[\s.,:]*\d\d(?!\d)/giu, ' ')
		.replace(BRACKETS, (whole, inner: string) => (isHint(inner) ? ' ' : whole))
		.replace(/\/\s*(?=\d)|\((?=100\))/g, ' out of ');
	const written = wordsIn(text);
	const asked = REWRITES.reduce(
		(rewritten, [, pattern, by]) => rewritten.replace(pattern, by),
		` ${written.map(stemOf).join(' ')} `,
	);
	const left = (asked.match(/\S+/g) ?? []).filter(saysSomething);
	return { name, written, asked, left };
});

/** Whether a word is none of a question, and no code of a subject as registers print it beside the name. */
function saysSomething(word: string): boolean {
	return !FILLERS.has(word) && !/^\d{5,}$/.test(word);
}

function withoutSurroundings(name: string): string {
	return AROUND_NAME.reduce((rest, [, , pattern]) => {
		return rest.replace(pattern, (_, inner: unknown) => (typeof inner === 'string' ? inner : ''));
	}, name);
}

function isUnit(word: string): boolean {
	return UNITS.some((unit) => unit === word);
}

/** The name of what holds a field, without the words that say nothing of it. */
function withoutContainers(name: string): string {
	const words = wordsIn(name).filter((word) => !CONTAINERS.has(word));
	const isEmpty = words.map(stemOf).every((word) => FILLERS.has(word) && !isUnit(word));
	return isEmpty ? '' : words.join(' ');
}

/** What stands around another subject, which the field isn't for: "(NOT Maths Lit)", "(leave blank if you do Maths Lit)". */
const NOT_FOR = /^\s*(?:not|nie|(?:leave|skip) .*if you (?:do|take)) | nie\s*$/gi;

/** Whether brackets only say who fills in the field. */
function isHint(inner: string): boolean {
	const other = inner.replace(NOT_FOR, '');
	const isNotFor = other !== inner && findSubject(wordsIn(other).map(stemOf)) !== undefined;
	const words = wordsIn(inner).join(' ');
	return isNotFor || saysNotTaken(inner) || HINTS.some(([, pattern]) => pattern.test(words));
}

/** "AS Mathematics", "Geography (AS)", but not "as per report". */
const AS_LEVEL = /(?<!\p{L})AS(?!\p{L})/u;

function reasonOf({ name, asked, left }: AskedName): Why | undefined {
	// "Level 4 Mathematics" is a subject of colleges.
	const [first = '', second = ''] = left;
	if (/^\d+$/.test(first) && asked.includes(` level ${first} ${second} `) && second !== '')
		return 'else';
	if (AS_LEVEL.test(name)) return 'else';
	return REASONS.find(([, pattern]) => pattern.test(asked))?.[2];
}

/** Whether a number isn't a mark: "Age", "House number", but not "Grade 9 Technology" and "Home Language grade". */
function isOfNumber({ name, written, asked, left }: AskedName): boolean {
	const words = asked.replace(/ grade \d |(?<=(?:language|subject)( \d)?) grade /, ' ').split(' ');
	const speaks = () => subjectsAmong(written.map(stemOf)).length > 0 || hasCode(name, left);
	return words.some((word) => OTHER_WORDS.has(word)) && !speaks();
}

/** What is left behind a number or a word of order: "5th subject: History", but "Subject 2: First Additional Language (English)". */
function afterNumber(all: readonly string[], left: readonly string[]): string[] {
	const isNumber = all.includes('subject')
		? /^(?:n?\d{1,2}|choice|other|additional|extra|ander)$/
		: /^(?:\d{1,2}|and)$/;
	const first = left.findIndex((word) => !isNumber.test(word));
	return left.slice(Math.max(0, first));
}

/** "And your Home Language mark?", "Which Home Language do you take?", "Any other subject?" */
const AROUND_TOPIC = /^(?:and|any|enige|take|taking|neem|doing|doen)$/;

/** Which of the subjects beside the compulsory ones: "Subject 2", "First subject", "Elective B", "Choice subject". */
const POSITION = /^(?:n?\d+|first|second|[a-h]|choice|other|additional|extra|ander)$/;

const KINDS_OF_MATHS = [...PURE, 'lit', 'literacy', 'gel', 'tech', 'teg'].join('|');

/** Words of a question or a mark that is of one kind of mathematics or another: "Maths / Maths Lit". */
const KIND_OF_MATHS = new RegExp(`^(?:math|wisk|${KINDS_OF_MATHS})$`);

/** Kinds and levels that such a question may offer. */
const OFFERED = new RegExp(
	`^(?:${KINDS_OF_MATHS}|hl|fal|sal|home|first|second|additional|language)$`,
);

/**
 * What the fields of a pair have in common: a language level, mathematics, or a kind and perhaps a number,
 * a letter or another word of order.
 */
function topicOf(all: readonly string[], left: readonly string[]): string {
	const words = left.filter((word) => !AROUND_TOPIC.test(word));
	const level = languageLevelOf(words);
	// "Home" alone is an address or a phone number.
	if (level !== undefined && words.join() !== 'home') return level;
	const kinds = words.filter((word) => ['math', 'wisk'].includes(word));
	if (kinds.length > 1 && words.every((word) => KIND_OF_MATHS.test(word))) return 'mathematics';
	const isSubject = all.some((word) => ['subject', ...UNITS].includes(word));
	const kind = all.includes('elective') ? ['elective'] : isSubject ? ['subject'] : [];
	// "Subject 1 (Home Language)", "Subject 3 (Maths / Maths Lit)"
	const [number = '', ...rest] = words;
	const isOffered = rest.every((word) => OFFERED.test(word) || KIND_OF_MATHS.test(word));
	const isPosition =
		words.every((word) => POSITION.test(word)) || (/^\d$/.test(number) && isOffered);
	return [...(isPosition ? kind : []), ...words].join(' ');
}

/** The subject that the words ask about, if they say nothing else. */
function subjectAsked(left: readonly string[]): string | undefined {
	const words = left.filter((word) => !OF_KIND.has(word) && !/^n?\d+$/.test(word));
	const asked = findSubject(words) ?? findSubject(words.filter((word) => !OFFERED.test(word)));
	// "Pure or Lit?"
	const isOfMaths = words.length > 1 && words.every((word) => KIND_OF_MATHS.test(word));
	return asked ?? (isOfMaths ? 'Mathematics' : undefined);
}

const MAX_KNOWN = 2000;

/** Reads a name once, because the rows of a spreadsheet all have the same columns. */
function remembered<Read>(read: (name: string) => Read): (name: string) => Read {
	const known = new Map<string, { read: Read }>();
	return (name) => {
		if (name.length > LONGEST_QUESTION) return read(name);
		const found = known.get(name);
		if (found) return found.read;
		if (known.size >= MAX_KNOWN) known.clear();
		const fresh = { read: read(name) };
		known.set(name, fresh);
		return fresh.read;
	};
}
