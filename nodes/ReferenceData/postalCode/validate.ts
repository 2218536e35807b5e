import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { includeInputFieldsProperty, optionsCollection } from '../../shared/node/options';
import type { Item, Operation } from '../../shared/node/operation';
import { quoted } from '../../shared/text';
import { LARGEST_PAGE, listRecords } from '../api';
import { placeFilters } from '../filters';
import { readQuery } from '../listing';
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
		const place = readPlace(item);
		const code = postalCodeIn(given);
		if (code === undefined) return [{ ...invalidCode(given) } as IDataObject];
		const listing = await listRecords(
			item,
			'postal-codes',
			{ postal_code: code },
			{ limit: Infinity },
		);
		const judgement = judgePostalCode(code, listing.records, place);
		if (!judgement.valid && listing.incomplete !== undefined) {
			throw new UserError(`The node couldn't check every place for the postal code ${code}`, {
				description: listing.incomplete,
			});
		}
		const isOpen = judgement.status === 'mismatch' || judgement.status === 'not_found';
		if (!isOpen || !isGiven(place)) return [{ ...judgement } as IDataObject];
		const candidates = await candidatesFor(item, place, listing.records);
		return [{ ...withSuggestions(judgement, place, candidates) } as IDataObject];
	},
};

/** The place that was given; a part of it without any letter ("-", "???") says nothing. */
function readPlace(item: Item): Place {
	const given = Object.entries(readQuery(item, placeFilters));
	const named = given.filter(([name, text]) => {
		const isName = /\p{L}/u.test(text);
		const label = item.parameters.label('filters', name);
		if (!isName) item.hint(`"${label}" is ${quoted(text)}, so it was left out.`);
		return isName;
	});
	return Object.fromEntries(named);
}

/**
 * Records to choose suggestions from: those of the place, else those with the code or with half of the
 * name that are spelled much like it, as one slip leaves one of the halves as it is. At most three
 * requests.
 */
async function candidatesFor(
	item: Item,
	place: Place,
	withCode: readonly PostalCodeRecord[],
): Promise<readonly PostalCodeRecord[]> {
	const { suburb, area, province } = place;
	const [parameter, name = ''] = suburb === undefined ? ['search', area] : ['suburb', suburb];
	const inProvince: Record<string, string> = province === undefined ? {} : { province };
	const exact = await pool({ ...place });
	if (exact.length > 0) return exact;
	const near = nearPlaces(withCode, place);
	if (near.length > 0) return near;
	for (const half of halvesOf(name)) {
		const similar = nearPlaces(await pool({ [parameter]: half, ...inProvince }), place);
		if (similar.length > 0) return similar;
	}
	return [];

	/** One page is enough to choose suggestions from. */
	async function pool(query: Record<string, string>): Promise<PostalCodeRecord[]> {
		return (await listRecords(item, 'postal-codes', query, { limit: LARGEST_PAGE })).records;
	}
}

/** Shorter parts of a name find half the country. */
const SHORTEST_HALF = 3;

function halvesOf(name: string): string[] {
	const middle = Math.ceil(name.length / 2);
	const halves = [name.slice(0, middle), name.slice(middle)].map((half) => half.trim());
	return halves.filter((half) => half.length >= SHORTEST_HALF);
}
