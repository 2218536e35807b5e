import type { IDataObject } from 'n8n-workflow';

import { type Listing, listRecords } from '../../shared/http/pagination';
import { queryOf } from '../../shared/node/getMany';
import { triggerEvent, type View } from '../../shared/trigger/event';
import { factsAbout } from '../../shared/trigger/facts';
import { wholeNumber } from '../../shared/trigger/idRanges';
import { LARGEST_PAGE } from '../transport/api';
import { filtersOfEvents, meets } from './watchLinks';

export const linkCreated = triggerEvent({
	option: {
		name: 'Link Created',
		value: 'linkCreated',
		action: 'On link created',
		description: 'A link was created',
	},
	fields: [filtersOfEvents],
	watch({ filters }) {
		const scope = queryOf(filters);
		const query = { ...scope, sort_by: 'id', sort: 'desc' };
		return {
			scope,
			lookedFor: 'links',
			async look(view) {
				const { records, incomplete } = await listNewest(view, query);
				const numbers = numbersOf(records);
				const links = records.filter((link) => meets(link, filters));
				const facts = factsAbout(links, ({ id }) => [{ at: wholeNumber(String(id)) }]);
				const highestId = numbers && (numbers[0] ?? 0);
				return { facts: facts.reverse(), incomplete, highestId };
			},
		};
	},
});

/**
 * The newest links, back to a known one. Usually the first page is enough. If IDs aren't numbers, reads the
 * whole list.
 */
async function listNewest(
	{ client, knownUpTo }: View,
	query: Record<string, string>,
): Promise<Listing> {
	for (let limit = LARGEST_PAGE; ; limit *= 4) {
		const listing = await listRecords(client, 'links', query, { limit });
		const oldest = Number(numbersOf(listing.records)?.at(-1));
		if (listing.left === 0 || oldest <= knownUpTo) return listing;
	}
}

/** The IDs as numbers; undefined if one of them is none. */
function numbersOf(links: readonly IDataObject[]): number[] | undefined {
	const numbers = links.map(({ id }) => wholeNumber(String(id)));
	return numbers.every((number) => number !== undefined) ? numbers : undefined;
}
