import type { IDataObject } from 'n8n-workflow';

import { factOf } from '../../shared/item/facts';
import type { TriggerEvent, View } from '../../shared/item/poll';
import { fetchPage, LARGEST_PAGE } from '../api';
import { linkFilterQuery, type LinkFilters, readLinkFilters } from '../link/filters';
import { type LinkListing, listLinks, meets } from './links';

export const linkCreated: TriggerEvent = {
	option: {
		name: 'Link Created',
		value: 'linkCreated',
		action: 'On link created',
		description: 'A link was created',
	},
	properties: [],
	watch(parameters) {
		const filters = readLinkFilters(parameters);
		return {
			scope: linkFilterQuery(filters),
			lookedFor: 'links',
			async look(view) {
				const { records, incomplete } = await newestLinks(view, filters);
				const isOld = oldByPlace(view, records);
				const facts = records
					.flatMap((record, place) =>
						meets(record, filters, view)
							? factOf(record, { isQuiet: () => isOld(record, place) })
							: [],
					)
					.reverse()
					.sort((one, other) => Number(one.id) - Number(other.id) || 0);
				return { facts, incomplete, inSequence: true };
			},
		};
	},
};

/**
 * The newest links first, down to the page that holds a known one: at the first poll, one page. All of
 * them where that is wanted, and where the service doesn't sort them.
 */
async function newestLinks(view: View, filters: LinkFilters): Promise<LinkListing> {
	const found = new Map<string, IDataObject>();
	const query = linkFilterQuery(filters);
	for (let page = 1; !view.wantsExisting; page++) {
		const newest = { ...query, sort_by: 'id', sort: 'desc', per_page: String(LARGEST_PAGE) };
		const { records } = await fetchPage(view.client, 'links', newest, page);
		if (!areNewestFirst(records)) break;
		const before = found.size;
		for (const record of records) found.set(String(record.id), record);
		const { known } = view;
		const isReached = !known || records.some(({ id }) => known.has(String(id)));
		if (isReached || found.size === before) return { records: [...found.values()] };
	}
	const { records, incomplete } = await listLinks(view, filters);
	return { records: records.reverse(), incomplete };
}

function areNewestFirst(records: readonly IDataObject[]): boolean {
	return records.every((record, index) => {
		const next = records[index + 1];
		return next === undefined || !(Number(record.id) < Number(next.id));
	});
}

/**
 * Tells which links with IDs that are no numbers are old although they are not known, since only a page
 * of those is remembered: the ones after a known one, and all where none of so many is left.
 */
function oldByPlace(
	{ known }: View,
	records: readonly IDataObject[],
): (record: IDataObject, place: number) => boolean {
	const firstKnown = records.findIndex(({ id }) => known?.has(String(id)));
	const noneLeft = firstKnown === -1 && (known?.ids().length ?? 0) >= LARGEST_PAGE;
	return ({ id }, place) =>
		Number.isNaN(Number(id)) && (noneLeft || (firstKnown !== -1 && place > firstKnown));
}
