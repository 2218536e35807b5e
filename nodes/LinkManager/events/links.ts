import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Listing } from '../../shared/client/paginate';
import type { Fact } from '../../shared/item/facts';
import type { ItemParameters } from '../../shared/item/parameters';
import type { View } from '../../shared/item/poll';
import { fetchPage, listRecords } from '../api';
import { linkFilterProperties, linkFilterQuery, readLinkFilters } from '../link/filters';

/** The parameters that all events of links have. */
export const linkEventProperties: INodeProperties[] = [
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		description: 'Which links to watch. Without filters, it is every link of the account.',
		options: linkFilterProperties,
	},
];

/** The filters as the service's query. @throws UserError */
export function readFilters(parameters: ItemParameters): Record<string, string> {
	return linkFilterQuery(readLinkFilters(parameters));
}

export type LinkListing = Pick<Listing, 'records' | 'incomplete'>;

/** All links that match the query, the oldest first. */
export async function listLinks(view: View, query: Record<string, string>): Promise<LinkListing> {
	const inOrder = { ...query, sort_by: 'id', sort: 'asc' };
	return await listRecords(view, 'links', inOrder, { limit: Infinity });
}

/** The fact for a record, if it has an id to tell it by. */
export function factOf(record: IDataObject, more: Partial<Fact> = {}): Fact[] {
	const { id } = record;
	return id === undefined || id === null ? [] : [{ ...more, id: String(id), record }];
}

/** One of a record's fields at least: null says something, a field that is absent does not. */
export function showsAny(...fields: string[]): (record: IDataObject) => boolean {
	return (record) => fields.some((field) => record[field] !== undefined);
}

/**
 * Makes sure that the service shows what the event depends on, where it can be told: by the records
 * listed, or, when nothing is known yet, by the newest of the account.
 *
 * @throws UserError when there are records and none of them shows it
 */
export async function requireShown(
	view: View,
	listed: readonly IDataObject[],
	shows: (record: IDataObject) => boolean,
	what: string,
): Promise<void> {
	const records = listed.length > 0 || view.known ? listed : await newestLinks(view);
	if (records.length === 0 || records.some(shows)) return;
	throw new UserError(`The service doesn't show ${what}`, {
		description: `None of the ${records.length} links looked at shows it, so this event could never happen. Choose another event.`,
	});
}

async function newestLinks({ client }: View): Promise<IDataObject[]> {
	return (await fetchPage(client, 'links', { per_page: '10' }, 1)).records;
}

/** An end tells two expirations of a link apart: seconds in base 36, since many are remembered. */
export function endKey(end: number): Pick<Fact, 'of' | 'version' | 'at'> {
	const seconds = Math.floor(end / 1000);
	return { of: seconds.toString(36), version: new Date(end).toISOString(), at: end };
}
