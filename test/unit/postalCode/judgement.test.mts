import { describe, expect, it } from 'vitest';

import {
	judgePostalCode,
	withSuggestions,
} from '../../../nodes/ReferenceData/postalCode/judgement.js';
import type {
	Place,
	PostalCodeRecord,
} from '../../../nodes/ReferenceData/southAfrica/comparePlaces.js';

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
const places = [
	hatfield,
	hatfieldInCape,
	record('Hatfield Gardens', 'Pretoria', 'Gauteng', '0084'),
	record('Pretoria Central', 'Pretoria', 'Gauteng', '0002', '0001'),
	record('Pretoria North', 'Pretoria', 'Gauteng', '0182'),
	record('Walmer', 'Gqeberha', 'Eastern Cape', '6070', '6065'),
	record('Lenasia Ext 8', 'Johannesburg', 'Gauteng', '1821'),
	record('St. Lucia', 'Saint Lucia Estuary', 'KwaZulu-Natal', '3936', '3936'),
];
const placesWith = (code: string) => places.filter(({ street_code }) => street_code === code);

describe('judgePostalCode', () => {
	it.each<[string, Place]>([
		['0083', { suburb: 'hatfield, Pretoria, GP' }],
		['0083', { suburb: 'Hatfield - Pretoria, 0083, South Africa' }],
		['0083', { suburb: 'Hatfield X2, Pretoria' }],
		['0083', { suburb: 'Hatfield', area: 'Pretoria, Hatfield' }],
		['0083', { suburb: 'Block H Hatfield' }],
		['8001', { suburb: 'Hatfield, Kaapstad' }],
		['0002', { suburb: 'Pretoria CBD' }],
		['0002', { suburb: 'Pretoria Sentraal', area: 'Tshwane' }],
		['6070', { suburb: 'walmer', area: 'PE' }],
		['6070', { suburb: 'walmer', area: 'P.E.' }],
		['6070', { suburb: 'Walmer P E' }],
		['6070', { suburb: 'walmer', area: 'Nelson Mandela Bay' }],
		['8001', { suburb: 'Hatfield', area: 'C.T.' }],
		['8001', { suburb: 'Hatfield CPT' }],
		['1821', { suburb: 'Lenasia X8', area: 'Joburg' }],
		['0182', { suburb: 'Pretoria-Noord' }],
		['3936', { suburb: 'st lucia' }],
		['3936', { suburb: 'Saint Lúcia' }],
		['3936', { suburb: 'lucia' }],
		// The suburb of an address is often its city.
		['0083', { suburb: 'Pretoria' }],
		['0083', { suburb: ', Pretoria, GP' }],
		['8001', { suburb: 'Kaapstad', province: 'WC' }],
		['8001', { suburb: 'Cape Town', area: 'Cape Town' }],
		['3936', { area: 'St Lucia' }],
		['3936', { province: 'KZN' }],
	])('finds the only place with the code %s by %j', (code, place) => {
		expect(judgePostalCode(code, placesWith(code), place).status).toBe('valid');
	});

	it.each<[string, Place]>([
		['0083', { suburb: 'Hatfield, Cape Town' }],
		['0083', { suburb: 'Hatfield, Western Cape' }],
		['0083', { suburb: 'Pretoria, Hatfield' }],
		['0083', { area: 'Kaapstad' }],
		['0182', { suburb: 'Pretoria CBD' }],
		['1821', { suburb: 'Lenasia Ext 3' }],
		['0084', { suburb: 'Hatfield Ext 2' }],
		['3936', { suburb: 'Lucia Bay' }],
		['3936', { suburb: 'a' }],
		['3936', { area: 'Estu' }],
		['3936', { province: 'Gauteng' }],
	])('takes no place with the code %s for %j', (code, place) => {
		const { status, message } = judgePostalCode(code, placesWith(code), place);
		expect(status).toBe('mismatch');
		expect(message).toContain(', not to ');
	});

	it.each([
		['Kirkwood', 'Nqweba'],
		['Aberdeen', 'Xamdeboo'],
		['Adendorp', 'KwaMseki Bishop Limba'],
		['Nieu-Bethesda', 'Kwa Noheleni'],
		["Morgan's Bay", 'Gxarha'],
		['Pomeroy', 'Solomon Linda'],
		['Umzinto', 'eMuziwezinto'],
		['Amanzimtoti', 'Toti'],
		['Isipingo', 'Isiphingo'],
		['Bochum', 'Senwabarwana'],
		['Adelaide', 'Khobonqaba'],
		['Mount Ayliff', 'eMaxesibeni'],
		['East London', 'eMonti'],
		['East London', 'Buffalo City'],
		['Bloemfontein', 'Mangaung'],
		['East London', 'Buffalo City Metro'],
		['Bloemfontein', 'Mangaung Metro'],
		['Gqeberha', 'Nelson Mandela Metro'],
		['Umhlanga Rocks', 'Umhlanga'],
	])('knows %s as %s', (recorded, area) => {
		const listed = [record('Central', recorded, 'Gauteng', '0001')];
		expect(judgePostalCode('0001', listed, { area }).status).toBe('valid');
	});

	it('takes Mmabatho and Mahikeng for two places, as they have codes of their own', () => {
		const listed = [record('Unit 1', 'Mmabatho', 'North West', '2735')];
		expect(judgePostalCode('2735', listed, { area: 'Mahikeng' }).status).toBe('mismatch');
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
			warnings: [],
		});
	});

	it('tells street from box codes, also those that lost their zeros', () => {
		expect(judgePostalCode('3936', placesWith('3936'), {}).matched_on).toBe('both');
		const boxOnly = record('Sunnyside', 'Pretoria', 'Gauteng', null, '0083');
		expect(judgePostalCode('0083', [hatfield, boxOnly], {}).matched_on).toBe('both');
		const short = record('Hatfield', 'Pretoria', 'Gauteng', 83, ' 28 ');
		expect(judgePostalCode('0083', [short], {}).matched_on).toBe('street');
		expect(judgePostalCode('0028', [short], {}).matched_on).toBe('box');
	});

	it('takes the only place with the code for an extension of it, and says so', () => {
		const place = { suburb: 'Hatfield Ext 2' };
		expect(judgePostalCode('0083', [hatfield], place)).toMatchObject({
			status: 'valid',
			message: '0083 is the street code of Hatfield, Pretoria.',
			warnings: ["The service lists no extensions there, so the extension wasn't compared."],
		});
		expect(judgePostalCode('0083', [hatfield, arcadia], place).status).toBe('mismatch');
		const listed = record('Hatfield Ext 2', 'Pretoria', 'Gauteng', '0083');
		expect(judgePostalCode('0083', [hatfield, listed, arcadia], place)).toMatchObject({
			status: 'valid',
			matches: [listed],
			message: '0083 is the street code of Hatfield Ext 2, Pretoria.',
		});
	});

	const noSuburb = '"Suburb" is the name of the area or the province, so no suburb was compared.';

	it.each<[Place, string[]]>([
		[{ suburb: 'Hatfield' }, []],
		[{ suburb: 'Pretoria' }, [noSuburb]],
		[{ suburb: 'Gauteng' }, [noSuburb]],
		[{}, ['No place was compared. Add a suburb, an area or a province.']],
	])('says what was not compared of %j', (place, warnings) => {
		expect(judgePostalCode('0083', [hatfield], place)).toMatchObject({ valid: true, warnings });
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
