/** What a value is given as: `mark` leaves it to the parameter "Mark Type". */
export type MarkUnit = 'mark' | 'level' | 'percentage';

/** A name without what forms, sheets and schools write around it. */
export interface Undecorated {
	words: string[];
	unit?: MarkUnit;
	/** True when it named one of several marks of a subject: a term, a trial, a grade, a year. */
	isPeriod: boolean;
	/** True when it said more than a mark does, though not which subject: "elective", "7th subject". */
	isAside: boolean;
}

const UNITS = new Map<string, MarkUnit>([
	...['mark', 'marks', 'score', 'punt', 'punte'].map((word) => [word, 'mark'] as const),
	...['level', 'levels', 'lvl', 'vlak', 'vlakke'].map((word) => [word, 'level'] as const),
	...['percentage', 'percent', 'perc', 'pct', 'persentasie', 'persent'].map(
		(word) => [word, 'percentage'] as const,
	),
]);

/** Words around a subject's name that say nothing of which subject it is; English and Afrikaans. */
const FILLERS = new Set(
	(
		'subject subjects vak vakke learner learners student pupil leerder result ' +
		'results uitslag uitslae achievement achieved prestasie obtained behaal got nsc nss ieb caps ' +
		'matric matriek your jou my the die a an for vir of van in what is was wat did do you get ' +
		'enter please select choose required compulsory optional verpligtend verpligte average avg ' +
		'gemiddeld gemiddelde'
	).split(' '),
);

/** Words that say nothing beside a subject's name, but something else where there is none. */
const ASIDES = new Set(
	(
		'elective electives keuse keuses keusevak keusevakke extra ekstra ach point points rating dbe ' +
		'aantal txt ctl ctrl input field veld data'
	).split(' '),
);

/** What takes several words to say nothing of which subject it is: "7th subject", "if applicable". */
const PHRASES =
	/^(?:(?:\d{1,2} (?:st|nd|rd|th|ste|de)|first|second|third|fourth|fifth|sixth|seventh|eighth|eerste|tweede|derde|vierde|vyfde|sesde|sewende|agtste) (?:subject|vak|elective|keuse|keusevak)|(?:additional|addisionele|other|ander|extra|ekstra) (?:subject|vak)|(?:if|where) applicable|indien van toepassing|leave (?:blank|empty) if not (?:taken|applicable))(?= |$)/;

const RESULTS = new Set('result results uitslag uitslae achievement achieved prestasie'.split(' '));

/** Words that name one of several marks of a subject. */
const PERIODS = new Set(
	(
		'final finals finale eind promotion exam exams examination eksamen trial trials proef rekord prelim ' +
		'prelims preliminary midyear halfyear yearend year jaar jan january januarie feb february ' +
		'februarie mar march maart apr april may mei jun june junie jul july julie aug august augustus ' +
		'sept september oct october okt oktober nov november dec december des desember'
	).split(' '),
);

/** Words that a number belongs to: "Term 3", "Gr. 12", "Q1", "No. 4". */
const NUMBERED_PERIODS = /^(?:term|terms|kwartaal|quarter|kw|t|sem|semester|grade|gr|graad)$/;
const NUMBERED_FILLERS =
	/^(?:subject|vak|elective|keuse|keusevak|field|no|nr|number|nommer|question|q)$/;

/** What follows the number of "1st" and "2de". */
const ORDINAL = /^(?:st|nd|rd|th|ste|de)$/;

/** The range of a mark. */
const RANGE =
	/^(?:(?:(?:from|van|between|tussen) )?[01] (?:percent )?(?:(?:to|tot|and|en) )?(?:7|8|100)(?: percent)?|(?:out of|uit) (?:7|8|100))(?= |$)/;

/** Grades in which marks of the NSC are given. */
const GRADES = /^1[0-2]$/;

/**
 * Takes off a name what is no part of a subject's name: numbering in front, units, the range of a
 * mark ("0 to 100", "1-7", "out of 100"), the term, exam, grade and year, codes of five digits and
 * more, and words such as "your", "7th subject" and "elective".
 *
 * @param words from wordsOfField
 */
export function undecorated(words: readonly string[]): Undecorated {
	const rest: string[] = [];
	let isPeriod = false;
	let isAside = false;
	for (let index = withoutNumbering(words); index < words.length; index++) {
		const word = words[index] ?? '';
		const phrase = wordsAt(words, index, PHRASES);
		const length = phrase || rangeAt(words, index);
		isAside ||= phrase > 0 || ASIDES.has(word);
		if (length > 0) {
			index += length - 1;
			continue;
		}
		if (UNITS.has(word)) continue;
		const next = words[index + 1] ?? '';
		if (/^\d{1,2}$/.test(next) && !ORDINAL.test(words[index + 2] ?? '')) {
			const isGrade = /^gr/.test(word);
			if (NUMBERED_PERIODS.test(word) && (!isGrade || GRADES.test(next))) {
				isPeriod = true;
				index++;
				continue;
			}
			if (NUMBERED_FILLERS.test(word)) {
				index++;
				continue;
			}
		}
		if (PERIODS.has(word) || /^(?:19|20)\d\d$/.test(word)) isPeriod = true;
		else if (!FILLERS.has(word) && !ASIDES.has(word) && !/^\d{5,}$/.test(word)) rest.push(word);
	}
	return { words: rest, unit: unitOf(words), isPeriod, isAside };
}

/** The unit that words name: "(level)", "%". The last one that is more than "mark" counts. */
export function unitOf(words: readonly string[]): MarkUnit | undefined {
	const units = words.map((word) => UNITS.get(word)).filter((unit) => unit !== undefined);
	return units.find((unit) => unit !== 'mark') ?? units[0];
}

/** Whether a word names a unit of marks. */
export function isUnit(word: string): boolean {
	return UNITS.has(word);
}

/** Whether a word names a mark, or what one is counted in: "level", "%", "points", "result". */
export function isMarkWord(word: string): boolean {
	return isUnit(word) || isResult(word) || /^(?:ach|aps|points?|rating)$/.test(word);
}

/** What a subject's field and that of its mark have in common: "Elective 1" and "Elective 1 level (1-7)". */
export function besideMark(name: string): string {
	const words = wordsOfField(name);
	const rest: string[] = [];
	for (let index = 0; index < words.length; index++) {
		const word = words[index] ?? '';
		const length = rangeAt(words, index);
		if (length > 0) index += length - 1;
		else if (!isMarkWord(word) && !/^(?:name|naam|which|watter)$/.test(word)) rest.push(word);
	}
	const bare = rest.filter((word) => !FILLERS.has(word));
	return (bare.length > 0 ? bare : rest).join(' ');
}

/** Whether a word says nothing of its own beside a mark or its unit: "subject", "your", "final". */
export function isFiller(word: string): boolean {
	return FILLERS.has(word) || /^(?:finale?|finals|eind)$/.test(word);
}

/** Whether a word speaks of a subject: "subject", "elective", "keusevak". */
export function isSubjectWord(word: string): boolean {
	return /^(?:subjects?|electives?|keuses?|vakke)$|vak$/.test(word);
}

/** Whether a word alone may be what a mark is called, where nothing else is: "Result 1". */
export function isResult(word: string): boolean {
	return RESULTS.has(word);
}

/** A unit at the end of a word: "Wiskundepunt", "mathslevel". */
const COMPOUND =
	/(?<=\p{Ll}{2})(marks?|levels?|punte?|vlak(?:ke)?|persentasie|percentage)(?!\p{L})/gu;

/**
 * "subject1Level", "Subject_1 (%)", "Maths /100", "mathsmark": lower-case words, numbers and units apart,
 * "%" as a word, and the rating code of a report as the level that it is.
 */
export function wordsOfField(name: string): string[] {
	return (
		name
			.normalize('NFKD')
			.replace(/\p{M}/gu, '')
			.replace(/%(?:age(?!\p{L}))?/gu, ' percent ')
			.replace(/&/g, ' and ')
			.replace(/\/\s*(?=\d)/g, ' out of ')
			.replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, ' ')
			.toLowerCase()
			.replace(COMPOUND, ' $1')
			.replace(/(?<!\p{L})txt(?=\p{L})/gu, 'txt ')
			.replace(/rating[ _-]?code/g, 'level')
			.match(/[\p{L}\p{N}]+/gu) ?? []
	);
}

/** The words of a name without the range of a mark: "Mark /100". */
export function withoutRange(words: readonly string[]): string[] {
	const isStart = (word: string, index: number) =>
		/^(?:out|uit)$/.test(word) && rangeAt(words, index) > 0;
	const start = words.findIndex(isStart);
	if (start === -1) return [...words];
	return [...words.slice(0, start), ...words.slice(start + rangeAt(words, start))];
}

/** The index of the first word after "1." or "2.3"; an ordinal ("1st") is none. */
function withoutNumbering(words: readonly string[]): number {
	let start = 0;
	while (/^\d+$/.test(words[start] ?? '')) start++;
	return ORDINAL.test(words[start] ?? '') ? Math.max(0, start - 1) : start;
}

/** How many words from `index` on say the range of a mark: of the levels, or of percentages. */
function rangeAt(words: readonly string[], index: number): number {
	return wordsAt(words, index, RANGE);
}

/** How many words from `index` on the expression takes. */
function wordsAt(words: readonly string[], index: number, expression: RegExp): number {
	const found = expression.exec(words.slice(index, index + 6).join(' '));
	return found === null ? 0 : found[0].split(' ').length;
}
