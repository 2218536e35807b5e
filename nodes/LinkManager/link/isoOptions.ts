import type { INodePropertyOptions } from 'n8n-workflow';

import isoCodes from './isoCodes.json';

/** ISO 3166-1 countries, two capital letters; generated at build time (gulpfile.js). */
export const countryOptions = toOptions(isoCodes.countries);

/** ISO 639-1 languages, two small letters; generated at build time (gulpfile.js). */
export const languageOptions = toOptions(isoCodes.languages);

function toOptions(pairs: string[][]): INodePropertyOptions[] {
	return pairs.map(([name = '', value = '']) => ({ name, value }));
}
