import type { INodeProperties } from 'n8n-workflow';

import { listMode } from '../../shared/node/resourceLocator';

/** For the description of a list that the service doesn't have: only what is on links is known. */
export const SEEN_ONLY =
	'The list shows those used by your newest links. For any other, enter the ID.';

/**
 * A record that is chosen from a list or given by its ID.
 *
 * @param example an ID
 */
export function locatorProperty<const N extends string>(
	displayName: string,
	name: N,
	searchListMethod: string,
	example: string,
): INodeProperties & { name: N; type: 'resourceLocator' } {
	const noun = displayName.toLowerCase();
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			listMode(searchListMethod, noun),
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
