import { quoted } from '../../../shared/text';
import { trimmed } from '../../../shared/values';
import { isMark, isNotTaken, LONGEST_ANSWER, mayName } from './answers';
import { type FieldName, readFieldName } from './fieldName';
import { type FlatField, flatFields } from './flatFields';

/** A field of an item, wherever it lies in it. */
export interface ItemField extends FlatField {
	/** Its name, or else its path, for messages. */
	key: string;
	label: string;
	name: FieldName;
	isMark: boolean;
	/** It is the second column of its name: "Mark_1" beside "Mark". */
	isRepeated: boolean;
	/** The value, if it may name a subject. */
	text?: string;
	/** From Read Fields As: a subject, or `NOT_A_MARK`. */
	said?: string;
}

/** Read Fields As: what fields are, by their names as messages quote them. */
export type ReadAs = ReadonlyMap<string, string>;

export const NOT_A_MARK = 'notAMark';

/** The names that no field of the item has. */
export function namesMissing(item: unknown, readAs: ReadAs): string[] {
	const named = new Set(fieldsOf(item, readAs).flatMap(quotesOf));
	return [...readAs.keys()].filter((name) => !named.has(name));
}

/** How messages quote a field: by its name, or by its path if another field has the same name. */
function quotesOf({ label, key, path }: Pick<ItemField, 'label' | 'key' | 'path'>): string[] {
	return [key, label.slice(1, -1), path.join('.')].map(trimmed);
}

/**
 * The fields of an item by their own names, or by their paths if two have the same name, or if the parent names
 * show that it isn't a subject.
 */
export function fieldsOf(item: unknown, readAs: ReadAs): ItemField[] {
	const flat = flatFields(item).filter((field) => !isBesideMark(field));
	const isSubject = (name: string) => readFieldName(name).subject !== undefined;
	const own = flat.map(({ path }) => path.at(-1) ?? '');
	const shared = new Set(own.filter((name, index) => own.indexOf(name) !== index));
	const paths = flat.map(({ path }) => path.join('\n'));
	const repeated = new Set(paths.filter((path) => firstOf(path) !== path).map(firstOf));
	const filled = new Set(paths.filter((_, index) => !isNotTaken(flat[index]?.value)));
	return flat.map(({ path, value }, index) => {
		const [ownName = '', whole = ''] = [own[index], paths[index]];
		// A sheet calls its second "Mark" "Mark_1", which is that of "Subject_1", not of "Subject 1".
		const first = firstOf(whole);
		const isRepeated = first !== whole && filled.has(first);
		// "Maths_1" beside an empty "Maths" is its question in another branch of the form.
		const isBranch = !isRepeated && paths.includes(first) && isSubject(first);
		const read = readFieldName(isBranch ? first : whole);
		// The "Mark" that "Mark_1" repeats is a numbered one, too.
		const isNumbered = repeated.has(whole) && read.topic === 'subject';
		const name = isNumbered ? { ...read, topic: 'subject 0' } : read;
		const isSubjectAlone = name.subject === undefined && isSubject(ownName);
		const key = shared.has(ownName) || isSubjectAlone ? path.join('.') : ownName;
		const text = mayName(value) ? trimmed(value) : undefined;
		// The questions of a grid differ at their ends.
		const label = quoted(key, LONGEST_ANSWER);
		const says = readAs.size === 0 ? [] : quotesOf({ label, key, path });
		const said = says.map((one) => readAs.get(one)).find((one) => one !== undefined);
		return { label, key, path, value, name, text, said, isMark: isMark(value), isRepeated };
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
