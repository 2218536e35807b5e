import { UserError } from 'n8n-workflow';

import { includeInputFieldsProperty, optionsCollection } from '../../shared/node/options';
import type { Item, Operation } from '../../shared/node/operation';
import { LARGEST_PAGE, listRecords } from '../api';
import { readPlaces, readQuery } from '../listing';
import { postalCodeIn } from '../identifiers';
import { nearPlaces } from './comparePlaces';
import { invalidCode, judgePostalCode, withSuggestions } from './judgement';
import { isGiven, type Place, placeProperties, type PostalCodeRecord } from './place';

export const validate: Operation = {
	option: {
		name: 'Validate',
		value: 'validate',
		action: 'Validate postal code',
		description: 'Check whether a postal code exists and belongs to a suburb, area or province',
	},
	properties: [
		{
			displayName: 'Postal Code',
			name: 'postalCode',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 0181',
			description:
				'The street or PO box code to check (four digits). Missing leading zeros are added.',
		},
		{
			displayName: 'Place',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add detail',
			default: {},
			description:
				'The place that the code should belong to. Without a place, the node checks that the code exists and belongs to only one place.',
			options: placeProperties,
		},
		optionsCollection(includeInputFieldsProperty),
	],
	async execute(item) {
		const given = item.parameters.given('postalCode') ? item.parameters.text('postalCode') : '';
		const place: Place = {
			...readPlaces(item, ['suburb', 'area']),
			...readQuery(item, ['province']),
		};
		const code = postalCodeIn(given);
		if (code === undefined) return [{ ...invalidCode(given) }];
		const query = { postal_code: code };
		const { records, incomplete } = await listRecords(item, 'postal-codes', query);
		const judged = judgePostalCode(code, records, place);
		if (!judged.valid && incomplete !== undefined) {
			throw new UserError(`The node couldn't check every place for the postal code ${code}`, {
				description: incomplete,
			});
		}
		const isOpen = judged.status === 'mismatch' || judged.status === 'not_found';
		if (!isOpen || !isGiven(place)) return [{ ...judged }];
		return [{ ...withSuggestions(judged, place, await candidatesFor(item, place, records)) }];
	},
};

/**
 * Records to choose suggestions from: those of the place, else those with the code or with half of the
 * name that are spelled much like it, as one slip leaves one of the halves as it is. At most three
 * requests, of one page each.
 */
async function candidatesFor(
	item: Item,
	place: Place,
	withCode: readonly PostalCodeRecord[],
): Promise<readonly PostalCodeRecord[]> {
	const pageOf = async (query: Record<string, string>) =>
		(await listRecords(item, 'postal-codes', query, { limit: LARGEST_PAGE })).records;
	const exact = await pageOf({ ...place });
	if (exact.length > 0) return exact;
	let near = nearPlaces(withCode, place);
	const { suburb, area = '', province } = place;
	for (const half of halvesOf(suburb ?? area)) {
		if (near.length > 0) break;
		const parameter = suburb === undefined ? 'search' : 'suburb';
		near = nearPlaces(await pageOf({ [parameter]: half, ...(province && { province }) }), place);
	}
	return near;
}

/** Shorter parts of a name find half the country. */
const SHORTEST_HALF = 3;

function halvesOf(name: string): string[] {
	const middle = Math.ceil(name.length / 2);
	const halves = [name.slice(0, middle), name.slice(middle)].map((half) => half.trim());
	return halves.filter((half) => half.length >= SHORTEST_HALF);
}
