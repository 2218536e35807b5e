import { UserError } from 'n8n-workflow';

import { quoted } from '../../shared/text';
import { isObject } from '../../shared/values';
import { readFieldName, readSubjectName } from './fieldName';
import { describe, type Given, noName, twoNames } from './given';
import { isMark, isNotTaken } from './marks';

/** The forms that JSON of subjects takes, for messages. */
export const USE_JSON = 'Use [{ "name": "Mathematics", "level": 6 }] or { "Mathematics": 6 }.';

/**
 * Subjects from JSON, as text or as a value: rows, rows under `subjects`, or `{ "Mathematics": 6 }`.
 *
 * @throws UserError for text that isn't JSON or has a key twice, and as `findInRows` does
 */
export function findInJson(value: unknown): Given[] {
	const json = typeof value === 'string' && !isNotTaken(value) ? parseJson(value) : value;
	const data = isObject(json) && Array.isArray(json.subjects) ? json.subjects : json;
	if (isNotTaken(data)) return [];
	if (Array.isArray(data)) return findInRows(data);
	if (!isObject(data)) {
		throw new UserError(`The subjects must be a list or an object, but are ${describe(data)}`, {
			description: USE_JSON,
		});
	}
	return Object.entries(data).map(([key, mark]) => ({
		...nameIn(key, 'A field of the subjects JSON'),
		value: mark,
		place: quoted(key),
	}));
}

function parseJson(text: string): unknown {
	let data: unknown;
	try {
		data = JSON.parse(text);
	} catch {
		data = undefined;
	}
	if (data === undefined) {
		throw new UserError(`The subjects are not valid JSON: ${quoted(text.trim())}`, {
			description: USE_JSON,
		});
	}
	// JSON keeps only the last value of a name, and a subject counts once.
	const countKeys = (json: string) => json.match(/"(?:[^"\\]|\\.)*"\s*:/g)?.length ?? 0;
	if (countKeys(text) === countKeys(JSON.stringify(data))) return data;
	throw new UserError('The subjects JSON has a name twice in one object', {
		description: 'Keep one of them, because JSON keeps only the last.',
	});
}

/**
 * Subjects from rows of `name` (or `subject`, `vak`) and `mark`, `level` or `percentage`. Other keys don't
 * count, nor do rows without anything in them.
 *
 * @throws UserError for a row without a name, or with two
 */
export function findInRows(rows: readonly unknown[]): Given[] {
	return rows.flatMap((row, index) => {
		if (isNotTaken(row)) return [];
		if (isObject(row)) return readRow(row, index + 1);
		throw new UserError(
			`Row ${index + 1} of the subjects must have a name and a mark, but is ${describe(row)}`,
			{ description: 'Enter each subject as { "name": "Mathematics", "level": 6 }.' },
		);
	});
}

function readRow(row: Readonly<Record<string, unknown>>, number: number): Given[] {
	const cells = Object.entries(row)
		.map(([key, value]) => ({ key, value, ...readFieldName(key) }))
		.filter(({ value }) => !isNotTaken(value));
	const marks = cells.filter(({ base, unit }) => base === 'subject' && unit !== undefined);
	const names = [
		...cells.filter(({ base, unit }) => base === 'subject' && unit === undefined),
		...cells.filter(({ key }) => /^\s*name\s*$/i.test(key)),
	];
	if (names.length === 0 && marks.length === 0) return [];
	const place = `row ${number}`;
	const [name, ...others] = names.map(({ value }) => ({
		...nameIn(value, `Row ${number} of the subjects`),
		place,
	}));
	if (name === undefined) throw noName(`Row ${number} of the subjects`, undefined);
	// Beside a subject, "name" may be the learner's.
	const other = others.find(({ subject }) => subject !== undefined && subject !== name.subject);
	if (other !== undefined) throw twoNames(name, other);
	if (marks.length === 0) return [{ ...name, value: undefined }];
	return marks.map(({ unit, value }) => ({
		...name,
		unit: unit === 'mark' ? name.unit : unit,
		value,
	}));
}

/** The subject that a text names. @throws UserError for anything but a text that isn't a mark */
function nameIn(value: unknown, place: string): Pick<Given, 'written' | 'subject' | 'unit'> {
	if (typeof value !== 'string' || isNotTaken(value) || isMark(value)) throw noName(place, value);
	const { subject, unit } = readSubjectName(value);
	return { written: value.trim(), subject, unit };
}
