import { filtersField } from '../../shared/node/collection';
import { type AnyField, type Field, numberField } from '../../shared/node/field';
import type { UsedFilter } from '../../shared/node/getMany';
import { alphabetical, optionsField } from '../../shared/node/options';
import { normalized } from '../../shared/text';
import { LARGEST_PAGE } from '../transport/api';

/** Options of a Get Many on this service. */
export const getManyOptions = optionsField(
	numberField({
		displayName: 'Page Size',
		name: 'perPage',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: LARGEST_PAGE, numberPrecision: 0 },
		default: LARGEST_PAGE,
		description:
			"Number of records to fetch per request (1 to 100). If you don't set it, the node uses the size that needs the fewest requests.",
	}).optional(),
	numberField({
		displayName: 'Start Page',
		name: 'startPage',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1,
		description:
			'The first page to fetch, counted in pages of the size set in "Page Size", or of 100 records',
	}).optional(),
);

/**
 * Filters of which the service knows each by its name here, in snake case.
 *
 * @param fields the likeliest cause of an empty result first
 */
export function queryFilters(...fields: AnyField[]): Field<'filters', UsedFilter[]> {
	// From a Mac or a PDF, accents come apart, and no search finds them.
	return filtersField(alphabetical(fields)).map((values) =>
		fields
			.filter(({ name }) => name in values)
			.map(({ name, label }) => {
				const sentAs = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
				return { label, query: { [sentAs]: normalized(String(values[name]), 'NFC') } };
			}),
	);
}
