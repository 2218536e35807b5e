import { faker } from '@faker-js/faker/locale/en_ZA';
import { districts, readTowns, type Town } from './places.mjs';
import { cycle, readData, readTable, words } from './table.mjs';

/** A suburb with its codes as the service returns it. `municipality` has the sample label. */
export type PostalCodeRecord = ReturnType<typeof postalCode>;

/** Names that many towns use. Each town gets some of them, with its own code. */
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
	// Suburbs with codes of their own, by town: each with its street code and, if another, its box code.
	const known = readTable(readData('suburbs.txt'), ['area', 'province', 'suburbs']).flatMap(
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
