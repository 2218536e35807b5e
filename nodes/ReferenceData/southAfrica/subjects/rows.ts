import { quoted } from '../../../shared/text';
import { isBlank, isObject, trimmed } from '../../../shared/values';
import { describe, isMark, isNotTaken, isSymbol, mayName } from './answers';
import { caveatOf } from './caveats';
import { type FieldName, readFieldName } from './fieldName';
import { hasTooManyCells, isTooDeep, MAX_SUBJECTS } from './flatFields';
import { jsonIn } from './formTools';
import { type Mark, markOf, nameless, outOfOther } from './marks';
import { OTHER_WORDS } from './questionTable';
import { SubjectError } from './subjectError';

/** A cell of a row. */
interface Cell {
	key: string;
	value: unknown;
	name: FieldName;
}

/** How JSON must be, for errors. */
export const USE_JSON = 'Use [{ "name": "Mathematics", "level": 6 }] or { "Mathematics": 6 }.';

/** Marks from rows or from `{ "Mathematics": 6 }`, also under `subject` (Define Below) or `subjects`. */
export function marksOfRows(value: unknown): Mark[] {
	const json = typeof value === 'string' && !isBlank(value) ? parseSubjects(value) : value;
	const under = isObject(json) ? [json.subjects, json.subject] : [];
	const data = under.find((one) => Array.isArray(one) || isObject(one)) ?? json;
	const named = Object.entries(isObject(data) ? data : {});
	const list: unknown[] = Array.isArray(data)
		? data
		: named.map(([name, mark]) => ({ name, mark }));
	const names = named.map(([name]) => quoted(name));
	const labelOf = (index: number) => names[index] ?? `row ${index + 1}`;
	return readRows(list, labelOf).flatMap((marks, index) => {
		if (marks) return marks;
		throw new SubjectError(
			`Row ${index + 1} of the subjects must have a name and a mark, but is ${describe(list[index])}`,
			'Enter each subject as { "name": "Mathematics", "level": 6 }.',
		);
	});
}

/** Whether a list's subjects are the learner's: the names of "marks" say so, those of "targets" don't. */
export function mayHoldSubjects(path: readonly string[]): boolean {
	// All of them are names of containers, so the name of the mark itself doesn't matter.
	const { topic, why } = readFieldName([...path, ''].join('\n'));
	return why === undefined && /^(?:subject(?: .*)?)?$/.test(topic);
}

/** Marks of a list of rows in an item, each with a subject and its mark; none of any other list. */
export function marksOfList(list: readonly unknown[], label: string): Mark[] {
	if (!list.every((row) => isNotTaken(row) || typeof row === 'object')) return [];
	const marks = readRows(list, (index) => `row ${index + 1} of ${label}`);
	return marks.every((one) => one !== undefined) ? marks.flat() : [];
}

/** The marks of each row; undefined if it is none, or if its mark may stand under another name. */
function readRows(
	rows: readonly unknown[],
	labelOf: (index: number) => string,
): Array<Mark[] | undefined> {
	if (rows.length > MAX_SUBJECTS || hasTooManyCells(rows)) {
		throw new SubjectError(`There are more than ${MAX_SUBJECTS} subjects`, ONE_LEARNER);
	}
	const cells = rows.map(cellsOf);
	requireOneLearner(cells.filter((row) => row !== undefined));
	const hasMarks = cells.some((row) => row?.some(isMarkCell));
	return cells.map((row, index) => row && marksOfRow(row, labelOf(index), hasMarks));
}

function cellsOf(row: unknown): Cell[] | undefined {
	if (isNotTaken(row)) return [];
	// Pairs, as in JotForm's input table.
	if (Array.isArray(row)) {
		const [subject, mark, ...more] = row as unknown[];
		const isPair = more.length === 0 && mayName(subject) && (isMark(mark) || isNotTaken(mark));
		return isPair ? cellsOf({ subject, mark }) : undefined;
	}
	const entries = isObject(row) ? Object.entries(row) : undefined;
	// KoBoToolbox begins all names in a repeat with those of the repeat and of groups: "marks/subject".
	const [start = ''] = /^.*\//.exec(entries?.[0]?.[0] ?? '') ?? [];
	const isStart = entries?.every(([name]) => name.startsWith(start)) && mayHoldSubjects([start]);
	return entries?.map(([name, value]) => {
		const key = isStart ? name.slice(start.length) : name;
		return { key, value, name: readFieldName(key) };
	});
}

/** Columns that name the learner, in a table with one row per subject. */
const WHOSE =
	/^\s*(?:(?:(?:full|first)[ _]?)?names?(?: and surname)?|surname|id[ _]?number|(?:learner|student|pupil|leerder)[ _]?(?:id|no|number|name|naam)?)\s*$/i;

const ONE_LEARNER = 'Each item is one learner. Pass each learner as a separate item.';

/** @throws SubjectError for rows of a joined table that say that they are of several learners */
function requireOneLearner(rows: ReadonlyArray<readonly Cell[]>): void {
	const learners = rows
		.filter((row) => row.some(isSubjectCell) && row.some(isMarkCell))
		.flatMap((row) => row.filter(({ key, value }) => WHOSE.test(key) && !isNotTaken(value)))
		.map(({ key, value }) => [key, trimmed(String(value))] as const)
		.filter(([, one]) => readFieldName(one).subject === undefined);
	// A different name in the column is another learner.
	const last = new Map(learners);
	const other = learners.find(([column, learner]) => learner !== last.get(column));
	if (!other) return;
	throw new SubjectError(`There are several learners in ${quoted(other[0])}`, ONE_LEARNER);
}

function isSubjectCell({ name: { topic, unit } }: Cell): boolean {
	return topic === 'subject' && unit === undefined;
}

/** Whether a cell is for the mark of the row's subject, and not for that of another. */
function isMarkCell({ name: { topic, unit } }: Cell): boolean {
	return topic === 'subject' && unit !== undefined && unit !== 'symbol';
}

/** Whether a row sums up the others, as the last one of a report does: "Average", "Class total". */
function isOfOthers(name: string): boolean {
	return readFieldName(name)
		.topic.split(' ')
		.every((word) => OTHER_WORDS.has(word));
}

/**
 * Marks from a row of `name` (or `subject`, `vak`) and `mark`, `level` or `percentage`; none without these.
 *
 * @param hasMarks whether rows of its list have a cell for the mark; without one, a number or a symbol may be it
 */
function marksOfRow(row: readonly Cell[], label: string, hasMarks: boolean): Mark[] | undefined {
	const cells = row.filter(({ value }) => !isNotTaken(value));
	const marks = cells.filter(isMarkCell);
	// Beside a subject, "name" may be the learner's.
	const names = [
		...cells.filter(isSubjectCell),
		...cells.filter(({ key }) => key.trim().toLowerCase() === 'name'),
	];
	const code = cells.find(({ key }) => key.trim().toLowerCase() === 'code')?.value;
	const isCode = names.length === 0 && mayName(code) && readFieldName(code).subject !== undefined;
	const text = isCode ? code : names.map(({ value }) => value).find(mayName);
	if (text !== undefined && isOfOthers(text)) return [];
	if (text === undefined && names.length + marks.length > 0) {
		return [nameless(label, marks[0]?.value)];
	}
	if (text !== undefined && marks.length > 0) {
		const read = marks.map(({ value, name: { unit } }) => {
			const mark = markOf(label, text, value, unit);
			const [problem] = cells.flatMap((cell) => outOfOther(mark, cell.key, cell.value) ?? []);
			const [caveat] = cells.flatMap(({ key, value: said }) => caveatOf(key, said) ?? []);
			const note = caveat && `${label} may not be a current mark: ${caveat}.`;
			return { ...mark, problem, note: note ?? mark.note };
		});
		// A row may have points, their total, and the resulting percentage.
		const exact = read.filter(({ problem }) => problem === undefined);
		return exact.length > 0 ? exact : read;
	}
	const mayCount = (value: unknown) => isMark(value) || isSymbol(value);
	const isStray =
		!hasMarks && cells.some((cell) => cell.name.why !== 'other' && mayCount(cell.value));
	if (isStray) return undefined;
	return text === undefined ? [] : [markOf(label, text, undefined)];
}

function parseSubjects(text: string): unknown {
	const data = jsonIn(text);
	if (data === text || isTooDeep(data)) {
		throw new SubjectError(`The subjects are not valid JSON: ${quoted(text.trim())}`, USE_JSON);
	}
	// JSON keeps only the last value of a name, and a subject counts once.
	if (textsIn(text) === textsIn(JSON.stringify(data))) return data;
	throw new SubjectError(
		'"Subjects (JSON)" has the same name twice in one object',
		'Keep one of them, because JSON keeps only the last.',
	);
}

/** How many names and texts are in JSON. Each is matched as a whole, so that none is read twice. */
function textsIn(json: string): number {
	return [...json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"/g)].length;
}
