import { readPostalCode } from './identifiers';
import type { Filter } from './listing';
import { readProvince } from './provinces';

const searchFilter: Filter = { name: 'search', parameter: 'search' };

export const provinceFilter: Filter = {
	name: 'province',
	parameter: 'province',
	read: readProvince,
};

/** The filters of high schools, the likeliest cause of an empty result first. */
export const schoolFilters: readonly Filter[] = [
	searchFilter,
	{ name: 'district', parameter: 'district' },
	provinceFilter,
	{ name: 'quintile', parameter: 'quintile' },
	{ name: 'noFee', parameter: 'no_fee' },
	{ name: 'sector', parameter: 'sector' },
	{ name: 'urbanRural', parameter: 'urban_rural' },
];

/** Where a postal code is: what Get Many and Validate both ask for. */
export const placeFilters: readonly Filter[] = [
	{ name: 'suburb', parameter: 'suburb' },
	{ name: 'area', parameter: 'area' },
	provinceFilter,
];

/** The filters of postal codes, the likeliest cause of an empty result first. */
export const postalCodeFilters: readonly Filter[] = [
	{ name: 'postalCode', parameter: 'postal_code', read: readPostalCode },
	{ name: 'suburb', parameter: 'suburb' },
	searchFilter,
	{ name: 'area', parameter: 'area' },
	provinceFilter,
];

/** The filters of universities. */
export const universityFilters: readonly Filter[] = [searchFilter, provinceFilter];
