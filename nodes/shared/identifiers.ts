import { UserError } from 'n8n-workflow';

import { kindOf, quoted } from './wording';

const LONGEST = 255;

/**
 * An identifier as text, safe to become one segment of a path: a text or a whole number that cannot
 * change which call is made. The services do not say what their identifiers look like, so every
 * other character passes, and is percent-encoded by the client.
 *
 * @param label the parameter's display name, for the message
 * @throws UserError
 */
export function readIdentifier(value: unknown, label: string): string {
	const text = identifierText(value, label);
	if (text === '') {
		throw new UserError(`"${label}" is empty`, {
			description: `Choose a record from the list, or give its ID. If "${label}" is an expression, check that the field it reads has a value.`,
		});
	}
	if (text === '.' || text === '..' || /[/\\?#%\p{Cc}\p{Cs}]/u.test(text)) {
		throw new UserError(`"${label}" is not an ID: ${quoted(text)}`, {
			description:
				'An ID cannot be "." or "..", nor contain a slash, a backslash, "?", "#", "%" or a line break.',
		});
	}
	if (text.length > LONGEST) {
		throw new UserError(
			`"${label}" is too long for an ID: ${text.length} characters, at most ${LONGEST}`,
		);
	}
	return text;
}

function identifierText(value: unknown, label: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value.trim();
	if (typeof value === 'bigint') return String(value);
	if (typeof value === 'number') {
		if (Number.isSafeInteger(value) && value >= 0) return String(value);
		throw new UserError(`"${label}" is not an ID: ${value}`, {
			description:
				'A number must be whole and not negative. Give an ID beyond 9007199254740991 as text, since a number that large loses digits.',
		});
	}
	throw new UserError(`"${label}" must be an ID, but is ${kindOf(value)}`, {
		description: 'Give the ID itself, as text or number, for example {{ $json.id }}.',
	});
}

/** True where no identifier was given at all: a locator left empty. */
export function isUnset(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}
