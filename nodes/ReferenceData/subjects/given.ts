import { UserError } from 'n8n-workflow';

import { kindOf, quoted } from '../../shared/text';
import { isNotTaken, type MarkUnit } from './marks';

/** A mark and the subject that it is for. */
export interface Given {
	/** The subject, or its field, as people wrote it. */
	written: string;
	/** The official name, if it is known. */
	subject?: string;
	unit?: MarkUnit;
	value: unknown;
	/** Where the mark is, for messages: `"Maths"`, `row 2`. */
	place: string;
}

/** A subject, and where it is named. */
type Name = Pick<Given, 'written' | 'subject' | 'place'>;

/** The official name of a subject, or the name as it was entered. */
export function nameOf({ subject, written }: Pick<Given, 'subject' | 'written'>): string {
	return subject ?? written;
}

/** The error for a subject's name that is missing, or isn't a text. */
export function noName(place: string, value: unknown): UserError {
	return new UserError(
		isNotTaken(value)
			? `${place} has no subject name`
			: `${place} must have a subject name as text, but it is ${describe(value)}`,
		{ description: 'Choose a subject, or enter its name as text, for example "Mathematics".' },
	);
}

/** The error for two names of subjects where there is one mark. */
export function twoNames(one: Name, other: Name): UserError {
	return new UserError(
		`The subject of ${one.place} is ${quoted(nameOf(one))}, but that of ${other.place} is ${quoted(nameOf(other))}`,
		{ description: 'Correct one of them, so that it is clear which subject the mark is for.' },
	);
}

/** A value as messages write it. */
export function describe(value: unknown): string {
	return typeof value === 'number' ? String(value) : kindOf(value);
}
