import { UserError } from 'n8n-workflow';

import { quoted } from '../../shared/text';
import { trimmed } from '../../shared/values';
import {
	isOtherField,
	pairKind,
	readFieldName,
	readSubjectName,
	subjectsNamedIn,
} from './fieldName';
import { describe, type Given, nameOf, twoNames } from './given';
import { isMark, isNotTaken, type MarkUnit } from './marks';
import { isLevelOf } from './findSubject';
import { languageLevels } from './subjectTable';

/** The fields with one base: "Subject 1" and "Level 1". */
interface Pair {
	/** "subject", "elective", "language", or a language level. */
	kind: string;
	isNumbered: boolean;
	names: Array<{ field: string; text: string }>;
	marks: Array<{ field: string; unit?: MarkUnit; value: unknown }>;
	emptyName?: string;
}

/** A text in a field that isn't a mark's, and may contradict one: "Maths type". */
interface Remark {
	field: string;
	text: string;
}

/**
 * Subjects from the fields of an item: those named after a subject, and pairs. `unread` are other fields
 * that may hold marks.
 *
 * @throws UserError if half a pair is empty, or a text names another subject than the mark beside it
 */
export function findInFields(json: Readonly<Record<string, unknown>>): {
	given: Given[];
	unread: string[];
} {
	const parts: Array<Given | Pair> = [];
	const pairs = new Map<string, Pair>();
	const remarks: Remark[] = [];
	const unread: string[] = [];
	for (const [field, value] of Object.entries(json)) {
		const { subject, unit, base } = readFieldName(field);
		const kind = pairKind(base);
		const isText = typeof value === 'string' && !isNotTaken(value) && !isMark(value);
		if (subject !== undefined) {
			if (isText && namedBy(value, subject) !== undefined) remarks.push({ field, text: value });
			else parts.push({ written: field, subject, unit, value, place: quoted(field) });
		} else if (kind !== undefined) {
			const pair = pairs.get(base) ?? { kind, isNumbered: base !== kind, names: [], marks: [] };
			if (!pairs.has(base)) parts.push(pair);
			pairs.set(base, pair);
			if (unit !== undefined || isMark(value)) pair.marks.push({ field, unit, value });
			else if (isText) pair.names.push({ field, text: value });
			else if (isNotTaken(value)) pair.emptyName = field;
		} else if (isText) remarks.push({ field, text: value });
		else if (isMark(value)) unread.push(field);
	}
	const given = parts.flatMap((part) => {
		if (!('marks' in part)) return [part];
		const isAlone = !parts.some((other) => other !== part && hasMark(other));
		// A row with one "Subject" and its "Mark" is no learner.
		const isRow = isAlone && part.kind === 'subject' && !part.isNumbered;
		const read = isRow ? undefined : readPair(part);
		if (read === undefined) {
			unread.push(...part.marks.filter(({ value }) => isMark(value)).map(({ field }) => field));
		}
		return read ?? [];
	});
	requireNoContradiction(given, remarks);
	return { given, unread: unread.filter((field) => !isOtherField(field)) };
}

function hasMark(part: Given | Pair): boolean {
	const values = 'marks' in part ? part.marks.map(({ value }) => value) : [part.value];
	return values.some((value) => !isNotTaken(value));
}

/**
 * The marks of a pair, or undefined if it names no subject. Only a numbered subject, or an elective, may be
 * one that isn't in the table.
 *
 * @throws UserError if the name or the mark is empty, or two fields name different subjects
 */
function readPair({ kind, isNumbered, names, marks, emptyName }: Pair): Given[] | undefined {
	const filled = marks.filter(({ value }) => trimmed(String(value ?? '')) !== '');
	const [first, ...others] = names.map(({ field, text }) => ({
		place: `the field ${quoted(field)}`,
		...subjectOfPair(kind, text),
	}));
	if (first === undefined) {
		const [mark] = filled.filter(({ value }) => !isNotTaken(value));
		if (emptyName === undefined || mark === undefined) return undefined;
		throw new UserError(
			`The field ${quoted(emptyName)} is empty, but ${quoted(mark.field)} is ${describe(mark.value)}`,
			{ description: 'Enter the subject for this mark, or clear both fields.' },
		);
	}
	const { subject, written } = first;
	const isChoice = isNumbered && (kind === 'subject' || kind === 'elective');
	if (marks.length === 0) {
		return isChoice ? [{ written, subject, value: undefined, place: first.place }] : [];
	}
	const other = others.find((name) => nameOf(name) !== nameOf(first));
	if (other !== undefined) throw twoNames(first, other);
	if (subject === undefined && !isChoice && kind !== 'elective') return undefined;
	if (subject !== undefined && languageLevels.includes(kind) && !subject.endsWith(` ${kind}`)) {
		throw twoNames(first, { place: quoted(marks[0]?.field), written: kind });
	}
	if (filled.length === 0 && subject !== undefined) {
		throw new UserError(`Subject ${quoted(subject)}: no mark was given`, {
			description: `Enter the mark in ${quoted(marks[0]?.field)}, or clear both fields.`,
		});
	}
	return (filled.length > 0 ? filled : marks).map(({ field, unit, value }) => ({
		written,
		subject,
		unit,
		value,
		place: quoted(field),
	}));
}

/** The subject that a text of a pair names; the field of a language level completes a language. */
function subjectOfPair(kind: string, text: string): Pick<Given, 'written' | 'subject'> {
	const completed = languageLevels.includes(kind)
		? readSubjectName(`${text} ${kind}`).subject
		: undefined;
	return { written: text.trim(), subject: completed ?? readSubjectName(text).subject };
}

/** The subject that a text names, by itself or beside the subject of its field: "Maths type" is "Lit". */
function namedBy(text: string, subject: string): string | undefined {
	const alone = readSubjectName(text);
	if (alone.subject !== undefined || alone.base === '') return alone.subject;
	return readSubjectName(`${subject} ${text}`).subject;
}

/** @throws UserError if a text names another subject than the mark that its field speaks of */
function requireNoContradiction(given: readonly Given[], remarks: readonly Remark[]): void {
	const taken = given.filter(({ value }) => !isNotTaken(value));
	const sent = new Set(taken.map(({ subject }) => subject));
	for (const { field, text } of remarks) {
		const about = subjectsNamedIn(field);
		const mark = taken.find(({ subject }) => subject !== undefined && about.includes(subject));
		if (mark?.subject === undefined) continue;
		const named = namedBy(text, mark.subject);
		if (named === undefined || sent.has(named) || isLevelOf(mark.subject, named)) continue;
		throw twoNames(mark, {
			place: `the field ${quoted(field)}`,
			written: text,
			subject: named,
		});
	}
}
