import type { ItemParameters } from './parameters';
import type { Item } from './operation';
import type { Listing } from '../client/paginate';

/** How many records a Get Many may return: Infinity with Return All. */
export function readLimit(parameters: ItemParameters): number {
	return parameters.flag('returnAll') ? Infinity : parameters.number('limit');
}

/**
 * Tells the user what the records alone do not: that Limit cut the list, that it may be incomplete,
 * or that nothing was found and which filter is the likely cause.
 *
 * @param suspects the entries of Filters that were used, the likeliest cause of an empty result first
 */
export function hintsOfListing(
	item: Item,
	{ records, cut, incomplete }: Listing,
	noun: string,
	suspects: readonly string[] = [],
): void {
	if (cut !== false) {
		item.hint(
			`There ${cut === 'perhaps' ? 'may be' : 'are'} more ${noun} than the ${records.length} returned. Turn on "Return All" or raise "Limit" to get them.`,
		);
	}
	if (incomplete !== undefined) item.hint(incomplete, 'warning');
	if (records.length === 0) {
		const [suspect] = suspects;
		item.hint(
			suspect === undefined
				? `The service has no ${noun}.`
				: `No ${noun} were found. The filter "${item.parameters.entryLabel('filters', suspect)}" is the likeliest cause: check it, or remove it.`,
		);
	}
}
