import { type FieldName, readFieldName, wordsLeft } from './fieldName';
import type { ItemField } from './itemFields';
import { findSubject, stemOf, wordsIn } from './findSubject';

/** What pairs are about whose text may be a subject that isn't in the table: "subject 1", "elective". */
export const CHOICE = /^(?:subject |elective)/;

/** Fields that are about one subject, of which a form has a few. */
export const MAX_OF_ONE = 10;

/** What a field says of the subject of another. */
interface Naming {
	namedBy: string;
	name: string;
	read: FieldName;
	/** Only together with what the other is about: "Literacy" of Mathematics. */
	isKind: boolean;
}

export function namings(fields: readonly ItemField[], about: string): Naming[] {
	return fields.flatMap(({ label, text }) => {
		if (text === undefined) return [];
		const own = readFieldName(text);
		const isChoice = CHOICE.test(about);
		const kind = completed(about, text) ?? (isChoice ? own.subject : undefined);
		if (!isChoice && kind === undefined && own.subject === undefined) return [];
		const read = kind === undefined ? own : { ...own, subject: kind };
		return [{ namedBy: `the field ${label}`, name: text, read, isKind: kind !== undefined }];
	});
}

/** "Subject 1 (Home Language)" */
const OF_POSITION = /^(?:subject|\d+)$/;

/** The subject that a text names together with what it is about: "Literacy" of Mathematics, "isiZulu" of Home Language. */
export function completed(about: string, text: string): string | undefined {
	const topic = wordsIn(about).map(stemOf);
	return findSubject([...topic.filter((word) => !OF_POSITION.test(word)), ...wordsLeft(text)]);
}
