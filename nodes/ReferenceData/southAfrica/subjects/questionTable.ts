/**
 * What is rewritten in a question before its words are read, in this order; each with a field's name that
 * needs it. A question is in small letters here, by its stems, between blanks.
 */
export const REWRITES: ReadonlyArray<[example: string, pattern: RegExp, by: string]> = [
	['Maths (Gr 12)', / g(?:rade)? 1[0-2](?= )/g, ''],
	['Term 3 Maths', / (?:term|t|semester|prelim) n?[1-4](?= )/g, ''],
	[
		'Maths first semester',
		/ (?:first|second|n[34]) (?:term|semester|prelim|exam|test|trial)(?= )/g,
		'',
	],
	['Maths 2026', / (?:19|20)\d\d(?= )/g, ''],
	['Grade mark: History', / grade(?= mark )/, ''],
	['Maths year mark', / (?:year|jaar)(?= (?:mark|end|einde) )/g, ''],
	['If you take Tourism, your mark', / if you (?:take|do)(?= )/g, ''],
	['Is it Maths or Maths Lit?', / is it(?= math)/g, ''],
	[
		'How did you do in History?',
		/ how (?:much|(?:well )?did|about|many(?= (?:mark|percentage) ))(?= )/g,
		'',
	],
	['Your average for History', /(?<= your) average(?= )/g, ''],
	['Your mark as it appears on the report: History', / as it(?= appears )/g, ''],
	['Hoeveel het jy vir Geskiedenis?', / hoeveel het(?= )/g, ''],
	['Could you tell us your History mark?', / (?:can|could) you(?= (?:tell|give|share) )/g, ''],
	['What I got for History', / i(?= (?:got|get|have|received|achieved|obtained) )/g, ''],
	['Type your History mark', / type(?= (?:your|the|in|only) )/g, ''],
	['History according to your report', / according to(?= )/g, ''],
	['History (no percentage sign)', / no percentage sign(?= )/g, ''],
	['Choose one: Maths or Maths Lit', /(?<= (?:choose|select|pick|tick|last|which)) n1(?= )/g, ''],
	[
		'Select a level for History',
		/(?<= (?:as|in|is|give|enter|choose|select|provide|gee|kies)) [an](?= (?:level|percentage|mark|number|subject) )/,
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

/** Why a name isn't that of a subject's mark. */
export type Why =
	/** A letter of it is wrong. It counts if the field holds a mark. */
	| 'slip'
	/** It is also a word, and nothing shows that the subject is meant: "it", "bus". */
	| 'word'
	/** It asks something else of a subject, or of a learner. */
	| 'else'
	/** It is taken beside the NSC, or instead of it. */
	| 'notNsc'
	| 'part'
	/** It says what a mark is out of. */
	| 'whole'
	/** A number under it is plainly something else: an age, a grade, a phone number. */
	| 'other';

/** What a question asks that is no subject's mark, in this order; each with a field's name that needs it. */
export const REASONS: ReadonlyArray<[example: string, pattern: RegExp, why: Why]> = [
	['AP Maths', / (?:ap|advanced program(?:me)?|gevorderde program) /, 'notNsc'],
	['IGCSE Accounting', / (?:igcse|cambridge) /, 'notNsc'],
	['Further Studies Mathematics', / further stud /, 'notNsc'],
	['Maths P1', / (?:paper|vraestel|p [1-3]) /, 'part'],
	['Maths SBA', / (?:sba|sgp|pat) /, 'part'],
	['English oral', / (?:oral|mondeling) /, 'part'],
	['Number of History tests written', / (?:number|aantal) (?:of|van) (?!mark )/, 'else'],
	[
		'Which term did you take Maths?',
		/ (?:which|what|watter) (?:term|year) (?!mark |level |percentage )/,
		'else',
	],
	['Year of Maths exam', /^ (?:year|term) (?:of|did) /, 'else'],
	['Maths exam number', / exam number /, 'else'],
	['Subject 1 term', / subject \d+ (?:term|year|number) $/, 'else'],
	['Mathematics questions', / (?:answers|items|questions|responses) $/, 'else'],
	['Score (1-5): Mathematics', /[a-z] [01] (?:to |tot |and )?\d+ /, 'else'],
	[
		'Learner 1 Mathematics',
		/ (?:applicant|candidate|child|learner|student|form|test|exam|assessment|year|jaar) \d{1,2} /,
		'else',
	],
	['Mathematics out of', / (?:out of|uit|max|maximum|possible|full|tota+l)(?: mark)? $/, 'whole'],
];

/** What a question's numbering, or a form tool, puts around its words; each with a name that needs it. */
export const AROUND_NAME: ReadonlyArray<[of: string, example: string, pattern: RegExp]> = [
	['people', '4. Geography', /^\s*\d{1,2}\.\s/],
	// "D. Arts" has an initial.
	['people', '(c) Tourism', /^\s*\(?(?:\d{1,2}|[a-i])\)\s/i],
	['people', 'Question 4 Geography', /^\s*(?:q|question|vraag)\s?\d{1,2}(?![\p{L}\d])/iu],
	['people', 'Section B: Economics', /^\s*(?:section|part|step) (?:[a-h]|\d{1,2})[:.)-]/i],
	['JotForm', 'Type a question', /^type a question$/i],
	['KoBoToolbox', 'group_mx2tb44/Mathematics', /(?<=^|\/)group_[a-z]{2}\d[a-z]{2}\d\d(?:\/|$)/g],
	['Salesforce', 'Maths__c', /__c$/],
	['WhatsApp Flows', 'screen_0_Mathematics_0', /^screen_\d+_(.+)_\d+$/],
	['Moodle', 'Mathematics total (Real)', / total \((?:Real|Percentage)\)$/],
];

/** Words that say of a mark that it may not be the learner's last one; each with a value or a name that needs it. */
export const CAVEATS: ReadonlyArray<[example: string, pattern: RegExp]> = [
	['Predicted', /^(?:predicted|prediction|forecast|projected|voorspel(?:de)?)$/],
	['Target', /^(?:target|goal|teiken|doelwit)$/],
	['Estimated', /^(?:estimated?|expected|geskat(?:te)?|verwagte?)$/],
	['Which subject did you drop?', /^(?:drop(?:ped)?|withdrawn|discontinued|gestaak)$/],
];

/** Brackets that only say who is asked, and what for: "(required)", "(only if you take it)". */
export const HINTS: ReadonlyArray<[example: string, pattern: RegExp]> = [
	['Toerisme (indien geneem)', /^indien (?:geneem|van toepassing)$/],
	[
		'Tourism (only if you take it)',
		/^(?:(?:only|0) )?if (?:you )?(?:are )?(?:tak(?:e|en|ing)|do(?:ing)?)(?: (?:it|this)(?: subject)?)?$/,
	],
	['Maths (0 if N/A)', /^0 if (?:n ?a|applicable)$/],
	['Mathematics (required)', /^(?:required|optional|compulsory)(?: field)?$/],
];

/** Words around a subject's name that don't say which subject it is; English and Afrikaans. */
export const FILLERS = wordSet(`
what which who where watter wat wie is are am was were been do did does have has had het
my me mine we our you your yours he his she her they their its jy jou jul julle u ek ons hy hul hulle dit
of in on at for from with by about as per during since before after or the an die vir van met uit
tot op by oor tydens volgens nuutste tell us se ons numbers only whole between tussen so far
get gets got getting achieve achieved achieving obtain obtained obtaining score scored receive received
earn earned behaal kry gekry ontvang verwerf write wrote written
level percentage mark band bands range reeks symbol symbols simbool achievement achievements prestasie number value
report reports rapport verslag exam exams examination examinations eksamen eksamens test tests toets toetse
card statement assessment prelim prelims preliminary preparatory voorlopige proefeksamen rekord rekordeksamen trial trials mock term terms semester final finals finale
current currently huidige latest laaste actual werklike official promotion jaarpunt eindjaarpunt recent recently most mees onlangse last previous vorige this hierdie
these now nou year jaar mid midyear middel half end einde matric matriek school skool academic akademiese
january february march april may june july august aug september sept october oct november nov december dec
januarie februarie maart mei junie julie augustus oktober desember
subject elective each every all elke elk alle compulsory optional applicable overall eindpunt name naam named
nsc nss ieb caps learner student applicant candidate leerder leerling
please kindly asseblief enter choose tick select give fill indicate provide state list pick specify
insert submit share supply shown here below following pls asb kies gee vul dui aan verskaf skryf voer hier hieronder
appear appears annual attained awarded supplementary rounded digits figures numeric child fall performance ok okay tik slegs syfers jongste tans
body data field fields form response responses answer answers question questions properties property
record records item items json payload submission content extracted request input output query grades transcript
custom attributes variables values`);

/**
 * Words in the names of what holds a learner's marks, which a mark's own name may not have: objects and lists
 * of forms, databases and n8n's nodes. "targets" and "class" are missing: their marks are others.
 */
export const CONTAINERS = wordSet(`
academic add agg aggregate application aps array assessments card chosen choices contact courses data
details edit enrolled entries formula forms grid group grouped high info interactive matric merged
message messages nfm nsc option page pupil raw record repeat repeater reply request rich row rows scores section
selected step subform table text type user profile education qualification`);

/** Words of fields that hold a number which is no mark. */
export const OTHER_WORDS = wordSet(`
id ids code emis nr no num number nommer row index phone tel telephone cell cellphone mobile fax age
ouderdom grade class klas year jaar month maand day days dae date time hours birth gender postal poskode
zip house unit street district quintile count minimum maximum rank position order siblings household
income fee fees amount distance absent attendance total totaal average gemiddeld gemiddelde aggregate aps
rate height weight size seat ward page version attempt progress dependants
old years width length duration price hidden headers parameters sequence validated observer brothers sisters children people schools oud`);

function wordSet(text: string): ReadonlySet<string> {
	return new Set(text.trim().split(/\s+/));
}
