import { saysNotTaken } from './answers';
import { REWRITES } from './rewrites';
import { findSubject, stemOf, wordsIn } from './subjectNames';

/** What else a question asks: "Number of History tests", "Which term did you write Maths?", "Score (1-5): Maths". */
const OF_OTHERS = new RegExp(
	[
		' (?:number|aantal) (?:of|van) (?!mark )',
		' (?:which|what|watter) (?:term|year) (?!mark |level |percentage )',
		'^ (?:year|term) (?:of|did) ',
		' exam number ',
		' subject \\d+ (?:term|year|number) $',
		' (?:answers|items|questions|responses) $',
		'[a-z] [01] (?:to |tot |and )?\\d+ ',
		' (?:applicant|candidate|child|learner|student|form|test|exam|assessment|year|jaar) \\d{1,2} ',
	].join('|'),
);

/** "AS Mathematics", "Geography (AS)", but not "as per report". */
const AS_LEVEL = /(?<!\p{L})AS(?!\p{L})/u;

/** In lower case, it must stand beside what it is counted in: "it mark", "percentage.it". */
export const IT_BESIDE_UNIT =
	/ it (?:(?:exam|final|prelim) )*(?:mark|level|percentage) | (?:mark|level|percentage) it $/;

/** The end of what says how much a mark is out of. */
const OF_WHOLE = / (?:out of|uit|max|maximum|possible|full|tota+l)(?: mark)? $/;

/** Brackets that only say who is asked: "(required)", "(only if you take it)". */
const OF_QUESTION =
	/^\s*(?:indien (?:geneem|van toepassing)|(?:(?:only|0) )?if (?:you )?(?:are )?(?:tak(?:e|en|ing)|do(?:ing)?|n\/?a|applicable)(?: (?:it|this)(?: subject)?)?|(?:required|optional|compulsory)(?: field)?)\s*$/i;

/** What stands around another subject, which the field isn't for: "(NOT Maths Lit)", "(leave blank if you do Maths Lit)". */
const NOT_FOR = /^\s*(?:not|nie|(?:leave|skip) .*if you (?:do|take)) | nie\s*$/gi;

/**
 * "4. Geography", "(c) Tourism", "Q4 Geography", "q7_accounting", KoBoToolbox's "group_mx2tb44/"; "D. Arts"
 * has an initial.
 */
const NUMBERING =
	/^\s*(?:\(?(?:\d{1,2}|[a-i])\)\s|\d{1,2}\.\s|(?:(?:q|question|vraag)\s?\d{1,2})(?![\p{L}\d])|(?:section|part|step) (?:[a-h]|\d{1,2})[:.)-]|group_[a-z]{2}\d[a-z]{2}\d\d(?:\/|$))/iu;

const BRACKETS = /[([]([^()[\]]*)[)\]]/g;

/** What a name asks, and its words: as they are written, and as they are asked, by their stems, without terms and hints. */
export function questionOf(name: string) {
	const names = name.replace(WRAPPERS, '').split('\n');
	// Salesforce ends the names of its own fields in "__c".
	const lines = names.map((line) => line.replace(NUMBERING, '').replace(/__c$/, ''));
	// "(e.g. 65%)" says the unit.
	const text = lines
		.join(' ')
		.replace(/(?<!\p{L})(?:e\.?g|bv|for example)[\s.,:]*\d\d(?!\d)/giu, ' ');
	const hints = [...text.matchAll(BRACKETS)].map(([, inner = '']) => inner).filter(isHint);
	const taken = text.replace(BRACKETS, (whole, inner: string) => (isHint(inner) ? ' ' : whole));
	const written = wordsIn(taken.replace(/\/\s*(?=\d)|\((?=100\))/g, ' out of '));
	const asked = REWRITES.reduce(
		(text, [, pattern, by]) => text.replace(pattern, by),
		` ${written.map(stemOf).join(' ')} `,
	);
	// "Grade 9 Technology" and "Home Language grade" may be marks.
	const others = asked.replace(/ grade \d |(?<=(?:language|subject)( \d)?) grade /, ' ').split(' ');
	return {
		written,
		asked,
		asksElse: OF_OTHERS.test(asked) || AS_LEVEL.test(name),
		instead: INSTEAD.find(({ words }) => words.test(asked))?.is,
		isOfOther: others.some((word) => OTHER_WORDS.has(word)),
		isZeroNothing: hints.some((hint) => /(?<!\d)0(?!\d)|zero|\bnul\b|nought/i.test(hint)),
		isOfWhole: OF_WHOLE.test(asked),
	};
}

/** Whether brackets only say who fills in the field. */
function isHint(inner: string): boolean {
	const other = inner.replace(NOT_FOR, '');
	const isNotFor = other !== inner && findSubject(wordsIn(other).map(stemOf)) !== undefined;
	return isNotFor || saysNotTaken(inner) || OF_QUESTION.test(inner);
}

/** Words around a subject's name that don't say which subject it is; English and Afrikaans. */
const FILLERS = new Set(
	(
		'what which who where watter wat wie is are am was were been do did does have has had het ' +
		'my me mine we our you your yours he his she her they their its jy jou jul julle u ek ons hy hul hulle dit ' +
		'of in on at for from with by about as per during since before after or the an die vir van met uit ' +
		'tot op by oor tydens volgens nuutste tell us se ons numbers only whole between tussen so far ' +
		'get gets got getting achieve achieved achieving obtain obtained obtaining score scored receive received ' +
		'earn earned behaal kry gekry ontvang verwerf write wrote written ' +
		'level percentage mark band bands range reeks symbol symbols simbool achievement achievements prestasie number value ' +
		'report reports rapport verslag exam exams examination examinations eksamen eksamens test tests toets toetse ' +
		'card statement assessment prelim prelims preliminary preparatory voorlopige proefeksamen rekord rekordeksamen trial trials mock term terms semester final finals finale ' +
		'current currently huidige latest laaste actual werklike official promotion jaarpunt eindjaarpunt recent recently most mees onlangse last previous vorige this hierdie ' +
		'these now nou year jaar mid midyear middel half end einde matric matriek school skool academic akademiese ' +
		'january february march april may june july august aug september sept october oct november nov december dec ' +
		'januarie februarie maart mei junie julie augustus oktober desember ' +
		'subject elective each every all elke elk alle compulsory optional applicable overall eindpunt name naam named ' +
		'nsc nss ieb caps learner student applicant candidate leerder leerling ' +
		'please kindly asseblief enter choose tick select give fill indicate provide state list pick specify ' +
		'insert submit share supply shown here below following pls asb kies gee vul dui aan verskaf skryf voer hier hieronder ' +
		'appear appears annual attained awarded rounded digits figures numeric child fall performance ok okay tik slegs syfers jongste tans ' +
		'body data field fields form response responses answer answers question questions properties property ' +
		'record records item items json payload submission content extracted request input output query grades transcript ' +
		'custom attributes variables values'
	).split(' '),
);

/** Whole names on the way to a field that say nothing of it: what n8n's nodes hold an answer in. */
const WRAPPERS =
	/^(?:(?:(?:learner|applicant)_?)?details|choices(?=\nmessage\n)|contact|entries|formula|forms|interactive|messages?|nfm_reply|raw(?:_?request)?|response_json|rich_text|text|type a question)\n/gim;

/** Parts of a list's name that say nothing of its rows, in forms, in databases and in n8n's nodes. */
export const HOLDERS =
	/(?<!\p{L})(?:add|agg|aggregate|application|aps|array|assessments|card|chosen|class|contact|courses|datagrid|editgrid|enrolled|group(?:_[a-z]{2}\d[a-z]{2}\d\d)?|grouped|merged|message|page|pupil|repeat|repeater|rows?|scores|section|selected|step|subform|table|user)(?!\p{L})/giu;

/** Whether a word is no filler, and no code of a subject as registers print it beside the name. */
export function saysSomething(word: string): boolean {
	return !FILLERS.has(word) && !/^\d{5,}$/.test(word);
}

/** Words of fields that hold a number which is no mark. */
export const OTHER_WORDS = new Set(
	(
		'id ids code emis nr no num number nommer row index phone tel telephone cell cellphone mobile fax age ' +
		'ouderdom grade class klas year jaar month maand day days dae date time hours birth gender postal poskode ' +
		'zip house unit street district quintile count minimum maximum rank position order siblings household ' +
		'income fee fees amount distance absent attendance total totaal average gemiddeld gemiddelde aggregate aps ' +
		'rate height weight size seat ward page version attempt progress dependants ' +
		'old years width length duration price hidden headers parameters sequence validated observer brothers sisters children people schools oud'
	).split(' '),
);

/** Subjects that candidates write beside the NSC or instead of it, and what a mark is made of. */
const INSTEAD = [
	{
		words: / (?:ap|igcse|cambridge|advanced program(?:me)?|gevorderde program|further stud) /,
		is: 'not an NSC subject',
	},
	{ words: / (?:paper|vraestel|sba|sgp|pat|oral|mondeling|p [1-3]) /, is: 'only a part of a mark' },
];
