import { normalized } from '../../../shared/text';
import type { MarkUnit } from './answers';
import { IT_BESIDE_UNIT, questionOf, saysSomething } from './questions';
import {
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
} from './subjectNames';

/** What a field's name says. */
export interface FieldName {
	/** The official name of the subject, or a language without its level. */
	subject?: string;
	/** The subject's name is one letter off: "Geograpy". */
	isSlip: boolean;
	/** The subject's name is also a word, and nothing shows that the subject is meant: "it", "bus". */
	isAmbiguous: boolean;
	/** The subjects that the name speaks of, perhaps among other words: "Maths or Maths Lit?". */
	mentioned: string[];
	/** Its words name a subject, or have a short name, in capitals if that is a word too: "LO grade", "geo grade". */
	isOfSubject: boolean;
	/** The subject that it asks about, perhaps for its kind or level: "Type of maths", "English: HL or FAL". */
	asks?: string;
	/** What the field's value is counted in; "mark" leaves it open. */
	unit?: MarkUnit | 'mark';
	/** It speaks of a subject or a mark. */
	isLikely: boolean;
	/** A number under it isn't plainly something else: an age, a grade, a phone number. */
	mayBeMark: boolean;
	/** What it is instead of a subject's mark, if it is known: "not an NSC subject". */
	instead?: string;
	/** "Leave at 0 if not taken": a 0 is no mark. */
	isZeroNothing: boolean;
	/** What a mark is out of: "Mathematics out of", "maxMark". */
	isOfWhole: boolean;
	/** What the fields of a pair are about: a subject, "subject 1", "Home Language". */
	base: string;
}

/** Characters of a form's question; a longer name is none. */
const LONGEST_QUESTION = 500;

/** Words of the longest name of a subject, twice. */
const MOST_WORDS = 20;

const UNITS = ['level', 'percentage', 'mark'] as const;

/**
 * What a field's name, or a text that names a subject, says; the names on the way to the field, each in a
 * line, are part of it. Numbering, units, terms and filler words are taken off; what is left must be a subject
 * as a whole, or name it twice. A name with both units ("Maths % level") is no subject.
 */
export const readFieldName = remembered((name): FieldName => {
	// Some characters stand for several.
	const start = name.slice(0, LONGEST_QUESTION + 1);
	const bounded = normalized(start, 'NFKC').slice(0, LONGEST_QUESTION + 1);
	const { written, asked, asksElse, isOfOther, ...said } = questionOf(bounded);
	const all: string[] = asked.match(/\S+/g) ?? [];
	const [unit, otherUnit = 'mark'] = UNITS.filter((one) => all.includes(one));
	const bare = all.filter(saysSomething);
	// "5th subject: History", but "Subject 2: First Additional Language (English)".
	const isPlace = all.includes('subject')
		? /^(?:n?\d{1,2}|and|choice|other|additional|extra|ander)$/
		: /^(?:\d{1,2}|and)$/;
	const first = bare.findIndex((word) => !isPlace.test(word));
	const isTooLong = bounded.length > LONGEST_QUESTION || bare.length > MOST_WORDS;
	// "Level 4 Mathematics" is a subject of colleges.
	const isOfCollege =
		first > 0 && asked.includes(` level ${bare.slice(first - 1, first + 1).join(' ')} `);
	const isUnreadable = isTooLong || asksElse || isOfCollege || otherUnit !== 'mark';
	const named = isUnreadable ? [] : bare.slice(Math.max(0, first));
	const exact = findSubject(named);
	const subject = exact ?? slipOf(written.filter((word) => named.includes(stemOf(word))));
	// "What is your mark for it?" asks for no subject.
	const isPronoun = named.join() === 'it' && !IT_BESIDE_UNIT.test(asked);
	const isAmbiguous = (unit === undefined || isPronoun) && isWord(named, bounded);
	const isNamed = subject !== undefined && !isAmbiguous;
	const mentioned = isNamed ? [subject] : subjectsAmong(written.map(stemOf));
	const isOfSubject = mentioned.length > 0 || hasCode(bounded, bare);
	const isLikely = isOfSubject || unit !== undefined;
	const topic = bare.filter((word) => !AROUND_TOPIC.test(word));
	const base = isNamed ? subject : baseOf(all, topic);
	return {
		subject,
		isAmbiguous,
		mentioned,
		unit,
		isSlip: exact === undefined && subject !== undefined,
		isOfSubject,
		isLikely,
		mayBeMark: isLikely || !isOfOther,
		asks: isTooLong || isAmbiguous ? undefined : subjectAsked(bare),
		base: isUnreadable ? all.join(' ') : base,
		...said,
	};
});

/** Why a name isn't read: what it probably means, or what it is instead. */
export const doubtOfName = remembered((name): string | undefined => {
	const { instead, mentioned, subject, base } = readFieldName(name);
	if (instead !== undefined) return instead;
	const [meant = subject ?? nearestTo(base.replace(/ /g, ''))] = mentioned;
	if (meant === undefined) return undefined;
	const levels = offeredAs(meant).filter((level) => !level.endsWith('Second Additional Language'));
	return `${levels.length > 1 ? levels.reverse().join(' or ') : meant}?`;
});

/** Reads a name once, because the rows of a spreadsheet all have the same columns. */
function remembered<Read>(read: (name: string) => Read): (name: string) => Read {
	const known = new Map<string, Read>();
	return (name) => {
		if (name.length > LONGEST_QUESTION) return read(name);
		if (known.size >= MOST_KNOWN) known.clear();
		if (!known.has(name)) known.set(name, read(name));
		return known.get(name) as Read;
	};
}

const MOST_KNOWN = 2000;

/** "And your Home Language mark?", "Which Home Language do you take?", "Any other subject?" */
const AROUND_TOPIC = /^(?:and|any|enige|take|taking|neem|doing|doen)$/;

/** Which of the subjects beside the compulsory ones: "Subject 2", "First subject", "Elective B", "Choice subject". */
const POSITION = /^(?:n?\d+|first|second|[a-h]|choice|other|additional|extra|ander)$/;

const KINDS_OF_MATHS = [...PURE, 'lit', 'literacy', 'gel', 'tech', 'teg'].join('|');

/** Words of a question or a mark that is of one kind of mathematics or another: "Maths / Maths Lit". */
const KIND_OF_MATHS = new RegExp(`^(?:math|wisk|${KINDS_OF_MATHS})$`);

/** Words of a question for the kind of a subject. */
const OF_KIND =
	/^(?:n?\d+|type|tipe|kind|soort|stream|option|choice|group|category|variant|out|max|maximum|possible|full|total|totaal|class|speciali[sz]ation|version|curriculum|status|will|tak(?:e|es|en|ing)|took|neem|geneem|study|studying|stud|doing|writing|enrolled|registered|offered|offering)$/;

/** Kinds and levels that such a question may offer. */
const OFFERED = new RegExp(
	`^(?:${KINDS_OF_MATHS}|hl|fal|sal|home|first|second|additional|language)$`,
);

/**
 * What the fields of a pair have in common: a language level, mathematics, or a kind and perhaps a number,
 * a letter or another word of order.
 */
function baseOf(all: readonly string[], bare: readonly string[]): string {
	const level = languageLevelOf(bare);
	// "Home" alone is an address or a phone number.
	if (level !== undefined && bare.join() !== 'home') return level;
	const kinds = bare.filter((word) => ['math', 'wisk'].includes(word));
	if (kinds.length > 1 && bare.every((word) => KIND_OF_MATHS.test(word))) return 'mathematics';
	const isSubject = all.some((word) => ['subject', ...UNITS].includes(word));
	const kind = all.includes('elective') ? ['elective'] : isSubject ? ['subject'] : [];
	// "Subject 1 (Home Language)", "Subject 3 (Maths / Maths Lit)"
	const [place = '', ...rest] = bare;
	const isOffered = rest.every((word) => OFFERED.test(word) || KIND_OF_MATHS.test(word));
	const isPlace = bare.every((word) => POSITION.test(word)) || (/^\d$/.test(place) && isOffered);
	return [...(isPlace ? kind : []), ...bare].join(' ');
}

/** The subject that the words ask about, if they say nothing else. */
function subjectAsked(bare: readonly string[]): string | undefined {
	const words = bare.filter((word) => !OF_KIND.test(word));
	const asked = findSubject(words) ?? findSubject(words.filter((word) => !OFFERED.test(word)));
	// "Pure or Lit?"
	const isOfMaths = words.length > 1 && words.every((word) => KIND_OF_MATHS.test(word));
	return asked ?? (isOfMaths ? 'Mathematics' : undefined);
}
