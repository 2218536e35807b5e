import { quoted } from '../../../shared/text';
import { trimmed } from '../../../shared/values';
import { describe, HIGHEST_LEVEL, type MarkUnit, plainAmount } from './answers';
import { type FieldName, readFieldName } from './fieldName';
import { SubjectError } from './subjectError';

/** A mark, and the subject that it is for. */
export interface Mark {
	/** Where it is, for messages: `"Maths"`, `row 2`. */
	label: string;
	/** Where its subject is named, for messages. */
	namedBy: string;
	/** The name of the subject as it was written. */
	name: string;
	/** The official name, or else the name as it was written. */
	subject: string;
	/** Its subject comes from Read Fields As. */
	isSaid?: boolean;
	/** A warning about how it was read. */
	note?: string;
	/** What its field is about: "subject 1", "Home Language", or the subject without its kind. */
	topic: string;
	/** What the names of subject and mark say. */
	unit?: MarkUnit;
	value: unknown;
	/** Why it can't be used. */
	problem?: SubjectError;
}

/** A mark of the subject of this name. The unit beside the mark goes before that of the name. */
export function markOf(
	label: string,
	name: string,
	value: unknown,
	besideMark?: FieldName['unit'],
	read = readFieldName(name),
): Mark {
	const { subject = trimmed(name), why } = read;
	const unit = [besideMark, read.unit].find((one) => one === 'level' || one === 'percentage');
	const note = why === 'slip' ? `${quoted(name)} was read as ${subject}.` : undefined;
	return { label, namedBy: label, name, subject, note, topic: subject, unit, value };
}

/** A mark for which no subject was named. */
export function nameless(label: string, value: unknown): Mark {
	const problem = new SubjectError(
		`No subject name was given for ${label}`,
		'Choose a subject, or enter its name as text, for example "Mathematics".',
	);
	return { ...markOf(label, '', value), problem };
}

/** The error for a mark that may be points out of what a field beside it holds: 150, "/150". */
export function outOfOther(mark: Mark, name: string, value: unknown): SubjectError | undefined {
	const amount = plainAmount(mark.value);
	const whole = Number(/\d+/.exec(String(value))?.[0] ?? 100);
	const mayBe = mark.unit === undefined && amount > HIGHEST_LEVEL && whole >= amount;
	if (!mayBe || whole === 100 || readFieldName(name).why !== 'whole') return undefined;
	return new SubjectError(
		`Subject ${quoted(mark.subject)}: the mark in ${mark.label} may be out of ${describe(value)} (${quoted(name)})`,
		'Enter the mark as a percentage or a level.',
	);
}

/** The error for a mark of one subject where something names another one. */
export function twoSubjects(
	{ namedBy, subject }: Pick<Mark, 'namedBy' | 'subject'>,
	otherLabel: string,
	other: string,
): SubjectError {
	return new SubjectError(
		`The subject of ${namedBy} is ${quoted(subject)}, but that of ${otherLabel} is ${quoted(other)}`,
		'Correct one of them, so that it is clear which subject the mark is for.',
	);
}
