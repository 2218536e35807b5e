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
 * @throws UserError for a text that ends (or begins) in its own "-" or "_" beside an empty expression, or has
 * such a word that the expression itself doesn't have, beside other text
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

/** Whether a text ends, or begins, in the "-" or "_" that stands beside an expression. */
function isHalf(text: string, stored: string): boolean {
	// The text around the expressions.
	const own = stored
		.slice(1)
		.split('{{')
		.map((part) => (part.split('}}').at(-1) ?? '').trim());
	const texts = own.filter((part) => part !== '');
	const [first = ''] = texts;
	const last = texts.at(-1) ?? '';
	const beginsOpen = own[0] === '' && /^[-_]/.test(first) && text.startsWith(first);
	const endsOpen = own.at(-1) === '' && /[-_]$/.test(last) && text.endsWith(last);
	return endsOpen || beginsOpen;
}
