import { faker } from '@faker-js/faker/locale/en_ZA';
import { districts, readTowns, type Town } from './places.mjs';
import { cycle, readTable, words } from './table.mjs';

/** A suburb with its codes as the service answers it; `municipality` carries the sample label. */
export type PostalCodeRecord = ReturnType<typeof postalCode>;

/** Suburbs with codes of their own, by town: each with its street code and, if another, its box code. */
const KNOWN_SUBURBS = `
Pretoria|Gauteng|Arcadia 0083 0007, Hatfield 0083 0028, Brooklyn 0181 0011, Menlo Park 0081 0102, Sunnyside 0002 0132, Lynnwood 0081, Waverley 0186 0135, Silverton 0184 0127
Centurion|Gauteng|Lyttelton 0157 0140, Irene 0157 0062
Johannesburg|Gauteng|Braamfontein 2001 2017, Hillbrow 2001 2038, Newtown 2001 2113, Melville 2092 2109, Parktown 2193, Rosebank 2196 2132, Waverley 2090 2135
Sandton|Gauteng|Bryanston 2191 2021, Rivonia 2191 2128, Morningside 2196 2057, Fourways 2191 2055
Cape Town|Western Cape|Rondebosch 7700 7701, Newlands 7700 7725, Claremont 7708 7735, Rosebank 7700, Woodstock 7925 7915, Sea Point 8005 8060, Gardens 8001 8010, Tokai 7945 7966
Stellenbosch|Western Cape|Idasvallei 7600 7609, Die Boord 7600 7613
Durban|KwaZulu-Natal|Glenwood 4001, Morningside 4001 4014, Berea 4001 4007, Westville 3629 3630, Newlands East 4037, Newlands West 4037
Bloemfontein|Free State|Universitas 9301 9321, Westdene 9301 9300
East London|Eastern Cape|Gonubie 5257 5256, Berea 5241 5214
`;

/** Names that many towns use; each town takes some of them under its own code. */
const COMMON_SUBURBS = words(`Central, Extension 1, Extension 2, Extension 7, Hillside, Industria,
	Newtown, Noordheuwel, Parkdene, Riverside, Section A, Section B, Suiderhof, Sunnyside, Unit 3,
	Vergesig, Westdene, Zone 5`);
const SUBURBS_PER_TOWN = 7;

function postalCode({ name: suburb, streetCode, boxCode }: Town, area: string, province: string) {
	return {
		id: faker.string.uuid(),
		suburb,
		area,
		province,
		municipality: `${area} (sample record)`,
		street_code: streetCode,
		box_code: boxCode,
	};
}

/** Sample postal codes: real towns and codes, with suburb names that many towns share. */
export function makePostalCodes(): PostalCodeRecord[] {
	faker.seed(2026);
	const known = readTable(KNOWN_SUBURBS, ['area', 'province', 'suburbs']).flatMap(
		({ area, province, suburbs }) =>
			readTowns(suburbs).map((suburb) => postalCode(suburb, area, province)),
	);
	const common = districts.flatMap(({ province, towns }) =>
		towns.flatMap((town, index) => {
			const names = Array.from({ length: SUBURBS_PER_TOWN }, (_, next) =>
				cycle(COMMON_SUBURBS, index * SUBURBS_PER_TOWN + next),
			);
			return [town.name, ...names].map((name) => {
				const boxCode = faker.datatype.boolean(0.95) ? town.boxCode : '';
				return postalCode({ ...town, name, boxCode }, town.name, province.name);
			});
		}),
	);
	return [...known, ...common];
}
