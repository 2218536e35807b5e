import type { INodePropertyOptions } from 'n8n-workflow';

import { lazily } from '../../shared/values';
import { editDistance, fold } from '../words';

/** A name and the other ways people write it; capitals, accents and punctuation do not matter. */
export interface SpelledName {
	name: string;
	alsoWritten: readonly string[];
}

interface Language extends SpelledName {
	levels: readonly SpelledName[];
	/** Abbreviations that are a language only together with a level: "Sep" alone is a month. */
	codes: readonly string[];
}

const HOME: SpelledName = {
	name: 'Home Language',
	alsoWritten: ['HL', 'Home', 'Home Lang', 'Huistaal', 'HT'],
};

const FIRST_ADDITIONAL: SpelledName = {
	name: 'First Additional Language',
	alsoWritten: [
		'FAL',
		'First Additional',
		'First Additional Lang',
		'First Add',
		'First Add Lang',
		'1st Additional Language',
		'1st Additional',
		'1st Add',
		'1st Add Lang',
		'Eerste Addisionele Taal',
		'Eerste Addisionele',
		'Eerste Add',
		'1ste Addisionele Taal',
		'1ste Addisionele',
		'1ste Add',
		'EAT',
		'EAA',
	],
};

const SECOND_ADDITIONAL: SpelledName = {
	name: 'Second Additional Language',
	alsoWritten: [
		'SAL',
		'Second Additional',
		'Second Additional Lang',
		'Second Add',
		'Second Add Lang',
		'2nd Additional Language',
		'2nd Additional',
		'2nd Add',
		'2nd Add Lang',
		'Tweede Addisionele Taal',
		'Tweede Addisionele',
		'Tweede Add',
		'2de Addisionele Taal',
		'2de Addisionele',
		'2de Add',
		'TAT',
	],
};

const EVERY_LEVEL = [HOME, FIRST_ADDITIONAL, SECOND_ADDITIONAL];

/**
 * The languages of the NSC and the levels each is offered at: the official ones at every level, the
 * others as the Department of Basic Education approves them. "Sotho" stands for none: Sesotho and
 * Sepedi (Northern Sotho) are both called so.
 */
const LANGUAGES: readonly Language[] = [
	language('Afrikaans', EVERY_LEVEL, ['Afr', 'Afrik'], ['Afri']),
	language('English', EVERY_LEVEL, ['Eng', 'Engels', 'Engl']),
	language('IsiNdebele', EVERY_LEVEL, ['Ndebele'], ['Nde', 'IsiNde', 'Ndeb']),
	language('IsiXhosa', EVERY_LEVEL, ['Xhosa'], ['Xho', 'IsiXho', 'Xhos']),
	language('IsiZulu', EVERY_LEVEL, ['Zulu', 'Zoeloe'], ['Zul', 'IsiZul']),
	language(
		'Sepedi',
		EVERY_LEVEL,
		['Pedi', 'Northern Sotho', 'North Sotho', 'N Sotho', 'Sesotho sa Leboa', 'Noord-Sotho'],
		['Sep', 'Seped'],
	),
	language(
		'Sesotho',
		EVERY_LEVEL,
		['Southern Sotho', 'South Sotho', 'S Sotho', 'Suid-Sotho'],
		['Ses'],
	),
	language('Setswana', EVERY_LEVEL, ['Tswana'], ['Tsw', 'Set', 'Setsw']),
	language('SiSwati', EVERY_LEVEL, ['Swati', 'Swazi'], ['Swa', 'SiSwa', 'Swat']),
	language('South African Sign Language', EVERY_LEVEL, [
		'SASL',
		'SA Sign Language',
		'Sign Language',
		'Suid-Afrikaanse Gebaretaal',
		'SA Gebaretaal',
		'Gebaretaal',
	]),
	language('Tshivenda', EVERY_LEVEL, ['Venda'], ['Ven', 'Tsh', 'Tshi']),
	language('Xitsonga', EVERY_LEVEL, ['Tsonga'], ['Tso', 'Xit', 'Tson']),
	language('Arabic', [SECOND_ADDITIONAL], ['Arabies']),
	language('French', [SECOND_ADDITIONAL], ['Frans']),
	language('German', [HOME, SECOND_ADDITIONAL], ['Duits'], ['Ger', 'Germ']),
	language('Gujarati', EVERY_LEVEL),
	language('Hebrew', [SECOND_ADDITIONAL], ['Hebreeus']),
	language('Hindi', EVERY_LEVEL),
	language('Italian', [SECOND_ADDITIONAL], ['Italiaans']),
	language('Kiswahili', [SECOND_ADDITIONAL], ['Swahili']),
	language('Latin', [SECOND_ADDITIONAL], ['Latyn']),
	language('Mandarin', [SECOND_ADDITIONAL], ['Chinese', 'Mandarin Chinese']),
	language('Modern Greek', [SECOND_ADDITIONAL], ['Greek', 'Grieks']),
	language('Portuguese', EVERY_LEVEL, ['Portugees'], ['Port']),
	language('Serbian', [HOME, SECOND_ADDITIONAL], ['Serwies']),
	language('Spanish', [SECOND_ADDITIONAL], ['Spaans']),
	language('Tamil', EVERY_LEVEL),
	language('Telugu', EVERY_LEVEL, ['Telegu']),
	language('Urdu', EVERY_LEVEL),
];

/**
 * The other subjects, as the national policy on programme and promotion requirements lists them.
 * The three technologies without a specialisation are the subjects of certificates before 2018. Other
 * ways to write a word (`WORD_FORMS`) go without saying; what stands here are other words and codes.
 */
const OTHER_SUBJECTS: readonly SpelledName[] = [
	subject(
		'Accounting',
		...['Acc', 'Accn', 'Acct', 'Acctg', 'Accounts', 'Accountancy'],
		...['Rekeningkunde', 'Rek', 'Reken', 'Rekenk'],
	),
	subject(
		'Agricultural Management Practices',
		...['Agricultural Management', 'AMP', 'AGRM', 'Landboubestuurspraktyke', 'Landboubestuur'],
	),
	subject(
		'Agricultural Sciences',
		...['Agricultural', 'AGRS', 'AGSC', 'Landbouwetenskappe', 'Landbou Wetenskappe', 'Landbou'],
	),
	subject('Agricultural Technology', 'AGRT', 'Landboutegnologie'),
	subject(
		'Business Studies',
		...[
			'Business',
			'BS',
			'BSTD',
			'BUSS',
			'Bstud',
			'B Studies',
			'Besigheidstudies',
			'Besigheidsstudies',
		],
		...['Besigheid Studies', 'Besigheid', 'Besigheidst'],
	),
	subject('Civil Technology', 'Siviele Tegnologie'),
	subject(
		'Civil Technology (Civil Services)',
		...['Civil Services', 'Siviele Tegnologie (Siviele Dienste)'],
	),
	subject('Civil Technology (Construction)', 'Siviele Tegnologie (Konstruksie)'),
	subject(
		'Civil Technology (Woodworking)',
		...[
			'Civil Technology (Woodwork)',
			'Woodworking',
			'Siviele Tegnologie (Houtbewerking)',
			'Siviele Tegnologie (Houtwerk)',
		],
	),
	subject(
		'Computer Applications Technology',
		...[
			'CAT',
			'CATN',
			'Computer Applications',
			'Rekenaartoepassings',
			'Rekenaartoepassingstegnologie',
			'RTT',
		],
	),
	subject(
		'Consumer Studies',
		...['Consumer', 'CONS', 'CNST', 'VBS', 'Verbruikerstudies', 'Verbruikersstudies'],
		...['Verbruiker Studies', 'Verbruikerst', 'Verbruikers'],
	),
	subject('Dance Studies', 'Dance', 'DANC', 'Dansstudies', 'Dans'),
	subject('Design', 'Design Studies', 'DESN', 'Ontwerp'),
	subject('Dramatic Arts', 'Drama', 'DRAM', 'DRMA', 'Dramatiese Kunste', 'Dramatiese Kuns'),
	subject('Economics', 'Econ', 'Econs', 'Economic', 'Eco', 'Ekonomie', 'Ekon'),
	subject('Electrical Technology', 'Elektriese Tegnologie'),
	subject(
		'Electrical Technology (Digital Systems)',
		...['Electrical Technology (Digital)', 'Digital Systems', 'Digital Electronics'],
		'Electrical Technology (Digital Electronics)',
		'Elektriese Tegnologie (Digitale Stelsels)',
	),
	subject(
		'Electrical Technology (Electronics)',
		...['Electronics', 'Elektronika', 'Elektriese Tegnologie (Elektronika)'],
	),
	subject(
		'Electrical Technology (Power Systems)',
		...['Electrical Technology (Power)', 'Power Systems'],
		'Elektriese Tegnologie (Kragstelsels)',
	),
	subject(
		'Engineering Graphics and Design',
		...['Engineering Graphics Design', 'Engineering Graphics', 'EGD', 'EGAD', 'IGO'],
		...['Ingenieursgrafika en Ontwerp', 'Ingenieursgrafika', 'Ing Grafika'],
	),
	subject('Equine Studies', 'Equine', 'Perdestudies'),
	subject('Geography', 'Geo', 'Geog', 'Geogr', 'Geografie', 'Aardrykskunde', 'Aardr', 'Aardryks'),
	subject('History', 'Hist', 'Geskiedenis', 'Gesk'),
	subject(
		'Hospitality Studies',
		...['Hospitality', 'HOSP', 'Gasvryheidstudies', 'Gasvryheidsstudies', 'Gasvryheid'],
	),
	subject(
		'Information Technology',
		...['IT', 'INFO', 'INFT', 'Inligtingstegnologie', 'Inligting Tegnologie'],
	),
	subject(
		'Life Orientation',
		...[
			'LO',
			'LIFO',
			'LFOR',
			'Lewensoriëntering',
			'Lewens Oriëntering',
			'Lewensoriëntasie',
			'Lewensor',
			'Lewensorient',
			'Life O',
			'Lewens O',
		],
	),
	subject(
		'Life Sciences',
		...[
			'LFSC',
			'LIFS',
			'LSCI',
			'LSC',
			'LS',
			'LW',
			'Biology',
			'Bio',
			'Lewenswetenskappe',
			'Lewens Wetenskappe',
		],
		...['Lewenswet', 'Lew Wetenskappe', 'Biologie'],
	),
	subject('Marine Sciences', 'Mariene Wetenskappe'),
	subject('Maritime Economics'),
	subject(
		'Mathematical Literacy',
		...['ML', 'MLIT', 'M Lit', 'MTLT', 'Wiskundige Geletterdheid', 'Wiskunde Geletterdheid', 'WG'],
	),
	subject(
		'Mathematics',
		...[
			'Mathematics (Pure)',
			'Pure Mathematics',
			'Core Mathematics',
			'Mathematics (Core)',
			'Wiskunde',
			'Suiwer Wiskunde',
			'Wiskunde (Suiwer)',
		],
	),
	subject('Mechanical Technology', 'Meganiese Tegnologie'),
	subject(
		'Mechanical Technology (Automotive)',
		...['Automotive', 'Motorwerktuigkunde', 'Meganiese Tegnologie (Motorwerktuigkunde)'],
	),
	subject(
		'Mechanical Technology (Fitting and Machining)',
		...['Fitting and Machining', 'Meganiese Tegnologie (Pas- en Masjinering)'],
		'Meganiese Tegnologie (Paswerk en Masjinering)',
	),
	subject(
		'Mechanical Technology (Welding and Metalwork)',
		...['Mechanical Technology (Welding)', 'Welding and Metalwork', 'Welding', 'Sweiswerk'],
		...[
			'Meganiese Tegnologie (Sweis- en Metaalwerk)',
			'Meganiese Tegnologie (Sweiswerk en Metaalwerk)',
		],
	),
	subject('Music', 'MUSI', 'Mus', 'Musiek'),
	subject('Nautical Science', 'Nautical', 'Seevaartkunde'),
	subject(
		'Physical Sciences',
		...['Physics', 'Phys', 'PHSC', 'PHYSC', 'PSCI', 'Fisiese Wetenskappe', 'Fisika'],
		...['PSC', 'Natuur- en Skeikunde', 'Nat en Skei', 'Physics Chemistry'],
		...['Physics and Chemistry', 'Physical Sciences (Physics and Chemistry)'],
	),
	subject(
		'Religion Studies',
		...['Religion', 'RELS', 'Religiestudies', 'Godsdiensstudies', 'Godsdiens Studies', 'Godsdiens'],
	),
	subject(
		'Sport and Exercise Science',
		...[
			'Sport Science',
			'Sport and Exercise',
			'Sport- en Oefenwetenskap',
			'Sport en Oefen Wetenskap',
			'Sport- en Oefenkunde',
		],
	),
	subject('Technical Mathematics', 'Mathematics (Technical)', 'TMAT', 'TMATH', 'Tegniese Wiskunde'),
	subject('Technical Sciences', 'TSCE', 'TSCI', 'Tegniese Wetenskappe'),
	subject('Tourism', 'TOUR', 'Toerisme', 'Toer'),
	subject('Visual Arts', 'Art', 'VISA', 'VART', 'VK', 'Visuele Kunste', 'Visuele Kuns', 'Kuns'),
];

/** Words of the subjects' names, with the other ways to write each. */
const WORD_FORMS: Readonly<Record<string, readonly string[]>> = {
	Agricultural: ['Agric', 'Agri', 'Agr', 'Agriculture'],
	Applications: ['Application', 'Applic', 'Apps', 'App'],
	Arts: ['Art'],
	Besigheid: ['Besigheids', 'Besigh', 'Bes'],
	Business: ['Bus'],
	Civil: ['Civ'],
	Computer: ['Comp'],
	Consumer: ['Cons'],
	Dramatic: ['Dram'],
	Dramatiese: ['Dram'],
	Electrical: ['Elec', 'Elect'],
	Elektriese: ['Elek'],
	Engineering: ['Eng', 'Engin'],
	Fisiese: ['Fis'],
	Geletterdheid: ['Gel', 'Gelett', 'Lit'],
	Graphics: ['Graphic', 'Graph'],
	Hospitality: ['Hosp'],
	Information: ['Info', 'Inf', 'Inform'],
	Inligting: ['Inl', 'Inlig'],
	Literacy: ['Lit'],
	Management: ['Mgmt', 'Man'],
	Mathematical: ['Mathematics', 'Maths', 'Math', 'Mat'],
	Mathematics: ['Maths', 'Math', 'Mathematic'],
	Mechanical: ['Mech'],
	Meganiese: ['Meg'],
	Orientation: ['Orient', 'Or'],
	Physical: ['Phys', 'Phy'],
	Practices: ['Practice', 'Prac'],
	Religion: ['Religious', 'Relig', 'Rel'],
	Science: ['Sciences', 'Sci', 'Sc'],
	Sciences: ['Science', 'Sci', 'Sc'],
	Siviele: ['Siv'],
	Sport: ['Sports'],
	Studies: ['Study', 'Stud', 'Std', 'Stds', 'St'],
	Technical: ['Tech', 'Techn'],
	Technology: ['Tech', 'Techn'],
	Tegniese: ['Teg', 'Tegn'],
	Tegnologie: ['Teg', 'Tegn'],
	Verbruiker: ['Verbr'],
	Visual: ['Vis'],
	Visuele: ['Vis'],
	Wetenskappe: ['Wetenskap', 'Wet', 'Wetensk'],
	Wiskunde: ['Wisk'],
	Wiskundige: ['Wisk'],
	en: ['and'],
};

/** The official names of all subjects of the NSC, alphabetical. */
export const officialSubjects: readonly string[] = [
	...LANGUAGES.flatMap(({ name, levels }) => levels.map((level) => atLevel(name, level))),
	...OTHER_SUBJECTS.map(({ name }) => name),
].sort();

/** The official names for a dropdown: what is shown is what is stored and sent. */
export const subjectOptions: INodePropertyOptions[] = officialSubjects.map((name) => ({
	name,
	value: name,
}));

// Lazily, since n8n loads this file whenever it starts, and few executions need these.

/** Every subject under its official name, with all the other ways to write it. */
export const subjectNames = lazily((): readonly SpelledName[] => [
	...LANGUAGES.flatMap(subjectsOfLanguage),
	...OTHER_SUBJECTS.map(inEveryForm),
]);

const officialByKey = lazily(() => namesByKey(subjectNames()));

const languageByKey = lazily(() => namesByKey(LANGUAGES.filter(({ levels }) => levels.length > 1)));

const levelByKey = lazily(() => namesByKey(EVERY_LEVEL));

function namesByKey(names: readonly SpelledName[]): Map<string, string> {
	return new Map(
		names.flatMap(({ name, alsoWritten }) =>
			[name, ...alsoWritten].map((spelling): [string, string] => [subjectKey(spelling), name]),
		),
	);
}

/** What two spellings of a subject have in common; "%" is a word of it, since it says something about a mark. */
export function subjectKey(name: string): string {
	return fold(name.replace(/%/g, ' percent '));
}

/**
 * The official name of an NSC subject from the name that a person wrote, or undefined.
 *
 * Only whole names are recognized, never parts, so that no subject is taken for a similar one. Bare
 * "Maths" is Mathematics. A language is several subjects, so one without its level ("English") is
 * none of them, unless it is offered at a single level ("French").
 */
export function officialSubject(name: string): string | undefined {
	return officialByKey().get(subjectKey(name));
}

/** The language that a name stands for if it leaves open which of the language's levels is meant. */
export function languageWithoutLevel(name: string): string | undefined {
	return languageByKey().get(subjectKey(name));
}

/** The level that a text names without a language: "HL" is "Home Language". */
export function languageLevel(text: string): string | undefined {
	return levelByKey().get(subjectKey(text));
}

/** Whether a text says nothing but the level of a language ("HL"), or its name, that a subject has. */
export function isPartOfLanguage(text: string, officialName: string): boolean {
	const level = languageLevel(text);
	const bare = languageWithoutLevel(text);
	return (
		(level !== undefined && officialName.endsWith(` ${level}`)) ||
		(bare !== undefined && EVERY_LEVEL.some(({ name }) => atLevel(bare, { name }) === officialName))
	);
}

/**
 * The subjects, or the language without its level, that a name which is none may have been meant for:
 * those with the fewest slips of the pen, or those that begin with it, or those that it contains. At
 * most three, else none.
 */
export function nearestSubjects(words: readonly string[]): string[] {
	const key = fold(words.join(''));
	if (key.length < SHORTEST_MEANT) return [];
	for (const found of [misspelled(key), begunBy(key), namedWithin(words)]) {
		if (found.size > 0) return found.size <= 3 ? [...found].sort() : [];
	}
	return [];
}

const SHORTEST_MEANT = 4;

/** The spellings that a slip of the pen is looked for in: one form of each word is enough. */
const meantByKey = lazily(() =>
	namesByKey([...LANGUAGES.flatMap(officialOnly), ...OTHER_SUBJECTS, ...LANGUAGES]),
);

function officialOnly({ name, levels }: Language): SpelledName[] {
	return levels.map((level) => ({
		name: atLevel(name, level),
		alsoWritten: level.alsoWritten.slice(0, 2).map((spelling) => `${name} ${spelling}`),
	}));
}

function misspelled(key: string): Set<string> {
	let fewest = key.length < 6 ? 1 : key.length < 10 ? 2 : 3;
	let nearest = new Set<string>();
	for (const [other, name] of meantByKey()) {
		if (other.length < SHORTEST_MEANT) continue;
		const slips = editDistance(key, other, fewest);
		if (slips === Infinity) continue;
		if (slips < fewest) nearest = new Set();
		fewest = slips;
		nearest.add(name);
	}
	return nearest;
}

function begunBy(key: string): Set<string> {
	const names = [...meantByKey()]
		.filter(([other]) => other.startsWith(key))
		.map(([, name]) => name);
	return new Set(names.filter((name) => languageWithoutLevel(name) === undefined));
}

/** The subjects whose whole names stand among other words; not those within the name of another. */
export function namedWithin(words: readonly string[]): Set<string> {
	const found = new Set<string>();
	for (let start = 0; start < words.length; start++) {
		for (let end = Math.min(words.length, start + 7); end > start; end--) {
			const run = words.slice(start, end).join(' ');
			if (run.length < SHORTEST_MEANT) continue;
			const key = subjectKey(run);
			const name = officialByKey().get(key) ?? languageByKey().get(key);
			if (name === undefined) continue;
			found.add(name);
			start = end - 1;
			break;
		}
	}
	return found;
}

function subject(name: string, ...alsoWritten: string[]): SpelledName {
	return { name, alsoWritten };
}

function language(
	name: string,
	levels: readonly SpelledName[],
	alsoWritten: readonly string[] = [],
	codes: readonly string[] = [],
): Language {
	return { name, levels, alsoWritten, codes };
}

/** The official name of a language at a level, which is a subject. */
function atLevel(language: string, level: Pick<SpelledName, 'name'>): string {
	return `${language} ${level.name}`;
}

function subjectsOfLanguage({ name, levels, alsoWritten, codes }: Language): SpelledName[] {
	const spellings = [name, ...alsoWritten];
	return levels.map((level) => {
		const official = atLevel(name, level);
		const combined = [level.name, ...level.alsoWritten].flatMap((levelSpelling) => [
			...[...spellings, ...codes].map((spelling) => `${spelling} ${levelSpelling}`),
			...spellings.map((spelling) => `${levelSpelling} ${spelling}`),
		]);
		const unmistakable = levels.length === 1 ? spellings : [];
		return {
			name: official,
			alsoWritten: [...combined, ...unmistakable].filter((spelling) => spelling !== official),
		};
	});
}

/** A subject with all its spellings, each word in all its forms. */
function inEveryForm({ name, alsoWritten }: SpelledName): SpelledName {
	const spellings = [name, ...alsoWritten].flatMap((spelling) =>
		spelling.split(/(\p{L}+)/u).reduce<string[]>(
			(beginnings, piece) => {
				const forms = [
					piece,
					...(Object.hasOwn(WORD_FORMS, piece) ? (WORD_FORMS[piece] ?? []) : []),
				];
				return beginnings.flatMap((beginning) => forms.map((form) => beginning + form));
			},
			[''],
		),
	);
	return { name, alsoWritten: [...new Set(spellings)].filter((spelling) => spelling !== name) };
}
