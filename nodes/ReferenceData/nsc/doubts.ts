import { quoted } from '../../shared/text';
import { readSubjectName } from './fieldNames';
import { wordsOfField } from './decorations';
import { nearestTo } from './otherFields';
import { languageWithoutLevel, namedWithin, subjectKey } from './subjects';

/** What an input holds beside its entries. */
export interface LeftOut {
	/** Fields that may hold marks, but are named after no subject. */
	unread?: string[];
	/** Names that may be those of subjects, whose marks were not read. */
	meant?: string[];
	/** Fields with lists or objects of subjects, which only JSON reads. */
	nested?: string[];
	/** Fields with a text that lists subjects, which only people read. */
	inText?: string[];
	/** Fields that are named after a subject, but empty. */
	empty?: string[];
	/** Doubts about subjects that are sent although another field names another one. */
	contradicted?: string[];
	/** Rows, counted from 1, without anything in them. */
	emptyRows?: number[];
}

const MOST_NAMED = 10;

/** In characters: no subject's name is longer. */
const LONGEST_CHOICE = 60;

export const ORIENTATION = 'Life Orientation';

const MATHEMATICAL = ['Mathematics', 'Mathematical Literacy', 'Technical Mathematics'];

/** That a name is none of a subject, or one of several. */
export function nameDoubt(name: string, sentAs: string): string {
	return languageWithoutLevel(sentAs) === undefined
		? `${quoted(name)} isn't a known NSC subject. It is sent as entered.${didYouMean(name)}`
		: `${quoted(name)} could be the Home Language or the First or Second Additional Language. It is sent as ${quoted(sentAs)}.`;
}

/**
 * That a field speaks of a subject that is sent, and its text names another one that isn't: "Maths type" is
 * "Maths Lit" beside a mark for "Maths". Empty where it doesn't.
 */
export function contradiction(field: string, text: string, sent: readonly string[]): string {
	if (text.length > LONGEST_CHOICE) return '';
	const spoken = [...namedWithin(wordsOfField(field))];
	if (spoken.length === 0) return '';
	const isOneOf = (names: readonly string[]) => names.some((name) => spoken.includes(name));
	const other = [text, ...spoken.map((name) => `${name} ${text}`)]
		.map((name) => readSubjectName(name)?.subject)
		.find((name) => name !== undefined);
	const subject = sent.find(
		(name) => isOneOf([name]) || (MATHEMATICAL.includes(name) && isOneOf(MATHEMATICAL)),
	);
	return subject === undefined || other === undefined || sent.includes(other)
		? ''
		: `${quoted(subject)} is sent, but ${quoted(field)} is ${quoted(text)}. If the mark is for ${other}, name its field after that subject.`;
}

/** One hint for all marks that were read as percentages and look like levels. */
export function levelDoubt(marks: readonly string[]): string {
	if (marks.length === 0) return '';
	const list = marks.join(', ');
	return marks.length === 1
		? `1 subject mark was read as a percentage, but it looks like a level: ${list}. If it is, set "Mark Type" to Level.`
		: `${marks.length} subject marks were read as percentages, but they look like levels: ${list}. If they are, set "Mark Type" to Level.`;
}

function didYouMean(name: string): string {
	const nearest = readSubjectName(name) ? '' : nearestTo(name);
	return nearest === '' ? '' : ` Did you mean ${nearest}?`;
}

/** What may be a mark and was not read, with what to do, and what is empty, in one hint. */
export function leftOutDoubt({
	unread = [],
	meant = [],
	nested = [],
	inText = [],
	empty = [],
}: LeftOut): string {
	const sentences: string[] = [];
	const [field, ...others] = unread;
	if (field !== undefined) {
		sentences.push(
			others.length === 0
				? `${quoted(field)} isn't the name of a subject, so it was left out.${didYouMean(field)}`
				: `These fields aren't named after a subject, so they were left out: ${listed(unread, withNearest)}.`,
			'To include a mark, name its field after the subject.',
		);
	}
	if (meant.length > 0) {
		sentences.push(
			...meant.map(
				(name) => `${quoted(name)} may be a subject, but its mark wasn't read.${didYouMean(name)}`,
			),
			'To include it, name its fields "Subject 1" and "Mark 1".',
		);
	}
	if (nested.length > 0) {
		sentences.push(
			`The subjects inside ${listed(nested)} were left out. To include them, set "Subjects From" to JSON.`,
		);
	}
	if (inText.length > 0) {
		sentences.push(
			`The subjects in the text of ${listed(inText)} were left out. To include them, use one field per subject.`,
		);
	}
	if (empty.length > 0) sentences.push(`These subject fields are empty: ${listed(empty)}.`);
	return sentences.join(' ');
}

function withNearest(field: string): string {
	const nearest = nearestTo(field);
	return nearest === '' ? quoted(field) : `${quoted(field)} (${nearest}?)`;
}

/** Which rows are empty. */
export function emptyRowsNote({ emptyRows = [] }: LeftOut): string {
	if (emptyRows.length === 0) return '';
	return emptyRows.length === 1
		? `Row ${emptyRows[0]} of the subjects is empty, so it was left out.`
		: `Rows ${emptyRows.join(', ')} of the subjects are empty, so they were left out.`;
}

function listed(names: readonly string[], written: (name: string) => string = quoted): string {
	const more = names.length - MOST_NAMED;
	const shown = names.slice(0, MOST_NAMED).map(written).join(', ');
	return more > 0 ? `${shown} and ${more} more` : shown;
}

/** What is odd about the choice of subjects, by their official names: twice, too few, not together. */
export function choiceDoubts(subjects: readonly string[]): string[] {
	const doubts: string[] = [];
	const times = new Map<string, number>();
	for (const name of subjects) {
		const key = subjectKey(name) || name;
		times.set(key, (times.get(key) ?? 0) + 1);
	}
	for (const name of subjects) {
		const count = times.get(subjectKey(name) || name) ?? 1;
		if (count > 1) doubts.push(`${quoted(name)} is listed ${count} times. All of them are sent.`);
	}
	const names = new Set(subjects);
	const isOriented = names.has(ORIENTATION);
	if (times.size < 6) {
		doubts.push(
			`Only ${times.size} different ${times.size === 1 ? 'subject is' : 'subjects are'} listed${isOriented ? '' : ', without Life Orientation'}. The NSC has seven subjects, and most scores count six of them. Add those that are missing.`,
		);
	} else if (!isOriented) {
		doubts.push(
			'Life Orientation is missing from the subjects, although every NSC includes it. Add it with its mark.',
		);
	}
	const together = MATHEMATICAL.filter((name) => names.has(name));
	if (together.length > 1) {
		doubts.push(
			`${together.join(' and ')} are listed together, but a learner takes only one of them.`,
		);
	}
	return doubts;
}
