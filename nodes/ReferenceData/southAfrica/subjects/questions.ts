/** The range of a mark says its unit: "(1-7)", "1 to 7", "(0-100)", "/100", "out of 100". */
export const LEVELS_RANGE = / (?:1 (?:to |tot )?|out of |uit )[78](?= )/;
export const PERCENTAGE_RANGE = / (?:0 (?:to |tot )?|out of |uit )100(?= )/;

/** Grades of the NSC, terms and years, which say when the mark was given. */
export const TIMES =
	/ (?:grade 1[0-2]|(?:term|t|semester|prelim) [1-4]|(?:19|20)\d\d|(?:year|jaar)(?= (?:mark|end|einde)))(?= )/g;

/** "Select a level", but not "A level Maths" or "Elective A level". */
export const ARTICLE =
	/(?<= (?:as|in|is|give|enter|choose|select|provide)) a(?= (?:level|percentage|mark) )/;

/** What else a question asks: "Number of History tests", "Which term did you write Maths?", "Level 4 Mathematics". */
export const OF_OTHERS = new RegExp(
	[
		' (?:number|aantal) (?:of|van) (?!mark )',
		' (?:which|what|watter) (?:term|year) (?!mark |level |percentage )',
		'^ (?:year|term) (?:of|did) ',
		' exam number ',
		' subject \\d+ (?:term|year|number) $',
	].join('|'),
);

/** What else a question asks, where only the name as it is written shows it. */
export const OF_OTHERS_AS_WRITTEN = new RegExp(
	[
		// Not those of "Learner's mark".
		"(?<!\\b(?:all|for) )(?:[Ll]earners|[Ss]tudents)(?![a-z'’\\n]| (?:mark|score|level))",
		'(?:[Ll]earner|[Ss]tudent|[Ff]orm|[Tt]est|[Ee]xam|[Aa]ssessment) \\d{1,2}(?!\\d|\\s*(?:-|–|/|to))',
		'(?<!(?:[Ss]ubject|[Ee]lective|[Ll]anguage|[Vv]ak) )\\b(?:AS|A|O)[ -](?:[Ll]evel|LEVEL)',
		'\\bAS (?=[A-Z][a-z])',
		'\\(AS\\)',
	].join('|'),
);

/** In lower case, it must stand beside what it is counted in: "it mark", "percentage.it". */
export const IT_BESIDE_UNIT =
	/ it (?:(?:exam|final|prelim) )*(?:mark|level|percentage) | (?:mark|level|percentage) it $/;

/** The end of what says how much a mark is out of. */
export const OF_WHOLE = / (?:out of|uit|max|(?:max|maximum|possible) mark) $/;

/** Questions whether a subject is taken, and no others, such as "What did you take home for Music?". */
export const OF_TAKING =
	/^(?!.* (?:what(?! subject)|how|why|when|where) ).* (?:(?:do|does|did|have|has) (?:you|he|she|they) (?:\S+ )?(?:take|taken|written)|neem jy|takes) /;

/** What brackets say of the question. */
export const OF_QUESTION =
	/^\s*(?:(?:(?:only|0) )?if |(?:required|optional|compulsory)(?: field)?\s*$)/i;

/** "4. Geography", "Q4 Geography", "q7_accounting". */
export const NUMBERING = /^\s*(?:\d{1,2}[.)]\s|(?:q|question)\s?\d{1,2}(?![\p{L}\d]))/iu;

/** "(c) Tourism", "b. Accounting", unless it is an initial, as in "D. Arts". */
export const LETTERING = /^\s*\(?[a-i][.)]\s/i;

export const BRACKETS = /[([]([^()[\]]*)[)\]]/g;

/** Words around a subject's name that don't say which subject it is; English and Afrikaans. */
const FILLERS = new Set(
	(
		'what which who where how watter wat wie hoe is are am was were been do did does have has had het ' +
		'my me mine we our you your yours he his she her they their its jy jou jul julle u ek ons hy hul hulle dit ' +
		'of in on at for from with by about per as during since before after if or the an die vir van met uit ' +
		'tot op by oor tydens ' +
		'get gets got getting achieve achieved achieving obtain obtained obtaining score scored receive received ' +
		'earn earned behaal kry gekry ontvang verwerf take takes taken taking took neem geneem write wrote written ' +
		'level percentage mark band bands range reeks symbol symbols simbool achievement achievements prestasie number value ' +
		'report reports rapport verslag exam exams examination examinations eksamen eksamens test tests toets toetse ' +
		'assessment prelim prelims preliminary voorlopige rekord rekordeksamen trial trials mock term terms semester final finals finale ' +
		'current currently huidige latest laaste recent recently most mees onlangse last previous vorige this hierdie ' +
		'these now nou year jaar mid middel half end einde matric matriek school skool academic akademiese ' +
		'january february march april may june july august aug september sept october oct november nov december ' +
		'januarie februarie maart mei junie julie augustus oktober desember ' +
		'subject elective each every all elke elk alle compulsory optional applicable overall eindpunt name naam named ' +
		'learner learners student students leerder leerders leerling nsc nss ieb caps ' +
		'please kindly asseblief enter choose tick select give fill indicate provide state list pick specify ' +
		'kies gee vul dui aan ' +
		'body data field fields form response responses answer answers question questions properties property ' +
		'record records item items json payload submission content raw request input output grades transcript'
	).split(' '),
);

/** What holds rows in forms, in databases and in n8n's nodes, and says nothing of them. */
export const HOLDERS =
	/(?<!\p{L})(?:add|agg|aggregate|applicant|application|aps|array|assessments|attributes|candidate|card|chosen|class|contact|courses|enrolled|group|grouped|merged|message|page|pupil|repeat|repeater|rows?|scores|section|selected|step|subform|table|user|values)(?!\p{L})/giu;

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
		'rate height weight size seat ward page version attempt progress dependants'
	).split(' '),
);

/** Papers and school-based assessment, of which a mark is made. */
export const PARTS = /(?:^| )(?:paper|vraestel|sba|sgp|pat|oral|mondeling|p [1-3])(?= |$)/;

/** Subjects that candidates write beside the NSC, or instead of it. */
export const BESIDE_NSC =
	/(?:^| )(?:ap|igcse|cambridge|advanced program(?:me)?|gevorderde program|further stud)(?= |$)/;
