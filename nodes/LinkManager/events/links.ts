import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Listing } from '../../shared/http/pagination';
import type { View } from '../../shared/trigger/poll';
import { fetchPage, listRecords, SMALLEST_PAGE } from '../api';
import {
	linkFilterProperties,
	linkFilterQuery,
	type LinkFilters,
	showsFilters,
} from '../link/filters';

/** The parameters that all events of links have. */
export const linkEventProperties: INodeProperties[] = [
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		description:
			'Which links to watch. Without filters, the trigger watches every link in the account.',
		options: linkFilterProperties,
	},
];

/** The links that a poll lists, and why some may be missing. */
export type LinkListing = Pick<Listing, 'records' | 'incomplete'>;

/** All links that meet the filters, the oldest first; `status` is only asked for, not checked. */
export async function listLinks(
	view: View,
	filters: LinkFilters,
	status?: number,
): Promise<LinkListing> {
	const query = { ...linkFilterQuery({ ...filters, status }), sort_by: 'id', sort: 'asc' };
	const { records, incomplete } = await listRecords(view, 'links', query, { limit: Infinity });
	return { records: records.filter((record) => meets(record, filters, view)), incomplete };
}

/** Whether a record is one to watch, by itself: the service may ignore a filter. */
export function meets(record: IDataObject, filters: LinkFilters, { now }: View): boolean {
	return showsFilters(record, filters, now).every(([, evidence]) => evidence !== 'no');
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
	const records = listed.length > 0 || view.known ? listed : await someLinks(view);
	if (records.length === 0 || records.some(shows)) return;
	throw new UserError(`The service doesn't show ${what}`, {
		description: `None of the ${records.length} links looked at shows it, so this event could never happen. Choose another event.`,
	});
}

async function someLinks({ client }: View): Promise<IDataObject[]> {
	return (await fetchPage(client, 'links', { per_page: String(SMALLEST_PAGE) }, 1)).records;
}
