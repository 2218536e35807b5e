import { UserError, type INodePropertyOptions } from 'n8n-workflow';

import { type Field, openChoiceField } from '../shared/node/field';
import { kindOf } from '../shared/text';
import { knownProvince, PROVINCE_NAMES } from './southAfrica/provinces';

/** The provinces for a dropdown: what is shown is what is stored and sent. */
export const provinceOptions: INodePropertyOptions[] = PROVINCE_NAMES.map((name) => ({
	name,
	value: name,
}));

/**
 * A dropdown of the nine provinces; an expression may give them in other spellings. What is none of them
 * is refused.
 *
 * @param use what it is for, as a sentence
 */
export function provinceField(use: string): Field<'province', string> {
	return openChoiceField({
		displayName: 'Province',
		name: 'province',
		type: 'options',
		allowArbitraryValues: true,
		options: provinceOptions,
		default: 'Gauteng',
		description: `${use}. Expressions can also use other spellings, e.g. KZN or north-west.`,
	}).map((text) => {
		const name = knownProvince(text);
		if (name !== undefined) return name;
		throw new UserError(`"Province" is not one of the nine provinces: ${kindOf(text)}`, {
			description: `Use one of these: ${PROVINCE_NAMES.join(', ')}.`,
		});
	});
}
