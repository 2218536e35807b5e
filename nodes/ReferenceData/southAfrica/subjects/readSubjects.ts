import { UserError } from 'n8n-workflow';

import type { Hint } from '../../../shared/node/hints';
import { hintOfExpression } from '../../../shared/node/wholeExpression';
import { checkExpression, counted, quoted } from '../../../shared/text';
import { isBlank, isObject } from '../../../shared/values';
import { type FieldName, nearestSubject, readFieldName } from './fieldName';
import {
	describe,
	isMark,
	isNotTaken,
	levelsOnce,
	type Mark,
	type MarkOptions,
	type MarkUnit,
	refused,
	type SubjectLevel,
	twoSubjects,
} from './marks';
import { languageLevels, officialSubjects } from './subjectTable';

/** Where the subjects come from: a value of "Subjects From", and what it holds. */
export interface SubjectSource {
	from: 'define' | 'json' | 'fields';
	data: unknown;
}

/** A field of an item. */
interface Field extends FieldName {
	label: string;
	field: string;
	value: unknown;
}

const USE_JSON = 'Use [{ "name": "Mathematics", "level": 6 }] or { "Mathematics": 6 }.';

const NO_SUBJECTS: Readonly<Record<SubjectSource['from'], readonly [string, string]>> = {
	define: [
		'"Subjects"',
		`Add at least one subject with its mark. ${hintOfExpression('Subjects')} Set "Subjects From" to JSON or Input Fields instead.`,
	],
	json: ['"Subjects (JSON)"', `${USE_JSON} ${checkExpression('Subjects (JSON)')}`],
	fields: [
		'the fields of the input item',
		'Name fields after subjects ("Mathematics"), or use pairs such as "Subject 1" and "Mark 1". If each row has one subject, combine the rows of a learner with the Aggregate node, and set "Subjects From" to JSON.',
	],
};

/** The base of pairs whose text may be a subject that isn't in the table: "subject 1", "elective". */
const CHOICE = /^(?:subject |elective)/;

/** The base of other pairs, beside the levels of languages. */
const LANGUAGE = /^language(?: (?:\d+|[a-h]))?$/;

const MATHEMATICS = ['Mathematics', 'Mathematical Literacy', 'Technical Mathematics'];

/**
 * A learner's subjects with their NSC levels, each once, and what to tell the builder. Nothing is guessed:
 * what looks like a mark and can't be read is in a hint or an error.
 *
 * @throws UserError naming subject and value for anything but a mark, two marks of one subject with
 * different levels, a mark without a subject, or no subjects at all; and for JSON that can't be read
 */
export function readSubjects(
	{ from, data }: SubjectSource,
	options: MarkOptions,
): { subjects: SubjectLevel[]; hints: Hint[] } {
	const fields = from === 'fields' ? fieldsOf(data) : [];
	const read = fields.map((field) => markOfField(field, fields));
	const unread = fields.filter((_, index) => read[index] === undefined);
	const marks = from === 'fields' ? read.filter((mark) => mark !== undefined) : marksOfRows(data);
	const taken = marks.filter(({ value }) => !isNotTaken(value));
	const left = [...hintOfUnread(unread), ...hintOfNotTaken(marks, taken)];
	if (taken.length === 0) {
		const [place, advice] = NO_SUBJECTS[from];
		throw new UserError(`No subjects were found in ${place}`, {
			description: [advice, ...left.map(({ text }) => text)].join(' '),
		});
	}
	requireNoContradiction(taken, unread);
	const subjects = levelsOnce(taken, options);
	return { subjects, hints: [...doubts(subjects, taken, options), ...left] };
}

function fieldsOf(item: unknown): Field[] {
	return Object.entries(isObject(item) ? item : {}).map(([field, value]) => {
		return { label: quoted(field), field, value, ...readFieldName(field) };
	});
}

/** The mark in a field that is named after a subject, or belongs to a pair such as "Subject 1" and "Level 1". */
function markOfField(field: Field, fields: readonly Field[]): Mark | undefined {
	const { label, value, subject, isAmbiguous, base } = field;
	if (subject !== undefined && !isAmbiguous) {
		const isName = isText(value) && readFieldName(value).subject !== undefined;
		return isName ? undefined : markOf(label, field.field, value);
	}
	const isLanguage = LANGUAGE.test(base) || languageLevels.includes(base);
	if (!isLanguage && !CHOICE.test(base)) return undefined;
	const pair = fields.filter((other) => other.base === base);
	const marks = pair.filter((other) => other.isOfMark || isMark(other.value));
	if (marks.includes(field)) return markOfPair(field, pair, marks);
	// A subject that was chosen, but has no field for a mark, counts as not taken.
	const isChosen = marks.length === 0 && !isLanguage && isText(value);
	return isChosen ? markOf(label, value, undefined) : undefined;
}

/**
 * The mark in a field, with the subject that the text of its pair names; undefined if the pair has none.
 *
 * @throws UserError if the text is empty or names two subjects, or a known subject has no mark
 */
function markOfPair(
	field: Field,
	pair: readonly Field[],
	marks: readonly Field[],
): Mark | undefined {
	const { label, value, base } = field;
	const [mark, ...others] = namedMarks(field, pair);
	if (mark === undefined) {
		const empty = pair.find((one) => !one.isOfMark && isNotTaken(one.value));
		if (empty === undefined || isNotTaken(value)) return undefined;
		throw noName(`${label} in ${empty.label}`);
	}
	const other = others.find(({ subject }) => subject !== mark.subject);
	if (other !== undefined) throw twoSubjects(mark, other.label, other.subject);
	const isOfLevel = !languageLevels.includes(base) || mark.subject.endsWith(` ${base}`);
	if (!isOfLevel) throw twoSubjects(mark, label, base);
	if (mark.isKnown && marks.every((one) => isBlank(one.value))) {
		// Who chose it in a form reads no hints.
		const advice = `Enter the mark in ${label}, or clear both fields.`;
		throw refused(mark.subject, 'no mark was given', advice);
	}
	return { ...mark, label };
}

/** A field's mark under each subject that its pair names; a language level completes the language. */
function namedMarks({ value, unit, base }: Field, pair: readonly Field[]): Mark[] {
	return pair.flatMap((text) => {
		if (text.isOfMark || !isText(text.value)) return [];
		const names = languageLevels.includes(base) ? [`${text.value} ${base}`] : [];
		const marks = [...names, text.value].map((name) =>
			markOf(`the field ${text.label}`, name, value, unit),
		);
		return marks.find(({ isKnown }) => isKnown || CHOICE.test(base)) ?? [];
	});
}

/** Marks from rows, from rows under `subject` (Define Below) or `subjects`, or from `{ "Mathematics": 6 }`. */
function marksOfRows(value: unknown): Mark[] {
	const json = typeof value === 'string' && !isBlank(value) ? parseJson(value) : value;
	const rows = isObject(json) ? [json.subjects, json.subject].find(Array.isArray) : undefined;
	const data: unknown = rows ?? json;
	if (!Array.isArray(data)) {
		const marks = Object.entries(isObject(data) ? data : {});
		return marks.flatMap(([name, mark]) => marksOfRow({ name, mark }, quoted(name)));
	}
	return data.flatMap((row: unknown, index) => {
		if (isObject(row)) return marksOfRow(row, `row ${index + 1}`);
		throw new UserError(
			`Row ${index + 1} of the subjects must have a name and a mark, but is ${describe(row)}`,
			{ description: 'Enter each subject as { "name": "Mathematics", "level": 6 }.' },
		);
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

/** Marks from a row of `name` (or `subject`, `vak`) and `mark`, `level` or `percentage`. */
function marksOfRow(row: Readonly<Record<string, unknown>>, label: string): Mark[] {
	const cells = Object.entries(row)
		.filter(([, value]) => !isNotTaken(value))
		.map(([key, value]) => ({ key, value, ...readFieldName(key) }));
	const ofSubject = cells.filter(({ base }) => base === 'subject');
	const marks = ofSubject.filter(({ isOfMark }) => isOfMark);
	// Beside a subject, "name" may be the learner's.
	const names = [
		...ofSubject.filter(({ isOfMark }) => !isOfMark),
		...cells.filter(({ key }) => key.trim().toLowerCase() === 'name'),
	];
	if (names.length === 0 && marks.length === 0) return [];
	const text = names.map(({ value }) => value).find(isText);
	if (text === undefined) throw noName(label);
	if (marks.length === 0) return [markOf(label, text, undefined)];
	return marks.map(({ value, unit }) => markOf(label, text, value, unit));
}

/** The unit beside the mark goes before that of the name. */
function markOf(label: string, name: string, value: unknown, unit?: MarkUnit): Mark {
	const read = readFieldName(name);
	const isKnown = read.subject !== undefined;
	const subject = read.subject ?? name.trim();
	return { label, name, subject, isKnown, unit: unit ?? read.unit, value };
}

function noName(label: string): UserError {
	return new UserError(`No subject name was given for ${label}`, {
		description: 'Choose a subject, or enter its name as text, for example "Mathematics".',
	});
}

/** Whether a value may name a subject, as short texts and questions do, and comments do not. */
function isText(value: unknown): value is string {
	return typeof value === 'string' && value.length <= 150 && !isNotTaken(value) && !isMark(value);
}

/** @throws UserError if a text names another subject than the mark that its field speaks of */
function requireNoContradiction(taken: readonly Mark[], unread: readonly Field[]): void {
	for (const { label, value, mentioned } of unread) {
		const mark = taken.find(({ subject }) => mentioned.includes(subject));
		if (mark === undefined || !isText(value)) continue;
		// "Lit" in "Maths type".
		const subject =
			readFieldName(value).subject ?? readFieldName(`${mark.subject} ${value}`).subject;
		if (subject === undefined || taken.some((other) => other.subject === subject)) continue;
		throw twoSubjects(mark, `the field ${label}`, subject);
	}
}

function hintOfUnread(unread: readonly Field[]): Hint[] {
	const marks = unread.filter(({ value, mayBeMark }) => mayBeMark && isMark(value));
	if (marks.length === 0) return [];
	const names = marks.map(({ label, field }) => {
		const nearest = nearestSubject(field);
		return nearest === undefined ? label : `${label} (${nearest}?)`;
	});
	const text = `These fields may be marks, but aren't named after a subject, so they weren't read: ${names.join(', ')}.`;
	return [{ text, type: 'warning' }];
}

function hintOfNotTaken(marks: readonly Mark[], taken: readonly Mark[]): Hint[] {
	const subjects = new Set(taken.map(({ subject }) => subject));
	const missing = marks.filter(({ subject }) => !subjects.has(subject));
	if (missing.length === 0) return [];
	const names = [...new Set(missing.map(({ name }) => quoted(name)))];
	return [
		{ text: `These subjects have no mark, so they count as not taken: ${names.join(', ')}.` },
	];
}

function doubts(
	subjects: readonly SubjectLevel[],
	taken: readonly Mark[],
	options: MarkOptions,
): Hint[] {
	const texts = taken.filter(({ subject }) => !officialSubjects.includes(subject)).map(nameDoubt);
	const mayBeLevel = ({ value, unit }: Mark) => !unit && Number(value) <= options.levelScale;
	if (options.marksAs === 'percentage' && taken.every(mayBeLevel)) {
		texts.push(
			'All marks were read as percentages, but they look like levels. If they are, set "Mark Type" to Level.',
		);
	}
	const names = subjects.map(({ name }) => name);
	if (names.length < 6) {
		const found = `${counted(names.length, 'subject')} ${names.length === 1 ? 'was' : 'were'} found`;
		texts.push(`Only ${found}. The NSC has seven, and most scores count six of them.`);
	}
	if (!names.includes('Life Orientation')) {
		texts.push('Life Orientation is missing, although every NSC includes it.');
	}
	const together = MATHEMATICS.filter((name) => names.includes(name));
	if (together.length > 1) {
		texts.push(
			`${together.join(' and ')} are listed together, but a learner takes only one of them.`,
		);
	}
	return texts.map((text) => ({ text, type: 'warning' }));
}

function nameDoubt({ name, subject, isKnown }: Mark): string {
	if (isKnown) {
		return `${quoted(name)} could be the Home Language or the First or Second Additional Language. It is sent as ${quoted(subject)}.`;
	}
	const nearest = nearestSubject(name);
	const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
	return `${quoted(name)} isn't a known NSC subject. It is sent as entered; the service decides whether it counts.${meant}`;
}
