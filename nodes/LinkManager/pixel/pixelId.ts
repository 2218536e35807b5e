import type { INodeProperties } from 'n8n-workflow';

import { readIdentifier } from '../../shared/identifiers';
import type { Item } from '../../shared/node/operation';

/** The Pixel parameter; each operation and filter says in its own words what for. */
export const pixelIdProperty: INodeProperties = {
	displayName: 'Pixel',
	name: 'pixelId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	builderHint: {
		propertyHint:
			'Takes a number such as 12 in both modes. "searchPixels" finds it by the name of the pixel.',
	},
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a pixel…',
			typeOptions: { searchListMethod: 'searchPixels', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 12',
			hint: 'The ID of the pixel in the service',
		},
	],
};

/** @throws UserError when it is no ID */
export function readPixelId({ parameters }: Item): string {
	return readIdentifier(parameters.locator('pixelId').value, pixelIdProperty.displayName);
}
