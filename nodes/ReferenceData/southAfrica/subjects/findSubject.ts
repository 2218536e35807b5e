import { lazily } from '../../../shared/values';
import { editDistance, wordsOf } from '../words';
import {
	AMBIGUOUS,
	LANGUAGES,
	LANGUAGE_LEVELS,
	officialSubjects,
	type Row,
	STEMS,
	SUBJECTS,
} from './subjectTable';

/** Words of a question that are looked at for what it mentions; 500 characters of English are fewer. */
const MAX_MENTIONING = 100;

/** Words of the longest name of a subject. */
const LONGEST_RUN = 7;

/** What mathematics is called that is neither literacy nor technical; "sure" and "more" are no slips of it. */
export const PURE = ['pure', 'suiwer', 'core'];

// Made when they are first needed, because n8n loads this file at every start.
const stemByForm = lazily(
	() => new Map(STEMS.flatMap(([stem, forms]) => forms.map((form) => [form, stem] as const))),
);
const spellings = lazily((): Row[] => [...LANGUAGES.flatMap(languageRows), ...SUBJECTS]);
const subjectByKey = lazily(() => byKey(spellings()));
const levelByKey = lazily(() => byKey(LANGUAGE_LEVELS));
const byBeginning = lazily(() => {
	const found = new Map<string, Array<[words: string[], name: string]>>();
	for (const [name, others] of spellings()) {
		for (const spelling of [name, ...others]) {
			const words = wordsIn(spelling);
			const key = startOfName(words);
			found.set(key, [...(found.get(key) ?? []), [words, name]]);
		}
	}
	return found;
});
const longNames = lazily(() => [...subjectByKey().keys()].filter((key) => key.length >= 5));
const longWords = lazily(() => {
	const words = spellings().flatMap(([name, others]) => [name, ...others].flatMap(wordsIn));
	return [...new Set(words)].filter((word) => word.length >= 4 && !PURE.includes(word));
});

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

/** A language at its levels, and without one, which says the level if there is only one. */
function languageRows([language, [, ...others]]: Row): Row[] {
	const names = [language, ...others];
	const offered = offeredAs(language);
	const rows = LANGUAGE_LEVELS.map(([level, levelNames]): Row => {
		const both = [level, ...levelNames].flatMap((one) =>
			names.flatMap((name) => [`${name} ${one}`, `${one} ${name}`]),
		);
		return [`${language} ${level}`, both];
	});
	return [...rows.filter(([name]) => offered.includes(name)), [only(offered) ?? language, names]];
}

/** The official names of a language at its levels. */
export function offeredAs(language: string): string[] {
	return officialSubjects.filter((name) => name.startsWith(`${language} `));
}

/** Names by their spellings without blanks: as they are written, and with each word's stem. */
function byKey(rows: readonly Row[]): Map<string, string> {
	const names = new Map<string, string>();
	for (const [name, others] of rows) {
		for (const spelling of [name, ...others]) {
			const words = wordsIn(spelling);
			names.set(words.join(''), name).set(words.map(stemOf).join(''), name);
		}
	}
	return names;
}

/** The level of a language that the words name. */
export function languageLevelOf(words: readonly string[]): string | undefined {
	return levelByKey().get(words.join(''));
}

function subjectOf(key: string): string | undefined {
	return subjectByKey().get(key);
}

/** The subject that the words name as a whole, once or twice ("Life Orientation (LO)", "English Home Language (HL)"). */
export function findSubject(words: readonly string[]): string | undefined {
	const named = (start: number, end?: number) => subjectOf(words.slice(start, end).join(''));
	const halves = words.map((_, cut) => {
		const level = languageLevelOf(words.slice(cut)) ?? '-';
		const one = named(0, cut);
		return one?.endsWith(` ${level}`) || one === named(cut) ? one : undefined;
	});
	return named(0) ?? halves.find((one) => one !== undefined);
}

/** Letters that are left of a word, and of the only word of a name: "Lew. Wet.", but "Geskied". */
const LEAST_OF_WORD = 3;
const LEAST_OF_NAME = 5;

/** Names are looked up by their number of words, and how the first one begins. */
function startOfName(words: readonly string[]): string {
	return `${words.length} ${(words[0] ?? '').slice(0, LEAST_OF_WORD)}`;
}

/** The one subject whose name the words are with their ends cut off: "Dram Kuns", "Setsw HL". */
export function cutOff(words: readonly string[]): string | undefined {
	const least = words.length === 1 ? LEAST_OF_NAME : LEAST_OF_WORD;
	const isCut = (whole: string, word = '') =>
		word === whole || (word.length >= least && whole.startsWith(word));
	const names = (byBeginning().get(startOfName(words)) ?? []).filter(([whole]) =>
		whole.every((word, index) => isCut(word, words[index])),
	);
	return only(names.map(([, name]) => name));
}

/** The one subject that the words name with a letter of one of them corrected, which isn't short. */
export function slipOf(words: readonly string[]): string | undefined {
	const spelled = words.join('');
	if (words.length > LONGEST_RUN || spelled.length < 7 || /\d/.test(spelled)) return undefined;
	const named = words.flatMap((word, index) =>
		near(word, longWords(), 1).flatMap((meant) => {
			const corrected = words.map((one, at) => stemOf(at === index ? meant : one));
			return findSubject(corrected) ?? [];
		}),
	);
	return only(named);
}

/** The one subject whose name is at most two letters off. */
export function nearestTo(name: string): string | undefined {
	const names = name.length < 5 ? [] : near(name, longNames(), 2);
	return only(names.flatMap((key) => subjectOf(key) ?? []));
}

/** Those that are at most so many letters off, and fewer for a short word. */
function near(word: string, others: readonly string[], farthest: number): string[] {
	const most = Math.min(farthest, Math.floor(word.length / 4));
	// Most of the work: one slip leaves the first or the last letter.
	return others.filter(
		(other) =>
			(other[0] === word[0] || other.at(-1) === word.at(-1)) &&
			editDistance(word, other, most) <= most,
	);
}

function only(names: readonly string[]): string | undefined {
	const [name, ...others] = new Set(names);
	return others.length === 0 ? name : undefined;
}

/** Whether words are one short name that is also a word, and isn't written in capitals in the whole name. */
export function isWord(words: readonly string[], name: string): boolean {
	const key = words.join('');
	const isCapital = name.replace(/[./]/g, '').includes(key.toUpperCase());
	return (key.length <= 2 || AMBIGUOUS.includes(key)) && !isCapital;
}

/** Subjects whose names of at least four letters are among the first words, the longest first. */
export function subjectsAmong(words: readonly string[]): string[] {
	const keys: string[] = [];
	for (const start of words.slice(0, MAX_MENTIONING).keys()) {
		let key = '';
		for (const word of words.slice(start, start + LONGEST_RUN)) {
			key += word;
			if (key.length >= 4 && subjectOf(key) !== undefined) keys.push(key);
		}
	}
	return keys
		.sort((one, other) => other.length - one.length)
		.flatMap((key) => subjectOf(key) ?? []);
}

/** Whether a short name is among the words, which is no word itself or stands in capitals in a name that isn't. */
export function hasCode(name: string, words: readonly string[]): boolean {
	const written = /\p{Lu}{4}/u.test(name) ? '' : name;
	const codes = [...new Set(words)].filter((word) => word.length <= 3 && subjectOf(word));
	return codes.some((code) => !isWord([code], written));
}
