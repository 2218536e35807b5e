import type { INodePropertyOptions } from 'n8n-workflow';

import { lazily } from '../../shared/values';

// Written down, because the names in ICU differ from one version of Node.js to the next.
import isoNames from './isoNames.json';

/** The countries or the languages that rules can name. */
export interface IsoList {
	/** One of them, in a message. */
	noun: string;
	/** By name, with their ISO codes. */
	options: INodePropertyOptions[];
	/** The code of what people write: a name or a code, in any case. */
	codeOf(text: string): string | undefined;
}

/** ISO 3166-1, two capital letters. */
export const countries = listOf('country', isoNames.countries, isoNames.otherCountryNames);

/** ISO 639-1, two small letters. */
export const languages = listOf('language', isoNames.languages, isoNames.otherLanguageNames);

function listOf(
	noun: string,
	names: Record<string, string>,
	otherNames: Record<string, string>,
): IsoList {
	const entries = Object.entries(names);
	// Made when it is first needed, because n8n loads this file at every start.
	const codes = lazily(
		() =>
			new Map(
				[
					...entries.flatMap(([code, name]) => [[code, code] as const, [name, code] as const]),
					...Object.entries(otherNames),
				].map(([text, code]) => [lettersOf(text), code]),
			),
	);
	return {
		noun,
		options: entries.map(([value, name]) => ({ name, value })),
		codeOf: (text) => codes().get(lettersOf(text)),
	};
}

/** Without case, accents, blanks and marks. */
function lettersOf(text: string): string {
	return text
		.replaceAll('&', 'and')
		.normalize('NFD')
		.toLowerCase()
		.replace(/[^\p{L}]/gu, '');
}
