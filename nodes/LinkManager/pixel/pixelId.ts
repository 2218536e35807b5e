import { idField } from '../../shared/node/field';
import { locatorProperty } from '../locator';

/** The Pixel parameter; each operation and filter says in its own words what for. */
export const pixelId = idField({
	...locatorProperty('Pixel', 'pixelId', 'searchPixels', '12'),
	required: true,
	builderHint: {
		propertyHint:
			'Takes a number such as 12 in both modes. "searchPixels" finds it by the name of the pixel.',
	},
});
