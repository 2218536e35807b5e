import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { includeInputFieldsProperty, optionsCollection } from '../../shared/node/options';
import type { Item, Operation } from '../../shared/node/operation';
import { quoted } from '../../shared/text';
import { LARGEST_PAGE, listRecords } from '../api';
import { placeFilters } from '../filters';
import { readQuery } from '../listing';
import { postalCodeIn } from '../identifiers';
import { invalidCode, judgePostalCode } from './judgement';
import { nearPlaces, otherNames, partsOfName } from './nearPlaces';
import { type Place, placeProperties, type PostalCodeRecord } from './place';

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
		const { records: found, incomplete } = await listRecords(
			item,
			'postal-codes',
			{ postal_code: code },
			{ limit: Infinity },
		);
		const judged = judgePostalCode(code, found, place);
		if (!judged.valid && incomplete !== undefined) {
			throw new UserError(`The node couldn't check every place for the postal code ${code}`, {
				description: incomplete,
			});
		}
		const isSettled = judged.status === 'valid' || judged.status === 'ambiguous';
		const isAnywhere = Object.keys(place).length === 0;
		const suggestible = isSettled || isAnywhere ? [] : await recordsFor(item, place, found);
		return [{ ...judgePostalCode(code, found, place, suggestible) } as IDataObject];
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
 * Records to choose suggestions from: those of the place or, where none is called so, those of places
 * that are spelled much like it. At most three requests.
 */
async function recordsFor(
	item: Item,
	place: Place,
	found: readonly PostalCodeRecord[],
): Promise<readonly PostalCodeRecord[]> {
	const exact = await pool({ ...place });
	if (exact.length > 0) return exact;
	const near = nearPlaces(found, place);
	if (near.length > 0) return near;
	const others = otherNames(place).slice(0, 2);
	for (const other of others) {
		const records = await pool({ ...other });
		if (records.length > 0) return records;
	}
	const { suburb, area, province } = place;
	const name =
		suburb === undefined
			? { parameter: 'search', text: area }
			: { parameter: 'suburb', text: suburb };
	for (const part of partsOfName(name.text ?? '').slice(others.length)) {
		const within = nearPlaces(
			await pool({ [name.parameter]: part, ...(province !== undefined && { province }) }),
			place,
		);
		if (within.length > 0) return within;
	}
	return [];

	/** One page is enough to choose suggestions from. */
	async function pool(query: Record<string, string>): Promise<PostalCodeRecord[]> {
		return (await listRecords(item, 'postal-codes', query, { limit: LARGEST_PAGE })).records;
	}
}
