import { lazily } from '../../shared/values';
import { editDistance } from '../words';
import {
	LANGUAGES,
	languageLevels,
	LEVELS,
	officialSubjects,
	type Row,
	STEMS,
	SUBJECTS,
} from './subjectTable';

/** Level and unit at the end of a word, as in "ENGHL" and "mathsmark". */
const ENDINGS =
	/(?<=\p{Lu}{3})(?=(?:HL|FAL|SAL)(?!\p{L}))|(?<=\p{Ll}{3})(?=(?:mark|level|percentage|punt|vlak)(?!\p{L}))/gu;

/** Lower-case words without accents; "%" and "&" are words, as are the parts of "mathsLit2". */
export function wordsOf(text: string): string[] {
	return (
		text
			.normalize('NFKD')
			.replace(/[\p{M}'’]/gu, '')
			.replace(/%(?:age)?/g, ' percent ')
			.replace(/&/g, ' and ')
			.replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
			.replace(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, ' ')
			.replace(ENDINGS, ' ')
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? []
	);
}

// Made when they are first needed, because n8n loads this file at every start.
const subjectByKey = lazily(() =>
	byKey([...SUBJECTS, ...officialSubjects.map((name): Row => [name, []])]),
);
const languageByKey = lazily(() => byKey(namesOfLanguages((name) => !name.startsWith('+'))));
const codeByKey = lazily(() => byKey(namesOfLanguages((name) => name.startsWith('+'))));
const levelByKey = lazily(() => byKey(LEVELS));
const stemByForm = lazily(
	() => new Map(STEMS.flatMap(([stem, forms]) => forms.map((form) => [form, stem] as const))),
);

function namesOfLanguages(isWanted: (name: string) => boolean): Row[] {
	return LANGUAGES.map(([language, [, ...names]]) => [language, names.filter(isWanted)]);
}

/** The level of a language that the words name as a whole: "HL" is "Home Language". */
export function findLevel(words: readonly string[]): string | undefined {
	return found(levelByKey(), words);
}

/** The language that the words name as a whole, without a level. */
function findLanguage(words: readonly string[]): string | undefined {
	return found(languageByKey(), words);
}

/**
 * The subject that the words name as a whole, once or twice ("Life Orientation (LO)"). A language without
 * its level is itself ("English"), unless it is offered at one level only ("French").
 */
export function findSubject(words: readonly string[]): string | undefined {
	const whole = findOnce(words);
	if (whole !== undefined) return whole;
	for (let length = 1; length < words.length; length++) {
		const [one, other] = [words.slice(0, length), words.slice(length)];
		const subject = findOnce(one) ?? findOnce(other);
		if (subject !== undefined && names(one, subject) && names(other, subject)) return subject;
	}
	return undefined;
}

function findOnce(words: readonly string[]): string | undefined {
	const subject = found(subjectByKey(), words);
	if (subject !== undefined) return subject;
	const bare = findLanguage(words);
	if (bare !== undefined) return onlySubjectOf(bare) ?? bare;
	for (let length = 1; length < words.length; length++) {
		const [one, other] = [words.slice(0, length), words.slice(length)];
		for (const [language, level] of [
			[one, other],
			[other, one],
		] as const) {
			const name = `${findLanguage(language) ?? found(codeByKey(), language)} ${findLevel(level)}`;
			if (officialSubjects.includes(name)) return name;
		}
	}
	return undefined;
}

/** Whether the words name the subject, or its language or level alone. */
function names(words: readonly string[], subject: string): boolean {
	const level = findLevel(words);
	const language = findLanguage(words);
	return (
		findOnce(words) === subject ||
		(level !== undefined && subject.endsWith(` ${level}`)) ||
		(language !== undefined && subject.startsWith(`${language} `))
	);
}

function onlySubjectOf(language: string): string | undefined {
	const subjects = officialSubjects.filter((name) => name.startsWith(`${language} `));
	return subjects.length === 1 ? subjects[0] : undefined;
}

/** Whether a subject is a language at one of its levels. */
export function isLevelOf(name: string, language: string): boolean {
	return languageLevels.some((level) => name === `${language} ${level}`);
}

/** The subjects, and languages without a level, whose names are among the words: "Maths class average". */
export function subjectsAmong(words: readonly string[]): string[] {
	const among = new Set<string>();
	for (let start = 0; start < words.length; start++) {
		for (let end = Math.min(words.length, start + 7); end > start; end--) {
			const run = words.slice(start, end);
			const subject = run.join('').length < 4 ? undefined : findOnce(run);
			if (subject === undefined) continue;
			among.add(subject);
			start = end - 1;
		}
	}
	return [...among];
}

/** The subject that the words were probably meant for: one among them, or the only one a few letters away. */
export function nearestSubject(words: readonly string[]): string | undefined {
	const [among] = subjectsAmong(words);
	if (among !== undefined) return among;
	const key = words.join('');
	let fewest = key.length < 6 ? 1 : key.length < 10 ? 2 : 3;
	let nearest = new Set<string>();
	for (const [other, name] of [...subjectByKey(), ...languageByKey()]) {
		const letters = other.length < 4 ? Infinity : editDistance(key, other, fewest);
		if (letters === Infinity) continue;
		if (letters < fewest) nearest = new Set();
		fewest = letters;
		nearest.add(name);
	}
	return nearest.size === 1 && key.length >= 4 ? [...nearest][0] : undefined;
}

/** Names by the keys of their spellings: letters as they are, and with each word's stem. */
function byKey(rows: readonly Row[]): Map<string, string> {
	const map = new Map<string, string>();
	for (const [name, others] of rows) {
		for (const words of [name, ...others].map(wordsOf)) {
			map.set(words.join(''), name);
			map.set(stemmed(words), name);
		}
	}
	return map;
}

function found(map: ReadonlyMap<string, string>, words: readonly string[]): string | undefined {
	return map.get(words.join('')) ?? map.get(stemmed(words));
}

function stemmed(words: readonly string[]): string {
	return words.map((word) => stemByForm().get(word) ?? word).join('');
}
