import { describe, expect, it } from 'vitest';

import {
	judgePostalCode,
	withSuggestions,
} from '../../../nodes/ReferenceData/postalCode/judgement.js';
import type { Place, PostalCodeRecord } from '../../../nodes/ReferenceData/postalCode/place.js';

let nextId = 0;

function record(
	suburb: string,
	area: string,
	province: string,
	street: string | number | null,
	box: string | number | null = null,
): PostalCodeRecord {
	nextId += 1;
	return { id: `sample-${nextId}`, suburb, area, province, street_code: street, box_code: box };
}

const hatfield = record('Hatfield', 'Pretoria', 'Gauteng', '0083', '0028');
const arcadia = record('Arcadia', 'Pretoria', 'Gauteng', '0083', '0007');
const hatfieldInCape = record('Hatfield', 'Cape Town', 'Western Cape', '8001', '8000');
const central = record('Pretoria Central', 'Pretoria', 'Gauteng', '0002', '0001');
const walmer = record('Walmer', 'Gqeberha', 'Eastern Cape', '6070', '6065');
const saintLucia = record('St. Lucia', 'Saint Lucia Estuary', 'KwaZulu-Natal', '3936', '3936');

describe('judgePostalCode', () => {
	it.each([
		'Hatfield, Pretoria',
		'hatfield, Pretoria, GP',
		'Hatfield Pretoria',
		'Hatfield - Pretoria, 0083, South Africa',
	])('reads the place around the suburb in %j', (suburb) => {
		const judged = judgePostalCode('0083', [hatfield, arcadia], { suburb });
		expect(judged).toMatchObject({ status: 'valid', matches: [hatfield] });
	});

	it.each([
		'Hatfield, Cape Town',
		'Hatfield, Western Cape',
		'Pretoria, Hatfield',
		', Pretoria, GP',
	])('is not misled by %j', (suburb) => {
		const judged = judgePostalCode('0083', [hatfield, arcadia], { suburb });
		expect(judged).toMatchObject({ status: 'mismatch', valid: false });
	});

	it('says where the code belongs if not to the place, and which codes the place has', () => {
		const place = { suburb: 'Hatfield', province: 'Western Cape' };
		const judged = judgePostalCode('0083', [hatfield, arcadia], place);
		expect(withSuggestions(judged, place, [hatfield, hatfieldInCape])).toEqual({
			valid: false,
			status: 'mismatch',
			message:
				'0083 belongs to Hatfield, Pretoria, Gauteng and 1 other place, not to Hatfield, Western Cape. The closest match is Hatfield, Cape Town (street code 8001, PO box code 8000).',
			postal_code: '0083',
			matched_on: 'street',
			matches: [hatfield, arcadia],
			suggestions: [hatfieldInCape],
		});
	});

	it('tells street from box codes, also those that lost their zeros', () => {
		expect(judgePostalCode('3936', [saintLucia], {}).matched_on).toBe('both');
		const boxOnly = record('Sunnyside', 'Pretoria', 'Gauteng', null, '0083');
		expect(judgePostalCode('0083', [hatfield, boxOnly], {}).matched_on).toBe('both');
		const short = record('Hatfield', 'Pretoria', 'Gauteng', 83, ' 28 ');
		expect(judgePostalCode('0083', [short], {}).matched_on).toBe('street');
		expect(judgePostalCode('0028', [short], {}).matched_on).toBe('box');
	});

	it.each([
		{ suburb: 'st lucia' },
		{ suburb: 'Saint Lúcia' },
		{ suburb: 'lucia' },
		{ area: 'St Lucia' },
		{ province: 'KZN' },
	])('recognises the place %j', (place) => {
		expect(judgePostalCode('3936', [saintLucia], place).status).toBe('valid');
	});

	it.each([{ suburb: 'Lucia Bay' }, { suburb: 'a' }, { area: 'Estu' }, { province: 'Gauteng' }])(
		'does not take the place %j for it',
		(place) => {
			expect(judgePostalCode('3936', [saintLucia], place).status).toBe('mismatch');
		},
	);

	it.each([
		[central, { suburb: 'Pretoria CBD' }],
		[central, { suburb: 'Pretoria Sentraal', area: 'Tshwane' }],
		[hatfield, { suburb: 'Hatfield Ext 2' }],
		[hatfield, { suburb: 'Hatfield X2, Pretoria' }],
		[hatfield, { suburb: 'Block H Hatfield' }],
		[hatfieldInCape, { suburb: 'Hatfield, Kaapstad' }],
		[walmer, { suburb: 'walmer', area: 'PE' }],
		[
			record('Lenasia Ext 8', 'Johannesburg', 'Gauteng', '1821'),
			{ suburb: 'Lenasia X8', area: 'Joburg' },
		],
		[record('Pretoria North', 'Pretoria', 'Gauteng', '0182'), { suburb: 'Pretoria-Noord' }],
	])('knows %j by %j', (known, place) => {
		const code = String(known.street_code);
		expect(judgePostalCode(code, [known], place).status).toBe('valid');
	});

	it.each([
		[record('Pretoria North', 'Pretoria', 'Gauteng', '0182'), { suburb: 'Pretoria CBD' }],
		[record('Lenasia Ext 8', 'Johannesburg', 'Gauteng', '1821'), { suburb: 'Lenasia Ext 3' }],
		[record('Hatfield Gardens', 'Pretoria', 'Gauteng', '0083'), { suburb: 'Hatfield Ext 2' }],
		[hatfield, { area: 'Kaapstad' }],
	])('does not know %j by %j', (known, place) => {
		const code = String(known.street_code);
		const { status, message } = judgePostalCode(code, [known], place);
		expect(status).toBe('mismatch');
		expect(message).toContain(', not to ');
	});

	it('takes the only place with the code for an extension of it, and says so', () => {
		const place = { suburb: 'Hatfield Ext 2' };
		expect(judgePostalCode('0083', [hatfield], place)).toMatchObject({
			status: 'valid',
			message:
				'0083 is the street code of Hatfield, Pretoria. The service lists no extensions there, so that part was not checked.',
		});
		expect(judgePostalCode('0083', [hatfield, arcadia], place).status).toBe('mismatch');
		const listed = record('Hatfield Ext 2', 'Pretoria', 'Gauteng', '0083');
		expect(judgePostalCode('0083', [hatfield, listed, arcadia], place)).toMatchObject({
			status: 'valid',
			matches: [listed],
			message: '0083 is the street code of Hatfield Ext 2, Pretoria.',
		});
	});

	const suggestionsFor = (code: string, place: Place, candidates: PostalCodeRecord[]) =>
		withSuggestions(judgePostalCode(code, [], place), place, candidates).suggestions;

	it('suggests at most ten records of the place, the nearest code first', () => {
		const near = record('Hatfield', 'Pretoria', 'Gauteng', '0090');
		const far = record('Hatfield', 'Pretoria', 'Gauteng', '0200', '0100');
		const noCode = record('Hatfield', 'Pretoria', 'Gauteng', null);
		const place = { suburb: 'Hatfield' };
		expect(suggestionsFor('0084', place, [far, near, noCode, hatfield])).toEqual([
			hatfield,
			near,
			far,
		]);
		const many = Array.from({ length: 30 }, (_, index) =>
			record('Hatfield', 'Pretoria', 'Gauteng', 4000 + index),
		);
		expect(suggestionsFor('4029', place, many)).toEqual(many.slice(19, 29).reverse());
	});
});
