import { provinces } from './places.mjs';
import { seededRandom } from './random.mjs';
import { cycle, readTable } from './table.mjs';

/** A suburb with its codes as the service answers it; `municipality` carries the sample label. */
export type PostalCodeRecord = ReturnType<typeof makePostalCodes>[number];

/** Suburbs with codes of their own: `suburb|area|province|street code|box code`. */
const KNOWN_SUBURBS = `
Arcadia|Pretoria|Gauteng|0083|0007
Hatfield|Pretoria|Gauteng|0083|0028
Brooklyn|Pretoria|Gauteng|0181|0011
Menlo Park|Pretoria|Gauteng|0081|0102
Sunnyside|Pretoria|Gauteng|0002|0132
Pretoria Central|Pretoria|Gauteng|0002|0001
Lynnwood|Pretoria|Gauteng|0081|0081
Garsfontein|Pretoria|Gauteng|0081|0042
Faerie Glen|Pretoria|Gauteng|0081|0043
Waverley|Pretoria|Gauteng|0186|0135
Silverton|Pretoria|Gauteng|0184|0127
Montana Park|Pretoria|Gauteng|0182|0159
Wonderboom|Pretoria|Gauteng|0182|0033
Lyttelton|Centurion|Gauteng|0157|0140
Irene|Centurion|Gauteng|0157|0062
Johannesburg Central|Johannesburg|Gauteng|2001|2000
Braamfontein|Johannesburg|Gauteng|2001|2017
Hillbrow|Johannesburg|Gauteng|2001|2038
Newtown|Johannesburg|Gauteng|2001|2113
Yeoville|Johannesburg|Gauteng|2198|2143
Melville|Johannesburg|Gauteng|2092|2109
Auckland Park|Johannesburg|Gauteng|2092|2006
Parktown|Johannesburg|Gauteng|2193|2193
Parkview|Johannesburg|Gauteng|2193|2122
Rosebank|Johannesburg|Gauteng|2196|2132
Waverley|Johannesburg|Gauteng|2090|2135
Bryanston|Sandton|Gauteng|2191|2021
Rivonia|Sandton|Gauteng|2191|2128
Morningside|Sandton|Gauteng|2196|2057
Fourways|Sandton|Gauteng|2191|2055
Rondebosch|Cape Town|Western Cape|7700|7701
Newlands|Cape Town|Western Cape|7700|7725
Claremont|Cape Town|Western Cape|7708|7735
Rosebank|Cape Town|Western Cape|7700|7700
Mowbray|Cape Town|Western Cape|7700|7705
Observatory|Cape Town|Western Cape|7925|7935
Woodstock|Cape Town|Western Cape|7925|7915
Sea Point|Cape Town|Western Cape|8005|8060
Green Point|Cape Town|Western Cape|8005|8051
Gardens|Cape Town|Western Cape|8001|8010
Camps Bay|Cape Town|Western Cape|8005|8040
Plumstead|Cape Town|Western Cape|7800|7801
Constantia|Cape Town|Western Cape|7806|7848
Muizenberg|Cape Town|Western Cape|7945|7950
Tokai|Cape Town|Western Cape|7945|7966
Idasvallei|Stellenbosch|Western Cape|7600|7609
Die Boord|Stellenbosch|Western Cape|7600|7613
Glenwood|Durban|KwaZulu-Natal|4001|4001
Morningside|Durban|KwaZulu-Natal|4001|4014
Berea|Durban|KwaZulu-Natal|4001|4007
Durban North|Durban|KwaZulu-Natal|4051|4016
Westville|Durban|KwaZulu-Natal|3629|3630
Newlands East|Durban|KwaZulu-Natal|4037|4037
Newlands West|Durban|KwaZulu-Natal|4037|4037
Kloof|Pinetown|KwaZulu-Natal|3610|3640
Scottsville|Pietermaritzburg|KwaZulu-Natal|3201|3209
Universitas|Bloemfontein|Free State|9301|9321
Westdene|Bloemfontein|Free State|9301|9300
Summerstrand|Gqeberha|Eastern Cape|6001|6001
Walmer|Gqeberha|Eastern Cape|6070|6065
Gonubie|East London|Eastern Cape|5257|5256
Berea|East London|Eastern Cape|5241|5214
Flora Park|Polokwane|Limpopo|0699|0699
Bendor|Polokwane|Limpopo|0699|0713
Sonheuwel|Mbombela|Mpumalanga|1201|1206
Baillie Park|Potchefstroom|North West|2531|2526
Hadison Park|Kimberley|Northern Cape|8301|8306
`;

/** Names that many towns use; each town takes some of them under its own code. */
const COMMON_SUBURBS = [
	'Central',
	'Extension 1',
	'Extension 2',
	'Extension 7',
	'Hillside',
	'Industria',
	'Newtown',
	'Noordheuwel',
	'Parkdene',
	'Riverside',
	'Section A',
	'Section B',
	'Suiderhof',
	'Sunnyside',
	'Unit 3',
	'Vergesig',
	'Westdene',
	'Zone 5',
] as const;

const SUBURBS_PER_TOWN = 7;
const CODE_MISSING_SHARE = 0.03;

/** Sample postal codes: real towns and codes, with suburb names that many towns share. */
export function makePostalCodes(seed: number) {
	const random = seededRandom(seed);
	const towns = provinces.flatMap((province) =>
		province.districts.flatMap(({ municipality, towns: inDistrict }) =>
			inDistrict.map((town) => ({ ...town, province: province.name, municipality })),
		),
	);
	const municipalityOf = (area: string, province: string) =>
		towns.find((town) => town.name === area && town.province === province)?.municipality ?? area;

	const columns = ['suburb', 'area', 'province', 'street_code', 'box_code'] as const;
	const known = readTable(KNOWN_SUBURBS, columns).map((row) => ({
		id: random.uuid(),
		...row,
		municipality: `${municipalityOf(row.area, row.province)} (sample record)`,
	}));

	const common = towns.flatMap((town) => {
		const first = random.between(0, COMMON_SUBURBS.length - 1);
		const names: string[] = [town.name];
		for (let step = 0; step < SUBURBS_PER_TOWN; step++) {
			names.push(cycle(COMMON_SUBURBS, first + step));
		}
		return names.map((suburb) => {
			const missing = random.next();
			return {
				id: random.uuid(),
				suburb,
				area: town.name,
				province: town.province,
				municipality: `${town.municipality} (sample record)`,
				street_code: missing < CODE_MISSING_SHARE ? null : town.streetCode,
				box_code: missing > 1 - CODE_MISSING_SHARE ? '' : town.boxCode,
			};
		});
	});
	return [...known, ...common];
}
