import type { IDataObject } from 'n8n-workflow';

import type { Listing } from '../../shared/http/pagination';
import { factsAbout, type TriggerEvent, type View } from '../../shared/trigger/event';
import { wholeNumber } from '../../shared/trigger/idRanges';
import { LARGEST_PAGE, listRecords } from '../api';
import { linkFilterQuery, readLinkFilters } from '../link/filters';
import { meets } from './links';

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
		const scope = linkFilterQuery(filters);
		return {
			scope,
			lookedFor: 'links',
			async look(view) {
				const query = { ...scope, sort_by: 'id', sort: 'desc' };
				const { records, incomplete } = await listNewest(view, query);
				const links = records.filter((link) => meets(link, filters, view.now));
				const facts = factsAbout(links, ({ id }) => [{ at: wholeNumber(String(id)) }]);
				return { facts: facts.reverse(), incomplete, highestId: highestOf(numbersOf(records)) };
			},
		};
	},
};

/**
 * The newest links, back to one that is known: as a rule the first page is enough. If the IDs don't count
 * down, the whole list is read: they are no numbers, or the service ignores the order that was asked for.
 */
async function listNewest(view: View, query: Record<string, string>): Promise<Listing> {
	for (let limit = LARGEST_PAGE; ; limit *= 4) {
		const listing = await listRecords(view, 'links', query, { limit });
		const numbers = numbersOf(listing.records);
		const isSorted = numbers.every((number, index) => number <= (numbers[index - 1] ?? Infinity));
		const isKnown = Number(numbers.at(-1)) <= (view.knownUpTo ?? Infinity);
		if (listing.left === 0 || (isSorted && isKnown)) return listing;
	}
}

/** The IDs as numbers; NaN for one that is none. */
function numbersOf(links: readonly IDataObject[]): number[] {
	return links.map(({ id }) => wholeNumber(String(id)) ?? Number.NaN);
}

/** The highest of all; undefined if one of them is NaN. */
function highestOf(numbers: readonly number[]): number | undefined {
	const highest = numbers.reduce((one, other) => Math.max(one, other), 0);
	return Number.isNaN(highest) ? undefined : highest;
}
