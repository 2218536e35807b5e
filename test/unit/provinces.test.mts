import { describe, expect, it } from 'vitest';

import { provinceField } from '../../nodes/ReferenceData/provinceField.js';
import { formOf } from './forms.mjs';
import { refusal } from './refusal.mjs';

const readProvince = (province: string | number) => provinceField('X').of(formOf({ province }));

const PROVINCES = [
	...['Eastern Cape', 'Free State', 'Gauteng', 'KwaZulu-Natal', 'Limpopo', 'Mpumalanga'],
	...['North West', 'Northern Cape', 'Western Cape'],
];

describe('the provinces', () => {
	it.each([
		['KZN', 'KwaZulu-Natal'],
		['kwazulu natal', 'KwaZulu-Natal'],
		['ZA-KZN', 'KwaZulu-Natal'],
		['north-west', 'North West'],
		['GAUTENG PROVINCE', 'Gauteng'],
		['Province of the Eastern Cape', 'Eastern Cape'],
		['northern_cape', 'Northern Cape'],
		['Die Vrystaat', 'Free State'],
		['NC', 'Northern Cape'],
		['W. Cape', 'Western Cape'],
		['Wes-Kaap', 'Western Cape'],
		['KwaZulu-Natal (KZN)', 'KwaZulu-Natal'],
		['Mpumalanga (MP)', 'Mpumalanga'],
		['ZN', 'KwaZulu-Natal'],
		['LMP', 'Limpopo'],
		['MPL', 'Mpumalanga'],
		['OFS', 'Free State'],
		['N West', 'North West'],
		['Mpuma-Koloni', 'Eastern Cape'],
		['Ntshona Koloni', 'Western Cape'],
		['Foreisetata', 'Free State'],
	])('read "%s" as %s', (written, name) => {
		expect(readProvince(written)).toBe(name);
	});

	it.each([[''], ['Transvaal'], ['Northern'], ['Cape'], [7]])(
		'refuse %j with a list of the nine',
		(value) => {
			const error = refusal(() => readProvince(value));
			expect(error.message).toContain('"Province" is not one of the nine provinces');
			for (const name of PROVINCES) expect(error.description).toContain(name);
		},
	);
});
