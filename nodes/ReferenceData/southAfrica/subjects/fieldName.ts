import { normalized } from '../../../shared/text';
import { lazily } from '../../../shared/values';
import { editDistance, wordsOf } from '../words';
import { saysNotTaken } from './notTaken';
import {
	ARTICLE,
	AS_LEVEL,
	BESIDE_NSC,
	BRACKETS,
	IT_BESIDE_UNIT,
	LEVELS_RANGE,
	NUMBERING,
	OF_OTHERS,
	OF_QUESTION,
	OF_WHOLE,
	OTHER_WORDS,
	PARTS,
	PERCENTAGE_RANGE,
	saysSomething,
	TIMES,
} from './questions';
import {
	AMBIGUOUS,
	LANGUAGES,
	LEVELS,
	officialSubjects,
	type Row,
	SHORT_LANGUAGES,
	STEMS,
	SUBJECTS,
} from './subjectTable';
import type { MarkUnit } from './writtenMark';

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
	/** It speaks of something that has a number and no mark: an age, a grade, a phone number. */
	isOfOther: boolean;
	/** "Leave at 0 if not taken": a 0 is no mark. */
	isZeroNothing: boolean;
	/** What a mark is out of: "Mathematics out of", "maxMark". */
	isOfWhole: boolean;
	/** What the fields of a pair are about: a subject, "subject 1", "Home Language". */
	base: string;
}

/** Whether a name speaks of a subject or a mark. */
export function isLikely({ isOfSubject, unit }: FieldName): boolean {
	return isOfSubject || unit !== undefined;
}

/** Whether a number under a name isn't plainly something else. */
export function mayBeMark(name: FieldName): boolean {
	return isLikely(name) || !name.isOfOther;
}

/** Characters of a form's question; a longer name is none. */
const LONGEST_QUESTION = 500;

/** Words of the longest name of a subject, twice. */
const MOST_WORDS = 20;

/** Words of a question that are looked at for what it mentions; 500 characters of English are fewer. */
const MOST_MENTIONING = 100;

const UNITS = ['level', 'percentage', 'mark'] as const;

/**
 * What a field's name, or a text that names a subject, says; the names on the way to the field, each in a
 * line, are part of it. Numbering, units, terms and filler words are taken off; what is left must be a subject
 * as a whole, or name it twice. A name with both units ("Maths % level") is no subject.
 */
export const readFieldName = remembered((name): FieldName => {
	const bounded = boundedName(name);
	const { written, asked, isZeroNothing } = questionOf(bounded);
	const all: string[] = asked.match(/\S+/g) ?? [];
	const [unit, otherUnit = 'mark'] = UNITS.filter((one) => all.includes(one));
	const bare = all.filter(saysSomething);
	const start = bare.findIndex((word) => !/^(?:\d+|and)$/.test(word));
	const isTooLong = bounded.length > LONGEST_QUESTION || bare.length > MOST_WORDS;
	// "Level 4 Mathematics" is a subject of colleges.
	const isOfCollege =
		start > 0 && asked.includes(` level ${bare.slice(start - 1, start + 1).join(' ')} `);
	const isOfOthers = OF_OTHERS.test(asked) || AS_LEVEL.test(bounded);
	const isUnreadable = isTooLong || isOfOthers || isOfCollege || otherUnit !== 'mark';
	const named = isUnreadable ? [] : bare.slice(Math.max(0, start));
	const exact = findSubject(named);
	const spelled = written.filter((word) => named.includes(stemOf(word)));
	const subject = exact ?? slipOf(spelled.join(' '));
	// "What is your mark for it?" asks for no subject.
	const isPronoun = named.join() === 'it' && !IT_BESIDE_UNIT.test(asked);
	const isAmbiguous = (unit === undefined || isPronoun) && isWord(named.join(''), bounded);
	const isNamed = subject !== undefined && !isAmbiguous;
	const mentioned = isNamed ? [subject] : subjectsAmong(written.map(stemOf));
	const base = isNamed ? subject : baseOf(all, bare);
	return {
		...{ subject, isAmbiguous, mentioned, unit, isZeroNothing },
		isSlip: exact === undefined && subject !== undefined,
		isOfSubject: mentioned.length > 0 || hasCode(bounded, bare),
		isOfOther: all.some((word) => OTHER_WORDS.has(word)),
		isOfWhole: OF_WHOLE.test(asked),
		asks: isTooLong || isAmbiguous ? undefined : subjectAsked(bare),
		base: isUnreadable ? all.join(' ') : base,
	};
});

/** At most one character more than a question may have; some characters stand for several. */
function boundedName(name: string): string {
	const start = name.slice(0, LONGEST_QUESTION + 1);
	return normalized(start, 'NFKC').slice(0, LONGEST_QUESTION + 1);
}

/** The words of a name as they are written, and as they are asked: by their stems, without terms and hints. */
function questionOf(name: string) {
	// Salesforce ends the names of its own fields in "__c".
	const lines = name.split('\n').map((line) => line.replace(NUMBERING, '').replace(/__c$/, ''));
	const text = lines.join(' ');
	const hints = [...text.matchAll(BRACKETS)].map(([, inner = '']) => inner).filter(isHint);
	const taken = text.replace(BRACKETS, (whole, inner: string) => (isHint(inner) ? ' ' : whole));
	const written = wordsIn(taken.replace(/\/\s*(?=\d)/g, ' out of '));
	const asked = ` ${written.map(stemOf).join(' ')} `
		.replace(TIMES, '')
		.replace(ARTICLE, '')
		.replace(LEVELS_RANGE, ' level')
		.replace(PERCENTAGE_RANGE, ' percentage');
	const isZeroNothing = hints.some((hint) => /(?<!\d)0(?!\d)|zero|\bnul\b|nought/i.test(hint));
	return { written, asked, isZeroNothing };
}

/** Whether brackets only say who fills in the field. */
function isHint(inner: string): boolean {
	return saysNotTaken(inner) || OF_QUESTION.test(inner);
}

/** Why a name isn't read: what it probably means, or what it is instead. */
export const doubtOfName = remembered((name): string | undefined => {
	const words = wordsIn(boundedName(name)).map(stemOf).join(' ');
	if (BESIDE_NSC.test(words)) return 'not an NSC subject';
	if (PARTS.test(words)) return 'only a part of a mark';
	const nearest = nearestSubject(name);
	return nearest === undefined ? undefined : `${nearest}?`;
});

/** The subject that a name was probably meant for: one among its words, or the only one at most two letters off. */
function nearestSubject(name: string): string | undefined {
	const { subject, mentioned, base } = readFieldName(name);
	const [first = subject] = mentioned;
	if (first === undefined) return alike(base.replace(/ /g, ''), 2);
	const levels = offeredAs(first).filter((level) => !level.endsWith('Second Additional Language'));
	return levels.length > 1 ? levels.reverse().join(' or ') : first;
}

/** The one subject whose long name is one letter off within one of the words, which aren't short. */
const slipOf = remembered((name): string | undefined => {
	const words = name.split(' ');
	const spelled = words.join('');
	return spelled.length < 8 || /\d/.test(spelled) ? undefined : alike(spelled, 1, isWithinWord);

	function isWithinWord(other: string): boolean {
		return words.some((word, index) => {
			const start = words.slice(0, index).join('');
			const end = words.slice(index + 1).join('');
			const meant = other.slice(start.length, other.length - end.length);
			const isLong = Math.min(word.length, meant.length) >= 4;
			return isLong && start + meant + end === other && !PURE.split('|').includes(meant);
		});
	}
});

/** The one subject whose name is at most so many letters off, of those that may be meant. */
function alike(
	key: string,
	farthest: number,
	mayBeMeant: (other: string) => boolean = () => true,
): string | undefined {
	if (key.length < 5) return undefined;
	const most = Math.min(farthest, Math.floor(key.length / 4));
	const near = longNames().filter(([other]) => {
		// Most of the work: one slip leaves the first or the last letter.
		if (other[0] !== key[0] && other.at(-1) !== key.at(-1)) return false;
		return editDistance(key, other, most) <= most && mayBeMeant(other);
	});
	const [name, ...others] = new Set(near.map(([, official]) => official));
	return others.length === 0 ? name : undefined;
}

const longNames = lazily(() => [...subjectByKey()].filter(([key]) => key.length >= 5));

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

/** Whether a short name is one that is also a word, and isn't written in capitals. */
function isWord(key: string, name: string): boolean {
	const isCapital = name.replace(/[./]/g, '').includes(key.toUpperCase());
	return (key.length <= 2 || AMBIGUOUS.includes(key)) && !isCapital;
}

/** "First subject"; the others are digits already. */
const ORDINALS = new Map([
	['first', '1'],
	['second', '2'],
]);

/** Which of the subjects beside the compulsory ones: "Subject 2", "Elective B", "Other subject". */
const POSITION = /^(?:\d+|[a-h]|other|additional|extra|ander)$/;

const PURE = 'pure|suiwer|core';
const NOT_PURE = 'lit|literacy|gel|tech|teg';

/** Words of a question or a mark that is of one kind of mathematics or another: "Maths / Maths Lit". */
const KIND_OF_MATHS = new RegExp(`^(?:math|wisk|${NOT_PURE}|${PURE})$`);

/** Words of a question for the kind of a subject, and kinds that it may offer. */
const OF_KIND =
	/^(?:\d+|type|tipe|kind|soort|stream|option|choice|group|category|variant|out|max|maximum|possible|full|total|totaal|class|speciali[sz]ation|version|curriculum|status|will|tak(?:e|es|en|ing)|took|neem|geneem|study|studying|stud|doing|writing|enrolled|registered|offered|offering)$/;
const OFFERED_KIND = new RegExp(
	`^(?:${PURE}|${NOT_PURE}|hl|fal|sal|home|first|second|additional|language)$`,
);

/**
 * What the fields of a pair have in common: a language level, mathematics, or a kind and perhaps a number,
 * a letter or another word of order.
 */
function baseOf(all: readonly string[], bare: readonly string[]): string {
	const level = levelByKey().get(bare.join(''));
	// "Home" alone is an address or a phone number.
	if (level !== undefined && bare.join() !== 'home') return level;
	const kinds = bare.filter((word) => ['math', 'wisk'].includes(word));
	if (kinds.length > 1 && bare.every((word) => KIND_OF_MATHS.test(word))) return 'mathematics';
	const isSubject = all.some((word) => ['subject', ...UNITS].includes(word));
	const kind = all.includes('elective') ? ['elective'] : isSubject ? ['subject'] : [];
	const places = kind.length > 0 ? bare.map((word) => ORDINALS.get(word) ?? word) : bare;
	return places.every((word) => POSITION.test(word))
		? [...kind, ...places].join(' ')
		: bare.join(' ');
}

/** The subject that the words ask about, if they say nothing else. */
function subjectAsked(bare: readonly string[]): string | undefined {
	const words = bare.filter((word) => !OF_KIND.test(word));
	const asked = findSubject(words) ?? findSubject(words.filter((word) => !OFFERED_KIND.test(word)));
	// "Pure or Lit?"
	const isOfMaths = words.length > 1 && words.every((word) => KIND_OF_MATHS.test(word));
	return asked ?? (isOfMaths ? 'Mathematics' : undefined);
}

/** The subject that the words name as a whole, once or twice ("Life Orientation (LO)", "English Home Language (HL)"). */
function findSubject(words: readonly string[]): string | undefined {
	const named = (start: number, end?: number) => subjectOf(words.slice(start, end).join(''));
	const halves = words.map((_, cut) => {
		const level = levelByKey().get(words.slice(cut).join('')) ?? '-';
		const one = named(0, cut);
		return one?.endsWith(` ${level}`) || one === named(cut) ? one : undefined;
	});
	return named(0) ?? halves.find((one) => one !== undefined);
}

/** Whether a short name is among the words, in capitals in a name that isn't, or three letters that are no word. */
function hasCode(name: string, words: readonly string[]): boolean {
	const capitals = name.match(/(?<!\p{L})\p{Lu}{2,3}(?!\p{L})/gu) ?? [];
	const plain = words.filter((word) => word.length === 3 && !AMBIGUOUS.includes(word));
	const codes = /\p{Lu}{4}/u.test(name) ? plain : [...plain, ...capitals];
	return codes.some((code) => subjectOf(code.toLowerCase()) !== undefined);
}

/** Subjects whose names of at least four letters are among the first words, the longest first. */
function subjectsAmong(words: readonly string[]): string[] {
	const keys: string[] = [];
	for (const start of words.slice(0, MOST_MENTIONING).keys()) {
		let key = '';
		for (const word of words.slice(start, start + 7)) {
			key += word;
			if (key.length >= 4 && subjectOf(key) !== undefined) keys.push(key);
		}
	}
	return keys
		.sort((one, other) => other.length - one.length)
		.flatMap((key) => subjectOf(key) ?? []);
}

function subjectOf(key: string): string | undefined {
	return subjectByKey().get(key);
}

// Made when they are first needed, because n8n loads this file at every start.
const subjectByKey = lazily(() =>
	byKey([
		...languagesAtLevels(),
		...LANGUAGES.map(([language, [, ...names]]): Row => {
			const [only = language, ...others] = offeredAs(language);
			return [others.length === 0 ? only : language, [language, ...names]];
		}),
		...SUBJECTS,
	]),
);
const levelByKey = lazily(() => byKey(LEVELS));
const stemByForm = lazily(
	() => new Map(STEMS.flatMap(([stem, forms]) => forms.map((form) => [form, stem] as const))),
);

function languagesAtLevels(): Row[] {
	const rows = LANGUAGES.flatMap(([language, [, ...names]]) =>
		LEVELS.map(([level, others]): Row => {
			const spellings = [language, ...names].flatMap((one) =>
				[level, ...others].flatMap((other) => [`${one} ${other}`, `${other} ${one}`]),
			);
			return [`${language} ${level}`, spellings];
		}),
	);
	return [...rows.filter(([name]) => officialSubjects.includes(name)), ...SHORT_LANGUAGES];
}

function offeredAs(language: string): string[] {
	return officialSubjects.filter((name) => name.startsWith(`${language} `));
}

/** Names by their spellings without blanks: as they are written, and with each word's stem. */
function byKey(rows: readonly Row[]): Map<string, string> {
	const names = new Map<string, string>();
	for (const [name, others] of rows) {
		for (const spelling of [name, ...others]) {
			names.set(wordsIn(spelling).join(''), name).set(stemmed(spelling).join(''), name);
		}
	}
	return names;
}

function stemmed(name: string): string[] {
	return wordsIn(name).map(stemOf);
}

function stemOf(word: string): string {
	return stemByForm().get(word) ?? word;
}

/** Lower-case words without accents and "'s"; "%" is a word, as are the parts of "mathsLit2", but not of "1st". */
function wordsIn(name: string): string[] {
	return wordsOf(
		name
			.replace(/%(?:[%\s]*%)?(?:age)?/g, ' percent ')
			.replace(/['’]s(?!\p{L})/gu, '')
			.replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
			.replace(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?!st|nd|rd|th|de)(?=\p{L})/giu, ' '),
	);
}
