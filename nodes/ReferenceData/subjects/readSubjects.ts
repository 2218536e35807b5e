import { UserError } from 'n8n-workflow';

import type { Hint } from '../../shared/node/hints';
import { hintOfExpression } from '../../shared/node/wholeExpression';
import { checkExpression, counted, quoted } from '../../shared/text';
import {
	entriesOf,
	type Entry,
	type Field,
	type SubjectSource,
	twoNames,
	USE_JSON,
} from './entries';
import { mayBeMark, nearestSubject, readFieldName, subjectsNamedIn } from './fieldName';
import {
	describe,
	isMark,
	isNotTaken,
	type LevelScale,
	looksLikeLevel,
	type MarkUnit,
	readMark,
} from './marks';
import { languageLevels, officialSubjects } from './subjectTable';

/** A subject as the calculator takes it. */
export interface SubjectLevel {
	name: string;
	level: number;
}

/** How to read marks. */
export interface MarkOptions {
	/** What a mark without a unit means. */
	marksAs: MarkUnit;
	levelScale: LevelScale;
}

/** A mark whose subject and unit are known. */
interface Mark extends Entry {
	/** The official name, or the name as it was entered. */
	subject: string;
	unit: MarkUnit;
}

const NO_SUBJECTS: Readonly<Record<SubjectSource['from'], readonly [string, string]>> = {
	define: [
		'"Subjects"',
		`Add at least one subject with its mark. ${hintOfExpression('Subjects')} Set "Subjects From" to JSON or Input Fields instead.`,
	],
	json: ['"Subjects (JSON)"', `${USE_JSON} ${checkExpression('Subjects (JSON)')}`],
	fields: [
		'the fields of the input item',
		'Name at least one field after a subject ("Mathematics"), or use pairs such as "Subject 1" and "Mark 1". If each row has one subject, combine the rows of a learner with the Aggregate node first. For a list or an object of subjects, as that node returns it, set "Subjects From" to JSON.',
	],
};

const MATHEMATICS = ['Mathematics', 'Mathematical Literacy', 'Technical Mathematics'];

/** So many subjects count in most scores. */
const LEAST_SUBJECTS = 6;

/**
 * A learner's subjects with their NSC levels, each once, and what to tell the builder. Nothing is guessed:
 * what looks like a mark and can't be read is in a hint or an error.
 *
 * @throws UserError naming subject and value for anything but a mark, two marks of one subject with
 * different levels, a mark without a subject, or no subjects at all
 */
export function readSubjects(
	source: SubjectSource,
	{ marksAs, levelScale }: MarkOptions,
): { subjects: SubjectLevel[]; hints: Hint[] } {
	const { entries, rest } = entriesOf(source);
	const marks = entries.map((entry) => markOf(entry, marksAs));
	const taken = marks.filter(({ value }) => !isNotTaken(value));
	const left = [...leftOver(rest), ...notTaken(marks, taken)];
	if (taken.length === 0) {
		const [place, advice] = NO_SUBJECTS[source.from];
		throw new UserError(`No subjects were found in ${place}`, {
			description: [advice, ...left.map(({ text }) => text)].join(' '),
		});
	}
	requireNoContradiction(taken, rest);
	const subjects = levelsOnce(taken, levelScale);
	return { subjects, hints: [...doubts(subjects, taken, levelScale), ...left] };
}

function markOf(entry: Entry, marksAs: MarkUnit): Mark {
	const { subject = entry.name.trim(), ...name } = readFieldName(entry.name);
	const unit = [entry.unit, name.unit].find((one) => one !== undefined && one !== 'mark');
	return { ...entry, subject, unit: unit ?? marksAs };
}

/** @throws UserError if a text names another subject than the mark that its field speaks of */
function requireNoContradiction(taken: readonly Mark[], rest: readonly Field[]): void {
	for (const { field, value } of rest) {
		if (typeof value !== 'string') continue;
		const about = subjectsNamedIn(field);
		const mark = taken.find(({ subject }) => about.includes(subject));
		if (mark === undefined) continue;
		// "Lit" in "Maths type".
		const named = readFieldName(value).subject ?? readFieldName(`${mark.subject} ${value}`).subject;
		if (named === undefined || taken.some(({ subject }) => subject === named)) continue;
		throw twoNames(mark, { label: `the field ${quoted(field)}`, name: named });
	}
}

/**
 * Each subject once.
 *
 * @throws UserError if two marks of a subject are different levels, or a language is given with its level
 * and without
 */
function levelsOnce(taken: readonly Mark[], levelScale: LevelScale): SubjectLevel[] {
	const read = new Map<string, { level: number; mark: Mark }>();
	for (const mark of taken) {
		const { subject, unit, value, label } = mark;
		const level = readMark(value, subject, unit, levelScale);
		const before = read.get(subject) ?? { level, mark };
		if (before.level !== level) {
			throw new UserError(
				`Subject ${quoted(subject)}: ${before.mark.label} is ${describe(before.mark.value)} (level ${before.level}), but ${label} is ${describe(value)} (level ${level})`,
				{
					description:
						'A subject counts once. Keep one of the two marks, and clear or remove the other.',
				},
			);
		}
		read.set(subject, before);
	}
	for (const { mark } of read.values()) {
		const names = languageLevels.map((level) => `${mark.subject} ${level}`);
		const full = taken.find(({ subject }) => names.includes(subject));
		if (full !== undefined) throw twoNames(full, mark);
	}
	return [...read].map(([name, { level }]) => ({ name, level }));
}

function leftOver(rest: readonly Field[]): Hint[] {
	const fields = rest.filter(({ field, value }) => isMark(value) && mayBeMark(field));
	if (fields.length === 0) return [];
	const names = fields.map(({ field }) => {
		const nearest = nearestSubject(field);
		return nearest === undefined ? quoted(field) : `${quoted(field)} (${nearest}?)`;
	});
	const text = `These fields may be marks, but aren't named after a subject, so they weren't read: ${names.join(', ')}. To include a mark, name its field after the subject.`;
	return [{ text, type: 'warning' }];
}

function notTaken(marks: readonly Mark[], taken: readonly Mark[]): Hint[] {
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
	levelScale: LevelScale,
): Hint[] {
	const texts = taken.filter(({ subject }) => !officialSubjects.includes(subject)).map(nameDoubt);
	const isOdd = ({ unit, value }: Mark) =>
		unit === 'percentage' && looksLikeLevel(value, levelScale);
	if (taken.every(isOdd)) {
		texts.push(
			'All marks were read as percentages, but they look like levels. If they are, set "Mark Type" to Level.',
		);
	}
	const names = subjects.map(({ name }) => name);
	if (names.length < LEAST_SUBJECTS) {
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
	return [...new Set(texts)].map((text) => ({ text, type: 'warning' }));
}

function nameDoubt({ name, subject }: Mark): string {
	if (readFieldName(name).subject !== undefined) {
		return `${quoted(name)} could be the Home Language or the First or Second Additional Language. It is sent as ${quoted(subject)}.`;
	}
	const nearest = nearestSubject(name);
	const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
	return `${quoted(name)} isn't a known NSC subject. It is sent as entered; the service decides whether it counts.${meant}`;
}
