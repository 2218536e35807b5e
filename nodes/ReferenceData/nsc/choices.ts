import { besideMark, wordsOfField } from './decorations';
import { isNameKey, readFieldName, readSubjectName } from './fieldNames';
import { isBlank, isMark } from './marks';
import { isCalledMark, isCalledSubject, isKnown } from './otherFields';
import { languageLevel } from './subjects';

/** What fields that choose a subject, and those of the marks beside them, say. */
export interface Choices {
	/** Each subject as its field's text names it, with the fields of its mark. */
	read: Array<{ field: string; name: string; marks: string[] }>;
	/** Fields of marks whose subject isn't plain. */
	unread: string[];
	/** Fields of marks that are empty. */
	empty: string[];
}

/**
 * The subjects that texts choose, each with the mark in a field of the same name: "Home Language" and
 * "Home Language level (1-7)", "HL" and "Huistaal punt", "Science" and "Science %", "Elective 1" and
 * "Elective 1 mark". A mark beside a text that only may be a subject, and points of a university ("HL APS"),
 * are unread.
 *
 * @param fields those that are named after no subject and are of no numbered pair
 */
export function readChoices(
	json: Readonly<Record<string, unknown>>,
	fields: readonly string[],
): Choices {
	const choices: Choices = { read: [], unread: [], empty: [] };
	const marksOf = new Map<string, string[]>();
	for (const field of fields.filter(isCalledMark)) {
		const choice = choiceOf(field);
		if (choice !== '') marksOf.set(choice, [...(marksOf.get(choice) ?? []), field]);
	}
	for (const field of fields) {
		const text = json[field];
		const marks = marksOf.get(choiceOf(field));
		if (marks === undefined || isCalledMark(field) || isOfPair(field)) continue;
		if (typeof text !== 'string' || isBlank(text) || isMark(text)) continue;
		const given = marks.filter((mark) => isMark(json[mark]));
		const name = chosenSubject(field, text);
		const read = name === undefined ? [] : given.filter((mark) => !isPoints(mark));
		if (name !== undefined && read.length > 0) {
			choices.read.push({ field, name, marks: read });
			marksOf.delete(choiceOf(field));
		}
		if (name !== undefined || isKnown(text)) {
			choices.unread.push(...given.filter((mark) => !read.includes(mark)));
		}
		if (name !== undefined && given.length === 0 && !isCalledSubject(field)) {
			choices.empty.push(...marks.filter((mark) => isBlank(json[mark])));
		}
	}
	return choices;
}

/** What the field that chooses a subject and that of its mark are both called. */
function choiceOf(field: string): string {
	const name = besideMark(field);
	return languageLevel(name) ?? name;
}

/** The subject that a text chooses, with the level of a language that its field is called after. */
function chosenSubject(field: string, text: string): string | undefined {
	const level = languageLevel(besideMark(field));
	if (level !== undefined) return readSubjectName(`${text} ${level}`)?.subject;
	const isSubject = readSubjectName(text)?.isOrdinaryWord === false;
	return isCalledSubject(field) || (isSubject && GROUP.test(field)) ? text : undefined;
}

/** Subjects of which learners take one. What else a form lets them choose, such as a course, has levels too. */
const GROUP = /lang|math|scien|taal|wetenskap|wisk|^(?:choice|keuse)/i;

/** Whether a field is called nothing but a name, or the subject of a "Mark". */
function isOfPair(field: string): boolean {
	return isNameKey(field) || readFieldName(field)?.kind === 'numberedName';
}

/** Whether a field counts points of a university's own, which may be no levels: "HL APS". */
function isPoints(field: string): boolean {
	return wordsOfField(field).includes('aps');
}
