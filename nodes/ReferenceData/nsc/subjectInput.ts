import { UserError } from 'n8n-workflow';

import { readShallow } from '../../shared/depth';
import { hintOfExpression } from '../../shared/node/wholeExpression';
import { isObject } from '../../shared/values';
import { checkExpression, kindOf, quoted } from '../../shared/text';
import { readChoices } from './choices';
import { isResult, type MarkUnit, unitOf, wordsOfField } from './decorations';
import {
	choiceDoubts,
	contradiction,
	emptyRowsNote,
	type LeftOut,
	leftOutDoubt,
	levelDoubt,
	nameDoubt,
	ORIENTATION,
} from './doubts';
import {
	isNameKey,
	type NamedSubject,
	readFieldName,
	readSubjectName,
	readUnitKey,
} from './fieldNames';
import { parseOnce, USE_JSON } from './jsonText';
import {
	isBlank,
	isMark,
	mayBeMark,
	readMark,
	resemblesMark,
	type MarkOptions,
	type MarkReading,
} from './marks';
import { holdsSubjects, isJson, namesOne } from './nestedSubjects';
import {
	isCalledMark,
	isCalledSubject,
	isKnown,
	isNearSubject,
	isOfSubjects,
	mayBeElective,
	mayNameSubject,
} from './otherFields';
import { languageWithoutLevel } from './subjects';

/** A subject as the calculator takes it. */
export interface SubjectLevel {
	name: string;
	level: number;
}

export interface SubjectReading {
	/** Every subject that was given, in the order given; none is dropped or merged with another. */
	subjects: SubjectLevel[];
	/** What looks wrong but is sent all the same, and what was left out; a hint each. */
	warnings: string[];
	/** What was left out because it was empty, where that is ordinary; a hint each. */
	notes: string[];
}

interface WrittenMark {
	unit: MarkUnit;
	/** The key or field that held it. */
	source: string;
	value: unknown;
	/** Whether the field is about one of several marks of the subject: "Maths Term 3". */
	isPeriod?: boolean;
	/** Whether it counts only where no field is plainly called its mark. */
	isResult?: boolean;
}

/** A subject and what is said about its mark, perhaps in two units ("Level 1", "Percentage 1"). */
interface Entry {
	name: string;
	marks: WrittenMark[];
}

/** Where subjects are looked for, and what to do if there are none. */
interface Source {
	name: string;
	advice: string;
}

const ROWS: Source = {
	name: '"Subjects"',
	advice: `Add at least one subject with its mark. ${hintOfExpression('Subjects')} Set "Subjects From" to JSON or Input Fields instead.`,
};

const JSON_TEXT: Source = {
	name: '"Subjects (JSON)"',
	advice: `Enter at least one subject with its mark. ${USE_JSON} ${checkExpression('Subjects (JSON)')}`,
};

const FIELDS: Source = {
	name: 'the fields of the input item',
	advice:
		'Name at least one field after a subject ("Mathematics"), or use pairs such as "Subject 1" and "Level 1".',
};

/** So many subjects has an NSC; a learner who has them all may leave the rest of a sheet empty. */
const SUBJECTS_OF_AN_NSC = 7;

/**
 * Subjects from the rows of the parameter "Subjects": `{ subject: [{ name, mark }] }`, or the list.
 *
 * @throws UserError naming subject and value when a row has no name or no usable mark, or when there
 * are no rows
 */
export function subjectsFromRows(rows: unknown, options: MarkOptions): SubjectReading {
	const list = isObject(rows) ? rows.subject : rows;
	return readRows(Array.isArray(list) ? list : [], options, ROWS);
}

/**
 * Subjects from JSON, as text or as a real value: `[{ name, level }]`, `[{ name, percentage }]`,
 * `[{ name, mark }]`, any of these under `subjects`, or `{ "Mathematics": 6 }`. The keys `level` and
 * `percentage` mean what they say, whatever `marksAs` is.
 *
 * @throws UserError when the text is no JSON or has a key twice, and as `subjectsFromRows` does
 */
export function subjectsFromJson(value: unknown, options: MarkOptions): SubjectReading {
	const isText = typeof value === 'string' && (isJson(value) || !isBlank(value));
	const given = isText ? parseOnce(value) : value;
	if (isBlank(given)) return readEntries([], options, JSON_TEXT);
	const data = isObject(given) && Array.isArray(given.subjects) ? given.subjects : given;
	if (Array.isArray(data)) return readRows(data, options, JSON_TEXT);
	if (!isObject(data)) {
		throw new UserError(`The subjects must be a list or an object, but are ${describe(data)}`, {
			description: USE_JSON,
		});
	}
	return readEntries(Object.entries(data).map(entryFromProperty), options, JSON_TEXT);
}

/**
 * Subjects from the fields of an item: those named as an NSC subject is ("Mathematics", "1. Maths (%)",
 * "LO level, Term 3", "Elective: Drama"), numbered pairs ("Subject 1" and "Level 1", "Mark 1" or
 * "Percentage 1"), a choice and its mark ("Elective 1" and "Elective 1 mark", "Home Language" and "Home
 * Language level"), and a single pair ("Subject" and "Mark") if it names a subject.
 * "Level" and "Percentage" in a field's name say what its value is. Empty fields are left out, and so
 * are all others; a warning lists those of them that may hold a mark, the subjects that a field may name,
 * and the empty subjects. So does one for a subject that another field contradicts ("Maths type").
 *
 * @throws UserError when a subject's value is no mark, when a pair lacks its other half, when two
 * fields say different things of one subject, when no subject is found, or when a field is too deep
 */
export function subjectsFromFields(
	json: Record<string, unknown>,
	options: MarkOptions,
): SubjectReading {
	const entries: Entry[] = [];
	const pairs = new Map<string, Pair>();
	let unread: string[] = [];
	const nested: string[] = [];
	const inText: string[] = [];
	const empty: string[] = [];
	const doubtful: string[] = [];
	const others: string[] = [];
	const single: SinglePair = { names: [], marks: [] };
	for (const [field, value] of Object.entries(json)) {
		readShallow(`The field ${quoted(field)}`, () => value);
		const meaning = readFieldName(field);
		if (meaning === undefined || !('subject' in meaning || meaning.number !== '')) {
			others.push(field);
			const isSubject = meaning?.kind === 'numberedName';
			const isText = typeof value === 'string' && !isBlank(value);
			if (holdsSubjects(value, !isSubject && isOfSubjects(field))) {
				(isText && !isJson(value) ? inText : nested).push(field);
			} else if (isText && !isMark(value) && (isNameKey(field) || isCalledSubject(field))) {
				const isPaired = isSubject;
				single.names.push({
					field,
					name: value,
					isPaired,
					isSubject: isPaired || !isNameKey(field),
				});
			} else if (meaning?.kind === 'numberedMark') {
				single.marks.push({ ...meaning, source: field, value });
			} else if (isUnread(field, value)) unread.push(field);
			continue;
		}
		if (meaning.kind === 'subjectMark') {
			const { subject, unit, isPeriod, isOrdinaryWord } = meaning;
			if (isOrdinaryWord && !isMark(value)) continue;
			if (isBlank(value)) empty.push(field);
			else if (mayBePersonal(field, value, meaning)) doubtful.push(field);
			else addMark(entries, subject, { unit, source: field, value, isPeriod });
			continue;
		}
		if (isBlank(value)) continue;
		const pair = pairs.get(meaning.number) ?? { names: [], entry: { name: '', marks: [] } };
		if (meaning.kind === 'numberedMark') {
			pair.entry.marks.push({ ...meaning, source: field, value });
		} else {
			pair.names.push({ field, name: nameOf(value, `The field ${quoted(field)}`) });
		}
		if (!pairs.has(meaning.number)) entries.push(pair.entry);
		pairs.set(meaning.number, pair);
	}
	for (const [number, pair] of pairs) {
		const name = nameOfPair(number, pair, json);
		pair.entry.name = name ?? '';
		if (name === undefined) unread.push(...sourcesOf(pair.entry.marks));
	}
	const choices = readChoices(json, others);
	for (const { name, marks } of choices.read) {
		entries.push({ name, marks: marks.map((source) => markOf(source, json[source])) });
	}
	const taken = new Set(choices.read.flatMap(({ field, marks }) => [field, ...marks]));
	unread = [...new Set([...unread, ...choices.unread])].filter((field) => !taken.has(field));
	empty.push(...choices.empty);
	single.marks = single.marks.filter(({ source }) => !taken.has(source));
	single.names = single.names.filter(({ field }) => !taken.has(field));
	const named = entries.filter(({ name }) => name !== '');
	const {
		entry,
		meant,
		unread: marks = [],
		empty: withoutMark = [],
	} = readSinglePair(single, named);
	if (entry) named.push(entry);
	unread.push(...marks);
	empty.push(...withoutMark);
	const sent = named.map(({ name }) => officialName(name) ?? name);
	const contradicted = others.map((field) => {
		const text = json[field];
		return typeof text === 'string' ? contradiction(field, text, sent) : '';
	});
	meant.push(...doubtful);
	const leftOut = { unread, meant, nested, inText, empty, contradicted };
	return readEntries(named.map(withoutResults), options, FIELDS, leftOut);
}

function markOf(source: string, value: unknown): WrittenMark {
	const words = wordsOfField(source);
	const unit = unitOf(words);
	return { unit: unit ?? 'mark', source, value, isResult: !unit && words.some(isResult) };
}

/**
 * Whether what a field named after a subject holds may be about the person instead: a letter or the code of a
 * religion where the word is an ordinary one ("Art", "Religion"), and yes or no.
 */
function mayBePersonal(field: string, value: unknown, { isOrdinaryWord }: NamedSubject): boolean {
	if (isCalledMark(field)) return false;
	if (/^(?:yes|no|ja|nee|true|false)$/i.test(String(value).trim())) return true;
	const isCode = /^(?:rel|godsd)/i.test(field.trim()) && /^\d+$/.test(String(value).trim());
	return isOrdinaryWord && (isCode || !/\d/.test(String(value)));
}

/** Whether a field that was not read may have been meant for a subject's mark. */
function isUnread(field: string, value: unknown): boolean {
	return mayBeMark(value) || (isMark(value) && (mayBeElective(field) || isCalledMark(field)))
		? mayNameSubject(field)
		: resemblesMark(value) && isNearSubject(field);
}

/** What an item that has one subject shows of it, as "Subject" and "Mark". */
interface SinglePair {
	/**
	 * `isPaired` where the field is plainly the other half of a mark, "Subject" or "Vak"; `isSubject` also
	 * where it speaks of one, "Keusevak". A "name" is neither: it may be anybody's.
	 */
	names: Array<{ field: string; name: string; isPaired: boolean; isSubject: boolean }>;
	marks: WrittenMark[];
}

/**
 * The subject of a single pair, if it is one, or the fields of its mark if they are empty; and what else
 * may be meant for a subject or its mark.
 */
function readSinglePair(
	{ names, marks }: SinglePair,
	others: readonly Entry[],
): { entry?: Entry; empty?: string[]; meant: string[]; unread?: string[] } {
	const given = marks.filter(({ value }) => !isBlank(value));
	const subjects = names.filter(({ isPaired }) => isPaired).map(({ name }) => name);
	const [name = ''] = subjects;
	const subject = marks.length > 0 ? officialName(name) : undefined;
	const isPair = subject && subjects.every((other) => officialName(other) === subject);
	const read = new Set([...others.map((entry) => officialName(entry.name)), isPair && subject]);
	const meant = names
		.filter((one) => !read.has(officialName(one.name) ?? one.name))
		.filter((one) => {
			const isNamed = one.isSubject && namesOne(one.name);
			return isNamed || ((one.isSubject || !isPair) && given.some((mark) => mayBelong(one, mark)));
		})
		.map((one) => one.name);
	if (isPair) {
		return given.length > 0
			? { entry: { name, marks: given }, meant }
			: { empty: marks.map(({ source }) => source), meant };
	}
	const unread = meant.length > 0 ? [] : given.filter(isPlainMark).map(({ source }) => source);
	return { meant, unread };
}

function officialName(name: string): string | undefined {
	return readSubjectName(name)?.subject;
}

/** Games have a "Level", so one that is no number of a level says nothing; a "Subject level" does. */
function isPlainMark({ unit, source, value }: WrittenMark): boolean {
	if (unit === 'level' && !mayBeElective(source)) return mayBeMark(value, unit);
	return mayBeMark(value) || resemblesMark(value);
}

/**
 * Letters have a "Subject" and games a "Level", so a name that is close to none needs a plain mark; and
 * what is called "name" must be that of a subject.
 */
function mayBelong(
	{ name, isSubject }: SinglePair['names'][number],
	{ unit, value, isPeriod }: WrittenMark,
): boolean {
	if (isSubject ? isKnown(name) : namesOne(name)) {
		return mayBeMark(value, unit) || resemblesMark(value);
	}
	return isSubject && !isPeriod && mayBeMark(value, unit);
}

function sourcesOf(marks: readonly WrittenMark[]): string[] {
	return marks.filter(({ value }) => mayBeMark(value)).map(({ source }) => source);
}

/** A field that is called a mark, a level or a percentage counts, and a "Result" only where there is none. */
function withoutResults({ name, marks }: Entry): Entry {
	const named = marks.filter(({ isResult }) => isResult !== true);
	return { name, marks: named.length > 0 ? named : marks };
}

interface Pair {
	names: Array<{ field: string; name: string }>;
	entry: Entry;
}

/** Undefined when the item has no name field of that number: then "Level 3" is about something else. */
function nameOfPair(
	number: string,
	{ names, entry }: Pair,
	json: Record<string, unknown>,
): string | undefined {
	const [first, second] = names;
	if (second !== undefined) {
		throw new UserError(
			`The fields ${quoted(first?.field)} and ${quoted(second.field)} both name subject ${number}`,
			{ description: 'Keep one of the two fields.' },
		);
	}
	if (first !== undefined) return first.name;
	const nameField = Object.keys(json).find((field) => {
		const meaning = readFieldName(field);
		return meaning?.kind === 'numberedName' && meaning.number === number;
	});
	if (nameField === undefined) return undefined;
	const [mark] = entry.marks;
	throw new UserError(
		`The field ${quoted(nameField)} is empty, but ${quoted(mark?.source)} is ${describe(mark?.value)}`,
		{ description: 'Enter the subject for this mark, or clear both fields.' },
	);
}

/**
 * Fields of one subject in different units ("%" and "Level") are one entry; otherwise it is given twice.
 *
 * @throws UserError for marks of several terms or exams, of which only the user knows which one counts
 */
function addMark(entries: Entry[], name: string, mark: WrittenMark): void {
	const same = entries.filter((entry) => entry.name === name);
	const other = same.flatMap(({ marks }) => marks).find(({ unit }) => unit === mark.unit);
	if (other !== undefined && (mark.isPeriod || other.isPeriod)) {
		throw new UserError(
			`Subject ${quoted(name)}: both ${quoted(other.source)} and ${quoted(mark.source)} have a mark`,
			{ description: 'Keep the mark that counts, and clear or remove the other field.' },
		);
	}
	const entry = same.find(({ marks }) => marks.every(({ unit }) => unit !== mark.unit));
	if (entry === undefined) entries.push({ name, marks: [mark] });
	else entry.marks.push(mark);
}

function entryFromProperty([key, value]: [string, unknown]): Entry {
	const name = nameOf(key, 'A field of the subjects JSON');
	return { name, marks: [{ unit: 'mark', source: key, value }] };
}

/** Rows without anything in them are nothing; half a row is refused. */
function readRows(rows: readonly unknown[], options: MarkOptions, source: Source): SubjectReading {
	const emptyRows: number[] = [];
	const entries: Entry[] = [];
	rows.forEach((row, index) => {
		const isEmpty = isObject(row) ? Object.values(row).every(isBlank) : isBlank(row);
		if (isEmpty) emptyRows.push(index + 1);
		else entries.push(entryFromRow(row, index));
	});
	return readEntries(entries, options, source, { emptyRows });
}

function entryFromRow(row: unknown, index: number): Entry {
	const where = `Row ${index + 1} of the subjects`;
	if (!isObject(row)) {
		throw new UserError(`${where} must have a name and a mark, but is ${describe(row)}`, {
			description: 'Enter each subject as { "name": "Mathematics", "level": 6 }.',
		});
	}
	const marks: WrittenMark[] = [];
	for (const [key, value] of Object.entries(row)) {
		const unit = readUnitKey(key);
		if (unit !== undefined && !isBlank(value)) marks.push({ unit, source: key, value });
	}
	const given = Object.entries(row).filter(([key, name]) => isNameKey(key) && !isBlank(name));
	const [name, other] = given.map(([, value]) => nameOf(value, where));
	if (
		other !== undefined &&
		readSubjectName(other)?.subject !== readSubjectName(name ?? '')?.subject
	) {
		throw new UserError(`${where} has two names: ${quoted(name)} and ${quoted(other)}`, {
			description: 'Keep the field that names the subject, and remove the other one.',
		});
	}
	return { name: nameOf(name, where), marks };
}

function nameOf(value: unknown, where: string): string {
	if (typeof value === 'string' && !isBlank(value) && !isMark(value)) return value.trim();
	throw new UserError(
		isBlank(value)
			? `${where} has no subject name`
			: `${where} must have a subject name as text, but it is ${describe(value)}`,
		{ description: 'Choose a subject, or enter its name as text, for example "Mathematics".' },
	);
}

function readEntries(
	entries: Entry[],
	options: MarkOptions,
	source: Source,
	leftOut: LeftOut = {},
): SubjectReading {
	if (entries.length === 0) {
		throw new UserError(`No subjects were found in ${source.name}`, {
			description: [source.advice, leftOutDoubt(leftOut)].filter(Boolean).join(' '),
		});
	}
	const doubts: string[] = [];
	const likeLevels: string[] = [];
	const subjects = entries.map((entry) => {
		const named = readSubjectName(entry.name);
		const subject = named?.subject ?? entry.name;
		if (named === undefined || languageWithoutLevel(subject)) {
			doubts.push(nameDoubt(entry.name, subject));
		}
		const readings = entry.marks.map((mark) =>
			readWrittenMark(mark, named?.unit ?? 'mark', options, subject),
		);
		readings.forEach(({ looksLikeLevel }, index) => {
			if (looksLikeLevel) likeLevels.push(`${subject} ${describe(entry.marks[index]?.value)}`);
		});
		return { name: subject, level: agreedLevel(subject, entry.marks, readings, options) };
	});
	const isComplete =
		subjects.length >= SUBJECTS_OF_AN_NSC &&
		[leftOut.unread, leftOut.meant, leftOut.nested, leftOut.inText].every(
			(some = []) => some.length === 0,
		);
	const names = subjects.map(({ name }) => name);
	// One whose absence is a doubt of its own is not said to be empty as well.
	const isDoubted = (field: string) =>
		officialName(field) === ORIENTATION && !names.includes(ORIENTATION);
	const empty = (leftOut.empty ?? []).filter((field) => !isDoubted(field));
	const missing = leftOutDoubt({ ...leftOut, empty });
	const warnings = [
		...doubts,
		levelDoubt(likeLevels),
		...choiceDoubts(names),
		...(leftOut.contradicted ?? []),
	];
	const notes = [emptyRowsNote(leftOut), isComplete ? missing : ''];
	return {
		subjects,
		warnings: [...new Set([...warnings, isComplete ? '' : missing])].filter(Boolean),
		notes: notes.filter(Boolean),
	};
}

function readWrittenMark(
	mark: WrittenMark,
	unitOfName: MarkUnit,
	options: MarkOptions,
	name: string,
): MarkReading {
	const unit = mark.unit === 'mark' ? unitOfName : mark.unit;
	const marksAs = unit === 'mark' ? options.marksAs : unit;
	return readMark(mark.value, { ...options, marksAs }, name);
}

function agreedLevel(
	name: string,
	marks: WrittenMark[],
	readings: MarkReading[],
	options: MarkOptions,
): number {
	const level = readings[0]?.level ?? readMark(undefined, options, name).level;
	const other = readings.findIndex((reading) => reading.level !== level);
	if (other === -1) return level;
	const said = [0, other].map(
		(index) =>
			`${quoted(marks[index]?.source)} is ${describe(marks[index]?.value)} (level ${readings[index]?.level})`,
	);
	throw new UserError(`Subject ${quoted(name)}: ${said.join(', but ')}`, {
		description: 'Keep one of the two marks, or correct them so that they match.',
	});
}

function describe(value: unknown): string {
	return typeof value === 'number' ? String(value) : kindOf(value);
}
