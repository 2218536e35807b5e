import { UserError, type INodePropertyOptions } from 'n8n-workflow';

import { type Field, openChoiceField } from '../shared/node/field';
import { kindOf } from '../shared/text';
import { fold } from './words';

/** The nine provinces with their short names (ISO 3166-2:ZA and everyday ones) and Afrikaans names. */
const PROVINCES = [
	'Eastern Cape, EC, E Cape, Oos-Kaap',
	'Free State, FS, Vrystaat, Orange Free State',
	'Gauteng, GP, GT, GAU',
	'KwaZulu-Natal, KZN, KwaZulu, Natal',
	'Limpopo, LP, LIM',
	'Mpumalanga, MP, MPU',
	'North West, NW, Noordwes',
	'Northern Cape, NC, N Cape, Noord-Kaap',
	'Western Cape, WC, W Cape, Wes-Kaap',
].map((row) => row.split(', '));

/** The provinces for a dropdown: what is shown is what is stored and sent. */
export const provinceOptions: INodePropertyOptions[] = PROVINCES.map(([name = '']) => ({
	name,
	value: name,
}));

/**
 * A dropdown of the nine provinces; an expression may give them in other spellings.
 *
 * @param use what it is for, as a sentence
 */
export function provinceField(use: string): Field<'province', string> {
	return openChoiceField({
		displayName: 'Province',
		name: 'province',
		type: 'options',
		typeOptions: { allowArbitraryValues: true },
		options: provinceOptions,
		default: 'Gauteng',
		description: `${use}. Expressions can also use other spellings, e.g. KZN or north-west.`,
	}).map(readProvince);
}

const provinceByKey = new Map(
	PROVINCES.flatMap((names) => names.map((name) => [provinceKey(name), names[0]])),
);

/** The name of the province that a text stands for ("KZN", "north-west", "Wes-Kaap"), or undefined. */
export function knownProvince(text: string): string | undefined {
	const key = provinceKey(text);
	return provinceByKey.get(key) ?? provinceByKey.get(key.replace(/^za/, ''));
}

/**
 * The name of a province as the service spells it, from what a person or a sheet wrote.
 *
 * @throws UserError listing the nine when it is none of them, or no text
 */
function readProvince(value: string): string {
	const name = knownProvince(value);
	if (name !== undefined) return name;
	const given = kindOf(value === '' ? undefined : value);
	throw new UserError(`"Province" is not one of the nine provinces: ${given}`, {
		description: `Use one of these: ${provinceOptions.map(({ name }) => name).join(', ')}.`,
	});
}

/** Whether two texts name the same province; what is none of the nine is compared as it stands. */
export function isSameProvince(one: string, other: string): boolean {
	return fold(knownProvince(one) ?? one) === fold(knownProvince(other) ?? other);
}

/** The folded name without the words around it ("Province of Gauteng"). */
function provinceKey(text: string): string {
	return fold(text.replace(/\b(province|provinsie|prov|of|the|van|die)\b/gi, ''));
}
