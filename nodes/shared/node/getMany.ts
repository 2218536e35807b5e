import type { IDataObject } from 'n8n-workflow';

import type { Listing } from '../http/pagination';
import type { Item } from './operation';
import type { ItemParameters } from './parameters';
import { isTool, thereAreMore } from './agentOutput';

/** How many records a Get Many may return: Infinity with Return All. */
export function readLimit(parameters: ItemParameters): number {
	return parameters.flag('returnAll') ? Infinity : parameters.number('limit');
}

/** An entry of Filters that has a value. */
export interface UsedFilter {
	/** Its name in the collection. */
	name: string;
	/** Whether a record meets it, by what the record shows; undefined where it shows nothing. */
	isMet?(record: IDataObject): boolean | undefined;
}

/**
 * Tells the user what the records alone do not: that Limit cut the list, that it may be incomplete,
 * that records do not meet a filter, or that nothing was found and what the likely cause is.
 *
 * @param nouns in the plural, e.g. `links`
 * @param filters those that were used, the likeliest cause of an empty result first
 * @param context `startPage`: the page that the list began with; `searched`: for an empty result, where
 *   was searched and how to search elsewhere, as sentences
 */
export function hintsOfListing(
	item: Item,
	{ records, left, incomplete }: Listing,
	nouns: string,
	filters: readonly UsedFilter[] = [],
	{ startPage = 1, searched }: { startPage?: number; searched?: string } = {},
): void {
	const rest = { nouns, left };
	item.rest(rest);
	if (incomplete !== undefined) {
		item.hint(incomplete, 'warning');
	} else if (left !== 0 && !isTool(item.functions) && !isSaidByEditor(item, records.length)) {
		item.hint(
			`${thereAreMore(records.length, rest)} Turn on "Return All" or raise "Limit" to get them.`,
		);
	}
	const labels = filters.map(({ name }) => item.parameters.label('filters', name));
	if (records.length === 0) {
		const [suspect] = labels;
		const cause =
			suspect && `The most likely reason is the filter "${suspect}": change it or remove it.`;
		item.hint(nothingFound(nouns, startPage, searched ?? cause));
	}
	filters.forEach(({ isMet }, index) => {
		const strays = records.filter((record) => isMet?.(record) === false).length;
		if (strays === 0) return;
		item.hint(
			`${strays} of the ${records.length} ${nouns} returned ${strays === 1 ? "doesn't" : "don't"} match the filter "${labels[index]}". The service may ignore this filter, so check the records before you use them.`,
			'warning',
		);
	});
}

/** n8n's editor has its own hint where one run returns as many items as Limit, typed as a number, says. */
function isSaidByEditor({ functions }: Item, returned: number): boolean {
	return functions.getInputData().length === 1 && functions.getNode().parameters.limit === returned;
}

function nothingFound(nouns: string, startPage: number, why = ''): string {
	return startPage > 1
		? `No ${nouns} were found on page ${startPage} or after it. Set "Start Page" to 1 to begin with the first page.`
		: `No ${nouns} were found. ${why}`.trim();
}
