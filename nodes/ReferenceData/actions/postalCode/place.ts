import { UserError } from 'n8n-workflow';

import { textField } from '../../../shared/node/field';
import { quoted } from '../../../shared/text';
import { PARTS_OF_PLACE, type Place, type PostalCodeRecord } from '../../southAfrica/comparePlaces';
import { postalCodeIn } from '../../southAfrica/postalCode';
import { placeNameOf } from '../../southAfrica/words';
import { provinceField } from '../commonFields';

export function isGiven(place: Place): boolean {
	return PARTS_OF_PLACE.some((part) => place[part] !== undefined);
}

/** A place as a reader knows it: the province only where it was asked for, or stands alone. */
export function placeName(place: PostalCodeRecord | Place = {}, withProvince = false): string {
	const [suburb, area, province] = PARTS_OF_PLACE.map((part) => placeNameOf(place[part]));
	const names = [suburb, area, withProvince ? province : ''].filter(Boolean);
	return names.join(', ') || province || 'a place without a name';
}

// The place of a postal code, for Get Many and Validate.

export const area = textField({
	displayName: 'Area or Town',
	name: 'area',
	type: 'string',
	default: '',
	placeholder: 'e.g. Pretoria',
	description: 'The town, city or area',
});

export const province = provinceField('The province');

export const suburb = textField({
	displayName: 'Suburb',
	name: 'suburb',
	type: 'string',
	default: '',
	placeholder: 'e.g. Hatfield',
	description: 'The suburb. A whole word of its name is enough.',
});

/** The code that Get Many looks for. */
export const codeFilter = textField({
	displayName: 'Postal Code',
	name: 'postalCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. 0181',
	description: 'The exact street or PO box code (four digits). Missing leading zeros are added.',
}).map(readPostalCode);

/** @throws UserError */
function readPostalCode(value: string): string {
	const code = postalCodeIn(value);
	if (code !== undefined) return code;
	throw new UserError(`"Postal Code" is not a postal code: ${quoted(value)}`, {
		description:
			'A postal code has four digits, for example 0181. You can leave out leading zeros.',
	});
}
