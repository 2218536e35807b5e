import type { INodeProperties } from 'n8n-workflow';

/**
 * A record that is chosen from a list or given by its ID.
 *
 * @param example an ID
 * @param isSeenOnly whether the service has no list of them, so that only those on links are known
 */
export function locatorProperty<const N extends string>(
	displayName: string,
	name: N,
	searchListMethod: string,
	example: string,
	isSeenOnly = false,
): INodeProperties & { name: N; type: 'resourceLocator' } {
	const noun = displayName.toLowerCase();
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select a ${noun}…`,
				...(isSeenOnly && {
					hint: `The ${noun}s used by your newest links. For any other, enter its ID.`,
				}),
				typeOptions: {
					searchListMethod,
					searchable: true,
					slowLoadNotice: {
						message: 'If loading is slow, select By ID and enter the ID',
						timeout: 10_000,
					},
				},
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: `e.g. ${example}`,
				hint: `The ID of the ${noun} in the service`,
			},
		],
	};
}
