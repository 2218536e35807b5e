import { readFieldName } from './fieldName';
import { fieldsOf, type ItemField, mayHoldMark } from './itemFields';
import { type Mark, markOf, nameless, outOfOther, twoSubjects } from './marks';
import { isNotTaken, YES_OR_NO } from './notTaken';
import { HOLDERS } from './questions';
import { marksOfList } from './rows';
import type { SubjectError } from './subjectError';
import { languageLevels } from './subjectTable';
import { plainAmount } from './writtenMark';

/** What pairs are about whose text may be a subject that isn't in the table: "subject 1", "elective". */
const CHOICE = /^(?:subject |elective)/;

/** What pairs are about whose text must be in the table, beside the levels of languages. */
const TABLE_CHOICE = /^(?:mathematics|language(?: (?:\d+|[a-h]))?)$/;

/** Fields that are about one subject, of which a form has a few. */
const MOST_OF_ONE = 10;

/** The marks in the fields of an item, and the fields without any. */
export function marksOfItem(item: unknown): { marks: Mark[]; unread: ItemField[] } {
	const fields = fieldsOf(item);
	const read = fields.map((field) => marksOfField(field, fields));
	const unread = fields.filter((_, index) => read[index]?.length === 0);
	const marks = read.flat();
	const taken = new Set(marks.flatMap(({ subject, value }) => (isNotTaken(value) ? [] : subject)));
	return {
		marks: marks.map((mark) => ({
			...mark,
			problem: mark.problem ?? contradiction(mark, unread, taken),
		})),
		unread,
	};
}

/** The marks in a field: in rows, under a subject's name, or in a pair such as "Subject 1" and "Level 1". */
function marksOfField(field: ItemField, fields: readonly ItemField[]): Mark[] {
	const { label, path, value, text, base } = field;
	if (Array.isArray(value)) return mayHoldSubjects(path) ? marksOfList(value, label) : [];
	const related = fields
		.filter((other) => other.base === base || other.asks === base)
		.slice(0, MOST_OF_ONE);
	if (isOfSubject(field)) return isAnswer(field) ? [] : [markOfSubject(field, related)];
	const isOfTable = TABLE_CHOICE.test(base) || languageLevels.includes(base);
	if (!isOfTable && !CHOICE.test(base)) return [];
	if (isOfMark(field)) return markOfPair(field, related);
	// A subject that was chosen, but has no field for a mark, counts as not taken.
	const isChosen = !isOfTable && !related.some(isOfMark) && !mayHoldMark(field);
	return isChosen && text !== undefined ? [markOf(label, text, undefined)] : [];
}

/** Whether a list's subjects are the learner's: the names of "marks" say so, those of "targets" don't. */
function mayHoldSubjects(path: readonly string[]): boolean {
	// No list is named after this subject.
	const names = [...path.map((name) => name.replace(HOLDERS, ' ')), 'Nautical Science'];
	return readFieldName(names.join('\n')).subject !== undefined;
}

/** Whether a field is named after a subject, without a slip if it holds no mark. */
function isOfSubject({ subject, isAmbiguous, isSlip, isMark }: ItemField): boolean {
	return subject !== undefined && !isAmbiguous && (!isSlip || isMark);
}

/** Whether a field says that its subject is taken, or names one, its kind or its level: "yes", "Lit", "HL". */
function isAnswer({ value, text = '', subject = '' }: ItemField): boolean {
	if (YES_OR_NO.test(String(value))) return true;
	const { subject: named, base } = readFieldName(text);
	const { subject: kind = subject } = readFieldName(`${subject} ${text}`);
	return named !== undefined || kind !== subject || languageLevels.includes(base);
}

function isOfMark({ unit, isMark }: ItemField): boolean {
	return unit !== undefined || isMark;
}

/** The mark in a field that is named after a subject, with the kind that another field says: "Literacy", "HL". */
function markOfSubject(field: ItemField, related: readonly ItemField[]): Mark {
	const { label, key, value, subject = '', unit } = field;
	const mark = { ...markOf(label, key, value, unit), subject, topic: subject };
	for (const other of related) {
		const kind = other.text && readFieldName(`${subject} ${other.text}`).subject;
		if (kind) return { ...mark, subject: kind, namedBy: `the field ${other.label}` };
	}
	return mark;
}

/** The mark of a pair, for the first subject that its texts name; none if they name none. */
function markOfPair(field: ItemField, pair: readonly ItemField[]): Mark[] {
	const { label, value, base, unit } = field;
	const named = pair.flatMap((other): Mark[] => {
		if (other.text === undefined || other.unit !== undefined) return [];
		const withLevel = `${other.text} ${base}`;
		const isOfLevel =
			languageLevels.includes(base) && readFieldName(withLevel).subject !== undefined;
		const mark = markOf(label, isOfLevel ? withLevel : other.text, value, unit);
		return [{ ...mark, topic: base, namedBy: `the field ${other.label}` }];
	});
	const mark = named.find(({ isKnown }) => isKnown || CHOICE.test(base));
	if (mark !== undefined) return [mark];
	const empty = pair.find((other) => other.unit === undefined && isNotTaken(other.value));
	if (empty === undefined || isNotTaken(value) || plainAmount(value) === 0) return [];
	return [nameless(`${label} in ${empty.label}`, value)];
}

/** The error for a mark if a field says what it is out of, or names another subject, which has no mark. */
function contradiction(
	mark: Mark,
	unread: readonly ItemField[],
	taken: ReadonlySet<string>,
): SubjectError | undefined {
	const { label, subject, topic, value } = mark;
	if (isNotTaken(value)) return undefined;
	if (languageLevels.includes(topic) && !subject.endsWith(` ${topic}`)) {
		return twoSubjects(mark, label, topic);
	}
	const problems = unread.flatMap((field) => {
		const isSame = field.base === topic || field.asks === topic;
		if (!isSame && !field.mentioned.includes(subject)) return [];
		const whole = field.asks === subject ? outOfOther(mark, field.key, field.value) : undefined;
		const other = subjectSaid(field, isSame ? topic : subject) ?? subject;
		const isOther = other !== subject && !subject.startsWith(`${other} `) && !taken.has(other);
		return whole ?? (isOther ? twoSubjects(mark, `the field ${field.label}`, other) : []);
	});
	return problems[0];
}

/** The subject that a field's text names about something: "Literacy" about Mathematics, "FAL" about English. */
function subjectSaid({ text, base }: ItemField, about: string): string | undefined {
	if (text === undefined) return undefined;
	const { subject = readFieldName(text).subject } = readFieldName(`${about} ${text}`);
	return subject ?? (CHOICE.test(base) && base === about ? text : undefined);
}
