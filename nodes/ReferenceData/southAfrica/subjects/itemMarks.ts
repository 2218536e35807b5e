import { isNotTaken, isPlaceholder, isTaken, YES_OR_NO } from './answers';
import { withContradictions } from './contradictions';
import { readFieldName } from './fieldName';
import { fieldsOf, type ItemField, NOT_A_MARK, type ReadAs } from './itemFields';
import { mayHoldMark } from './leftOver';
import { type Mark, markOf, nameless } from './marks';
import { CHOICE, completed, MAX_OF_ONE, namings } from './namings';
import { marksOfList, mayHoldSubjects } from './rows';
import { languageLevels } from './subjectTable';

/** What pairs are about whose text must be in the table, beside the levels of languages. */
const OF_TABLE = /^(?:mathematics|language(?: (?:\d+|[a-h]))?)$/;

const NOTHING_SAID: ReadAs = new Map();

/** The marks in the fields of an item, and the fields without any. */
export function marksOfItem(item: unknown, readAs = NOTHING_SAID) {
	const fields = fieldsOf(item, readAs).filter(({ said }) => said !== NOT_A_MARK);
	const read = fields.map((field) => marksOfField(field, fields));
	const unread = fields.filter((_, index) => read[index]?.length === 0);
	return { marks: withContradictions(read.flat(), unread, fields), unread };
}

/**
 * From Read Fields As, from rows, under a subject's name, or in a pair such as "Subject 1" and "Level 1".
 */
function marksOfField(field: ItemField, fields: readonly ItemField[]): Mark[] {
	const { label, path, value, text, said, name } = field;
	const { subject, why, topic, unit } = name;
	if (said !== undefined) return [{ ...markOf(label, said, value, unit), isSaid: true }];
	if (Array.isArray(value)) return mayHoldSubjects(path) ? marksOfList(value, label) : [];
	// A name with a slip is that of a subject if the field holds a mark.
	const isSubject =
		subject !== undefined && (why === undefined || (why === 'slip' && field.isMark));
	const isOfTable = OF_TABLE.test(topic) || languageLevels.includes(topic);
	if (!isSubject && !isOfTable && !CHOICE.test(topic)) return [];
	const related = fields
		.filter((other) => other !== field && other.isRepeated === field.isRepeated)
		.filter((other) => other.name.topic === topic || other.name.asks === topic)
		.slice(0, MAX_OF_ONE);
	if (isSubject) return isAnswer(field) ? [] : [markOfSubject(field, related)];
	if (isOfMark(field)) return markOfPair(field, related, fields);
	// A subject that was chosen, but has no field for a mark, counts as not taken.
	const isAlone = CHOICE.test(topic) && !related.some(isOfMark) && !mayHoldMark(field);
	return isAlone && text !== undefined && unit === undefined
		? [markOf(label, text, undefined)]
		: [];
}

/** Whether a field says that its subject is taken, or names one, its kind or its level: "yes", "Lit", "HL". */
function isAnswer({ value, text = '', name }: ItemField): boolean {
	if (YES_OR_NO.test(String(value))) return true;
	const { subject = '' } = name;
	const { subject: named, topic } = readFieldName(text);
	const kind = text === '' ? subject : (completed(subject, text) ?? subject);
	return named !== undefined || kind !== subject || languageLevels.includes(topic);
}

/** A symbol's field is one of a mark if it holds one: "Symbol 1" 6, but not "B". */
function isOfMark({ name: { unit }, isMark: hasMark }: ItemField): boolean {
	return hasMark || (unit !== undefined && unit !== 'symbol');
}

/** The mark in a field that is named after a subject, whose kind another field may say: "Construction", "HL". */
function markOfSubject(field: ItemField, related: readonly ItemField[]): Mark {
	const { label, key, value, name } = field;
	// Which mathematics it is may be said in more ways.
	const isMaths = name.topic === 'Mathematics';
	const kind = namings(isMaths ? [] : related, name.topic).find(({ isKind }) => isKind);
	const read = { ...name, subject: kind?.read.subject ?? name.subject };
	return {
		...markOf(label, key, value, name.unit, read),
		topic: name.topic,
		namedBy: kind?.namedBy ?? label,
	};
}

/** The mark of a pair, for the first subject that its texts name; none if they name none. */
function markOfPair(
	{ label, value, name: { unit, topic } }: ItemField,
	pair: readonly ItemField[],
	fields: readonly ItemField[],
): Mark[] {
	const names = pair.filter((other) => other.name.unit === undefined);
	const hasOther = names.some((other) => isPlaceholder(other.value));
	const other = fields.filter(({ name }) => [`${topic} other`, 'other'].includes(name.topic));
	const [first] = namings([...names, ...(hasOther ? other : [])], topic);
	if (first !== undefined) {
		const { name, namedBy, read } = first;
		return [{ ...markOf(label, name, value, unit, read), topic, namedBy }];
	}
	const empty = names.find((one) => isNotTaken(one.value));
	if (empty === undefined || !isTaken(value)) return [];
	return [nameless(`${label} in ${empty.label}`, value)];
}
