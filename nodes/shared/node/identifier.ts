import { UserError } from 'n8n-workflow';

import { kindOf, quoted } from '../text';
import { isBlank, trimmed } from '../values';
import { emptyError } from './emptiness';
import { checkLength } from './readValue';

const ID_ADVICE =
	'An ID can\'t contain spaces, quotation marks, slashes, "?", "#" or "%". A numeric ID has only digits. If it comes from a spreadsheet, format its column as plain text.';

/**
 * An ID as text that is safe as one segment of a path. Services choose its form, so it may be any text
 * without blanks and quotation marks (a cell may hold `'22','23'`), or a whole number. A number that has
 * more than digits is refused, because it may stand for another ID; `12.0` is 12. The client
 * percent-encodes it.
 *
 * @param label the parameter's display name, for the message
 * @param advice what else may have been meant, as sentences
 * @throws UserError
 */
export function readIdentifier(value: unknown, label: string, advice = ''): string {
	const text = identifierText(value, label);
	const isSegment = text !== '.' && text !== '..' && !/[\s"'“”‘’/\\?#%\p{Cc}\p{Cs}]/u.test(text);
	if (isSegment && !isOtherNumber(text)) return text;
	throw new UserError(`"${label}" is not an ID: ${quoted(text)}`, {
		description: `${advice} ${ID_ADVICE}`.trim(),
	});
}

/**
 * What was entered for an ID, as text.
 *
 * @param label the parameter's display name, for the message
 * @throws UserError
 */
export function identifierText(value: unknown, label: string): string {
	if (isBlank(value)) throw emptyError(label, 'Choose one from the list or enter its ID.');
	// A spreadsheet may write 12 as "12.0".
	if (typeof value === 'string') {
		return checkLength(trimmed(value).replace(/^(\d+)\.00?$/, '$1'), label);
	}
	if (Number.isSafeInteger(value)) return String(value);
	throw new UserError(`"${label}" must be an ID, but is ${kindOf(value)}`, {
		description:
			'Use the ID itself, for example {{ $json.id }}. Enter IDs above 9007199254740991 as text, because numbers that large lose digits.',
	});
}

/** A number with more than digits: a sign, decimals, an exponent, separators. */
function isOtherNumber(text: string): boolean {
	if (/^\d*$/.test(text)) return false;
	return !Number.isNaN(Number(text)) || /^\d+(?:[.,]\d+)+$/.test(text);
}
