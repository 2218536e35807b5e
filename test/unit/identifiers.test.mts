import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { provinceField } from '../../nodes/ReferenceData/actions/commonFields.js';
import { schoolId } from '../../nodes/ReferenceData/actions/highSchool/schoolId.js';
import { postalCodeId } from '../../nodes/ReferenceData/actions/postalCode/postalCodeId.js';
import { codeFilter } from '../../nodes/ReferenceData/actions/postalCode/place.js';
import { readIdentifier } from '../../nodes/shared/node/identifier.js';
import { readList } from '../list.mjs';
import { formOf } from './forms.mjs';

// What could leave its path is refused by each operation in test/engine/badInput.test.mts.

const readProvince = (province: unknown) =>
	provinceField('X').of(formOf({ province } as IDataObject));

const readSchoolId = (locator: object) => schoolId.of(formOf({ schoolId: locator } as IDataObject));

/** By the sections of `identifiers.txt`. */
const READERS: Record<string, (value: unknown) => unknown> = {
	'EMIS number': (value) => readSchoolId({ mode: 'emis', value }),
	'ID of a school': (value) => readSchoolId({ value }),
	'Postal code': (value) => codeFilter.of(formOf({ postalCode: value } as IDataObject)),
	"ID of a suburb's record": (value) =>
		postalCodeId.of(formOf({ postalCodeId: { value } } as IDataObject)),
	Province: readProvince,
	'ID of a link': (value) => readIdentifier(value, 'Link'),
};

const rows = Object.entries(READERS).flatMap(([kind, read]) =>
	readList(import.meta.dirname, 'identifiers.txt', ['json', 'expected'], kind).map((row) => ({
		...row,
		kind,
		read: () => read(JSON.parse(row.json)),
	})),
);

it.each(rows)('$kind: $json is read as $expected', ({ read, expected }) => {
	if (!expected.startsWith('"')) return expect(read()).toBe(expected);
	const description: unknown = expect.stringMatching(/./);
	expect(read).toThrow(expected);
	expect(read).toThrow(expect.objectContaining({ description }));
});

it('says which nine provinces there are', () => {
	const names = [
		...['Eastern Cape', 'Free State', 'Gauteng', 'KwaZulu-Natal', 'Limpopo', 'Mpumalanga'],
		...['North West', 'Northern Cape', 'Western Cape'],
	];
	const description: unknown = expect.stringContaining(names.join(', '));
	expect(() => readProvince('Transvaal')).toThrow(expect.objectContaining({ description }));
});
