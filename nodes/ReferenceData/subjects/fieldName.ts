import { lazily } from '../../shared/values';
import { editDistance, wordsOf } from '../words';
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
	isAmbiguous?: boolean;
	/** What the field's value is counted in; "mark" leaves it to the parameter "Mark Type". */
	unit?: (typeof UNITS)[number];
	/** What is left of the name, the same for the fields of a pair: "subject 1", "Home Language". */
	base: string;
}

const UNITS = ['level', 'percentage', 'mark'] as const;

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
		'level percentage mark subject elective name naam final finale finals eind term exam exams ' +
		'examination eksamen june junie trial trials prelim prelims preliminary september november december ' +
		'result results uitslag uitslae achievement ach nsc nss ieb caps dbe matric matriek compulsory ' +
		'optional verpligtend field veld data input txt what which watter wat is was are did do does have ' +
		'has het you your jou jy u my the die for vir in of van per each elke obtain obtained get got ' +
		'achieve achieved behaal take taken enter please select choose give indicate latest recent most current'
	).split(' '),
);

/** Words of fields that hold a number which is no mark. */
const OTHER_WORDS = new Set(
	(
		'id ids uuid code kode emis nr no num number nommer row ry index key phone tel telephone telefoon ' +
		'cell cellphone mobile whatsapp fax age ouderdom grade class klas year jaar month maand ' +
		'day days dae date datum time tyd hour hours minutes created updated submitted birth dob gender ' +
		'postal poskode zip box house unit street ward circuit district quintile latitude longitude ' +
		'count aantal minimum maximum rank position order page version status step siblings sisters ' +
		'brothers household income fee fees amount price distance km absent attendance height weight ' +
		'total totaal sum average avg gemiddeld gemiddelde aps'
	).split(' '),
);

/**
 * What a field's name, or a text that names a subject, says. Numbering, units, terms and filler words are
 * taken off; what is left must be a subject as a whole, or name it twice. A name with both units
 * ("Maths % level") says nothing.
 */
export const readFieldName = remembered((name): FieldName => {
	const written = name.replace(NUMBERING, '').replace(/\/\s*(?=\d)/g, ' out of ');
	const all = ` ${stemmed(written).join(' ')} `
		.replace(TIMES, '')
		.replace(LEVELS_RANGE, ' level')
		.replace(PERCENTAGE_RANGE, ' percentage')
		.trim()
		.split(' ');
	if (all.includes('level') && all.includes('percentage')) return { base: name };
	const unit = UNITS.find((one) => all.includes(one));
	const bare = all.filter((word) => word !== '' && !FILLERS.has(word));
	const named = /^\d+$/.test(bare[0] ?? '') ? bare.slice(1) : bare;
	const subject = findSubject(named);
	if (subject === undefined) return { unit, base: baseOf(all, bare) };
	const isAmbiguous = unit === undefined && isWord(named.join(''), name);
	return { subject, isAmbiguous, unit, base: named.join(' ') };
});

/** The subjects that a field's name speaks of, perhaps among other words: "Maths or Maths Lit?". */
export const subjectsNamedIn = remembered((field): string[] => {
	const { subject, isAmbiguous } = readFieldName(field);
	return subject === undefined || isAmbiguous ? subjectsAmong(stemmed(field)) : [subject];
});

/** Whether a field's number may be a mark, and isn't plainly an age, a grade, a phone number. */
export const mayBeMark = remembered((field): boolean => {
	if (readFieldName(field).unit !== undefined || subjectsNamedIn(field).length > 0) return true;
	return !stemmed(field).some((word) => OTHER_WORDS.has(word));
});

/** The subject that a name was probably meant for: one among its words, or the one with the most alike name. */
export const nearestSubject = remembered((name): string | undefined => {
	const [subject] = subjectsNamedIn(name);
	if (subject !== undefined) return subject;
	const key = readFieldName(name).base.replace(/ /g, '');
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
	const known = new Map<string, { value: Read }>();
	return (name) => {
		const before = known.get(name);
		if (before !== undefined) return before.value;
		if (known.size >= MOST_KNOWN) known.clear();
		const value = read(name.length > LONGEST_NAME ? '' : name);
		known.set(name, { value });
		return value;
	};
}

const MOST_KNOWN = 2000;

/** In characters; a longer text names no subject. */
const LONGEST_NAME = 200;

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
	const isSubject = all.some((word) => ['subject', ...UNITS].includes(word));
	const kind = all.includes('elective') ? ['elective'] : isSubject ? ['subject'] : [];
	return [...kind, ...bare].join(' ');
}

/** The subject that the words name as a whole, once or twice ("Life Orientation (LO)"). */
function findSubject(words: readonly string[]): string | undefined {
	const named = (start: number, end?: number) => subjectOf(words.slice(start, end).join(''));
	const cut = words.findIndex((_, index) => named(0, index) && named(0, index) === named(index));
	return named(0) ?? (cut > 0 ? named(cut) : undefined);
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
const languageAtLevelByKey = lazily(() => {
	const languages = byKey(LANGUAGES.map(([language, [, ...names]]) => [language, names]));
	const names = new Map<string, string>();
	for (const [key, language] of languages) {
		for (const [levelKey, level] of levelByKey()) {
			const name = `${language} ${level}`;
			if (offeredAs(language).includes(name))
				names.set(key + levelKey, name).set(levelKey + key, name);
		}
	}
	return names;
});
const levelByKey = lazily(() => byKey(LEVELS));
const stemByForm = lazily(
	() => new Map(STEMS.flatMap(([stem, forms]) => forms.map((form) => [form, stem] as const))),
);

function offeredAs(language: string): string[] {
	return officialSubjects.filter((name) => name.startsWith(`${language} `));
}

/** Names by their spellings without blanks: as they are written, and with each word's stem. */
function byKey(rows: readonly Row[]): Map<string, string> {
	return new Map(
		rows.flatMap(([name, others]) =>
			[name, ...others].flatMap(
				(spelling): Array<[string, string]> => [
					[wordsIn(spelling).join(''), name],
					[stemmed(spelling).join(''), name],
				],
			),
		),
	);
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
