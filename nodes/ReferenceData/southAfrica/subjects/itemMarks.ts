import { quoted } from '../../../shared/text';
import { trimmed } from '../../../shared/values';
import {
	isMark,
	isNotTaken,
	isSymbol,
	LONGEST_ANSWER,
	mayName,
	plainAmount,
	YES_OR_NO,
} from './answers';
import { type FieldName, readFieldName } from './fieldName';
import { type FlatField, flatFields, MOST_SUBJECTS } from './flatFields';
import { type Mark, markOf, nameless, outOfOther, twoSubjects } from './marks';
import { marksOfList, mayHoldSubjects } from './rows';
import type { SubjectError } from './subjectError';
import { languageLevels } from './subjectTable';

/** A field of an item, wherever it lies in it. */
export interface ItemField extends FieldName, FlatField {
	/** Its name, or else its path, for messages. */
	key: string;
	label: string;
	isMark: boolean;
	/** It is the second column of its name: "Mark_1" beside "Mark". */
	isRepeated: boolean;
	/** The value, if it may name a subject. */
	text?: string;
	/** What the builder says it is: a subject, or `NOT_A_MARK`. */
	said?: string;
}

/** What the builder says that fields are, by their names as messages quote them. */
export type ReadAs = ReadonlyMap<string, string>;

export const NOT_A_MARK = 'notAMark';

const NOTHING_SAID: ReadAs = new Map();

/** What pairs are about whose text may be a subject that isn't in the table: "subject 1", "elective". */
const CHOICE = /^(?:subject |elective)/;

/** What pairs are about whose text must be in the table, beside the levels of languages. */
const OF_TABLE = /^(?:mathematics|language(?: (?:\d+|[a-h]))?)$/;

/** Fields that are about one subject, of which a form has a few. */
const MOST_OF_ONE = 10;

/** The marks in the fields of an item, and the fields without any. */
export function marksOfItem(
	item: unknown,
	readAs = NOTHING_SAID,
): { marks: Mark[]; unread: ItemField[] } {
	const fields = fieldsOf(item, readAs).filter(({ said }) => said !== NOT_A_MARK);
	const read = fields.map((field) => marksOfField(field, fields));
	const unread = fields.filter((_, index) => read[index]?.length === 0);
	const marks = read.flat().map((mark) => {
		return { ...mark, problem: mark.problem ?? contradiction(mark, unread) };
	});
	return { marks, unread };
}

/** The names that no field of the item has. */
export function namesMissing(item: unknown, readAs: ReadAs): string[] {
	const named = fieldsOf(item, readAs).map(({ label, key, path }) => namesOf(label, key, path));
	return [...readAs.keys()].filter((name) => !named.some((names) => names.includes(name)));
}

/** How a message may quote a field, and how it is quoted where another field has its name, too. */
function namesOf(label: string, key: string, path: readonly string[]): string[] {
	return [key, label.slice(1, -1), path.join('.')].map(trimmed);
}

/**
 * The fields of an item by their own names; by their paths if two have the same, or if the names on the way
 * make it no subject.
 */
function fieldsOf(item: unknown, readAs: ReadAs): ItemField[] {
	const flat = flatFields(item).filter((field) => !isBesideMark(field));
	const isSubject = (name: string) => readFieldName(name).subject !== undefined;
	const own = flat.map(({ path }) => path.at(-1) ?? '');
	const shared = new Set(own.filter((name, index) => own.indexOf(name) !== index));
	const paths = flat.map(({ path }) => path.join('\n'));
	const repeated = new Set(paths.filter((path) => firstOf(path) !== path).map(firstOf));
	const filled = new Set(paths.filter((_, index) => !isNotTaken(flat[index]?.value)));
	return flat.map(({ path, value: given }, index) => {
		const [name = '', whole = ''] = [own[index], paths[index]];
		// A sheet calls its second "Mark" "Mark_1", which is that of "Subject_1", not of "Subject 1".
		const first = firstOf(whole);
		const isRepeated = first !== whole && filled.has(first);
		// "Maths_1" beside an empty "Maths" is its question in another branch of the form.
		const isBranch = !isRepeated && paths.includes(first) && isSubject(first);
		// The "Mark" that "Mark_1" repeats is a numbered one, too.
		const isNumbered = repeated.has(whole) && readFieldName(whole).base === 'subject';
		const read = readFieldName(isBranch ? first : isNumbered ? `${whole} 0` : whole);
		const isSubjectAlone = read.subject === undefined && isSubject(name);
		const key = shared.has(name) || isSubjectAlone ? path.join('.') : name;
		const value = read.isZeroNothing && plainAmount(given) === 0 ? undefined : given;
		const text = mayName(value) ? trimmed(value) : undefined;
		// The questions of a grid differ at their ends.
		const label = quoted(key, LONGEST_ANSWER);
		const says = readAs.size === 0 ? undefined : namesOf(label, key, path);
		const said = says?.map((one) => readAs.get(one)).find((one) => one !== undefined);
		// The spread comes last: an object that begins with one takes V8 four times as long to make and read.
		return { label, key, path, value, text, isMark: isMark(value), isRepeated, said, ...read };
	});
}

/** The name that another repeats with a number at its end: "Mark" of "Mark_1" and "Mark2", but not of "Mark 2". */
function firstOf(path: string): string {
	return path.replace(/[_.]\d+$|(?<![\d_.])\d+$/, '');
}

/** Whether a field beside a mark says when it was given or which record it is; or what Typeform counted. */
function isBesideMark({ path, value }: FlatField): boolean {
	const ending = path.slice(-2).join('\n');
	if (/\n *id *$|^calculated\nscore$/i.test(ending)) return true;
	if (/year|jaar/i.test(path.join()) && /^20\d\d$/.test(String(value))) return true;
	const isTime = /(?:^|\n) *(?:term|year) *$/i.test(ending);
	return isTime && (!isMark(value) || /^(?:[1-4]|1[0-2])$/.test(String(value)));
}

/** The marks in a field: in rows, under a subject's name, or in a pair such as "Subject 1" and "Level 1". */
function marksOfField(field: ItemField, fields: readonly ItemField[]): Mark[] {
	const { label, path, value, text, base, subject, isAmbiguous, isSlip, unit, said } = field;
	if (said !== undefined) return [markOf(label, said, value, unit)];
	if (Array.isArray(value)) return mayHoldSubjects(path) ? marksOfList(value, label) : [];
	// A name with a slip is that of a subject if the field holds a mark.
	const isSubject = subject !== undefined && !isAmbiguous && (!isSlip || field.isMark);
	const isOfTable = OF_TABLE.test(base) || languageLevels.includes(base);
	if (!isSubject && !isOfTable && !CHOICE.test(base)) return [];
	const related = fields
		.filter((other) => other !== field && other.isRepeated === field.isRepeated)
		.filter((other) => other.base === base || other.asks === base)
		.slice(0, MOST_OF_ONE);
	if (isSubject) return isAnswer(field) ? [] : [markOfSubject(field, related)];
	if (isOfMark(field)) return markOfPair(field, related);
	// A subject that was chosen, but has no field for a mark, counts as not taken.
	const isAlone = CHOICE.test(base) && !related.some(isOfMark) && !mayHoldMark(field);
	return isAlone && text !== undefined ? [markOf(label, text, undefined)] : [];
}

/** Whether a field says that its subject is taken, or names one, its kind or its level: "yes", "Lit", "HL". */
function isAnswer({ value, text = '', subject = '' }: ItemField): boolean {
	if (YES_OR_NO.test(String(value))) return true;
	const { subject: named, base } = readFieldName(text);
	const { subject: kind = subject } = readFieldName(`${subject} ${text}`);
	return named !== undefined || kind !== subject || languageLevels.includes(base);
}

function isOfMark({ unit, isMark }: ItemField): boolean {
	return unit !== undefined || isMark;
}

/** The mark in a field that is named after a subject, whose kind another field may say: "Literacy", "HL". */
function markOfSubject(field: ItemField, related: readonly ItemField[]): Mark {
	const { label, key, value, unit, base } = field;
	const kind = namings(related, base).find(({ isKind }) => isKind);
	const read = { ...field, subject: kind?.read.subject ?? field.subject };
	return { ...markOf(label, key, value, unit, read), topic: base, namedBy: kind?.namedBy ?? label };
}

/** The mark of a pair, for the first subject that its texts name; none if they name none. */
function markOfPair(field: ItemField, pair: readonly ItemField[]): Mark[] {
	const { label, value, unit, base } = field;
	const names = pair.filter((other) => other.unit === undefined);
	const [first] = namings(names, base);
	if (first !== undefined) {
		const { name, namedBy, read } = first;
		return [{ ...markOf(label, name, value, unit, read), topic: base, namedBy }];
	}
	const empty = names.find((other) => isNotTaken(other.value));
	if (empty === undefined || isNotTaken(value) || plainAmount(value) === 0) return [];
	return [nameless(`${label} in ${empty.label}`, value)];
}

/** What fields say of the subject of another, perhaps only with what that is about: "Literacy" of Mathematics. */
function namings(fields: readonly ItemField[], about: string) {
	return fields.flatMap(({ label, text }) => {
		if (text === undefined) return [];
		const whole = readFieldName(`${about} ${text}`);
		const isKind = whole.subject !== undefined;
		const read = isKind ? whole : readFieldName(text);
		const isNamed = read.subject !== undefined || CHOICE.test(about);
		return isNamed ? [{ namedBy: `the field ${label}`, name: text, read, isKind }] : [];
	});
}

/** The error for a mark if a field says what it is out of, or names another subject. */
function contradiction(mark: Mark, unread: readonly ItemField[]): SubjectError | undefined {
	const { label, subject, topic, value } = mark;
	if (isNotTaken(value)) return undefined;
	if (languageLevels.includes(topic) && !subject.endsWith(` ${topic}`)) {
		return twoSubjects(mark, label, topic);
	}
	const coded = subject === 'Mathematics' ? unread.find(isCodeOfKind) : undefined;
	if (coded) return twoSubjects(mark, `the field ${coded.label}`, String(coded.value));
	const isSame = (field: ItemField) => field.base === topic || field.asks === topic;
	const speaking = unread
		.filter(({ text, isOfWhole }) => text !== undefined || isOfWhole)
		.filter((field) => isSame(field) || field.mentioned.includes(subject));
	const problems = speaking.slice(0, MOST_OF_ONE).flatMap((field) => {
		const whole = field.asks === subject ? outOfOther(mark, field.key, field.value) : undefined;
		if (whole !== undefined) return whole;
		// "Favorite subject (e.g. Maths)" says nothing of it, but "Literacy" in answer to it would.
		const named = namings([field], isSame(field) ? topic : subject);
		return named.flatMap(({ namedBy, name, read, isKind }) => {
			const { subject: other = name } = read;
			const isSaid = other === subject || subject.startsWith(`${other} `);
			return isSaid || !(isKind || isSame(field)) ? [] : twoSubjects(mark, namedBy, other);
		});
	});
	return problems[0];
}

/** Whether a field tells which mathematics it is by a number or a letter, as only the form's maker knows. */
function isCodeOfKind({ asks, base, value }: ItemField): boolean {
	const isAsked = asks === 'Mathematics' && /\b(?:type|tipe|kind|soort|lit|gel)\b/.test(base);
	return isAsked && /^\s*[\da-h]\s*$/i.test(String(value));
}

/** A mark out of something: "216/300". */
const SCORE = /^\s*\d{1,3}(?:[.,]\d+)?\s*\/\s*\d{1,3}\s*$/;

/** A number among words, as in "I got 61", "Maths-60.5", "L6" and "60-69", but not one of a date, a time or a code. */
const NUMBER =
	/(?<![\p{L}\d/_.]|\d[:-])\d{1,3}(?:[./-]\d{1,3})?(?![\p{L}\d/_]|[.:-]\d)|\d%|\b(?:l|lvl|level|vlak)\d\b/iu;

/** A number right beside a word, as in "Maths65" and "65pct", but not in an address or the name of a file. */
const NUMBER_OF_WORD =
	/(?<![\p{L}\d/_.])(?:\p{L}{2,30}\d\d|\d\d\p{L}{3,30})(?![\p{L}\d_@]|[.:-][\p{L}\d])/u;

/** A symbol after a word, as in "Maths B", "maths b, english c"; "a" may be a word, and "B." an initial. */
const SYMBOL_OF_WORD =
	/(?<=[\p{L}\d)][^\p{L}\d.!?'’]{1,4})(?:[A-G][*+-]?(?![\p{L}\d&.'’])|[A-Ga-g][*+-]?[.)]?\s*(?:$|[,;\n]))/u;

/** What a pair calls a symbol: "Symbol 1". */
const OF_SYMBOL = /symbol|simbool/i;

/** Whether a field may hold a mark: a number, or one in its entries or words about a subject, "Geography 66". */
export function mayHoldMark(field: ItemField): boolean {
	const { key, value, unit } = field;
	const entries: unknown[] = Array.isArray(value) ? value.slice(0, MOST_SUBJECTS) : [value];
	return entries.some((entry) => {
		if (isNotTaken(entry)) return false;
		const text = typeof entry === 'object' ? JSON.stringify(entry) : String(entry);
		if (isMark(entry) || SCORE.test(text)) return field.mayBeMark;
		if ((field.isLikely || OF_SYMBOL.test(key)) && saysMark(text)) return true;
		const said = unit === undefined ? text : `${key} ${text}`;
		return saysMark(said) && readFieldName(said).isOfSubject;
	});
}

/** Whether a text, perhaps of several subjects, says a mark in any way. */
function saysMark(text: string): boolean {
	return isSymbol(text) || [NUMBER, NUMBER_OF_WORD, SYMBOL_OF_WORD].some((mark) => mark.test(text));
}
