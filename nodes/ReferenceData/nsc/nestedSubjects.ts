import { jsonParse } from 'n8n-workflow';

import { readShallow } from '../../shared/depth';
import { isObject } from '../../shared/values';
import { withoutRange, wordsOfField } from './decorations';
import { isNameKey, readFieldName, readSubjectName, readUnitKey } from './fieldNames';
import { isBlank, mayBeMark } from './marks';
import { isOfSubjects, mayNameSubject } from './otherFields';
import { namedWithin } from './subjects';

/**
 * Whether a value holds subjects with their marks, at any depth, perhaps as JSON text.
 *
 * @param isMeant whether its field is called so ("subjects"): then the subjects need not be known
 * @throws UserError for JSON that is too deep to be read
 */
export function holdsSubjects(value: unknown, isMeant: boolean): boolean {
	if (typeof value === 'string') {
		if (isJson(value)) {
			const name = 'The JSON in a field of the input item';
			const parsed = readShallow(name, () => jsonParse(value, { fallbackValue: null }));
			return holdsSubjects(parsed, isMeant);
		}
		return (
			listsSubjects(value) ||
			(isMeant && /\d/.test(value) && namedWithin(wordsOfField(value)).size > 0)
		);
	}
	if (Array.isArray(value)) return value.some((row) => holdsSubjects(row, isMeant));
	if (!isObject(value)) return false;
	return (
		isSubjectRow(value, isMeant) ||
		Object.entries(value).some(([key, part]) => holdsSubjects(part, isMeant || isOfSubjects(key)))
	);
}

/** Whether a text is meant as JSON. */
export function isJson(text: string): boolean {
	return /^\s*[[{]/.test(text);
}

/** Whether a text is a list of subjects, known or not, each with its mark: "Maths 6, Robotics 65%". */
function listsSubjects(text: string): boolean {
	const parts = text.split(/[;\n]|,(?!\d)/).filter((part) => !isBlank(part));
	const isMarked = (part: string) => {
		const numbers = withoutRange(wordsOfField(part)).filter(isNumber);
		return numbers.length === 1 && mayBeMark(numbers[0]);
	};
	return parts.length > 1 && parts.every(isMarked) && parts.some(namesOne);
}

/** Whether a text, but for its numbers, is the name of a subject: "Maths", "Maths 6". */
export function namesOne(text: string): boolean {
	const words = withoutRange(wordsOfField(text)).filter((word) => !isNumber(word));
	return readSubjectName(words.join(' ')) !== undefined;
}

function isNumber(word: string): boolean {
	return /^\d+$/.test(word);
}

/** Whether a record is a subject with its mark, or has fields that are. */
function isSubjectRow(row: Record<string, unknown>, isMeant: boolean): boolean {
	const fields = Object.entries(row);
	const hasMark = fields.some(([key, mark]) => readUnitKey(key) && mayBeMark(mark));
	return fields.some(([key, value]) => {
		if (!isNameKey(key)) {
			const isMark = mayBeMark(value) && !readUnitKey(key);
			return isMark && (readSubjectName(key) ?? (isMeant && mayNameSubject(key)));
		}
		if (typeof value !== 'string' || isBlank(value)) return false;
		return (
			(hasMark && (isMeant || readFieldName(key) !== undefined)) ||
			readSubjectName(value) !== undefined
		);
	});
}
