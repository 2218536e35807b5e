/**
 * Replacements in a question before its words are read, in this order. Each has a field name that
 * needs it. Here, a question is in lower case, with stemmed words, and starts and ends with a space.
 */
export const REWRITES: ReadonlyArray<[example: string, pattern: RegExp, by: string]> = [
	['Maths (Gr 12)', / g(?:rade)? 1[0-2](?= )/g, ''],
	['Term 3 Maths', / (?:term|t|semester|prelim) n?[1-4](?= )/g, ''],
	['History (second term)', / (?:first|second) term(?= )/g, ''],
	['Maths 2026', / 20\d\d(?= )/g, ''],
	['Grade mark: History', / grade(?= mark )/, ''],
	['Maths year end mark', / year(?= end )/g, ''],
	['If you take Tourism, your mark', / if you (?:take|do)(?= )/g, ''],
	['Is it Maths or Maths Lit?', / is it(?= math)/g, ''],
	['How did you do in History?', / how (?:much|(?:well )?did|about|many(?= mark ))(?= )/g, ''],
	['Your average for History', /(?<= your) average(?= )/g, ''],
	['Your mark as it appears on the report: History', / as it(?= appears )/g, ''],
	['Hoeveel het jy vir Geskiedenis?', / hoeveel het(?= )/g, ''],
	['Could you tell us your History mark?', / could you(?= tell )/g, ''],
	['What I got for History', / i(?= got )/g, ''],
	['Type your History mark', / type(?= (?:your|only) )/g, ''],
	['History according to your report', / according to(?= )/g, ''],
	['History (no percentage sign)', / no percentage sign(?= )/g, ''],
	['Choose one: Maths or Maths Lit', /(?<= (?:choose|last|which)) n1(?= )/g, ''],
	[
		'Choose a level for History',
		/(?<= (?:as|enter|choose|kies)) [an](?= (?:level|percentage|number|subject) )/,
		'',
	],
	['History (1-7)', / (?:1 (?:to |tot |and )?|out of |uit )[78](?= )/, ' level'],
	[
		'History (0-100)',
		/ (?:[01] (?:to |tot |and )?|(?:x )?out of |uit |max )100(?= )/,
		' percentage',
	],
	['History 100', / 100 $/, ' percentage '],
];

/** Why a name isn't read as the mark of a subject. */
export type Why =
	/** A letter of it is wrong. It counts if the field holds a mark. */
	| 'slip'
	/** It is also a word, and nothing shows that the subject is meant: "it", "bus". */
	| 'word'
	/** It asks for something else about a subject or a learner. */
	| 'else'
	/** It is taken beside the NSC, or instead of it. */
	| 'notNsc'
	| 'part'
	/** It is the total of a mark. */
	| 'whole'
	/** A number under it is plainly something else: an age, a grade, a phone number. */
	| 'other';

/** What a question asks that is no subject's mark, in this order; each with a field's name that needs it. */
export const REASONS: ReadonlyArray<[example: string, pattern: RegExp, why: Why]> = [
	['AP Maths', / (?:ap|advanced program(?:me)?|gevorderde program) /, 'notNsc'],
	['IGCSE Accounting', / (?:igcse|cambridge) /, 'notNsc'],
	['Further Studies Mathematics', / further stud /, 'notNsc'],
	['Maths P1', / (?:paper|vraestel|p [1-3]) /, 'part'],
	['Maths SBA', / (?:sba|pat) /, 'part'],
	['English oral', / (?:oral|mondeling) /, 'part'],
	['Year of Maths exam', /^ year of /, 'else'],
	['Maths exam number', / exam number /, 'else'],
	['Subject 1 term', / subject \d+ term $/, 'else'],
	['Mathematics questions', / (?:answers|questions) $/, 'else'],
	['Score (1-5): Mathematics', /[a-z] [01] (?:and )?\d+ /, 'else'],
	['Learner 1 Mathematics', / (?:applicant|child|learner|student|form|test|year) \d{1,2} /, 'else'],
	['Mathematics out of', / (?:out of|maximum|full|tota+l)(?: mark)? $/, 'whole'],
];

/** What a question's numbering, or a form tool, puts around its words; each with a name that needs it. */
export const AROUND_NAME: ReadonlyArray<[of: string, example: string, pattern: RegExp]> = [
	// "D. Arts" has an initial.
	['people', '(c) Tourism', /^\s*\(?[a-i]\)\s/i],
	['people', 'Question 4 Geography', /^\s*(?:q|question|vraag)\s?\d{1,2}(?![\p{L}\d])/iu],
	['people', 'Section B: Economics', /^\s*(?:section|part) (?:[a-h]|\d{1,2})[:.)-]/i],
	['JotForm', 'Type a question', /^type a question$/i],
	['KoBoToolbox', 'group_mx2tb44/Mathematics', /(?<=^|\/)group_[a-z]{2}\d[a-z]{2}\d\d(?:\/|$)/g],
	['Salesforce', 'Maths__c', /__c$/],
	['WhatsApp Flows', 'screen_0_Mathematics_0', /^screen_\d+_(.+)_\d+$/],
	['Moodle', 'Mathematics total (Real)', / total \((?:Real|Percentage)\)$/],
];

/** Words that say of a mark that it may not be the learner's last one; each with a value or a name that needs it. */
export const CAVEATS: ReadonlyArray<[example: string, pattern: RegExp]> = [
	['Predicted', /^predicted$/],
	['Target', /^target$/],
	['Estimated', /^estimated$/],
	['Which subject did you drop?', /^drop(?:ped)?$/],
];

/** Brackets that only say who is asked, and what for: "(required)", "(only if you take it)". */
export const HINTS: ReadonlyArray<[example: string, pattern: RegExp]> = [
	['Toerisme (indien geneem)', /^indien (?:geneem|van toepassing)$/],
	['Tourism (only if you take it)', /^(?:only )?if you take it$/],
	['Maths (0 if N/A)', /^0 if n a$/],
	['Mathematics (required)', /^required(?: field)?$/],
];

/** Ways to say a mark in a text, perhaps of several subjects; each with a text that needs it. */
export const MARKS_IN_TEXT: ReadonlyArray<[example: string, pattern: RegExp]> = [
	// Not part of a date, a time or a code.
	[
		'I got 61 for Maths, 60-69 for English',
		/(?<![\p{L}\d/_.]|\d[:-])\d{1,3}(?:[./-]\d{1,3})?(?![\p{L}\d/_]|[.:-]\d)/u,
	],
	['Maths level6', /\b(?:l|level)\d\b/i],
	// Not in an address or the name of a file.
	[
		'Maths65, 70English',
		/(?<![\p{L}\d/_.])(?:\p{L}{2,30}\d\d|\d\d\p{L}{3,30})(?![\p{L}\d_@]|[.:-][\p{L}\d])/u,
	],
	// "a" may be a word, and "B." an initial.
	[
		'Maths B, maths b',
		/(?<=[\p{L}\d)][^\p{L}\d.!?'’]{1,4})(?:[A-G][*+-]?(?![\p{L}\d&.'’])|[A-Ga-g][*+-]?[.)]?\s*(?:$|[,;\n]))/u,
	],
];

/** Words around a subject's name that don't say which subject it is; English and Afrikaans. */
export const FILLERS = wordSet(`
what which watter wat is are was were do did does have has het my you your his her they jy jou u ons of in
on at by for from with about as per or the die van vir op tydens volgens tell us se numbers only whole
between tussen so far all each elke get got achieve achieved obtain obtained receive received scored
earned behaal kry gekry written level percentage mark band range symbol achievement prestasie number value
report reports rapport verslag exam examination eksamen test toets card statement prelim prelims preliminary
preparatory proefeksamen rekordeksamen trial mock term semester final current huidige latest nuutste laaste
actual promotion jaarpunt eindjaarpunt recent most last previous this these now year mid midyear half end
matric matriek school skool academic february march may june july august september sept
october oct november nov december dec februarie maart mei junie oktober desember
subject elective compulsory optional overall name named nsc ieb learner student applicant candidate leerder
leerling please kindly asseblief enter choose select give fill indicate provide state specify list pick tick
insert submit share supply shown here below following pls asb kies gee vul dui aan verskaf skryf voer hier
hieronder appear appears attained supplementary rounded numeric child fall performance okay tik slegs syfers
jongste tans body data field fields form response answers questions properties property json content
extracted request input output query custom attributes variables values`);

/**
 * Words in the names of what holds a learner's marks, which a mark's own name may not have: objects and lists
 * of forms, databases and n8n's nodes. "targets" and "class" are missing: their marks are others.
 */
export const CONTAINERS = wordSet(`
aggregate application aps chosen choices contact details edit entries formula grid group high info
interactive message messages nfm raw record repeat repeater reply rich rows scores selected step subform
table text user profile education qualification`);

/** Words of a question for the kind of a subject, or whether it is taken: "Type of maths", "I do Music". */
export const OF_KIND = wordSet(`
i type tipe kind soort stream option out maximum total take takes taken taking neem study doing
specialisation`);

/** Words of fields that hold a number which is no mark. */
export const OTHER_WORDS = wordSet(`
id code emis number row phone age ouderdom grade class klas year month days date time hours gender poskode
zip quintile count rank position order siblings household fee distance attendance total average gemiddeld
rate height weight page version attempt progress old years width hidden headers parameters brothers people
schools oud`);

function wordSet(text: string): ReadonlySet<string> {
	return new Set(text.trim().split(/\s+/));
}
