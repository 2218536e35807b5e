import type { INodePropertyOptions } from 'n8n-workflow';

import isoCodes from './isoCodes.json';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** ISO 3166-1 countries, two capital letters; generated at build time (gulpfile.js). */
export const countryOptions: INodePropertyOptions[] = isoCodes.countries
	.map((value) => ({ name: countryNames.of(value) ?? value, value }))
	.sort((one, other) => one.name.localeCompare(other.name, 'en'));

/** ISO 639-1 languages, two small letters; generated at build time (gulpfile.js). */
export const languageOptions: INodePropertyOptions[] = isoCodes.languages.map(
	([name = '', value = '']) => ({ name, value }),
);
