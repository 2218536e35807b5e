import { normalized } from '../../../shared/text';
import { lazily } from '../../../shared/values';

// Written down, because the names in ICU differ from one version of Node.js to the next.
import isoNames from './isoNames.json';

/** ISO 3166-1, two capital letters. */
export const countries = listOf('country', isoNames.countries, isoNames.otherCountryNames);

/** ISO 639-1, two small letters. */
export const languages = listOf('language', isoNames.languages, isoNames.otherLanguageNames);

export type IsoList = ReturnType<typeof listOf>;

function listOf(noun: string, names: Record<string, string>, otherNames: Record<string, string>) {
	const entries = Object.entries(names);
	// Made when it is first needed, because n8n loads this file at every start.
	const codes = lazily(() => {
		const named = entries.flatMap(([code, name]) => [[code, code] as const, [name, code] as const]);
		return new Map(
			[...named, ...Object.entries(otherNames)].map(([text, code]) => [lettersOf(text), code]),
		);
	});
	return {
		/** How a message names one. */
		noun,
		options: entries.map(([value, name]) => ({ name, value })),
		/** The code of what people write: a name or a code, in any case. */
		codeOf: (text: string) => codes().get(lettersOf(text)),
	};
}

/** Without case, accents, blanks and marks. */
function lettersOf(text: string): string {
	return normalized(text.replaceAll('&', 'and'), 'NFD')
		.toLowerCase()
		.replace(/[^\p{L}]/gu, '');
}
