import { checkExpression, counted, listed, MOST_LISTED, quoted } from '../../../shared/text';
import { describe, isNotTaken, LONGEST_ANSWER, plainAmount, YES_OR_NO } from './answers';
import { doubtOfName, readFieldName } from './fieldName';
import { type ItemField, marksOfItem, mayHoldMark, type ReadAs } from './itemMarks';
import { levelsOnce, type Mark, type MarkOptions, percentCells, type SubjectLevel } from './marks';
import { marksOfRows, USE_JSON } from './rows';
import { SubjectError } from './subjectError';
import { officialSubjects } from './subjectTable';

/** Where no subjects were found, for each value of "Subjects From", and what to do. */
const NO_SUBJECTS = {
	define: [
		'"Subjects"',
		'Add at least one subject with its mark. If "Subjects" is a single expression, n8n doesn\'t pass it on to the node. Set "Subjects From" to JSON or Input Fields instead.',
	],
	json: ['"Subjects (JSON)"', `${USE_JSON} ${checkExpression('Subjects (JSON)')}`],
	fields: [
		'the fields of the input item',
		'Name fields after subjects ("Mathematics"), or use pairs such as "Subject 1" and "Mark 1". If each row has one subject, combine the rows of a learner with the Aggregate node, and set "Subjects From" to JSON.',
	],
} as const;

const SAY_WHAT_IT_IS = 'Rename a field after its subject, or add it to "Read Fields As".';

const MATHEMATICS = ['Mathematics', 'Mathematical Literacy', 'Technical Mathematics'];

/**
 * A learner's subjects with their NSC levels, each once, and what a person should know of how they were read.
 * Nothing is guessed: what looks like a mark and can't be read is in a warning or an error.
 *
 * @throws SubjectError naming at once all that isn't a mark, two marks of one subject with different levels and
 * marks without a subject; or saying that there are no subjects, or that JSON can't be read
 */
export function readSubjects(
	{ from, data, readAs }: { from: keyof typeof NO_SUBJECTS; data: unknown; readAs?: ReadAs },
	options: MarkOptions,
): { subjects: SubjectLevel[]; warnings: string[] } {
	const { marks, unread } =
		from === 'fields' ? marksOfItem(data, readAs) : { marks: marksOfRows(data), unread: [] };
	const taken = marks.filter(({ problem, value }) => problem !== undefined || !isNotTaken(value));
	const left = leftWarnings(marks, taken, unread);
	if (taken.length === 0) {
		const [place, advice] = NO_SUBJECTS[from];
		throw new SubjectError(`No subjects were found in ${place}`, [advice, ...left].join(' '));
	}
	const cells = percentCells(taken, options);
	const subjects = levelsOnce(cells ?? taken, options);
	return {
		subjects,
		warnings: [...doubts(subjects, taken, options, cells !== undefined), ...left],
	};
}

/** What isn't sent: fields that may hold marks, and subjects without one. */
function leftWarnings(
	marks: readonly Mark[],
	taken: readonly Mark[],
	unread: readonly ItemField[],
): string[] {
	const subjects = new Set(taken.map(({ subject }) => subject));
	const fields = unread
		.filter(mayHoldMark)
		.sort((one, other) => Number(other.isLikely) - Number(one.isLikely));
	const unmarked = unread.filter(({ asks, value }) => {
		const isYes = YES_OR_NO.exec(String(value))?.groups?.yes !== undefined;
		return isYes && asks !== undefined && !subjects.has(asks);
	});
	const missing = marks.filter(({ subject }) => !subjects.has(subject));
	const untaken = new Set(missing.map(({ name }) => quoted(name, LONGEST_ANSWER)));
	return [
		...listing("These fields may be marks, but weren't read", fields.map(nameWithDoubt)).map(
			(sentence) => `${sentence} ${SAY_WHAT_IT_IS}`,
		),
		...listing(
			'These subjects are taken, but have no mark',
			unmarked.map(({ label }) => label),
		),
		...listing('These subjects have no mark, so they count as not taken', [...untaken]),
	];
}

/** The doubts of those that aren't shown would take long to look up. */
function nameWithDoubt({ label, key, value }: ItemField, index: number): string {
	if (index >= MOST_LISTED) return label;
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

function doubts(
	subjects: readonly SubjectLevel[],
	taken: readonly Mark[],
	options: MarkOptions,
	areCells: boolean,
): string[] {
	const isOfficial = ({ subject }: Mark) => officialSubjects.includes(subject);
	const doubted = taken.filter((mark) => mark.isSlip || !isOfficial(mark));
	const more = doubted.length - MOST_LISTED;
	const names = subjects.map(({ name }) => name);
	const counting = names.filter((name) => name !== 'Life Orientation').length;
	const found = `${counted(counting, 'subject')} besides Life Orientation ${counting === 1 ? 'was' : 'were'} found`;
	const together = MATHEMATICS.filter((name) => names.includes(name));
	return [
		...doubted.slice(0, MOST_LISTED).map(nameDoubt),
		...when(more > 0, `And ${counted(more, 'more subject')} like these.`),
		...when(
			areCells,
			'The marks from 0 to 1 were read as percent cells of a spreadsheet, 0.65 as 65%.',
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

/** Marks that were read as percentages and look like levels, or like none: all of them, or some among others. */
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
	const labelsOf = (marks: readonly Mark[]) => marks.map(({ label }) => label);
	const low = percentages.filter(looksLikeLevel);
	const zeros = percentages.filter(({ value }) => plainAmount(value) === 0);
	return [
		...listing('These marks were read as percentages, but look like levels', labelsOf(low)),
		...listing("These were read as 0%, but may mean that the subject isn't taken", labelsOf(zeros)),
	];
}

function nameDoubt({ name, subject, isSlip }: Mark): string {
	if (isSlip) return `${quoted(name)} was read as ${subject}.`;
	if (readFieldName(name).subject !== undefined) {
		return `${quoted(name)} could be the Home Language or the First or Second Additional Language. It is sent as ${quoted(subject)}.`;
	}
	const doubt = doubtOfName(name);
	const meant = doubt?.endsWith('?') ? ` Did you mean ${doubt}` : doubt ? ` It is ${doubt}.` : '';
	return `${quoted(name)} isn't a known NSC subject. It is sent as entered; the service decides whether it counts.${meant}`;
}
