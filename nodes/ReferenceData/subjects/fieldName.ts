import type { MarkUnit } from './marks';
import { findLevel, findSubject, nearestSubject, subjectsAmong, wordsOf } from './findSubject';
import { languageLevels } from './subjectTable';

/** What a field's name says. */
export interface FieldName {
	/** The official name of the subject, or a language without its level. */
	subject?: string;
	/** What the field's value is counted in, if the name says so. */
	unit?: MarkUnit;
	/**
	 * What is left of the name. The fields of a pair have the same: "subject 1", "elective 2", "language",
	 * "Home Language".
	 */
	base: string;
}

const UNITS = new Map<string, MarkUnit>([
	...words('level levels lvl vlak vlakke', 'level'),
	...words('percent percentage perc pct persent persentasie', 'percentage'),
	...words('mark marks score punt punte', 'mark'),
]);

/** The range of a mark says its unit: "(1-7)", "1 to 7", "(0-100)", "/100", "out of 100". */
const LEVELS_RANGE = / (?:1 (?:to |tot )?|out of |uit )[78](?= )/;
const PERCENTAGE_RANGE = / (?:0 (?:to |tot )?|out of |uit )100(?= )/;

/** Grades of the NSC, terms and years, which say when the mark was given. */
const TIMES =
	/ (?:(?:grade|gr|graad) 1[0-2]|(?:term|t|kwartaal|kw|quarter) [1-4]|(?:19|20)\d\d|(?:year|jaar)(?= (?:mark|punt)))(?= )/g;

const SUBJECT_WORDS = new Set(['subject', 'subjects', 'vak', 'vakke']);
const ELECTIVE_WORDS = new Set(['elective', 'electives', 'keuse', 'keusevak', 'keusevakke']);
const LANGUAGE_WORDS = new Set(['language', 'lang', 'taal']);

/** What the fields of a pair are about. */
const PAIRS = new Set(['subject', 'elective', 'language', ...languageLevels]);

/** Words around a subject's name that don't say which subject it is; English and Afrikaans. */
const FILLERS = new Set([
	...SUBJECT_WORDS,
	...ELECTIVE_WORDS,
	...(
		'type name naam final finale finals eind term exam exams examination eksamen june junie trial trials ' +
		'prelim prelims preliminary september november december result results uitslag uitslae achievement ' +
		'ach nsc nss ieb caps dbe matric matriek compulsory optional verpligtend field veld data input txt what which watter wat is was are did do does have ' +
		'has het you your jou jy u my the die for vir in of van per each elke obtain obtained get got ' +
		'achieve achieved behaal take taken enter please select choose give indicate latest recent most current'
	).split(' '),
]);

/**
 * Short names that are also words or other codes. They count in capitals or beside a unit: "IT",
 * "it mark". So does every name of at most two letters.
 */
const AMBIGUOUS = new Set([
	'cat',
	'bus',
	'info',
	'tour',
	'bio',
	'phys',
	'art',
	'amp',
	'eco',
	'visa',
]);

/** "(c) Tourism", "b. Accounting", "Q4. Geography". */
const NUMBERING = /^\s*(?:\(?[a-z][.)]\s+|(?:q|question)\s?\d{1,2}\b)/i;

/** Words of fields that hold several marks together. */
const SUMMARY_WORDS = new Set('total totaal sum average avg gemiddeld gemiddelde aps'.split(' '));

/** Words of fields that hold a number which is no mark, unless the name has a unit of marks. */
const OTHER_WORDS = new Set(
	(
		'id ids uuid code kode emis nr no num number nommer row ry index key phone tel telephone telefoon ' +
		'cell cellphone mobile whatsapp fax age ouderdom grade graad gr class klas year jaar month maand ' +
		'day days dae date datum time tyd hour hours minutes created updated submitted birth dob gender ' +
		'postal poskode zip box house unit street ward circuit district quintile latitude longitude ' +
		'count aantal minimum maximum rank position order page version status step siblings sisters ' +
		'brothers household income fee fees amount price distance km absent attendance height weight'
	).split(' '),
);

/**
 * What a field's name says. Numbering, units, terms and filler words are taken off; what is left must be
 * a subject as a whole, or name it twice. A name with both units ("Maths % level") says nothing.
 */
export const readFieldName = remembered(
	(field): FieldName => parse(field, (key) => isUnmistakable(key, field)),
);

/** As `readFieldName`, for a text that can only be a subject's name: a short name counts in lower case too. */
export const readSubjectName = remembered((text): FieldName => parse(text, () => true));

/** The subjects that a field's name speaks of, perhaps among other words: "Maths or Maths Lit?". */
export const subjectsNamedIn = remembered((field): string[] => {
	const { subject } = readFieldName(field);
	return subject === undefined ? subjectsAmong(wordsOf(field)) : [subject];
});

/** The subject that a name was probably meant for: "Geografy". */
export const nearestTo = remembered((name): string | undefined => {
	const { subject, base } = readSubjectName(name);
	return subject ?? nearestSubject(base.split(' '));
});

/** Whether a field's number is plainly something else than a mark: an age, a grade, a phone number. */
export const isOtherField = remembered((field): boolean => {
	const { base, unit } = readFieldName(field);
	if (pairKind(base) !== undefined || subjectsNamedIn(field).length > 0) return false;
	return wordsOf(field).some(
		(word) => SUMMARY_WORDS.has(word) || (unit === undefined && OTHER_WORDS.has(word)),
	);
});

/** Reads a name once, because the rows of a spreadsheet all have the same columns. */
function remembered<Read>(read: (name: string) => Read): (name: string) => Read {
	const known = new Map<string, { value: Read }>();
	return (name) => {
		if (name.length > LONGEST_NAME) return read(name);
		const before = known.get(name);
		if (before !== undefined) return before.value;
		if (known.size >= MOST_KNOWN) known.clear();
		const value = read(name);
		known.set(name, { value });
		return value;
	};
}

const MOST_KNOWN = 2000;

/** In characters; a longer text names no subject. */
const LONGEST_NAME = 200;

function parse(name: string, isPlain: (key: string) => boolean): FieldName {
	if (name.length > LONGEST_NAME) return { base: name };
	const text = wordsOf(name.replace(NUMBERING, '').replace(/\/\s*(?=\d)/g, ' out of ')).join(' ');
	const withoutTimes = ` ${text} `.replace(TIMES, '');
	const rest = withoutTimes.replace(LEVELS_RANGE, ' level').replace(PERCENTAGE_RANGE, ' percent');
	const all = rest.trim().split(' ');
	const units = new Set(all.map((word) => UNITS.get(word)));
	if (units.has('level') && units.has('percentage')) return { base: text };
	const unit = (['level', 'percentage', 'mark'] as const).find((one) => units.has(one));
	const bare = all.filter((word) => word !== '' && !UNITS.has(word) && !FILLERS.has(word));
	const numbered = /^\d+$/.test(bare[0] ?? '') && !/^(?:st|nd|ste|de)$/.test(bare[1] ?? '');
	const named = numbered ? bare.slice(1) : bare;
	const subject = findSubject(named);
	if (subject !== undefined && (unit !== undefined || isPlain(named.join('')))) {
		return { subject, unit, base: named.join(' ') };
	}
	return { unit, base: baseOf(all, bare, unit) };
}

function isUnmistakable(key: string, field: string): boolean {
	if (key.length > 2 && !AMBIGUOUS.has(key)) return true;
	const words = field.replace(/\./g, '').split(/[^\p{L}]+/u);
	return words.includes(key.toUpperCase());
}

/** What the two fields of a pair have in common: a kind, and perhaps a number or letter. */
function baseOf(all: readonly string[], bare: readonly string[], unit?: MarkUnit): string {
	const level = findLevel(bare);
	// "Home" alone is an address or a phone number.
	if (level !== undefined && bare.join(' ') !== 'home') return level;
	const counts = bare.filter((word) => /^(?:\d{1,2}|[a-h])$/.test(word));
	const label = bare.filter((word) => !counts.includes(word));
	const hasOne = (words: ReadonlySet<string>) => all.some((word) => words.has(word));
	let kind: string | undefined;
	if (label.length > 0) {
		kind = label.every((word) => LANGUAGE_WORDS.has(word)) ? 'language' : findLevel(label);
	} else if (hasOne(ELECTIVE_WORDS)) kind = 'elective';
	else if (hasOne(SUBJECT_WORDS) || unit !== undefined) kind = 'subject';
	if (kind === undefined || counts.length > 1) return bare.join(' ');
	const [count] = counts;
	return count === undefined ? kind : `${kind} ${count.replace(/^0+(?=\d)/, '')}`;
}

/** What the pair of fields with this base is about: "elective" of "elective 2". Undefined for no pair. */
export function pairKind(base: string): string | undefined {
	const kind = base.replace(/ (?:\d{1,2}|[a-h])$/, '');
	return PAIRS.has(kind) ? kind : undefined;
}

function words(text: string, unit: MarkUnit): Array<[string, MarkUnit]> {
	return text.split(' ').map((word) => [word, unit]);
}
