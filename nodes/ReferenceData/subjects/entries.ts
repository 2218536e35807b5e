import { UserError } from 'n8n-workflow';

import { quoted } from '../../shared/text';
import { isBlank, isObject } from '../../shared/values';
import { type FieldName, readFieldName } from './fieldName';
import { describe, isMark, isNotTaken } from './marks';
import { languageLevels } from './subjectTable';

/** Where the subjects come from: a value of "Subjects From", and what it holds. */
export interface SubjectSource {
	from: 'define' | 'json' | 'fields';
	data: unknown;
}

/** The name of a subject as it was written, and where that is, for messages: `"Maths"`, `row 2`. */
interface Name {
	label: string;
	name: string;
}

/** A mark, and the name of the subject that it is for. */
export interface Entry extends Name {
	/** The unit of the mark's field or key; it goes before that of the name. */
	unit?: FieldName['unit'];
	value: unknown;
}

/** A field of an item. */
export interface Field extends FieldName {
	field: string;
	value: unknown;
}

/** What a source holds: entries, and the fields of an item that are none. */
export interface Found {
	entries: Entry[];
	rest: Field[];
}

/** The forms that JSON of subjects takes, for messages. */
export const USE_JSON = 'Use [{ "name": "Mathematics", "level": 6 }] or { "Mathematics": 6 }.';

/** What pairs are about whose text may be a subject that isn't in the table. */
const CHOICE = /^(?:subject (?:\d+|[a-h])|elective(?: (?:\d+|[a-h]))?)$/;

const LANGUAGE = /^language(?: (?:\d+|[a-h]))?$/;

/**
 * Entries from rows of Define Below, from JSON, or from the fields of an item. There a field is named after a
 * subject, or belongs to a pair such as "Subject 1" and "Level 1".
 *
 * @throws UserError for a mark whose name is missing, or has two names, and a name without a mark; for a row that isn't an object;
 * and for text that isn't JSON or has a key twice
 */
export function entriesOf({ from, data }: SubjectSource): Found {
	if (from === 'fields') return entriesOfFields(isObject(data) ? data : {});
	if (from === 'json') return { entries: entriesOfJson(data), rest: [] };
	const rows = isObject(data) ? data.subject : data;
	return { entries: Array.isArray(rows) ? entriesOfRows(rows) : [], rest: [] };
}

function entriesOfFields(json: Readonly<Record<string, unknown>>): Found {
	const fields = Object.entries(json).map(([field, value]): Field => {
		return { field, value, ...readFieldName(field) };
	});
	const found = fields.map((field) => entryOf(field, fields));
	return {
		entries: found.filter((entry) => entry !== undefined),
		rest: fields.filter((_, index) => found[index] === undefined),
	};
}

function entryOf(mark: Field, fields: readonly Field[]): Entry | undefined {
	const { field, value, subject, isAmbiguous, unit, base } = mark;
	const label = quoted(field);
	if (subject !== undefined && !isAmbiguous) {
		const isName = isText(value) && readFieldName(value).subject !== undefined;
		return isName ? undefined : { label, name: field, value };
	}
	if (unit !== undefined || isMark(value)) {
		const name = nameBeside(mark, fields);
		if (name === undefined) return undefined;
		const hasMark = fields.some(
			(other) => other.base === base && other.unit && !isBlank(other.value),
		);
		const { subject: known } = readFieldName(name);
		if (isBlank(value) && !hasMark && known !== undefined) {
			// The learner chose it, and behind a form nobody reads hints.
			throw new UserError(`Subject ${quoted(known)}: no mark was given`, {
				description: `Enter the mark in ${label}, or clear both fields.`,
			});
		}
		return { label, name, unit, value };
	}
	// A chosen subject counts as not taken, unless there is a mark beside it.
	const isChosen = CHOICE.test(base) && isText(value);
	return isChosen ? { label, name: value, value: undefined } : undefined;
}

/** The name of a subject in the other field of a mark's pair, if it is one. @throws UserError */
function nameBeside({ field, value, base }: Field, fields: readonly Field[]): string | undefined {
	const isLevel = languageLevels.includes(base);
	if (!isLevel && !LANGUAGE.test(base) && !CHOICE.test(base)) return undefined;
	const beside = fields.filter((other) => other.base === base && other.unit === undefined);
	const names = beside.flatMap((other): Name[] => {
		if (!isText(other.value)) return [];
		const atLevel = isLevel ? `${other.value} ${base}` : other.value;
		const isWhole = readFieldName(atLevel).subject === undefined;
		return [{ label: `the field ${quoted(other.field)}`, name: isWhole ? other.value : atLevel }];
	});
	if (names.length === 0) {
		const empty = beside.find((other) => isNotTaken(other.value));
		if (empty === undefined || isNotTaken(value)) return undefined;
		throw new UserError(
			`The field ${quoted(empty.field)} is empty, but ${quoted(field)} is ${describe(value)}`,
			{ description: 'Enter the subject for this mark, or clear both fields.' },
		);
	}
	const first = names.reduce(sameSubject);
	const { subject } = readFieldName(first.name);
	if (isLevel && subject !== undefined && !subject.endsWith(` ${base}`)) {
		throw twoNames(first, { label: quoted(field), name: base });
	}
	return subject !== undefined || CHOICE.test(base) ? first.name : undefined;
}

/** As text or as a value: rows, rows under `subjects`, or `{ "Mathematics": 6 }`. */
function entriesOfJson(value: unknown): Entry[] {
	const json = typeof value === 'string' && !isBlank(value) ? parseJson(value) : value;
	const data = isObject(json) && Array.isArray(json.subjects) ? json.subjects : json;
	if (isBlank(data)) return [];
	if (Array.isArray(data)) return entriesOfRows(data);
	if (isObject(data)) {
		return Object.entries(data).map(([name, mark]) => {
			if (!isText(name)) throw noName(quoted(name));
			return { label: quoted(name), name, value: mark };
		});
	}
	throw new UserError(`The subjects must be a list or an object, but are ${describe(data)}`, {
		description: USE_JSON,
	});
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
 * Rows of `name` (or `subject`, `vak`) and `mark`, `level` or `percentage`. Other keys don't count, nor do
 * rows without anything in them.
 */
function entriesOfRows(rows: readonly unknown[]): Entry[] {
	return rows.flatMap((row, index) => {
		if (isNotTaken(row)) return [];
		if (isObject(row)) return entriesOfRow(row, `row ${index + 1}`);
		throw new UserError(
			`Row ${index + 1} of the subjects must have a name and a mark, but is ${describe(row)}`,
			{ description: 'Enter each subject as { "name": "Mathematics", "level": 6 }.' },
		);
	});
}

function entriesOfRow(row: Readonly<Record<string, unknown>>, label: string): Entry[] {
	const cells = Object.entries(row)
		.map(([key, value]) => ({ key: key.trim().toLowerCase(), value, ...readFieldName(key) }))
		.filter(({ value }) => !isNotTaken(value));
	const ofSubject = cells.filter(({ base }) => base === 'subject');
	const marks = ofSubject.filter(({ unit }) => unit !== undefined);
	// Beside a subject, "name" may be the learner's.
	const names = [
		...ofSubject.filter(({ unit }) => unit === undefined),
		...cells.filter(({ key }) => key === 'name'),
	];
	if (names.length === 0 && marks.length === 0) return [];
	const written = names.flatMap(({ value }) => (isText(value) ? [{ label, name: value }] : []));
	if (written.length === 0) throw noName(label);
	const name = written.reduce(sameSubject);
	if (marks.length === 0) return [{ ...name, value: undefined }];
	return marks.map(({ unit, value }) => ({ ...name, unit, value }));
}

/** Whether a value may be the name of a subject. */
function isText(value: unknown): value is string {
	return typeof value === 'string' && !isNotTaken(value) && !isMark(value);
}

/** The first name. @throws UserError if the other one is of another subject */
function sameSubject(first: Name, other: Name): Name {
	const { subject } = readFieldName(other.name);
	const isOther = subject !== undefined && subject !== readFieldName(first.name).subject;
	if (isOther) throw twoNames(first, other);
	return first;
}

function noName(label: string): UserError {
	return new UserError(`No subject name was given for ${label}`, {
		description: 'Choose a subject, or enter its name as text, for example "Mathematics".',
	});
}

/** The error for two names of subjects where there is one mark. */
export function twoNames(one: Name, other: Name): UserError {
	const written = ({ name }: Name) => quoted(readFieldName(name).subject ?? name.trim());
	return new UserError(
		`The subject of ${one.label} is ${written(one)}, but that of ${other.label} is ${written(other)}`,
		{ description: 'Correct one of them, so that it is clear which subject the mark is for.' },
	);
}
