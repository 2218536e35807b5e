import type { INodeProperties } from 'n8n-workflow';

import { readIdentifier } from '../../shared/identifiers';
import type { Item } from '../../shared/node/operation';
import { locatorProperty } from '../locator';

/** The Pixel parameter; each operation and filter says in its own words what for. */
export const pixelIdProperty: INodeProperties = {
	...locatorProperty('Pixel', 'pixelId', 'searchPixels', '12'),
	required: true,
	builderHint: {
		propertyHint:
			'Takes a number such as 12 in both modes. "searchPixels" finds it by the name of the pixel.',
	},
};

/** @throws UserError when it is no ID */
export function readPixelId({ parameters }: Item): string {
	return readIdentifier(parameters.locator('pixelId').value, pixelIdProperty.displayName);
}
