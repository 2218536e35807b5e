import type { INodeProperties } from 'n8n-workflow';

import { listMode } from '../shared/node/locatorMode';

/** For a description in a collection, where n8n doesn't show the hint of the list. */
export const SEEN_ONLY = 'The list has what your newest links use. For any other, enter its ID.';

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
				...listMode(searchListMethod, noun),
				...(isSeenOnly && {
					hint: `The ${noun}s used by your newest links. For any other, enter its ID.`,
				}),
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
