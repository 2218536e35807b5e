import { textField } from '../../../shared/node/field';
import { provinceField } from '../commonFields';
import { PARTS_OF_PLACE, type Place, type PostalCodeRecord } from '../../southAfrica/comparePlaces';
import { placeNameOf } from '../../southAfrica/words';

export function isGiven(place: Place): boolean {
	return PARTS_OF_PLACE.some((part) => place[part] !== undefined);
}

/** A place as a reader knows it: the province only where it was asked for, or stands alone. */
export function placeName(place: PostalCodeRecord | Place = {}, withProvince = false): string {
	const [suburb, area, province] = PARTS_OF_PLACE.map((part) => placeNameOf(place[part]));
	const names = [suburb, area, withProvince ? province : ''].filter(Boolean);
	return names.join(', ') || province || 'a place without a name';
}

// Where a postal code is: what Get Many and Validate both ask for.

export const area = textField({
	displayName: 'Area',
	name: 'area',
	type: 'string',
	default: '',
	placeholder: 'e.g. Pretoria',
	description: 'The area, city or town',
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
