import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { provinceOptions, readProvince } from '../../nodes/ReferenceData/provinces.js';
import { refusal } from './refusal.mjs';

const PROVINCES = [
	...['Eastern Cape', 'Free State', 'Gauteng', 'KwaZulu-Natal', 'Limpopo', 'Mpumalanga'],
	...['North West', 'Northern Cape', 'Western Cape'],
];

describe('the provinces', () => {
	it('are the nine, alphabetical, each stored as shown', () => {
		expect(provinceOptions).toEqual(PROVINCES.map((name) => ({ name, value: name })));
	});

	it('do not mind capitals, separators and the words around the name', () => {
		const wrap = fc.constantFrom(
			(name: string) => name,
			(name: string) => ` ${name} `,
			(name: string) => `${name} Province`,
			(name: string) => `Province of the ${name}`,
			(name: string) => `${name.toUpperCase()} PROVINCE`,
			(name: string) => name.toLowerCase().replace(/[ -]/g, ''),
			(name: string) => name.replace(/[ -]/g, '_'),
			(name: string) => name.replace(/[ -]/g, ' - '),
		);
		fc.assert(
			fc.property(fc.constantFrom(...PROVINCES), wrap, (name, write) => {
				expect(readProvince(write(name))).toBe(name);
			}),
		);
	});

	it.each([
		['KZN', 'KwaZulu-Natal'],
		['kwazulu natal', 'KwaZulu-Natal'],
		['KwaZulu–Natal', 'KwaZulu-Natal'],
		['ZA-KZN', 'KwaZulu-Natal'],
		['north-west', 'North West'],
		['Noord-Wes', 'North West'],
		['Oos-Kaap', 'Eastern Cape'],
		['Die Vrystaat', 'Free State'],
		['NC', 'Northern Cape'],
		['W. Cape', 'Western Cape'],
		['Wes-Kaap', 'Western Cape'],
	])('read "%s" as %s', (written, name) => {
		expect(readProvince(written)).toBe(name);
	});

	it.each([[''], ['Transvaal'], ['Cape'], [7], [null], [['EC']]])(
		'refuse %j with a list of the nine',
		(value) => {
			const error = refusal(() => readProvince(value));
			expect(error.message).toContain('"Province" is not one of the nine provinces');
			for (const name of PROVINCES) expect(error.description).toContain(name);
		},
	);
});
