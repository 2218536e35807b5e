import { expect, it } from 'vitest';

import { readPostalCode, readSchoolKey, readUuid } from '../../nodes/ReferenceData/identifiers.js';
import { refusal } from './refusal.mjs';

const uuid = '3f2b8c1e-5d47-4a90-9c36-7e1d0a5b2f84';
const readEmis = (value: unknown) => readSchoolKey({ mode: 'emis', value });
const readSchoolId = (value: unknown) => readSchoolKey({ value });

it.each<[string, unknown, string, (value: unknown) => string]>([
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
])('reads as %s: %j', (_what, value, id, read) => {
	expect(read(value)).toBe(id);
});

it.each<[string, unknown[], (value: unknown) => string]>([
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
])('refuses with %s: %j', (start, values, read) => {
	for (const value of values) {
		const { message, description } = refusal(() => read(value));
		expect(message.slice(0, start.length)).toBe(start);
		expect(description).toBeTruthy();
	}
});
