import { describe, expect, it } from 'vitest';

import {
	judgePostalCode,
	judgeWith,
} from '../../../nodes/ReferenceData/actions/postalCode/judgement.js';
import type {
	Place,
	PostalCodeRecord,
} from '../../../nodes/ReferenceData/southAfrica/comparePlaces.js';
import { readList } from '../../list.mjs';

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
	record('Lenasia South Ext 10', 'Johannesburg', 'Gauteng', '1829'),
	record('Umlazi Section Y', 'Umlazi', 'KwaZulu-Natal', '4066'),
	record('St. Lucia', 'Saint Lucia Estuary', 'KwaZulu-Natal', '3936', '3936'),
];
const placesWith = (code: string) => places.filter(({ street_code }) => street_code === code);

const listed = <Column extends string>(section: string, ...columns: Column[]) =>
	readList(import.meta.dirname, 'places.txt', columns, section);

/** A place without its empty parts. */
function given(place: Place): Place {
	return Object.fromEntries(Object.entries(place).filter(([, text]) => text !== ''));
}

/** The judgement if the service also lists these records of other codes. */
function judge(code: string, withCode: PostalCodeRecord[], place: Place, others = withCode) {
	return judgeWith(others, judgePostalCode(code, withCode, place), place);
}

describe('judgePostalCode', () => {
	it.each(listed('The only place', 'code', 'suburb', 'area', 'province'))(
		'finds the only place with the code $code by $suburb, $area, $province',
		({ code, ...place }) => {
			expect(judge(code, placesWith(code), given(place), places).status).toBe('valid');
		},
	);

	it.each(listed('No place', 'code', 'suburb', 'area', 'province'))(
		'rejects every place with the code $code for $suburb, $area, $province',
		({ code, ...place }) => {
			const { status, message } = judge(code, placesWith(code), given(place), places);
			expect(status).toBe('mismatch');
			expect(message).toContain(', not to ');
		},
	);

	it.each(listed('Towns', 'recorded', 'area'))(
		'accepts $area for places listed under $recorded',
		({ recorded, area }) => {
			const central = [record('Central', recorded, 'Gauteng', '0001')];
			expect(judge('0001', central, { area }).status).toBe('valid');
		},
	);

	it('treats Mmabatho and Mahikeng as two places, because they have different codes', () => {
		const listed = [record('Unit 1', 'Mmabatho', 'North West', '2735')];
		expect(judge('2735', listed, { area: 'Mahikeng' }).status).toBe('mismatch');
	});

	it('says where the code belongs, and which codes the place has', () => {
		const place = { suburb: 'Hatfield', province: 'Western Cape' };
		const others = [hatfield, hatfieldInCape];
		expect(judge('0083', [hatfield, arcadia], place, others)).toEqual({
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

	describe('suburb and code decide, and warnings cover the rest', () => {
		const sebokeng = record('Sebokeng', 'Vereeniging', 'Gauteng', '1982');
		const parkwood = record('Parkwood', 'Johannesburg', 'Gauteng', '2193');
		const parkwoodInCape = record('Parkwood', 'Grassy Park', 'Western Cape', '7941');
		const acornhoek = record('Acornhoek', 'Acornhoek', 'Mpumalanga', '1360');
		const phokeng = record('Phokeng', 'Rustenburg', 'North West', '0335');
		const stilfontein = record('Stilfontein', 'Klerksdorp', 'North West', '2552', '2550');
		const khuma = record('Khuma', 'Stilfontein', 'North West', '2551');
		const industria = record('Industria', 'Welkom', 'Free State', '9460');
		const naudeville = record('Naudeville', 'Welkom', 'Free State', '9459');
		const heidelberg = record('Heidelberg', 'Heidelberg', 'Gauteng', '1441');
		const heidelbergInCape = record('Heidelberg', 'Heidelberg', 'Western Cape', '6665');
		const all = [
			...[sebokeng, parkwood, parkwoodInCape, acornhoek, phokeng, stilfontein, khuma],
			...[industria, naudeville, heidelberg, heidelbergInCape],
		];

		it.each<[string, Place, string, string[], PostalCodeRecord[]]>([
			[
				'1982',
				{ suburb: 'Sebokeng', area: 'Johannesburg' },
				'valid',
				['The service lists Sebokeng under Vereeniging, not Johannesburg.'],
				[],
			],
			[
				'1982',
				{ suburb: 'Sebokeng', area: 'Vereeniging', province: 'Limpopo' },
				'valid',
				['The service lists Sebokeng under Gauteng, not Limpopo.'],
				[],
			],
			['2193', { suburb: 'Parkwood', area: 'Grassy Park' }, 'mismatch', [], [parkwoodInCape]],
			['2193', { suburb: 'Parkwood', province: 'Western Cape' }, 'mismatch', [], [parkwoodInCape]],
			[
				'1360',
				{ suburb: 'Arconhoek', area: 'Acornhoek' },
				'valid',
				["The service doesn't list Arconhoek with this code, so only the area was compared."],
				[],
			],
			['0335', { area: 'Phokeng' }, 'valid', [], []],
			[
				'2550',
				{ suburb: 'Khuma', area: 'Stilfontein' },
				'valid',
				[
					"The service doesn't list Khuma with this code, so only the area was compared.",
					'The service lists Khuma, Stilfontein with another code (street code 2551).',
				],
				[],
			],
			// The town's own street code, and another suburb's.
			['2552', { suburb: 'Khuma', area: 'Stilfontein' }, 'mismatch', [], [khuma]],
			['9460', { suburb: 'Naudeville', area: 'Welkom' }, 'mismatch', [], [naudeville]],
			[
				'1441',
				{ area: 'Heidelberg', province: 'Western Cape' },
				'mismatch',
				[],
				[heidelbergInCape],
			],
			[
				'0335',
				{ area: 'Phokeng', province: 'Limpopo' },
				'valid',
				['The service lists Phokeng under North West, not Limpopo.'],
				[],
			],
		])('%s, %j: %s', (code, place, status, warnings, suggestions) => {
			const withCode = all.filter((one) => [one.street_code, one.box_code].includes(code));
			const judged = judge(code, withCode, place, all);
			expect(judged).toMatchObject({ status, warnings, suggestions });
		});
	});

	it('distinguishes street codes and PO box codes, even without leading zeros', () => {
		expect(judge('3936', placesWith('3936'), {}).matched_on).toBe('both');
		const boxOnly = record('Sunnyside', 'Pretoria', 'Gauteng', null, '0083');
		expect(judge('0083', [hatfield, boxOnly], {}).matched_on).toBe('both');
		const short = record('Hatfield', 'Pretoria', 'Gauteng', 83, ' 28 ');
		expect(judge('0083', [short], {}).matched_on).toBe('street');
		expect(judge('0028', [short], {}).matched_on).toBe('box');
	});

	it('accepts the only place with the code for its extension, with a warning', () => {
		const place = { suburb: 'Hatfield Ext 2' };
		expect(judge('0083', [hatfield], place)).toMatchObject({
			status: 'valid',
			message: '0083 is the street code of Hatfield, Pretoria.',
			warnings: ["The service lists no extensions there, so the extension wasn't compared."],
		});
		expect(judge('0083', [hatfield, arcadia], place).status).toBe('mismatch');
		const listed = record('Hatfield Ext 2', 'Pretoria', 'Gauteng', '0083');
		expect(judge('0083', [hatfield, listed, arcadia], place)).toMatchObject({
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
		expect(judge('0083', [hatfield], place)).toMatchObject({ valid: true, warnings });
	});

	const suggestionsFor = (code: string, place: Place, candidates: PostalCodeRecord[]) =>
		judge(code, [], place, candidates).suggestions;

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
