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
			'The first page to fetch. A page has as many records as "Page Size", or 100 if you don\'t set it.',
	}).optional(),
);

/**
 * The Filters of an operation.
 *
 * @param fields by the service's names, the likeliest cause of an empty result first
 */
export function queryFilters(
	fields: Readonly<Record<string, AnyField>>,
): Field<'filters', UsedFilter[]> {
	return filtersField(alphabetical(Object.values(fields))).map((values) =>
		Object.entries(fields)
			.filter(([, { name }]) => name in values)
			.map(([sentAs, { name, label }]) => {
				// Text from a Mac or a PDF may have letters and accents apart, which no search finds.
				return { label, query: { [sentAs]: normalized(String(values[name]), 'NFC') } };
			}),
	);
}
