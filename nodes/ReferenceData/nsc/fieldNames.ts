import { languageWithoutLevel, officialSubject } from './subjects';

/** What a value is given as: `mark` leaves it to the parameter "Marks As". */
export type MarkUnit = 'mark' | 'level' | 'percentage';

/** What a field of an item holds, by its name. */
export type FieldMeaning =
	| { kind: 'subjectMark'; subject: string; unit: MarkUnit }
	| { kind: 'numberedName'; number: number }
	| { kind: 'numberedMark'; number: number; unit: MarkUnit };

const unitByWord = new Map<string, MarkUnit>([
	['mark', 'mark'],
	['marks', 'mark'],
	['punt', 'mark'],
	['punte', 'mark'],
	['level', 'level'],
	['vlak', 'level'],
	['percentage', 'percentage'],
	['percent', 'percentage'],
	['persentasie', 'percentage'],
	['persent', 'percentage'],
]);

const nameWords = new Set(['name', 'subject', 'subject name', 'vak', 'vak naam']);

const rangeWords = new Set(['to', 'tot', 'out', 'of', 'uit']);

/**
 * What a field's name says: a subject ("Mathematics", "Maths (%)", "LO level"), or one part of a
 * numbered pair ("Subject 1", "Level 1", "subject_1_mark", "Vak 1", "Punt 1"). Undefined for any
 * other field. Capitals and separators do not matter, nor does a range in brackets ("(0 to 100 %)").
 */
export function readFieldName(name: string): FieldMeaning | undefined {
	const unit = unitOf(wordsOf(name));
	const words = wordsOf(withoutRanges(name)).filter((word) => !unitByWord.has(word));
	const subject = subjectOf(name) ?? subjectOf(words.join(' '));
	if (subject !== undefined) return { kind: 'subjectMark', subject, unit: unit ?? 'mark' };
	return readNumbered(words, unit);
}

/** The unit that a key of a record names: "Level", "percentage", "Mark". Undefined for other keys. */
export function readUnitKey(key: string): MarkUnit | undefined {
	const words = wordsOf(key);
	return words.every((word) => unitByWord.has(word)) ? unitOf(words) : undefined;
}

/** Whether a record's key is the one that names the subject. */
export function isNameKey(key: string): boolean {
	return nameWords.has(wordsOf(key).join(' '));
}

function subjectOf(name: string): string | undefined {
	return officialSubject(name) ?? languageWithoutLevel(name);
}

function readNumbered(words: string[], unit: MarkUnit | undefined): FieldMeaning | undefined {
	const [number, ...furtherNumbers] = words.filter((word) => /^\d{1,3}$/.test(word)).map(Number);
	if (number === undefined || furtherNumbers.length > 0) return undefined;
	const rest = words.filter((word) => !/^\d+$/.test(word)).join(' ');
	if (unit !== undefined) {
		return ['', 'subject', 'vak'].includes(rest)
			? { kind: 'numberedMark', number, unit }
			: undefined;
	}
	return nameWords.has(rest) && rest !== 'name' ? { kind: 'numberedName', number } : undefined;
}

function unitOf(words: string[]): MarkUnit | undefined {
	const units = words.map((word) => unitByWord.get(word)).filter((unit) => unit !== undefined);
	return units.find((unit) => unit !== 'mark') ?? units[0];
}

/** "Maths (level 1 to 7)" and "Maths (0 - 100%)" without what stands in the brackets. */
function withoutRanges(name: string): string {
	return name.replace(/[([]([^()[\]]*)[)\]]/g, (brackets, inside: string) =>
		wordsOf(inside).every(
			(word) => unitByWord.has(word) || rangeWords.has(word) || /^\d+$/.test(word),
		)
			? ' '
			: brackets,
	);
}

/** "subject1Level", "Subject_1 (%)": lower-case words, numbers apart, "%" as a word. */
function wordsOf(name: string): string[] {
	return name
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.replace(/%/g, ' percent ')
		.replace(/&/g, ' and ')
		.replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, ' ')
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== '');
}
