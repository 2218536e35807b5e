import { quoted } from '../../../shared/text';
import { deniesTaking, describe, isTaken, YES_OR_NO } from './answers';
import { readFieldName, subjectsIn } from './fieldName';
import { MAX_SUBJECTS } from './flatFields';
import type { ItemField } from './itemFields';
import { type Mark, outOfOther, twoSubjects } from './marks';
import { MAX_OF_ONE, namings } from './namings';
import { SubjectError } from './subjectError';
import { languageLevels, MATHEMATICS } from './subjectTable';

/**
 * Completes marks from other fields: which mathematics they are for, or why they can't be used.
 *
 * @param unread fields without a mark
 * @param fields all of them
 */
export function withContradictions(
	marks: readonly Mark[],
	unread: readonly ItemField[],
	fields: readonly ItemField[],
): Mark[] {
	const kinds = kindsOfMathematics(unread);
	const denials = fields.filter(({ value }) => deniesTaking(value));
	return marks.map((given) => {
		const mark = completedByKind(given, kinds, marks);
		if (mark.problem !== undefined || !isTaken(mark.value)) return mark;
		return { ...mark, problem: contradiction(mark, unread, denials) };
	});
}

/** A kind of mathematics that a field names. */
interface KindOfMathematics {
	subject: string;
	field: ItemField;
}

/** The kinds of mathematics that fields name: in an answer, in a list of subjects, by a box that is ticked. */
function kindsOfMathematics(unread: readonly ItemField[]): KindOfMathematics[] {
	return unread.flatMap((field) => {
		const { asks, topic } = field.name;
		const isAsked = [asks, topic].some((one) => one?.toLowerCase() === 'mathematics');
		const isYes = YES_OR_NO.exec(String(field.value))?.groups?.yes !== undefined;
		// "Do you take Mathematics?" may mean any of them.
		const ticked = isYes && asks !== 'Mathematics' ? [asks] : [];
		const answered = isAsked ? namings([field], 'Mathematics').map(({ read }) => read.subject) : [];
		const listed = topic === 'subject' ? subjectsListed(field.value) : [];
		const named = new Set([...ticked, ...answered, ...listed]);
		return MATHEMATICS.filter((kind) => named.has(kind)).map((subject) => ({ subject, field }));
	});
}

/** The subjects that a list or a text names, if it names several: "Mathematical Literacy, Geography". */
function subjectsListed(value: unknown): string[] {
	const texts: unknown[] = typeof value === 'string' ? value.slice(0, 1000).split(/[,;\n]/) : [];
	const entries = Array.isArray(value) ? value.slice(0, MAX_SUBJECTS) : texts;
	const subjects = entries.flatMap((entry) => {
		return typeof entry === 'string' ? (readFieldName(entry).subject ?? []) : [];
	});
	return subjects.length > 1 ? subjects : [];
}

/** A mark for mathematics counts for the one kind that other fields name, unless that kind has a mark. */
function completedByKind(
	mark: Mark,
	kinds: readonly KindOfMathematics[],
	marks: readonly Mark[],
): Mark {
	const [kind] = kinds;
	const isOpen = !mark.isSaid && mark.topic === 'Mathematics' && isTaken(mark.value);
	if (!isOpen || kind === undefined) return mark;
	const namedBy = `the field ${kind.field.label}`;
	const other = kinds.find(({ subject }) => subject !== kind.subject);
	if (other) {
		const first = { namedBy, subject: kind.subject };
		return {
			...mark,
			problem: twoSubjects(first, `the field ${other.field.label}`, other.subject),
		};
	}
	const isThere = marks.some((one) => one.subject === kind.subject && isTaken(one.value));
	if (isThere) return mark;
	const note = `${mark.label} was read as ${kind.subject}, because of ${kind.field.label}.`;
	return { ...mark, subject: kind.subject, namedBy, note };
}

/**
 * The error for a mark if another field says that it is out of something, not taken, or for another
 * subject.
 */
function contradiction(
	mark: Mark,
	unread: readonly ItemField[],
	denials: readonly ItemField[],
): SubjectError | undefined {
	const { label, subject, topic } = mark;
	if (languageLevels.includes(topic) && !subject.endsWith(` ${topic}`)) {
		return twoSubjects(mark, label, topic);
	}
	const denial = denials.find((field) => field.label !== label && isOnly(field, subject));
	if (denial) return notTaken(mark, denial);
	const coded = subject === 'Mathematics' ? unread.find(isCodeOfKind) : undefined;
	if (coded) return twoSubjects(mark, `the field ${coded.label}`, String(coded.value));
	const isSame = ({ name }: ItemField) => name.topic === topic || name.asks === topic;
	const speaking = unread
		.filter(({ text, name }) => text !== undefined || name.why === 'whole')
		.filter((field) => isSame(field) || subjectsIn(field.path.join('\n')).includes(subject));
	const problems = speaking.slice(0, MAX_OF_ONE).flatMap((field) => {
		const whole =
			field.name.asks === subject ? outOfOther(mark, field.key, field.value) : undefined;
		if (whole !== undefined) return whole;
		// "Favorite subject (e.g. Maths)" says nothing of it, but "Literacy" in answer to it would.
		const named = namings([field], isSame(field) ? topic : subject);
		return named.flatMap(({ namedBy, name, read, isKind }) => {
			const { subject: other = name } = read;
			const isSaid = other === subject || subject.startsWith(`${other} `);
			return isSaid || !(isKind || isSame(field)) ? [] : twoSubjects(mark, namedBy, other);
		});
	});
	return problems[0];
}

/** Whether a field is about this subject alone, perhaps whether it is taken: "Do you take Music?" */
function isOnly({ name }: ItemField, subject: string): boolean {
	const isNamed = name.subject === subject && name.why === undefined;
	return isNamed || name.asks === subject;
}

function notTaken({ label, subject, value }: Mark, denial: ItemField): SubjectError {
	return new SubjectError(
		`Subject ${quoted(subject)}: ${label} is ${describe(value)}, but ${denial.label} is ${describe(denial.value)}`,
		'Clear the mark, or correct the other field.',
	);
}

/** Whether a field tells which mathematics it is by a number or a letter, as only the form's maker knows. */
function isCodeOfKind({ name, value }: ItemField): boolean {
	const { asks, topic } = name;
	const isAsked = asks === 'Mathematics' && /\b(?:type|tipe|kind|soort|lit)\b/.test(topic);
	return isAsked && /^\s*[\da-h]\s*$/i.test(String(value));
}
