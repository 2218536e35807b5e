import { counted, listed, MAX_LISTED, quoted } from '../../../shared/text';
import { describe, isZero, LONGEST_ANSWER, plainAmount, YES_OR_NO } from './answers';
import { doubtOfName, readFieldName } from './fieldName';
import type { ItemField } from './itemFields';
import { isLikelyMark, mayHoldMark } from './leftOver';
import type { MarkOptions, SubjectLevel } from './levels';
import type { Mark } from './marks';
import { MATHEMATICS, officialSubjects } from './subjectTable';

const SAY_WHAT_IT_IS = 'Rename a field after its subject, or add it to "Read Fields As".';

/** Warnings about what isn't sent: fields that may contain marks, and subjects without a mark. */
export function leftWarnings(
	marks: readonly Mark[],
	taken: readonly Mark[],
	unread: readonly ItemField[],
): string[] {
	const subjects = new Set(taken.map(({ subject }) => subject));
	const fields = unread
		.filter(mayHoldMark)
		.sort((one, other) => Number(isLikelyMark(other)) - Number(isLikelyMark(one)));
	const unmarked = unread.filter(({ name: { asks }, value }) => {
		const isYes = YES_OR_NO.exec(String(value))?.groups?.yes !== undefined;
		return isYes && asks !== undefined && !subjects.has(asks);
	});
	const missing = marks.filter(({ subject, value }) => !subjects.has(subject) && !isZero(value));
	const zeros = marks.filter(({ subject, value }) => isZero(value) && !subjects.has(subject));
	const notTaken = new Set(zeros.map(({ subject }) => officialOr(subject)));
	const untaken = new Set(missing.map(({ name }) => quoted(name, LONGEST_ANSWER)));
	return [
		...listing("These fields may be marks, but weren't read", fields.map(nameWithDoubt)).map(
			(sentence) => `${sentence} ${SAY_WHAT_IT_IS}`,
		),
		...listing(
			'These subjects are taken, but have no mark',
			unmarked.map(({ label }) => label),
		),
		...listing('0 counts as not taken', [...notTaken]).map(
			(sentence) => `${sentence} If it is a mark, write 0%.`,
		),
		...listing('These subjects have no mark, so they count as not taken', [...untaken]),
	];
}

/** The name of a subject, in quotes if it is as someone wrote it. */
function officialOr(subject: string): string {
	return officialSubjects.includes(subject) ? subject : quoted(subject);
}

/** The doubts of those that aren't shown would take long to look up. */
function nameWithDoubt({ label, key, value }: ItemField, index: number): string {
	if (index >= MAX_LISTED) return label;
	const doubt = typeof value === 'object' ? describe(value) : doubtOfName(key);
	return doubt === undefined ? label : `${label} (${doubt})`;
}

/** A sentence that ends in the first of the names; none if there are no names. */
function listing(start: string, names: readonly string[]): string[] {
	return when(names.length > 0, `${start}: ${listed(names)}.`);
}

function when(isSo: boolean, sentence: string): string[] {
	return isSo ? [sentence] : [];
}

/** Warnings about how marks were read. */
export function doubts(
	subjects: readonly SubjectLevel[],
	taken: readonly Mark[],
	options: MarkOptions,
	areCells: boolean,
): string[] {
	const isOfficial = ({ subject }: Mark) => officialSubjects.includes(subject);
	const doubted = taken.filter((mark) => mark.note !== undefined || !isOfficial(mark));
	const more = doubted.length - MAX_LISTED;
	const names = subjects.map(({ name }) => name);
	const counting = names.filter((name) => name !== 'Life Orientation').length;
	const found = `${counted(counting, 'subject')} besides Life Orientation ${counting === 1 ? 'was' : 'were'} found`;
	const together = MATHEMATICS.filter((name) => names.includes(name));
	return [
		...doubted.slice(0, MAX_LISTED).map(nameDoubt),
		...when(more > 0, `And ${counted(more, 'more subject')} like these.`),
		...when(
			areCells,
			'Marks from 0 to 1 were read as percentages from a spreadsheet, for example 0.65 as 65%.',
		),
		...(areCells ? [] : levelDoubts(taken, options)),
		...when(counting < 6, `Only ${found}. Most scores count six.`),
		...when(
			!names.includes('Life Orientation'),
			'Life Orientation is missing, although every NSC includes it.',
		),
		...when(
			together.length > 1,
			`${together.join(' and ')} are listed together, but a learner takes only one of them.`,
		),
	];
}

/** Warns if all or some marks were read as percentages but look like levels. */
function levelDoubts(taken: readonly Mark[], { marksAs, levelScale }: MarkOptions): string[] {
	const looksLikeLevel = ({ value }: Mark) => {
		const amount = plainAmount(value);
		return amount >= 1 && amount <= levelScale;
	};
	const isPlain = taken.every(({ unit }) => unit === undefined) && marksAs === 'percentage';
	if (isPlain && taken.every(looksLikeLevel)) {
		return [
			'All marks were read as percentages, but they look like levels. If they are, set "Mark Type" to Level, or add their unit, as in Level 6.',
		];
	}
	const percentages = taken.filter(({ unit = marksAs }) => unit === 'percentage');
	const low = percentages.filter(looksLikeLevel).map(({ label }) => label);
	return listing('These marks were read as percentages, but look like levels', low);
}

function nameDoubt({ name, subject, note }: Mark): string {
	if (note !== undefined) return note;
	if (readFieldName(name).subject !== undefined) {
		return `${quoted(name)} could be the Home Language or the First or Second Additional Language. It was sent as ${quoted(subject)}.`;
	}
	const doubt = doubtOfName(name);
	const meant = doubt?.endsWith('?') ? ` Did you mean ${doubt}` : doubt ? ` It is ${doubt}.` : '';
	return `${quoted(name)} isn't a known NSC subject. It was sent as entered, and the service decides whether it counts.${meant}`;
}
