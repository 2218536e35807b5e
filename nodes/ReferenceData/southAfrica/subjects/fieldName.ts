import { lazily } from '../../../shared/values';
import { editDistance, wordsOf } from '../words';
import type { MarkUnit } from './marks';
import {
	AMBIGUOUS,
	LANGUAGES,
	LEVELS,
	officialSubjects,
	type Row,
	STEMS,
	SUBJECTS,
} from './subjectTable';

/** What a field's name says. */
export interface FieldName {
	/** The official name of the subject, or a language without its level. */
	subject?: string;
	/** The subject's name is also a word, and nothing shows that the subject is meant: "it", "bus". */
	isAmbiguous: boolean;
	/** The subjects that the name speaks of, perhaps among other words: "Maths or Maths Lit?". */
	mentioned: string[];
	/** What the field's value is counted in. */
	unit?: MarkUnit;
	/** The name speaks of a level, a percentage or a mark. */
	isOfMark: boolean;
	/** A number in the field isn't plainly an age, a grade, a phone number. */
	mayBeMark: boolean;
	/** What is left of the name, the same for the fields of a pair: "subject 1", "Home Language". */
	base: string;
}

const UNITS = ['level', 'percentage'] as const;

/** The range of a mark says its unit: "(1-7)", "1 to 7", "(0-100)", "/100", "out of 100". */
const LEVELS_RANGE = / (?:1 (?:to |tot )?|out of |uit )[78](?= )/;
const PERCENTAGE_RANGE = / (?:0 (?:to |tot )?|out of |uit )100(?= )/;

/** Grades of the NSC, terms and years, which say when the mark was given. */
const TIMES = / (?:grade 1[0-2]|term [1-4]|(?:19|20)\d\d|(?:year|jaar)(?= mark))(?= )/g;

/** "(c) Tourism", "b. Accounting", "Q4. Geography". */
const NUMBERING = /^\s*(?:\(?[a-z][.)]\s+|(?:q|question)\s?\d{1,2}\b)/i;

/** Words around a subject's name that don't say which subject it is; English and Afrikaans. */
const FILLERS = new Set(
	(
		'level percentage mark subject elective name naam final finale term exam exams eksamen june trial trials ' +
		'prelim preliminary september november achievement nsc nss ieb caps matric matriek compulsory optional ' +
		'field what which watter wat is was are did do does have het you your jou jy u my the die for vir in of ' +
		'van per each elke obtain obtained get got achieve achieved behaal take taken enter please select choose ' +
		'give indicate latest'
	).split(' '),
);

/** Words of fields that hold a number which is no mark. */
const OTHER_WORDS = new Set(
	(
		'id ids code emis nr no num number nommer row index phone tel telephone cell cellphone mobile fax age ' +
		'ouderdom grade class klas year jaar month maand day days dae date time hours birth gender postal poskode ' +
		'zip house unit street district quintile count minimum maximum rank position order siblings household ' +
		'income fee fees amount distance absent attendance total totaal average gemiddeld gemiddelde aps'
	).split(' '),
);

/**
 * What a field's name, or a text that names a subject, says. Numbering, units, terms and filler words are
 * taken off; what is left must be a subject as a whole, or name it twice. In a name with both units
 * ("Maths % level") nothing is taken off, so it is no subject.
 */
export const readFieldName = remembered((name): FieldName => {
	const words = stemmed(name.replace(NUMBERING, '').replace(/\/\s*(?=\d)/g, ' out of '));
	const all: string[] =
		` ${words.join(' ')} `
			.replace(TIMES, '')
			.replace(LEVELS_RANGE, ' level')
			.replace(PERCENTAGE_RANGE, ' percentage')
			.match(/\S+/g) ?? [];
	const [unit, otherUnit] = UNITS.filter((one) => all.includes(one));
	const bare = otherUnit === undefined ? all.filter((word) => !FILLERS.has(word)) : all;
	const named = /^\d+$/.test(bare[0] ?? '') ? bare.slice(1) : bare;
	const subject = findSubject(named);
	const isOfMark = unit !== undefined || all.includes('mark');
	const isAmbiguous = !isOfMark && isWord(named.join(''), name);
	const mentioned = subject === undefined || isAmbiguous ? subjectsAmong(words) : [subject];
	const isOther = words.some((word) => OTHER_WORDS.has(word));
	const mayBeMark = isOfMark || mentioned.length > 0 || !isOther;
	return { subject, isAmbiguous, mentioned, unit, isOfMark, mayBeMark, base: baseOf(all, bare) };
});

/** The subject that a name was probably meant for: one among its words, or the one with the most alike name. */
export const nearestSubject = remembered((name): string | undefined => {
	const { mentioned, base } = readFieldName(name);
	if (mentioned.length > 0) return mentioned[0];
	const key = base.replace(/ /g, '');
	let nearest: string | undefined;
	let most = Math.min(3, Math.floor(key.length / 4));
	for (const [other, official] of subjectByKey()) {
		const letters = editDistance(key, other, most);
		if (letters <= most) [nearest, most] = [official, letters - 1];
	}
	return nearest;
});

/** Reads a name once, because the rows of a spreadsheet all have the same columns. */
function remembered<Read>(read: (name: string) => Read): (name: string) => Read {
	const known = new Map<string, Read>();
	return (name) => {
		if (known.size >= MOST_KNOWN) known.clear();
		if (!known.has(name)) known.set(name, read(name));
		return known.get(name) as Read;
	};
}

const MOST_KNOWN = 2000;

/** Whether a short name is one that is also a word, and isn't written in capitals. */
function isWord(key: string, name: string): boolean {
	const isCapital = name.replace(/\./g, '').includes(key.toUpperCase());
	return (key.length <= 2 || AMBIGUOUS.includes(key)) && !isCapital;
}

/** What the fields of a pair have in common: a language level, or a kind and perhaps a number or letter. */
function baseOf(all: readonly string[], bare: readonly string[]): string {
	const level = levelByKey().get(bare.join(''));
	// "Home" alone is an address or a phone number.
	if (level !== undefined && bare.join() !== 'home') return level;
	if (!bare.every((word) => /^(?:\d+|[a-h])$/.test(word))) return bare.join(' ');
	const isSubject = all.some((word) => ['subject', 'mark', ...UNITS].includes(word));
	const kind = all.includes('elective') ? ['elective'] : isSubject ? ['subject'] : [];
	return [...kind, ...bare].join(' ');
}

/** The subject that the words name as a whole, once or twice ("Life Orientation (LO)"). */
function findSubject(words: readonly string[]): string | undefined {
	const named = (start: number, end?: number) => subjectOf(words.slice(start, end).join(''));
	const halves = words.map((_, cut) => [named(0, cut), named(cut)]);
	const twice = halves.find(([one, other]) => one !== undefined && one === other);
	return named(0) ?? twice?.[0];
}

/** Subjects whose names of at least four letters are among the words, the longest first. */
function subjectsAmong(words: readonly string[]): string[] {
	const runs = words.flatMap((_, start) =>
		words.slice(start, start + 7).map((__, more) => words.slice(start, start + more + 1).join('')),
	);
	return runs
		.filter((key) => key.length >= 4)
		.sort((one, other) => other.length - one.length)
		.flatMap((key) => subjectOf(key) ?? []);
}

function subjectOf(key: string): string | undefined {
	return subjectByKey().get(key) ?? languageAtLevelByKey().get(key);
}

// Made when they are first needed, because n8n loads this file at every start.
const subjectByKey = lazily(() =>
	byKey([
		...LANGUAGES.map(([language, [, ...names]]): Row => {
			const [only = language, ...others] = offeredAs(language);
			return [others.length === 0 ? only : language, [language, ...names]];
		}),
		...SUBJECTS,
		...officialSubjects.map((name): Row => [name, []]),
	]),
);
const languageAtLevelByKey = lazily(() =>
	byKey(
		LANGUAGES.flatMap(([language, [, ...names]]) =>
			LEVELS.map(([level, others]): Row => {
				const spellings = [language, ...names].flatMap((one) =>
					[level, ...others].flatMap((other) => [`${one} ${other}`, `${other} ${one}`]),
				);
				return [`${language} ${level}`, spellings];
			}),
		).filter(([name]) => officialSubjects.includes(name)),
	),
);
const levelByKey = lazily(() => byKey(LEVELS));
const stemByForm = lazily(
	() => new Map(STEMS.flatMap(([stem, forms]) => forms.map((form) => [form, stem] as const))),
);

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
	return wordsIn(name).map((word) => stemByForm().get(word) ?? word);
}

/** Lower-case words without accents; "%" is a word, as are the parts of "mathsLit2", but not of "1st". */
function wordsIn(name: string): string[] {
	return wordsOf(
		name
			.replace(/%(?:age)?/g, ' percent ')
			.replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
			.replace(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?!st|nd|de)(?=\p{L})/giu, ' '),
	);
}
