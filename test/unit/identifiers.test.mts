import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { readPostalCode, readSchoolKey, readUuid } from '../../nodes/ReferenceData/identifiers.js';
import { provinceField } from '../../nodes/ReferenceData/fields.js';
import { readIdentifier } from '../../nodes/shared/identifiers.js';
import { formOf } from './forms.mjs';
import { refusal } from './refusal.mjs';

const uuid = '3f2b8c1e-5d47-4a90-9c36-7e1d0a5b2f84';
const readEmis = (value: unknown) => readSchoolKey({ mode: 'emis', value });
const readSchoolId = (value: unknown) => readSchoolKey({ value });
const readProvince = (province: unknown) =>
	provinceField('X').of(formOf({ province } as IDataObject));
// What could leave its path is refused by each operation in test/engine/badInput.test.mts.
const readId = (value: unknown) => readIdentifier(value, 'Link');

it.each<[string, unknown, string, (value: unknown) => unknown]>([
	['an EMIS number', ' 700160001 ', '700160001', readEmis],
	['an EMIS number', 700160001, '700160001', readEmis],
	['an EMIS number', '700 160 001', '700160001', readEmis],
	['an EMIS number', '700160001.0', '700160001', readEmis],
	['an EMIS number', '012345678', '012345678', readEmis],
	['the ID of a record', uuid, uuid, readUuid],
	['a postal code', '0181', '0181', readPostalCode],
	['a postal code', 181, '0181', readPostalCode],
	['a postal code', ' 181\n', '0181', readPostalCode],
	['a postal code', '0 181', '0181', readPostalCode],
	['a postal code', 'Code: 0181', '0181', readPostalCode],
	['a postal code', '181.0', '0181', readPostalCode],
	['a postal code', "'0181", '0181', readPostalCode],
	['a postal code', 'Poskode 181', '0181', readPostalCode],
	['a postal code', 'Pretoria 0181', '0181', readPostalCode],
	['a postal code', '0181 RSA', '0181', readPostalCode],
	['a postal code', 'ZA-0181', '0181', readPostalCode],
	['a postal code', 'O181', '0181', readPostalCode],
	['a postal code', '8oO5', '8005', readPostalCode],
	['a postal code', 'Box 12, 0181', '0181', readPostalCode],
	['a postal code', 'PO Box 2196, Parklands 2121', '2121', readPostalCode],
	['a postal code', '12 Burnett Street, Hatfield 0083', '0083', readPostalCode],
	['a province', 'KZN', 'KwaZulu-Natal', readProvince],
	['a province', 'kwazulu natal', 'KwaZulu-Natal', readProvince],
	['a province', 'ZA-KZN', 'KwaZulu-Natal', readProvince],
	['a province', 'north-west', 'North West', readProvince],
	['a province', 'GAUTENG PROVINCE', 'Gauteng', readProvince],
	['a province', 'Province of the Eastern Cape', 'Eastern Cape', readProvince],
	['a province', 'northern_cape', 'Northern Cape', readProvince],
	['a province', 'Die Vrystaat', 'Free State', readProvince],
	['a province', 'NC', 'Northern Cape', readProvince],
	['a province', 'W. Cape', 'Western Cape', readProvince],
	['a province', 'Wes-Kaap', 'Western Cape', readProvince],
	['a province', 'KwaZulu-Natal (KZN)', 'KwaZulu-Natal', readProvince],
	['a province', 'Mpumalanga (MP)', 'Mpumalanga', readProvince],
	['a province', 'ZN', 'KwaZulu-Natal', readProvince],
	['a province', 'LMP', 'Limpopo', readProvince],
	['a province', 'MPL', 'Mpumalanga', readProvince],
	['a province', 'OFS', 'Free State', readProvince],
	['a province', 'N West', 'North West', readProvince],
	['a province', 'Mpuma-Koloni', 'Eastern Cape', readProvince],
	['a province', 'Ntshona Koloni', 'Western Cape', readProvince],
	['a province', 'Foreisetata', 'Free State', readProvince],
	['an ID', '12.0', '12', readId],
	['an ID', ' 9007199254740993.00 ', '9007199254740993', readId],
	['an ID', '1e3a', '1e3a', readId],
	['an ID', ' 12\n\u200b', '12', readId],
	['an ID', '0012', '0012', readId],
	['an ID', Number.MAX_SAFE_INTEGER, '9007199254740991', readId],
	['an ID', '9007199254740993', '9007199254740993', readId],
	['an ID', 'Ünïcode-🙂', 'Ünïcode-🙂', readId],
])('reads as %s: %j', (_what, value, id, read) => {
	expect(read(value)).toBe(id);
});

it.each<[string, unknown[], (value: unknown) => unknown]>([
	[
		'"High School" is not an EMIS number',
		['70016000', 12345678, '7001600011', '70016000a'],
		readEmis,
	],
	[
		'"High School" is not a school ID',
		['provinces', '12a', '1'.repeat(21), '1 2', '٣'],
		readSchoolId,
	],
	[
		'"Postal Code" is not a postal code: ',
		[
			10000,
			-1234,
			'00001',
			'2,000',
			'8.000',
			'1a',
			'1821b',
			'PO Box 2196',
			'Posbus 9301, Bloemfontein',
			'0181 or 0182',
			'082 555 2196',
			'2026-11-27',
			'OOOO',
			'',
			false,
			[1],
			null,
		],
		readPostalCode,
	],
	[
		'"Suburb" is not the ID of a record',
		['0181', 181, uuid.slice(1), `${uuid}0`, uuid.replaceAll('-', '')],
		readUuid,
	],
	[
		'"Province" is not one of the nine provinces',
		['', 'Transvaal', 'Northern', 'Cape', 7],
		readProvince,
	],
	['"Link" is not an ID: "1e3"', ['1e3'], readId],
	['"Link" is not an ID: "-1"', ['-1', -1], readId],
	['"Link" is not an ID', ["'22'", '“22”', '"22', '("22"', '\ud800'], readId],
	['"Link" is empty', [' \u200b\u3164'], readId],
	['"Link" must be an ID, but is an object', [{ id: 1 }], readId],
	['"Link" must be an ID, but is "9007199254740992"', [2 ** 53], readId],
])('refuses with %s: %j', (start, values, read) => {
	for (const value of values) {
		const { message, description } = refusal(() => read(value));
		expect(message.slice(0, start.length)).toBe(start);
		expect(description).toBeTruthy();
	}
});

it('says which nine provinces there are', () => {
	const { description } = refusal(() => readProvince('Transvaal'));
	for (const name of [
		...['Eastern Cape', 'Free State', 'Gauteng', 'KwaZulu-Natal', 'Limpopo', 'Mpumalanga'],
		...['North West', 'Northern Cape', 'Western Cape'],
	]) {
		expect(description).toContain(name);
	}
});
