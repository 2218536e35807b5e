import { jsonParse } from 'n8n-workflow';

import { isObject } from '../../shared/values';
import { wordsOfField } from './decorations';
import { isNameKey, readFieldName, readSubjectName, readUnitKey } from './fieldNames';
import { isBlank, mayBeMark } from './marks';
import { isOfSubjects, mayNameSubject } from './otherFields';
import { namesSubject } from './subjects';

/**
 * Whether a value holds subjects with their marks, at any depth, perhaps as JSON text.
 *
 * @param isMeant whether its field is called so ("subjects"): then the subjects need not be known
 */
export function holdsSubjects(value: unknown, isMeant: boolean): boolean {
	if (typeof value === 'string') {
		return /^\s*[[{]/.test(value)
			? holdsSubjects(jsonParse(value, { fallbackValue: null }), isMeant)
			: isMeant && /\d/.test(value) && namesSubject(wordsOfField(value));
	}
	if (Array.isArray(value)) return value.some((row) => holdsSubjects(row, isMeant));
	if (!isObject(value)) return false;
	return (
		isSubjectRow(value, isMeant) ||
		Object.entries(value).some(([key, part]) => holdsSubjects(part, isMeant || isOfSubjects(key)))
	);
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
