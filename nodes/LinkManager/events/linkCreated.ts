import type { IDataObject } from 'n8n-workflow';

import { factOf } from '../../shared/trigger/memory';
import { wholeNumber } from '../../shared/trigger/idSet';
import type { TriggerEvent, View } from '../../shared/trigger/poll';
import { fetchPage, LARGEST_PAGE } from '../api';
import { linkFilterQuery, type LinkFilters, readLinkFilters } from '../link/filters';
import { type LinkListing, listLinks, meets } from './links';

/** Stored where every link is remembered; without it, unknown links with other IDs may be old ones. */
const EVERY_LINK = 'every';

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
				const inSequence = areNumbered(view, records);
				const isUnsure = !inSequence && view.known && view.known.setting !== EVERY_LINK;
				const facts = records
					.filter((record) => meets(record, filters, view))
					.flatMap((record) => factOf(record, { isQuiet: () => isUnsure === true }))
					.reverse()
					.sort((one, other) => Number(one.id) - Number(other.id) || 0);
				return { facts, incomplete, inSequence, setting: inSequence ? undefined : EVERY_LINK };
			},
		};
	},
};

/**
 * The newest links first, down to the page that holds a known one: at the first poll, one page. All of
 * them where that is wanted, and where the service doesn't sort them or their IDs don't show that it does.
 */
async function newestLinks(view: View, filters: LinkFilters): Promise<LinkListing> {
	const found = new Map<string, IDataObject>();
	const query = linkFilterQuery(filters);
	for (let page = 1; !view.wantsExisting; page++) {
		const newest = { ...query, sort_by: 'id', sort: 'desc', per_page: String(LARGEST_PAGE) };
		const { records } = await fetchPage(view.client, 'links', newest, page);
		if (!areNumbered(view, records) || !areNewestFirst(records)) break;
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

/** Whether IDs count up, so that a higher one is newer. No ID at all does not tell. */
function areNumbered({ known }: View, records: readonly IDataObject[]): boolean {
	const ids = [...(known?.ids() ?? []), ...records.map(({ id }) => String(id))];
	return ids.length > 0 && ids.every((id) => wholeNumber(id) !== undefined);
}
