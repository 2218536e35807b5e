import { checkExpression, joined, quoted } from '../../../shared/text';
import { isTaken, isZero } from './answers';
import { caveatsIn } from './caveats';
import { wordsLeft } from './fieldName';
import type { ItemField, ReadAs } from './itemFields';
import { marksOfItem } from './itemMarks';
import { levelsOnce, type MarkOptions, percentCells, type SubjectLevel } from './levels';
import type { Mark } from './marks';
import { marksOfRows, USE_JSON } from './rows';
import { SubjectError } from './subjectError';
import { PARTS } from './subjectTable';
import { doubts, leftWarnings } from './warnings';

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

const SAY_OTHERWISE = 'If a field is something else, add it to "Read Fields As".';

/**
 * A learner's subjects with their NSC levels, each once, and warnings about how they were read. What looks
 * like a mark and can't be read is in a warning or an error.
 *
 * @throws SubjectError naming at once all that isn't a mark, two marks of one subject with different levels
 * and marks without a subject; or saying that there are no subjects, or that JSON can't be read
 */
export function readSubjects(
	{ from, data, readAs }: { from: keyof typeof NO_SUBJECTS; data: unknown; readAs?: ReadAs },
	options: MarkOptions,
): { subjects: SubjectLevel[]; warnings: string[] } {
	const read =
		from === 'fields' ? marksOfItem(data, readAs) : { marks: marksOfRows(data), unread: [] };
	const { marks, unread, parts } = withoutParts(read);
	const taken = marks.filter(({ problem, value }) => problem !== undefined || isTaken(value));
	const sent = new Set(taken.map(({ subject }) => subject));
	const left = [...parts, ...caveatsIn(unread, sent), ...leftWarnings(marks, taken, unread)];
	if (taken.length === 0) {
		const [place, advice] = NO_SUBJECTS[from];
		throw new SubjectError(`No subjects were found in ${place}`, [advice, ...left].join(' '));
	}
	const zeros = marks.filter(({ value }) => isZero(value)).length;
	const cells = percentCells(taken, zeros, options);
	const subjects = levelsOnce(cells ?? taken, options, from === 'fields' ? [SAY_OTHERWISE] : []);
	return {
		subjects,
		warnings: [...doubts(subjects, taken, options, cells !== undefined), ...left],
	};
}

/** Without marks of papers that stand side by side, such as Physics and Chemistry, and what is said of them. */
function withoutParts({ marks, unread }: { marks: Mark[]; unread: ItemField[] }) {
	const named = [
		...marks.filter(({ value }) => isTaken(value)).map(({ name, label }) => ({ name, label })),
		...unread
			.filter((field) => field.isMark && isTaken(field.value))
			.map(({ key, label }) => ({ name: key, label })),
	].map((one) => ({ ...one, words: wordsLeft(one.name).join(' ') }));
	const parts = PARTS.flatMap(([whole, names]) => {
		const found = named.filter(({ words }) => names.includes(words));
		const areAll = names.every((name) => found.some(({ words }) => words === name));
		return areAll ? [{ whole, found }] : [];
	});
	const dropped = new Set(parts.flatMap(({ found }) => found.map(({ label }) => label)));
	return {
		marks: marks.filter(({ label }) => !dropped.has(label)),
		unread: unread.filter(({ label }) => !dropped.has(label)),
		parts: parts.map(({ whole, found }) => {
			const papers = found.map(({ name }) => quoted(name));
			return `${joined(papers, 'and')} are papers of ${whole}, so none of them was read as its mark.`;
		}),
	};
}
