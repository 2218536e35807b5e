import { quoted } from '../../shared/wording';
import { didYouMean } from './otherFields';
import { languageWithoutLevel, subjectKey } from './subjects';

/** What an input holds beside its entries. */
export interface LeftOut {
	/** Fields that may hold marks, but are named after no subject. */
	unread?: string[];
	/** Fields that are named after a subject, but empty. */
	empty?: string[];
	/** Rows, counted from 1, without anything in them. */
	emptyRows?: number[];
}

const MOST_NAMED = 10;

const MATHEMATICAL = ['Mathematics', 'Mathematical Literacy', 'Technical Mathematics'];

/** That a name is none of a subject, or one of several. */
export function nameDoubt(name: string, sentAs: string): string {
	return languageWithoutLevel(sentAs) === undefined
		? `${quoted(name)} isn't a known NSC subject. It is sent as entered.${didYouMean(name)}`
		: `${quoted(name)} could be the Home Language or the First or Second Additional Language. It is sent as ${quoted(sentAs)}.`;
}

/** One hint for all marks that were read as percentages and look like levels. */
export function levelDoubt(marks: readonly string[]): string {
	if (marks.length === 0) return '';
	const list = marks.join(', ');
	return marks.length === 1
		? `1 subject mark was read as a percentage, but it looks like a level: ${list}. If it is, set "Mark Type" to Level.`
		: `${marks.length} subject marks were read as percentages, but they look like levels: ${list}. If they are, set "Mark Type" to Level.`;
}

/** What may be a mark and was not read, and what is empty, in one hint. */
export function leftOutDoubt({ unread = [], empty = [] }: LeftOut): string {
	const meant = unread.map((field) => ({ field, advice: didYouMean(field) }));
	const sentences = meant
		.filter(({ advice }) => advice !== '')
		.map(
			({ field, advice }) =>
				`${quoted(field)} isn't the name of a subject, so it was left out.${advice}`,
		);
	const unknown = meant.filter(({ advice }) => advice === '').map(({ field }) => field);
	if (unknown.length > 0) {
		sentences.push(
			`${listed(unknown)} may hold a mark, but ${unknown.length === 1 ? "isn't the name" : "aren't the names"} of a subject, so ${unknown.length === 1 ? 'it was' : 'they were'} left out.`,
		);
	}
	if (unread.length > 0) sentences.push('To include a mark, name its field after the subject.');
	if (empty.length > 0) sentences.push(`These subject fields are empty: ${listed(empty)}.`);
	return sentences.join(' ');
}

/** Which rows are empty. */
export function emptyRowsNote({ emptyRows = [] }: LeftOut): string {
	if (emptyRows.length === 0) return '';
	return emptyRows.length === 1
		? `Row ${emptyRows[0]} of the subjects is empty, so it was left out.`
		: `Rows ${emptyRows.join(', ')} of the subjects are empty, so they were left out.`;
}

function listed(names: readonly string[]): string {
	const more = names.length - MOST_NAMED;
	const shown = names.slice(0, MOST_NAMED).map(quoted).join(', ');
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
	if (times.size < 6) {
		doubts.push(
			`Only ${times.size} different ${times.size === 1 ? 'subject is' : 'subjects are'} listed. The NSC has seven subjects, and most scores count six of them.`,
		);
	}
	const names = new Set(subjects);
	if (!names.has('Life Orientation')) {
		doubts.push('Life Orientation is missing from the subjects, although every NSC includes it.');
	}
	const together = MATHEMATICAL.filter((name) => names.has(name));
	if (together.length > 1) {
		doubts.push(
			`${together.join(' and ')} are listed together, but a learner takes only one of them.`,
		);
	}
	return doubts;
}
