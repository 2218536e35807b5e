import {
	isFiller,
	isMarkWord,
	isSubjectWord,
	isUnit,
	undecorated,
	withoutRange,
	wordsOfField,
} from './decorations';
import { readSubjectName } from './fieldNames';
import { languageLevel, namedWithin, nearestSubjects } from './subjects';

/** Words of fields that hold a number which is no mark: who, where, when, how many. */
const OTHER_WORDS = new Set(
	(
		'id ids uuid key code codes kode emis nr no num number nommer phone tel telephone telefoon cell ' +
		'mobile whatsapp fax age ouderdom grade graad gr class klas year jaar month maand day days dae ' +
		'date datum time tyd hour hours minute minutes timestamp created updated submitted birth born ' +
		'dob gender sex address adres street straat house unit suburb postal zip box province district ' +
		'circuit ward quintile latitude longitude lat lng lon row rij index count aantal total totaal ' +
		'sum average gemiddeld aps gap minimum maximum min max score rank position order sort page ' +
		'limit size version status state type mode step attempt retries children siblings brothers ' +
		'sisters household dependants income salary fee fees amount price cost rand balance account bank ' +
		'absent absence attendance late weight height distance km seats places capacity consent agree ' +
		'accepted confirmed active enabled disabled deleted flag priority rating stars points level'
	).split(' '),
);

/**
 * Whether a field that is named after no subject may still have been meant for one: not if its name
 * speaks of something else ("Learner ID", "Grade", "row_number") or of nothing but a mark or subjects.
 * A "Level" or "Score" is that of a subject if a subject, or a language, stands beside it.
 */
export function mayNameSubject(field: string): boolean {
	const words = wordsOfField(field);
	const said = words.filter((word) => !isMarkWord(word));
	const { words: rest, isAside } = undecorated(said);
	const isOther = said.some((word) => OTHER_WORDS.has(word));
	if (rest.every((word) => /^\d+$/.test(word))) {
		const isOne = isAside || words.some((word) => /^subject$|vak$/.test(word) || isExtra(word));
		return isOne && !isOther;
	}
	if (namedWithin(rest).size > 0 || !words.some((word) => OTHER_WORDS.has(word))) return true;
	const isShared =
		languageLevel(rest.join(' ')) !== undefined || rest.some((word) => SHARED.test(word));
	return !isOther && (isShared || nearestSubjects(rest).length > 0 || said.some(isSubjectWord));
}

/** Words that several subjects share: "Language 1 level", "Science score". */
const SHARED = /^(?:lang|languages?|taal|tale|sciences?|wetenskap(?:pe)?)$/;

/** Whether a field is called what holds subjects with their marks: "subjects", "My results". */
export function isOfSubjects(field: string): boolean {
	const words = wordsOfField(field);
	const isOfThem = (word: string) => isFiller(word) || isUnit(word);
	return words.some(isOfThem) && words.every((word) => isOfThem(word) || JOINING.test(word));
}

/** Words in the names of fields that hold several things: "Subjects and marks", "List of subjects". */
const JOINING = /^(?:and|en|with|met|of|per|all|alle|list|lys)$/;

/** Whether a field is called what holds one subject: "Elective subject", "Keusevak 1". */
export function isCalledSubject(field: string): boolean {
	return wordsOfField(field).some(isSubjectWord);
}

/** Whether a field is called a mark, perhaps of something: "Home Language level", "HL points". */
export function isCalledMark(field: string): boolean {
	const words = wordsOfField(field);
	return words.some(isMarkWord) || withoutRange(words).length < words.length;
}

/** Whether a field speaks of a subject, or of what may be one: "Elective 1", "Extra". */
export function mayBeElective(field: string): boolean {
	return wordsOfField(field).some((word) => isSubjectWord(word) || isExtra(word));
}

function isExtra(word: string): boolean {
	return /^(?:extra|ekstra|additional|addisioneel|optional|opsioneel)$/.test(word);
}

/** Whether a field's name is close to a subject's, and speaks of nothing else. */
export function isNearSubject(field: string): boolean {
	const { words } = undecorated(wordsOfField(field));
	return !words.some((word) => OTHER_WORDS.has(word)) && nearestSubjects(words).length > 0;
}

/** The subjects that a name may have been meant for, as words: "Geography", or nothing where none is near. */
export function nearestTo(name: string): string {
	return nearestSubjects(undecorated(wordsOfField(name)).words).join(' or ');
}

/** Whether a name is that of a subject, or close to one. */
export function isKnown(name: string): boolean {
	return readSubjectName(name) !== undefined || nearestTo(name) !== '';
}
