import { UserError } from 'n8n-workflow';

import { type Given, readLocator } from '../../shared/node/form';
import { quoted } from '../../shared/text';

/**
 * The words that JavaScript writes for a missing value (`promo-null`, `promonull`), but not inside a word
 * such as "annulled".
 */
const MISSING = /undefined|\[object Object\]|(?<!\p{L})(?:null|NaN)|(?:null|NaN)(?!\p{L})/gu;

/**
 * Refuses half of a key: "promo-" from `promo-{{ $json.code }}`, or "promo-undefined" from
 * `{{ 'promo-' + $json.code }}`, would be one record for every row without a code. What an expression alone
 * gives is otherwise taken as it is.
 *
 * @throws UserError for a text whose own "-" or "_" stands beside an empty expression (at the end, at the beginning, or
 * on both sides of it), or that has such a word that the expression itself doesn't have, beside other text
 */
export function refuseIncompleteKey(text: string, given: Given): string {
	const { value: stored } = readLocator(given.stored());
	if (typeof stored !== 'string' || !stored.startsWith('=')) return text;
	const words = text.match(MISSING) ?? [];
	const hasGap = words.some((word) => word !== text && !stored.includes(word));
	if (!hasGap && !isHalf(text, stored)) return text;
	const { label } = given;
	throw new UserError(`"${label}" looks incomplete: ${quoted(text)}`, {
		description: `An expression in it returned nothing. Make sure every field that "${label}" refers to has a value.`,
	});
}

/** Whether a text has the "-" or "_" beside an expression as if that gave nothing. Blanks don't count. */
function isHalf(text: string, stored: string): boolean {
	const got = withoutBlanks(text);
	// The text around the expressions.
	const own = stored
		.slice(1)
		.split('{{')
		.map((part) => withoutBlanks(part.split('}}').at(-1) ?? ''));
	// Expressions without text between them count as one.
	const parts = own.filter((part, index) => part !== '' || index === 0 || index === own.length - 1);
	return parts.slice(1).some((after, index) => {
		const before = parts[index] ?? '';
		if (!/(^|[-_])$/.test(before) || !/^([-_]|$)/.test(after)) return false;
		if (before === '') return after !== '' && got.startsWith(after);
		return after === '' ? got.endsWith(before) : got.includes(before + after);
	});
}

function withoutBlanks(text: string): string {
	return text.replace(/\s+/g, '');
}
