import { UserError } from 'n8n-workflow';

import { type Given, readLocator } from '../../shared/node/form';
import { quoted } from '../../shared/text';

/**
 * Refuses half of a key: "promo-" from `promo-{{ $json.code }}` would be one record for every row
 * without a code. What an expression alone gives is taken as it is.
 *
 * @throws UserError for a text that ends (or begins) in its own "-" or "_" beside an empty expression
 */
export function wholeKey(text: string, given: Given): string {
	const { value: stored } = readLocator(given.stored());
	if (typeof stored !== 'string') return text;
	// What stands around the expressions.
	const own = stored
		.slice(1)
		.split('{{')
		.map((part) => (part.split('}}').at(-1) ?? '').trim());
	const texts = own.filter((part) => part !== '');
	const [first = ''] = texts;
	const last = texts.at(-1) ?? '';
	const beginsOpen = own[0] === '' && /^[-_]/.test(first) && text.startsWith(first);
	const endsOpen = own.at(-1) === '' && /[-_]$/.test(last) && text.endsWith(last);
	if (!endsOpen && !beginsOpen) return text;
	const { label } = given;
	throw new UserError(`"${label}" looks incomplete: ${quoted(text)}`, {
		description: `An expression in it returned nothing. Make sure every field that "${label}" refers to has a value.`,
	});
}
