import { type FieldName, readFieldName } from './fieldName';
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

/** What pairs are about whose text must be in the table. */
const OF_TABLE =
	/^(?:mathematics|language(?: (?:\d+|[a-h]))?|(?:Home|(?:First|Second) Additional) Language)$/;

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
		.filter((other) => other !== field && (other.base === base || other.asks === base))
		.slice(0, MOST_OF_ONE);
	if (isOfSubject(field)) return isAnswer(field) ? [] : [markOfSubject(field, related)];
	if (!CHOICE.test(base) && !OF_TABLE.test(base)) return [];
	if (isOfMark(field)) return markOfPair(field, related);
	// A subject that was chosen, but has no field for a mark, counts as not taken.
	const isAlone = CHOICE.test(base) && !related.some(isOfMark) && !mayHoldMark(field);
	return isAlone && text !== undefined ? [markOf(label, text, undefined)] : [];
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

/** The mark in a field that is named after a subject, whose kind another field may say: "Literacy", "HL". */
function markOfSubject(field: ItemField, related: readonly ItemField[]): Mark {
	const { label, key, value, unit, base } = field;
	const kind = namings(related, base).find(({ isKind }) => isKind);
	const read = { ...field, subject: kind?.read.subject ?? field.subject };
	return { ...markOf(label, key, value, unit, read), topic: base, namedBy: kind?.namedBy ?? label };
}

/** The mark of a pair, for the first subject that its texts name; none if they name none. */
function markOfPair(field: ItemField, pair: readonly ItemField[]): Mark[] {
	const { label, value, unit, base } = field;
	const names = pair.filter((other) => other.unit === undefined);
	const [first] = namings(names, base);
	if (first !== undefined) {
		const { name, namedBy, read } = first;
		return [{ ...markOf(label, name, value, unit, read), topic: base, namedBy }];
	}
	const empty = names.find((other) => isNotTaken(other.value));
	if (empty === undefined || isNotTaken(value) || plainAmount(value) === 0) return [];
	return [nameless(`${label} in ${empty.label}`, value)];
}

/** What a field says of the subject of another. */
interface Naming {
	namedBy: string;
	name: string;
	read: FieldName;
	/** Whether it says so only together with what the other is about: "Literacy" of Mathematics. */
	isKind: boolean;
}

/** What fields say of the subject of another, which is about this. */
function namings(fields: readonly ItemField[], about: string): Naming[] {
	return fields.flatMap(({ label, text }) => {
		if (text === undefined) return [];
		const whole = readFieldName(`${about} ${text}`);
		const isKind = whole.subject !== undefined;
		const read = isKind ? whole : readFieldName(text);
		const isNamed = read.subject !== undefined || CHOICE.test(about);
		return isNamed ? [{ namedBy: `the field ${label}`, name: text, read, isKind }] : [];
	});
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
		if (whole !== undefined) return whole;
		return namings([field], isSame ? topic : subject).flatMap(({ namedBy, name, read }) => {
			const { subject: other = name } = read;
			const isSaid = other === subject || subject.startsWith(`${other} `) || taken.has(other);
			return isSaid ? [] : twoSubjects(mark, namedBy, other);
		});
	});
	return problems[0];
}
