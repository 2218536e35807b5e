import { UserError } from 'n8n-workflow';

import type { Hint } from '../../shared/node/hints';
import { hintOfExpression } from '../../shared/node/wholeExpression';
import { checkExpression, quoted } from '../../shared/text';
import { isObject } from '../../shared/values';
import { nearestTo } from './fieldName';
import { describe, type Given, nameOf, twoNames } from './given';
import { findInFields } from './inputFields';
import { isNotTaken, looksLikeLevel, type MarkOptions, readMark } from './marks';
import { findInJson, findInRows, USE_JSON } from './rows';
import { isLevelOf, wordsOf } from './findSubject';
import { officialSubjects } from './subjectTable';

/** A subject as the calculator takes it. */
export interface SubjectLevel {
	name: string;
	level: number;
}

/** Where the subjects come from: a value of "Subjects From", and what it holds. */
export interface SubjectSource {
	from: 'define' | 'json' | 'fields';
	data: unknown;
}

const NO_SUBJECTS: Readonly<Record<SubjectSource['from'], readonly [string, string]>> = {
	define: [
		'"Subjects"',
		`Add at least one subject with its mark. ${hintOfExpression('Subjects')} Set "Subjects From" to JSON or Input Fields instead.`,
	],
	json: [
		'"Subjects (JSON)"',
		`Enter at least one subject with its mark. ${USE_JSON} ${checkExpression('Subjects (JSON)')}`,
	],
	fields: [
		'the fields of the input item',
		'Name at least one field after a subject ("Mathematics"), or use pairs such as "Subject 1" and "Mark 1". If each row has one subject of a learner, combine the rows of a learner with the Aggregate node first, and set "Subjects From" to JSON. For subjects inside a list or an object, use JSON, too.',
	],
};

const MATHEMATICS = ['Mathematics', 'Mathematical Literacy', 'Technical Mathematics'];

/** So many subjects count in most scores. */
const LEAST_SUBJECTS = 6;

const MOST_LISTED = 10;

/**
 * A learner's subjects with their NSC levels, each once, and what to tell the builder. Nothing is guessed:
 * what looks like a mark and can't be read is in a hint or an error.
 *
 * @throws UserError naming subject and value for anything but a mark, two marks of one subject with
 * different levels, a mark without a subject, or no subjects at all
 */
export function readSubjects(
	source: SubjectSource,
	options: MarkOptions,
): { subjects: SubjectLevel[]; hints: Hint[] } {
	const { given, unread } = find(source);
	const taken = given.filter(({ value }) => !isNotTaken(value));
	const left = [...leftOver(unread), ...notTaken(given, taken)];
	if (taken.length === 0) {
		const [place, advice] = NO_SUBJECTS[source.from];
		throw new UserError(`No subjects were found in ${place}`, {
			description: [advice, ...left.map(({ text }) => text)].join(' '),
		});
	}
	const subjects = levelsOnce(taken, options);
	return { subjects, hints: [...doubts(subjects, taken, options), ...left] };
}

function find({ from, data }: SubjectSource): { given: Given[]; unread: string[] } {
	if (from === 'fields') return findInFields(isObject(data) ? data : {});
	if (from === 'json') return { given: findInJson(data), unread: [] };
	const rows = isObject(data) ? data.subject : data;
	return { given: findInRows(Array.isArray(rows) ? rows : []), unread: [] };
}

/**
 * Each subject once.
 *
 * @throws UserError if two marks of a subject are different levels, or a language is given with its level
 * and without
 */
function levelsOnce(taken: readonly Given[], options: MarkOptions): SubjectLevel[] {
	const read = new Map<string, { name: string; level: number; mark: Given }>();
	for (const mark of taken) {
		const name = nameOf(mark);
		const level = readMark(mark.value, name, options, mark.unit);
		const key = wordsOf(name).join(' ') || name;
		const before = read.get(key);
		if (before === undefined) read.set(key, { name, level, mark });
		else if (before.level !== level) throw twoLevels(before, { name, level, mark });
	}
	const all = [...read.values()];
	for (const bare of all.filter(({ name }) => !isOfficial(name))) {
		const full = all.find(({ name }) => isLevelOf(name, bare.name));
		if (full !== undefined) throw twoNames(full.mark, bare.mark);
	}
	return all.map(({ name, level }) => ({ name, level }));
}

function twoLevels(...marks: Array<{ name: string; level: number; mark: Given }>): UserError {
	const said = marks.map(
		({ level, mark }) => `${mark.place} is ${describe(mark.value)} (level ${level})`,
	);
	return new UserError(`Subject ${quoted(marks[0]?.name)}: ${said.join(', but ')}`, {
		description: 'A subject counts once. Keep one of the two marks, and clear or remove the other.',
	});
}

function leftOver(fields: readonly string[]): Hint[] {
	if (fields.length === 0) return [];
	const list = listed(fields, (field) => {
		const nearest = nearestTo(field);
		return nearest === undefined ? quoted(field) : `${quoted(field)} (${nearest}?)`;
	});
	const text = `These fields may be marks, but aren't named after a subject, so they weren't read: ${list}. To include a mark, name its field after the subject.`;
	return [{ text, type: 'warning' }];
}

function notTaken(given: readonly Given[], taken: readonly Given[]): Hint[] {
	const names = new Set(taken.map(nameOf));
	const fields = given.filter((mark) => isNotTaken(mark.value) && !names.has(nameOf(mark)));
	if (fields.length === 0) return [];
	const list = listed(fields.map(({ written }) => written));
	return [{ text: `These subjects have no mark, so they count as not taken: ${list}.` }];
}

function doubts(
	subjects: readonly SubjectLevel[],
	taken: readonly Given[],
	options: MarkOptions,
): Hint[] {
	const texts = taken.filter(({ subject }) => !isOfficial(subject)).map(nameDoubt);
	if (taken.every((mark) => isPercentage(mark, options) && looksLikeLevel(mark.value, options))) {
		texts.push(
			'All marks were read as percentages, but they look like levels. If they are, set "Mark Type" to Level.',
		);
	}
	const names = subjects.map(({ name }) => name);
	if (names.length < LEAST_SUBJECTS) {
		const count = names.length === 1 ? '1 subject was' : `${names.length} subjects were`;
		texts.push(`Only ${count} found. The NSC has seven, and most scores count six of them.`);
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
	return [...new Set(texts)].map((text) => ({ text, type: 'warning' }));
}

function isOfficial(subject: string | undefined): boolean {
	return subject !== undefined && officialSubjects.includes(subject);
}

function isPercentage({ unit = 'mark' }: Given, { marksAs }: MarkOptions): boolean {
	return unit === 'mark' ? marksAs === 'percentage' : unit === 'percentage';
}

function nameDoubt({ written, subject }: Given): string {
	if (subject !== undefined) {
		return `${quoted(written)} could be the Home Language or the First or Second Additional Language. It is sent as ${quoted(subject)}.`;
	}
	const nearest = nearestTo(written);
	const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
	return `${quoted(written)} isn't a known NSC subject. It is sent as entered; the service decides whether it counts.${meant}`;
}

function listed(names: readonly string[], write: (name: string) => string = quoted): string {
	const more = names.length - MOST_LISTED;
	const shown = names.slice(0, MOST_LISTED).map(write).join(', ');
	return more > 0 ? `${shown} and ${more} more` : shown;
}
