import { lazily } from '../../../shared/values';
import { wordsOf } from '../words';
import { STEMS } from './subjectTable';

// Made when they are first needed, because n8n loads this file at every start.
const stemByForm = lazily(
	() => new Map(STEMS.flatMap(([stem, forms]) => forms.map((form) => [form, stem] as const))),
);

/** The form of a word under which its others are known: "maths" and "mathematics" are "math". */
export function stemOf(word: string): string {
	return stemByForm().get(word) ?? word;
}

/** Lower-case words without accents and "'s"; "%" is a word, as are the parts of "mathsLit2", but not of "1st". */
export function wordsIn(name: string): string[] {
	return wordsOf(
		name
			.replace(/%(?:[%\s]*%)?(?:age)?/g, ' percent ')
			.replace(/['’]s(?!\p{L})/gu, '')
			.replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
			.replace(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?!st|nd|rd|th|de)(?=\p{L})/giu, ' '),
	);
}
