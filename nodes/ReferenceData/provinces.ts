import { UserError, type INodePropertyOptions } from 'n8n-workflow';

import { kindOf } from '../shared/wording';
import { lazily } from '../shared/values';

/** The nine provinces with their short names (ISO 3166-2:ZA and everyday ones) and Afrikaans names. */
const provinces: ReadonlyArray<{ name: string; alsoWritten: readonly string[] }> = [
	{ name: 'Eastern Cape', alsoWritten: ['EC', 'E Cape', 'Oos-Kaap'] },
	{ name: 'Free State', alsoWritten: ['FS', 'Vrystaat', 'Orange Free State'] },
	{ name: 'Gauteng', alsoWritten: ['GP', 'GT', 'GAU'] },
	{ name: 'KwaZulu-Natal', alsoWritten: ['KZN', 'KwaZulu', 'Natal'] },
	{ name: 'Limpopo', alsoWritten: ['LP', 'LIM'] },
	{ name: 'Mpumalanga', alsoWritten: ['MP', 'MPU'] },
	{ name: 'North West', alsoWritten: ['NW', 'Noordwes'] },
	{ name: 'Northern Cape', alsoWritten: ['NC', 'N Cape', 'Noord-Kaap'] },
	{ name: 'Western Cape', alsoWritten: ['WC', 'W Cape', 'Wes-Kaap'] },
];

/** The provinces' names, alphabetical. */
export const provinceNames: readonly string[] = provinces.map(({ name }) => name);

/** The provinces for a dropdown: what is shown is what is stored and sent. */
export const provinceOptions: INodePropertyOptions[] = provinceNames.map((name) => ({
	name,
	value: name,
}));

const provinceByKey = lazily(
	() =>
		new Map(
			provinces.flatMap(({ name, alsoWritten }) =>
				[name, ...alsoWritten].map((spelling): [string, string] => [provinceKey(spelling), name]),
			),
		),
);

/** The name of the province that a text stands for ("KZN", "north-west", "Wes-Kaap"), or undefined. */
export function knownProvince(text: string): string | undefined {
	const key = provinceKey(text);
	return provinceByKey().get(key) ?? provinceByKey().get(key.replace(/^za/, ''));
}

/**
 * The name of a province as the service spells it, from what a person or a sheet wrote.
 *
 * @throws UserError listing the nine when it is none of them, or no text
 */
export function readProvince(value: unknown): string {
	const name = typeof value === 'string' ? knownProvince(value) : undefined;
	if (name !== undefined) return name;
	const given = kindOf(value === '' ? undefined : value);
	throw new UserError(`"Province" is none of the nine provinces: it is ${given}`, {
		description: `Give one of ${provinceNames.join(', ')}.`,
	});
}

/** Letters only, without capitals, accents and the words around a name ("Province of Gauteng"). */
function provinceKey(text: string): string {
	return text
		.normalize('NFKD')
		.toLowerCase()
		.replace(/\b(province|provinsie|prov|of|the|van|die)\b/g, '')
		.replace(/[^\p{L}\p{N}]/gu, '');
}
