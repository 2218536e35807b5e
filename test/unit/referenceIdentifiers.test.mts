import { describe, expect, it } from 'vitest';

import {
	readPostalCode,
	readSchoolKey,
	readUniversityId,
	readUuid,
} from '../../nodes/ReferenceData/identifiers.js';
import { refusal } from './refusal.mjs';

const uuid = '3f2b8c1e-5d47-4a90-9c36-7e1d0a5b2f84';
const readEmis = (value: unknown) => readSchoolKey({ mode: 'emis', value }).id;
const readSchoolId = (value: unknown) => readSchoolKey({ value }).id;
const readers = { readEmis, readSchoolId, readPostalCode, readUuid, readUniversityId };

const neverAnIdentifier: unknown[] = [
	undefined,
	null,
	'',
	'..',
	'a/b',
	'../1',
	'%2e%2e',
	'a\nb',
	true,
	Number.NaN,
	2 ** 53,
	['700160001'],
	{ id: 1 },
];

describe.each(Object.entries(readers))('%s', (_, read) => {
	it.each(neverAnIdentifier.map((value) => [value]))('refuses %j', (value) => {
		const { message, description } = refusal(() => read(value));
		expect(message).toMatch(/^"[A-Z][A-Za-z ]+" /);
		expect(description).toBeTruthy();
	});
});

describe('readEmis', () => {
	it.each([
		['700160001', '700160001'],
		[' 700160001 ', '700160001'],
		[700160001, '700160001'],
		['700 160 001', '700160001'],
		['700160001.0', '700160001'],
		['012345678', '012345678'],
	])('reads %j as %s', (value, emis) => {
		expect(readEmis(value)).toBe(emis);
	});

	it.each(['70016000', 70016000, 12345678, '7001600011', '70016000a'])(
		'refuses %j rather than change it',
		(value) => {
			expect(refusal(() => readEmis(value)).description).toContain('nine digits');
		},
	);
});

describe('readSchoolId', () => {
	it.each(['provinces', 'districts', '12a', '1'.repeat(21), '1 2', '٣'])('refuses %j', (value) => {
		expect(refusal(() => readSchoolId(value)).message).toContain('is not a school ID');
	});
});

describe('readPostalCode', () => {
	it.each(['0181', 181, ' 181\n', '0 181', 'Code: 0181', '181.0', "'0181", 'Poskode 181'])(
		'reads %j as a spreadsheet or a person means it',
		(written) => {
			expect(readPostalCode(written)).toBe('0181');
		},
	);

	it.each([
		[10000, '"Postal Code" is not a postal code: "10000"'],
		['00001', '"Postal Code" is not a postal code: "00001"'],
		['1a', '"Postal Code" is not a postal code: "1a"'],
		['', '"Postal Code" is not a postal code: empty'],
		[false, '"Postal Code" is not a postal code: false'],
		[[1], '"Postal Code" is not a postal code: a list'],
	])('refuses %j', (value, message) => {
		expect(refusal(() => readPostalCode(value)).message).toBe(message);
	});
});

describe('readUuid', () => {
	it.each(['0181', 181, uuid.slice(1), `${uuid}0`, uuid.replaceAll('-', '')])(
		'refuses %j',
		(value) => {
			expect(refusal(() => readUuid(value)).description).toContain('Validate');
		},
	);
});

describe('readUniversityId', () => {
	it.each(['a'.repeat(101), 'University of Cape Town'])('refuses %j', (value) => {
		expect(refusal(() => readUniversityId(value)).message).toContain('"University"');
	});
});
