import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { optionsCollection } from '../shared/node/options';
import { hintsOfListing, readLimit } from '../shared/node/getMany';
import type { Item } from '../shared/node/operation';
import { quoted } from '../shared/text';
import { type Directory, LARGEST_PAGE, listRecords, nounsOf } from './api';
import { readPostalCode } from './identifiers';
import { readProvince } from './provinces';

/** Options of a Get Many on this service. */
export const listOptionsProperty: INodeProperties = optionsCollection(
	{
		displayName: 'Page Size',
		name: 'perPage',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: LARGEST_PAGE, numberPrecision: 0 },
		default: LARGEST_PAGE,
		description:
			"Number of records to fetch per request (1 to 100). If you don't set it, the node uses the size that needs the fewest requests.",
	},
	{
		displayName: 'Start Page',
		name: 'startPage',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1,
		description:
			'The first page to fetch, counted in pages of the size set in "Page Size", or of 100 records',
	},
);

/** What a person may write in several ways. */
const READERS: Readonly<Record<string, (value: string) => string>> = {
	province: readProvince,
	postalCode: readPostalCode,
};

/**
 * The query that the filters of an item make; the form has the service's names in camel case.
 *
 * @throws UserError
 */
export function readQuery(
	{ parameters }: Item,
	filters: readonly string[],
): Record<string, string> {
	const added = parameters.added<Record<string, string | boolean>>('filters');
	const used = filters.filter((name) => name in added);
	return Object.fromEntries(
		used.map((name) => [parameterOf(name), (READERS[name] ?? String)(String(added[name]))]),
	);
}

function parameterOf(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The places that filters name; one without a letter ("-", "???") is left out, with a hint. */
export function readPlaces<Name extends string>(
	item: Item,
	names: readonly Name[],
): Partial<Record<Name, string>> {
	const added = item.parameters.added<Record<Name, string>>('filters');
	const places: Partial<Record<Name, string>> = {};
	for (const name of names) {
		const place = added[name];
		if (place === undefined) continue;
		if (/\p{L}/u.test(place)) places[name] = place;
		else {
			const label = item.parameters.label('filters', name);
			item.hint(`"${label}" is ${quoted(place)}, so it was left out.`);
		}
	}
	return places;
}

/**
 * A Get Many: the records of a directory that the item's filters select.
 *
 * @param filters the likeliest cause of an empty result first
 */
export async function getMany(
	item: Item,
	directory: Directory,
	filters: readonly string[],
): Promise<IDataObject[]> {
	const query = readQuery(item, filters);
	const { perPage, startPage } = item.parameters.added<{ perPage: number; startPage: number }>(
		'options',
	);
	const listing = await listRecords(item, directory, query, {
		limit: readLimit(item.parameters),
		pageSize: perPage,
		startPage,
	});
	const used = filters.filter((name) => parameterOf(name) in query).map((name) => ({ name }));
	hintsOfListing(item, listing, nounsOf(directory), used, { startPage });
	return listing.records;
}
