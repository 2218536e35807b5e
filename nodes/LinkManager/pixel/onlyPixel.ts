import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { quoted } from '../../shared/text';

/**
 * The one of these pixels, if any.
 *
 * @throws UserError listing them when there are several
 */
export function onlyPixel(pixels: IDataObject[], name: string): IDataObject | undefined {
	if (pixels.length <= 1) return pixels[0];
	const list = pixels.map(({ id, type }) => `ID ${String(id)} (${String(type)})`).join(', ');
	throw new UserError(`${pixels.length} pixels have the name ${quoted(name)}: ${list}`, {
		description: 'Rename or delete all but one of them, or update the pixel by its ID.',
	});
}
