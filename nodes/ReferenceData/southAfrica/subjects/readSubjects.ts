import {
	checkExpression,
	counted,
	kindOf,
	listed,
	MOST_LISTED,
	quoted,
} from '../../../shared/text';
import { isBlank, isObject } from '../../../shared/values';
import { doubtOfName, type FieldName, readFieldName } from './fieldName';
import {
	type FlatField,
	flatFields,
	hasTooManyCells,
	isTooDeep,
	MOST_SUBJECTS,
} from './flatFields';
import {
	describe,
	HIGHEST_LEVEL,
	isLevel,
	isMark,
	levelsOnce,
	type Mark,
	type MarkOptions,
	type MarkUnit,
	percentCells,
	plainAmount,
	type SubjectLevel,
	twoSubjects,
} from './marks';
import { isNotTaken, LONGEST_ANSWER } from './notTaken';
import { HOLDERS } from './questions';
import { SubjectError } from './subjectError';
import { languageLevels, officialSubjects } from './subjectTable';

/** Where the subjects come from: a value of "Subjects From", and what it holds. */
interface SubjectSource {
	from: 'define' | 'json' | 'fields';
	data: unknown;
}

/** A field of an item or a row. */
interface Cell extends FieldName {
	key: string;
	value: unknown;
}

/** A field of an item. */
interface ItemField extends Cell {
	label: string;
	isMark: boolean;
	/** The value, if it may name a subject. */
	text?: string;
	/** The names on the way to it, and its own. */
	path: readonly string[];
}

const USE_JSON = 'Use [{ "name": "Mathematics", "level": 6 }] or { "Mathematics": 6 }.';

const NO_SUBJECTS: Readonly<Record<SubjectSource['from'], readonly [string, string]>> = {
	define: [
		'"Subjects"',
		'Add at least one subject with its mark. If "Subjects" is a single expression, n8n doesn\'t pass it on to the node. Set "Subjects From" to JSON or Input Fields instead.',
	],
	json: ['"Subjects (JSON)"', `${USE_JSON} ${checkExpression('Subjects (JSON)')}`],
	fields: [
		'the fields of the input item',
		'Name fields after subjects ("Mathematics"), or use pairs such as "Subject 1" and "Mark 1". If each row has one subject, combine the rows of a learner with the Aggregate node, and set "Subjects From" to JSON.',
	],
};

/** The base of pairs whose text may be a subject that isn't in the table: "subject 1", "elective". */
const CHOICE = /^(?:subject |elective)/;

/** The base of pairs whose text must be in the table, beside the levels of languages. */
const TABLE_CHOICE = /^(?:mathematics|language(?: (?:\d+|[a-h]))?)$/;

const MATHEMATICS = ['Mathematics', 'Mathematical Literacy', 'Technical Mathematics'];

/**
 * A learner's subjects with their NSC levels, each once, and what a person should know of how they were read.
 * Nothing is guessed: what looks like a mark and can't be read is in a warning or an error.
 *
 * @throws SubjectError naming at once all that isn't a mark, two marks of one subject with different levels and
 * marks without a subject; or saying that there are no subjects, or that JSON can't be read
 */
export function readSubjects(
	{ from, data }: SubjectSource,
	options: MarkOptions,
): { subjects: SubjectLevel[]; warnings: string[] } {
	const fields = from === 'fields' ? fieldsOf(data) : [];
	const read = fields.map((field) => marksOfField(field, fields));
	const unread = fields.filter((_, index) => read[index]?.length === 0);
	const marks = from === 'fields' ? read.flat() : marksOfRows(data);
	const taken = marks.filter(({ subject, value }) => subject === '' || !isNotTaken(value));
	const left = leftWarnings(marks, taken, unread);
	if (taken.length === 0) {
		const [place, advice] = NO_SUBJECTS[from];
		throw new SubjectError(`No subjects were found in ${place}`, [advice, ...left].join(' '));
	}
	const named = taken.filter(({ problem }) => problem === undefined);
	const cells = percentCells(named, options);
	const problems = [
		...taken.flatMap(({ problem }) => problem ?? []),
		...contradictions(named, unread),
	];
	const subjects = levelsOnce(cells ?? named, options, problems);
	return {
		subjects,
		warnings: [...doubts(subjects, taken, options, cells !== undefined), ...left],
	};
}

/**
 * The fields of an item by their own names; by their paths if two have the same, or if the names on the way
 * make it no subject.
 */
function fieldsOf(item: unknown): ItemField[] {
	const flat = flatFields(item).filter((field) => !isTime(field));
	const own = flat.map(({ path }) => path.at(-1) ?? '');
	const shared = new Set(own.filter((name, index) => own.indexOf(name) !== index));
	return flat.map(({ path, value }, index) => {
		const name = own[index] ?? '';
		const read = readFieldName(path.join('\n'));
		const isSubjectAlone = read.subject === undefined && readFieldName(name).subject !== undefined;
		const key = shared.has(name) || isSubjectAlone ? path.join('.') : name;
		const given = answerTo(read, value);
		const text = isText(given) ? given : undefined;
		// The questions of a grid differ at their ends.
		const label = quoted(key, LONGEST_ANSWER);
		return { label, key, path, value: given, isMark: isMark(given), text, ...read };
	});
}

/** Whether a field says when a mark was given: `{ mark: 66, term: 3, year: 2026 }`. */
function isTime({ path, value }: FlatField): boolean {
	if (path.length === 1 || !/^\s*(?:term|year)\s*$/i.test(path.at(-1) ?? '')) return false;
	return !isMark(value) || /^(?:[1-4]|1[0-2]|20\d\d)$/.test(String(value));
}

/** What a value answers, where 0 and 1 are no marks. */
function answerTo({ isZeroNothing }: FieldName, value: unknown): unknown {
	return isZeroNothing && plainAmount(value) === 0 ? undefined : value;
}

/** The marks in a field: in rows, under a subject's name, or in a pair such as "Subject 1" and "Level 1". */
function marksOfField(field: ItemField, fields: readonly ItemField[]): Mark[] {
	const { label, value, text, subject, isAmbiguous, isSlip, base } = field;
	if (Array.isArray(value)) return mayHoldSubjects(field) ? marksOfList(value, label) : [];
	if (subject !== undefined && !isAmbiguous && (!isSlip || field.isMark)) {
		// A text may name another subject or the level of a language: "Maths Lit", "HL".
		const answer = readFieldName(text ?? '');
		const isAnswer = answer.subject !== undefined || languageLevels.includes(answer.base);
		if (isAnswer || ANSWER.test(String(value))) return [];
		return [{ ...markOf(label, field.key, value), ...completed(field, fields) }];
	}
	const isOfTable = TABLE_CHOICE.test(base) || languageLevels.includes(base);
	if (!isOfTable && !CHOICE.test(base)) return [];
	const pair = fields.filter((other) => other.base === base).slice(0, MOST_OF_ONE);
	const marks = pair.filter((other) => other.isOfMark || other.isMark);
	if (marks.includes(field)) {
		const repeat = repeatOf(field, fields, pair);
		return markOfPair(field, pair).map((mark) => ({ ...mark, problem: mark.problem ?? repeat }));
	}
	// A subject that was chosen, but has no field for a mark, counts as not taken.
	const isChosen = marks.length === 0 && !isOfTable;
	return isChosen && text !== undefined && !holdsMark(field)
		? [markOf(label, text, undefined)]
		: [];
}

/** A sheet calls its second "Mark" "Mark_1", which isn't that of "Subject 1". */
function repeatOf(
	{ label, path }: ItemField,
	fields: readonly ItemField[],
	pair: readonly ItemField[],
): SubjectError | undefined {
	const first = repeated(path);
	const isFirst = (other: ItemField) =>
		other.isMark && other.path.at(-1) === first && other.path.length === path.length;
	const isNumbered = pair.some((other) => !other.isOfMark && repeated(other.path) !== undefined);
	if (isNumbered || !fields.some(isFirst)) return undefined;
	return new SubjectError(
		`It isn't clear which subject ${label} belongs to, because there is a field ${quoted(first)} too`,
		'Number the fields of the marks like those of the subjects: "Subject 1" and "Mark 1".',
	);
}

/** The name of the first of several columns: "Mark" for "Mark_1" and "Mark.1". */
function repeated(path: readonly string[]): string | undefined {
	return /^(.+)[_.]\d+$/.exec(path.at(-1) ?? '')?.[1];
}

/** What only says that a subject is taken, or isn't. */
const ANSWER = /^\s*(?:(?<yes>yes|ja|true)|no|nee|false)\s*$/i;

/** Whether a list's subjects are the learner's: the names of "marks" say so, those of "targets" don't. */
function mayHoldSubjects({ path }: ItemField): boolean {
	// No list is named after this subject.
	const names = [...path.map((name) => name.replace(HOLDERS, ' ')), 'Nautical Science'];
	return readFieldName(names.join('\n')).subject !== undefined;
}

/** Marks of a list of rows, each with a subject and its mark; none of any other list. */
function marksOfList(list: readonly unknown[], label: string): Mark[] {
	const rows = list.map((row) => (isNotTaken(row) ? {} : row));
	if (!rows.every(isObject)) return [];
	requireFew(rows);
	const hasMarks = rows.some(hasMarkCell);
	const marks = rows.map((row, index) => marksOfRow(row, `row ${index + 1} of ${label}`, hasMarks));
	return marks.every((one) => one !== undefined) ? marks.flat() : [];
}

/** The subject and unit of a field whose name says them. */
function completed(field: ItemField, fields: readonly ItemField[]): Partial<Mark> {
	const { subject = '', unit } = field;
	const questions = fields.filter(({ asksKindOf, text }) => asksKindOf === subject && text);
	const [kind, ...others] = questions.slice(0, MOST_OF_ONE).flatMap(({ label, text = '' }) => {
		if (readFieldName(text).subject !== undefined) return [];
		const whole = readFieldName(`${subject} ${text}`).subject;
		const isKind = whole?.startsWith(`${subject} `) || MATHEMATICS.includes(subject);
		return whole !== undefined && isKind ? [{ label: `the field ${label}`, subject: whole }] : [];
	});
	const other = others.find((one) => one.subject !== kind?.subject);
	const problem = kind && other && twoSubjects(kind, other.label, other.subject);
	return { subject: kind?.subject ?? subject, unit, problem };
}

/** The mark in a field, with the subject that the text of its pair names; none if the pair has none. */
function markOfPair(field: ItemField, pair: readonly ItemField[]): Mark[] {
	const { label, value, base } = field;
	const [mark, ...others] = namedMarks(field, pair);
	if (mark === undefined) {
		const empty = pair.find((one) => !one.isOfMark && isNotTaken(one.value));
		if (empty === undefined || isNotTaken(value) || plainAmount(value) === 0) return [];
		return [nameless(`${label} in ${empty.label}`, value)];
	}
	const isOfLevel = !languageLevels.includes(base) || mark.subject.endsWith(` ${base}`);
	// The level in the field's own name may contradict, too.
	const level = isOfLevel ? [] : [{ label, subject: base }];
	const other = [...others, ...level].find(({ subject }) => subject !== mark.subject);
	return [{ ...mark, label, problem: other && twoSubjects(mark, other.label, other.subject) }];
}

/** The mark in a field with each subject that the texts of its pair name. */
function namedMarks({ base, value, unit }: ItemField, pair: readonly ItemField[]): Mark[] {
	return pair.flatMap(({ label, text, isOfMark }) => {
		if (isOfMark || text === undefined) return [];
		const levels = languageLevels.includes(base) ? [`${text} ${base}`] : [];
		const marks = [...levels, text].map((name) => markOf(`the field ${label}`, name, value, unit));
		return marks.find(({ isKnown }) => isKnown || CHOICE.test(base)) ?? [];
	});
}

/** Fields that speak of one subject, of which a form has a few. */
const MOST_OF_ONE = 10;

/** Marks from rows, from rows under `subject` (Define Below) or `subjects`, or from `{ "Mathematics": 6 }`. */
function marksOfRows(value: unknown): Mark[] {
	const json = typeof value === 'string' && !isBlank(value) ? parseSubjects(value) : value;
	const rows = isObject(json) ? [json.subjects, json.subject].find(Array.isArray) : undefined;
	const data: unknown = rows ?? json;
	if (!Array.isArray(data)) {
		const marks = Object.entries(isObject(data) ? data : {});
		requireFew(marks);
		return marks.flatMap(([name, mark]) => marksOfRow({ name, mark }, quoted(name), true) ?? []);
	}
	requireFew(data);
	const hasMarks = data.some((row) => isObject(row) && hasMarkCell(row));
	return data.flatMap((row: unknown, index) => {
		const marks = isObject(row) && marksOfRow(row, `row ${index + 1}`, hasMarks);
		if (marks) return marks;
		throw new SubjectError(
			`Row ${index + 1} of the subjects must have a name and a mark, but is ${describe(row)}`,
			'Enter each subject as { "name": "Mathematics", "level": 6 }.',
		);
	});
}

/** @throws SubjectError for more subjects, or columns beside them, than any learner has */
function requireFew(rows: readonly unknown[]): void {
	if (rows.length <= MOST_SUBJECTS && !hasTooManyCells(rows)) return;
	throw new SubjectError(
		`More than ${MOST_SUBJECTS} subjects were given`,
		'Each item is one learner. Give each learner an item of their own.',
	);
}

function parseSubjects(text: string): unknown {
	let data: unknown;
	try {
		data = JSON.parse(text);
	} catch {
		data = undefined;
	}
	if (data === undefined || isTooDeep(data)) {
		throw new SubjectError(`The subjects are not valid JSON: ${quoted(text.trim())}`, USE_JSON);
	}
	// JSON keeps only the last value of a name, and a subject counts once.
	if (textsIn(text) === textsIn(JSON.stringify(data))) return data;
	throw new SubjectError(
		'The subjects JSON has a name twice in one object',
		'Keep one of them, because JSON keeps only the last.',
	);
}

/** How many names and texts are in JSON. Each is matched as a whole, so that none is read twice. */
function textsIn(json: string): number {
	return [...json.matchAll(/"(?:[^"\\]|\\.)*"/g)].length;
}

/** Whether a row has a cell for a mark, with or without one. */
function hasMarkCell(row: Readonly<Record<string, unknown>>): boolean {
	return Object.keys(row).map(readFieldName).some(isOfMarks);
}

/** The error for a mark that may be points out of what a cell beside it holds: 150, "/150", or a total above it. */
function outOfOther(mark: Mark, cell: Cell): SubjectError | undefined {
	const amount = plainAmount(mark.value);
	const whole = Number(/\d+/.exec(String(cell.value))?.[0] ?? 100);
	if (mark.unit !== undefined || !(amount > HIGHEST_LEVEL) || whole === 100) return undefined;
	const about = cell.base.replace(/(?:^| )(?:tota+l|full|maximum|possible)$/, '');
	const isTotal = about === '' || readFieldName(about).subject !== undefined;
	if (!cell.isOfWhole && (about === cell.base || whole <= amount || !isTotal)) return undefined;
	return new SubjectError(
		`Subject ${quoted(mark.subject)}: the mark in ${mark.label} may be out of ${describe(cell.value)} (${quoted(cell.key)})`,
		'Enter the mark as a percentage or a level.',
	);
}

function isOfMarks({ base, isOfMark }: FieldName): boolean {
	return base === 'subject' && isOfMark;
}

/**
 * Marks from a row of `name` (or `subject`, `vak`) and `mark`, `level` or `percentage`; none without these.
 *
 * @param hasMarks whether rows of its list have a cell for the mark; without one, a number may be it
 * @returns undefined if the mark may stand under another name
 */
function marksOfRow(
	row: Readonly<Record<string, unknown>>,
	label: string,
	hasMarks: boolean,
): Mark[] | undefined {
	const cells = Object.entries(row)
		.filter(([, value]) => !isNotTaken(value))
		.map(([key, value]) => ({ key, value, ...readFieldName(key) }));
	const marks = cells.filter(isOfMarks);
	// Beside a subject, "name" may be the learner's.
	const names = [
		...cells.filter(({ base, isOfMark }) => base === 'subject' && !isOfMark),
		...cells.filter(({ key }) => key.trim().toLowerCase() === 'name'),
	];
	const isStray = !hasMarks && cells.some(({ mayBeMark, value }) => mayBeMark && isMark(value));
	if (names.length === 0 && marks.length === 0) return isStray ? undefined : [];
	const text = names.map(({ value }) => value).find(isText);
	if (text === undefined) return [nameless(label, marks[0]?.value)];
	if (marks.length === 0) return isStray ? undefined : [markOf(label, text, undefined)];
	return marks.map(({ value, unit }) => {
		const mark = markOf(label, text, value, unit);
		const [problem] = cells.flatMap((cell) => outOfOther(mark, cell) ?? []);
		return { ...mark, problem };
	});
}

/** The unit beside the mark goes before that of the name. */
function markOf(label: string, name: string, value: unknown, unit?: MarkUnit): Mark {
	const read = readFieldName(name);
	const isKnown = read.subject !== undefined;
	const subject = read.subject ?? name.trim();
	return { label, name, subject, isKnown, isSlip: read.isSlip, unit: unit ?? read.unit, value };
}

/** A mark for which no subject was named. */
function nameless(label: string, value: unknown): Mark {
	const problem = new SubjectError(
		`No subject name was given for ${label}`,
		'Choose a subject, or enter its name as text, for example "Mathematics".',
	);
	return { ...markOf(label, '', value), problem };
}

/** Whether a value may name a subject, as short texts and questions do, and comments do not. */
function isText(value: unknown): value is string {
	return (
		typeof value === 'string' &&
		value.length <= LONGEST_ANSWER &&
		!isNotTaken(value) &&
		!isMark(value)
	);
}

/** What a mark is out of, and each text that names another subject than the mark that its field speaks of. */
function contradictions(taken: readonly Mark[], unread: readonly ItemField[]): SubjectError[] {
	return unread.flatMap((field) => {
		const { label, text, mentioned } = field;
		const mark = taken.find(({ subject }) => mentioned.includes(subject));
		if (mark === undefined) return [];
		const problem = mark.subject === mentioned[0] ? outOfOther(mark, field) : undefined;
		if (problem || text === undefined) return problem ?? [];
		const { subject = readFieldName(`${mark.subject} ${text}`).subject } = readFieldName(text);
		if (subject === undefined || taken.some((other) => other.subject === subject)) return [];
		return [twoSubjects(mark, `the field ${label}`, subject)];
	});
}

/** What isn't sent: fields that may hold marks, and subjects without one. */
function leftWarnings(
	marks: readonly Mark[],
	taken: readonly Mark[],
	unread: readonly ItemField[],
): string[] {
	const subjects = new Set(taken.map(({ subject }) => subject));
	const isUnmarked = ({ subject, asksKindOf = subject ?? '', isAmbiguous, value }: ItemField) =>
		asksKindOf !== '' &&
		!isAmbiguous &&
		!subjects.has(asksKindOf) &&
		ANSWER.exec(String(value))?.groups?.yes !== undefined;
	const missing = marks.filter(({ subject }) => !subjects.has(subject));
	const fields = unread
		.filter((field) => (field.mayBeMark || Array.isArray(field.value)) && holdsMark(field))
		.sort((one, other) => Number(other.isLikely) - Number(one.isLikely));
	const unmarked = unread.filter(isUnmarked).map(({ label }) => label);
	const untaken = new Set(missing.map(({ name }) => quoted(name, LONGEST_ANSWER)));
	return [
		...listing("These fields may be marks, but weren't read", fields.map(nameWithDoubt)),
		...listing('These subjects are taken, but have no mark', unmarked),
		...listing('These subjects have no mark, so they count as not taken', [...untaken]),
	];
}

/** A mark out of something: "216/300". */
const SCORE = /^\s*\d{1,3}(?:[.,]\d+)?\s*\/\s*\d{2,3}\s*$/;

/** A number as an answer begins with one, "65 (June)", or of two digits among words, "I got 61". */
const NUMBER =
	/^\s*\d{1,3}\s*(?:$|[(,;%&]|\/\s*\d{1,3}\s*$)|(?<![\p{L}\d/_:.-])(?:[2-9]\d|100)(?![\p{L}\d/_:-]|\.\S)/u;

/** A symbol, and what sheets show in place of a number. */
const SYMBOL = /^\s*(?:[A-GU][*+-]?|#[A-Z].*|NaN)\s*$/;

/** Whether a field has a mark, or a subject and a number in its entries or words: "Geography 66, History 58". */
function holdsMark(field: ItemField): boolean {
	const { value, isMark: isOne } = field;
	if (typeof value !== 'object' || value === null) {
		const said = String(value);
		const whole = field.isOfMark ? `${field.key} ${said}` : said;
		if (isOne || SCORE.test(said) || tellsOfMark(whole)) return true;
		const isLike = said.length <= LONGEST_ANSWER && (SYMBOL.test(said) || NUMBER.test(said));
		return field.isLikely && isLike && !/\d{4}/.test(said);
	}
	const entries: unknown[] = Array.isArray(value) ? value.slice(0, MOST_SUBJECTS) : [value];
	return entries.some((entry) => {
		if (isMark(entry) || tellsOfMark(JSON.stringify(entry))) return true;
		return field.isLikely && isObject(entry) && Object.values(entry).some(isMark);
	});
}

function tellsOfMark(text: string): boolean {
	if (!/(?<!\d)(?:\d\d?|100)(?!\d)/.test(text)) return false;
	return readFieldName(text).isOfSubject;
}

/** The doubts of those that aren't shown would take long to look up. */
function nameWithDoubt({ label, key, value }: ItemField, index: number): string {
	if (index >= MOST_LISTED) return label;
	const doubt = typeof value === 'object' ? kindOf(value) : doubtOfName(key);
	return doubt === undefined ? label : `${label} (${doubt})`;
}

/** A sentence that ends in the first of the names; none if there are no names. */
function listing(start: string, names: readonly string[]): string[] {
	return names.length === 0 ? [] : [`${start}: ${listed(names)}.`];
}

function doubts(
	subjects: readonly SubjectLevel[],
	taken: readonly Mark[],
	options: MarkOptions,
	areCells: boolean,
): string[] {
	const isOfficial = ({ subject }: Mark) => officialSubjects.includes(subject);
	const doubted = taken.filter((mark) => mark.isSlip || !isOfficial(mark));
	const texts = doubted.slice(0, MOST_LISTED).map(nameDoubt);
	const more = doubted.length - texts.length;
	if (more > 0) texts.push(`And ${counted(more, 'more subject')} like these.`);
	if (areCells) {
		texts.push('The marks from 0 to 1 were read as percent cells of a spreadsheet, 0.65 as 65%.');
	} else {
		texts.push(...levelDoubts(taken, options));
	}
	const names = subjects.map(({ name }) => name);
	const counting = names.filter((name) => name !== 'Life Orientation').length;
	if (counting < 6) {
		const found = `${counted(counting, 'subject')} besides Life Orientation ${counting === 1 ? 'was' : 'were'} found`;
		texts.push(`Only ${found}. Most scores count six.`);
	}
	if (!names.includes('Life Orientation')) {
		texts.push('Life Orientation is missing, although every NSC includes it.');
	}
	const together = MATHEMATICS.filter((name) => names.includes(name));
	if (together.length > 1) {
		texts.push(
			`${together.join(' and ')} are listed together, but a learner takes only one of them.`,
		);
	}
	return texts;
}

/** Marks that were read as percentages and look like levels, or like none: all of them, or some among others. */
function levelDoubts(taken: readonly Mark[], { marksAs, levelScale }: MarkOptions): string[] {
	const looksLikeLevel = ({ value }: Mark) => isLevel(plainAmount(value), levelScale);
	const isPlain = taken.every(({ unit }) => unit === undefined) && marksAs === 'percentage';
	if (isPlain && taken.every(looksLikeLevel)) {
		return [
			'All marks were read as percentages, but they look like levels. If they are, set "Mark Type" to Level.',
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

function nameDoubt({ name, subject, isKnown, isSlip }: Mark): string {
	if (isSlip) return `${quoted(name)} was read as ${subject}.`;
	if (isKnown) {
		return `${quoted(name)} could be the Home Language or the First or Second Additional Language. It is sent as ${quoted(subject)}.`;
	}
	const doubt = doubtOfName(name);
	const meant = doubt?.endsWith('?') ? ` Did you mean ${doubt}` : doubt ? ` It is ${doubt}.` : '';
	return `${quoted(name)} isn't a known NSC subject. It is sent as entered; the service decides whether it counts.${meant}`;
}
