import { textField } from '../../shared/node/field';
import { provinceField } from '../provinceField';
import type { Place, PostalCodeRecord } from '../southAfrica/comparePlaces';
import { fold, textOf } from '../southAfrica/words';

export function isGiven({ suburb, area, province }: Place): boolean {
	return [suburb, area, province].some((part) => part !== undefined);
}

/** The same for all records of one place. */
export function placeKey({ suburb, area, province }: PostalCodeRecord): string {
	return [suburb, area, province].map((part) => fold(textOf(part))).join('/');
}

/** A place as a reader knows it: the province only where it was asked for, or stands alone. */
export function placeName(place: PostalCodeRecord | Place = {}, withProvince = false): string {
	const { suburb, area, province } = place;
	const names = [suburb, area, withProvince ? province : undefined].filter(Boolean);
	return names.length > 0 ? names.join(', ') : String(province ?? 'a place without a name');
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
