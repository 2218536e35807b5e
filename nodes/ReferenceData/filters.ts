import type { IDataObject } from 'n8n-workflow';

import type { Filter } from './listing';
import { postalCodeIn, readPostalCode } from './identifiers';
import { fold } from './words';
import { isSameProvince, readProvince } from './provinces';

/** Whether a field of a record is the value that was asked for; undefined where the field is empty. */
function shows(
	field: string,
	isSame: (found: string, sent: string) => boolean = (found, sent) => fold(found) === fold(sent),
): Filter['isMet'] {
	return ({ [field]: found }: IDataObject, sent) =>
		found === undefined || found === null || found === '' ? undefined : isSame(String(found), sent);
}

/** A part of a name is enough, as it may be for the service. */
const isPart = (found: string, sent: string) => fold(found).includes(fold(sent));

const lastDigit = (text: string) => text.slice(-1);

const searchFilter: Filter = { name: 'search', parameter: 'search' };

export const provinceFilter: Filter = {
	name: 'province',
	parameter: 'province',
	read: readProvince,
	isMet: shows('province', isSameProvince),
};

/** The filters of high schools, the likeliest cause of an empty result first. */
export const schoolFilters: readonly Filter[] = [
	searchFilter,
	{ name: 'district', parameter: 'district', isMet: shows('district', isPart) },
	provinceFilter,
	{
		name: 'quintile',
		parameter: 'quintile',
		isMet: shows('quintile', (found, sent) => lastDigit(found) === lastDigit(sent)),
	},
	{ name: 'noFee', parameter: 'no_fee', isMet: shows('no_fee_school') },
	{ name: 'sector', parameter: 'sector', isMet: shows('sector') },
	{ name: 'urbanRural', parameter: 'urban_rural', isMet: shows('urban_rural') },
];

const suburbFilter: Filter = {
	name: 'suburb',
	parameter: 'suburb',
	isMet: shows('suburb', isPart),
};

const areaFilter: Filter = { name: 'area', parameter: 'area', isMet: shows('area', isPart) };

/** Where a postal code is: what Get Many and Validate both ask for. */
export const placeFilters: readonly Filter[] = [suburbFilter, areaFilter, provinceFilter];

/** The filters of postal codes, the likeliest cause of an empty result first. */
export const postalCodeFilters: readonly Filter[] = [
	{
		name: 'postalCode',
		parameter: 'postal_code',
		read: readPostalCode,
		isMet: ({ street_code: street, box_code: box }, sent) => {
			const codes = [street, box].map(postalCodeIn).filter((code) => code !== undefined);
			return codes.length === 0 ? undefined : codes.includes(sent);
		},
	},
	suburbFilter,
	searchFilter,
	areaFilter,
	provinceFilter,
];

/** The filters of universities. */
export const universityFilters: readonly Filter[] = [
	{ ...searchFilter, isMet: shows('name', isPart) },
	provinceFilter,
];
