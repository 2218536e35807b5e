import { quoted } from '../../../shared/text';
import { type FieldName, isLikely, mayBeMark, readFieldName } from './fieldName';
import { type FlatField, flatFields, MOST_SUBJECTS } from './flatFields';
import { isNotTaken, LONGEST_ANSWER } from './notTaken';
import { isMark, mayName, plainAmount } from './writtenMark';

/** A field of an item, wherever it lies in it. */
export interface ItemField extends FieldName, FlatField {
	/** Its name, or else its path, for messages. */
	key: string;
	label: string;
	isMark: boolean;
	/** The value, if it may name a subject. */
	text?: string;
}

/**
 * The fields of an item by their own names; by their paths if two have the same, or if the names on the way
 * make it no subject.
 */
export function fieldsOf(item: unknown): ItemField[] {
	const flat = flatFields(item).filter((field) => !isTime(field));
	const own = flat.map(({ path }) => path.at(-1) ?? '');
	const shared = new Set(own.filter((name, index) => own.indexOf(name) !== index));
	const filled = new Set(
		flat.flatMap(({ path, value }) => (isNotTaken(value) ? [] : path.join('\n'))),
	);
	return flat.map(({ path, value: given }, index) => {
		const name = own[index] ?? '';
		const read = readFieldName(path.join('\n'));
		// A sheet calls its second "Mark" "Mark_1", which isn't that of "Subject 1".
		const first = path.join('\n').replace(/[_.]\d+$/, '');
		const isRepeated = first !== path.join('\n') && filled.has(first) && read.unit !== undefined;
		const isSubjectAlone = read.subject === undefined && readFieldName(name).subject !== undefined;
		const key = shared.has(name) || isSubjectAlone ? path.join('.') : name;
		const value = read.isZeroNothing && plainAmount(given) === 0 ? undefined : given;
		const text = mayName(value) ? value : undefined;
		// The questions of a grid differ at their ends.
		const label = quoted(key, LONGEST_ANSWER);
		const base = isRepeated ? '' : read.base;
		return { ...read, base, label, key, path, value, text, isMark: isMark(value) };
	});
}

/** Whether a field says when a mark was given: `{ mark: 66, term: 3, year: 2026 }`. */
function isTime({ path, value }: FlatField): boolean {
	if (path.length === 1 || !/^\s*(?:term|year)\s*$/i.test(path.at(-1) ?? '')) return false;
	return !isMark(value) || /^(?:[1-4]|1[0-2]|20\d\d)$/.test(String(value));
}

/** A mark out of something: "216/300". */
const SCORE = /^\s*\d{1,3}(?:[.,]\d+)?\s*\/\s*\d{1,3}\s*$/;

/** A number among words, as in "I got 61", but not one of a date, a time or a code. */
const NUMBER = /(?<![\p{L}\d/_.-]|\d:)\d{1,3}(?![\p{L}\d/_-]|[.:]\d)/u;

/** A symbol, and what sheets show in place of a number. */
const SYMBOL = /^\s*(?:[A-GU][*+-]?|#[A-Z].*|NaN)\s*$/;

/** Whether a field may hold a mark: a number, or one in its entries or words about a subject, "Geography 66". */
export function mayHoldMark(field: ItemField): boolean {
	const { key, value, unit } = field;
	const entries: unknown[] = Array.isArray(value) ? value.slice(0, MOST_SUBJECTS) : [value];
	return entries.some((entry) => {
		if (isNotTaken(entry)) return false;
		const text = typeof entry === 'object' ? JSON.stringify(entry) : String(entry);
		if (isMark(entry) || SCORE.test(text)) return mayBeMark(field);
		if (isLikely(field) && (NUMBER.test(text) || SYMBOL.test(text))) return true;
		const said = unit === undefined ? text : `${key} ${text}`;
		return NUMBER.test(said) && readFieldName(said).isOfSubject;
	});
}
