import { settingsField } from '../../shared/node/collection';
import { choiceField } from '../../shared/node/field';
import { optionsField } from '../../shared/node/options';
import { LARGEST_PAGE, PAGE_SIZES } from '../transport/api';

/**
 * Options and Sort of a Get Many.
 *
 * @param fields what the list can be sorted by; `id` is the default
 */
export function getManyFields(fields: Array<{ name: string; value: string }>) {
	const options = optionsField(
		choiceField({
			displayName: 'Page Size',
			name: 'perPage',
			type: 'options',
			options: PAGE_SIZES.map((size) => ({ name: String(size), value: size })),
			default: LARGEST_PAGE,
			description:
				"Number of records to fetch per request. If you don't set it, the node uses the size that needs the fewest requests.",
		}).optional(),
	);
	const sort = settingsField(
		{
			displayName: 'Sort',
			name: 'sort',
			type: 'collection',
			placeholder: 'Add sort',
			default: {},
		},
		[
			choiceField({
				displayName: 'Sort By',
				name: 'sortBy',
				type: 'options',
				options: fields,
				default: 'id',
				description: 'The field to sort by',
			}).optional(),
			choiceField({
				displayName: 'Sort Direction',
				name: 'sort',
				type: 'options',
				options: [
					{ name: 'Ascending', value: 'asc' },
					{ name: 'Descending', value: 'desc' },
				],
				default: 'desc',
				description: 'Whether to sort in ascending or descending order',
			}).optional(),
		],
	);
	return [options, sort] as const;
}
