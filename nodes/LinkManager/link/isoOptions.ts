import type { INodePropertyOptions } from 'n8n-workflow';

import isoCodes from './isoCodes.json';

/** ISO 3166-1 countries, two capital letters; generated at build time (gulpfile.js). */
export const countryOptions = optionsOf('region', isoCodes.countries);

/** ISO 639-1 languages, two small letters; generated at build time (gulpfile.js). */
export const languageOptions = optionsOf('language', isoCodes.languages, {
	// Named like the larger languages that they are part of.
	tl: 'Tagalog',
	tw: 'Twi',
});

/** An option for each code, by its English name. */
function optionsOf(
	type: 'region' | 'language',
	codes: string[],
	otherNames: Record<string, string> = {},
): INodePropertyOptions[] {
	const names = new Intl.DisplayNames('en', { type });
	return codes
		.map((value) => ({ name: otherNames[value] ?? names.of(value) ?? value, value }))
		.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
