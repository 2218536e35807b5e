import { UserError } from 'n8n-workflow';

import { kindOf, quoted } from '../shared/wording';
import { readIdentifier } from '../shared/identifiers';

/**
 * A school's EMIS number as nine digits. A shorter number is refused and not filled up: EMIS numbers
 * begin with the province's digit, 1 to 9, so a zero in front can not have been lost.
 *
 * @throws UserError
 */
export function readEmis(value: unknown): string {
	return digits(value, 'EMIS Number', /^\d{9}$/, 'An EMIS number has exactly nine digits.');
}

/**
 * The numeric id of a school, as text: it may exceed what a JavaScript number holds.
 *
 * @throws UserError, also for a number that has already lost digits
 */
export function readSchoolId(value: unknown): string {
	return digits(value, 'School ID', /^\d{1,20}$/, 'A school ID is 1 to 20 digits.');
}

/**
 * A postal code as four digits: 1 and "1" are "0001", since sheets drop the zeros in front.
 *
 * @throws UserError
 */
export function readPostalCode(value: unknown): string {
	const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
	if (/^\d{1,4}$/.test(text)) return text.padStart(4, '0');
	const given = typeof value === 'number' ? text : kindOf(value === '' ? undefined : value);
	throw new UserError(`"Postal Code" is not a postal code: it is ${given}`, {
		description: 'A postal code has four digits, for example 0181; zeros in front may be missing.',
	});
}

/** The UUID of a postal code record. @throws UserError */
export function readUuid(value: unknown): string {
	const text = readIdentifier(value, 'Postal Code ID');
	if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return text;
	throw new UserError(`"Postal Code ID" is not a UUID: ${quoted(text)}`, {
		description:
			'Give the id of a postal code record, for example 3f2b8c1e-5d47-4a90-9c36-7e1d0a5b2f84. To look up a code such as 0181, use the filter of Get Many or the operation Validate.',
	});
}

/** A university's short identifier. @throws UserError */
export function readUniversityId(value: unknown): string {
	const text = readIdentifier(value, 'University');
	if (text.length <= 100 && !/\s/u.test(text)) return text;
	throw new UserError(`"University" is not a university's ID: ${quoted(text)}`, {
		description: 'Give the id, a short text without blanks and of at most 100 characters.',
	});
}

function digits(value: unknown, label: string, pattern: RegExp, description: string): string {
	const text = readIdentifier(value, label);
	if (pattern.test(text)) return text;
	throw new UserError(`"${label}" is not valid: ${quoted(text)}`, { description });
}
