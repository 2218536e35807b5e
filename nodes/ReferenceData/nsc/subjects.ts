import type { INodePropertyOptions } from 'n8n-workflow';

import { lazily } from '../../shared/values';

/** A name and the other ways people write it; capitals, accents and punctuation do not matter. */
export interface SpelledName {
	name: string;
	alsoWritten: readonly string[];
}

interface Language extends SpelledName {
	levels: readonly SpelledName[];
}

const home: SpelledName = {
	name: 'Home Language',
	alsoWritten: ['HL', 'Home', 'Home Lang', 'Huistaal', 'HT'],
};

const firstAdditional: SpelledName = {
	name: 'First Additional Language',
	alsoWritten: [
		'FAL',
		'First Additional',
		'First Additional Lang',
		'First Add',
		'First Add Lang',
		'1st Additional Language',
		'1st Additional',
		'1st Add Lang',
		'Eerste Addisionele Taal',
		'Eerste Addisionele',
		'1ste Addisionele Taal',
		'EAT',
		'EAA',
	],
};

const secondAdditional: SpelledName = {
	name: 'Second Additional Language',
	alsoWritten: [
		'SAL',
		'Second Additional',
		'Second Additional Lang',
		'Second Add',
		'Second Add Lang',
		'2nd Additional Language',
		'2nd Additional',
		'2nd Add Lang',
		'Tweede Addisionele Taal',
		'Tweede Addisionele',
		'2de Addisionele Taal',
		'TAT',
	],
};

const everyLevel = [home, firstAdditional, secondAdditional];

/**
 * The languages of the NSC and the levels each is offered at: the official ones at every level, the
 * others as the Department of Basic Education approves them. "Sotho" stands for none: Sesotho and
 * Sepedi (Northern Sotho) are both called so.
 */
const languages: readonly Language[] = [
	language('Afrikaans', everyLevel, 'Afr', 'Afrik'),
	language('English', everyLevel, 'Eng', 'Engels'),
	language('IsiNdebele', everyLevel, 'Ndebele'),
	language('IsiXhosa', everyLevel, 'Xhosa'),
	language('IsiZulu', everyLevel, 'Zulu', 'Zoeloe'),
	language('Sepedi', everyLevel, 'Pedi', 'Northern Sotho', 'North Sotho', 'Sesotho sa Leboa'),
	language('Sesotho', everyLevel, 'Southern Sotho', 'South Sotho'),
	language('Setswana', everyLevel, 'Tswana'),
	language('SiSwati', everyLevel, 'Swati', 'Swazi'),
	language(
		'South African Sign Language',
		everyLevel,
		'SASL',
		'SA Sign Language',
		'Sign Language',
		'Suid-Afrikaanse Gebaretaal',
		'SA Gebaretaal',
		'Gebaretaal',
	),
	language('Tshivenda', everyLevel, 'Venda'),
	language('Xitsonga', everyLevel, 'Tsonga'),
	language('Arabic', [secondAdditional], 'Arabies'),
	language('French', [secondAdditional], 'Frans'),
	language('German', [home, secondAdditional], 'Duits'),
	language('Gujarati', everyLevel),
	language('Hebrew', [secondAdditional], 'Hebreeus'),
	language('Hindi', everyLevel),
	language('Italian', [secondAdditional], 'Italiaans'),
	language('Kiswahili', [secondAdditional], 'Swahili'),
	language('Latin', [secondAdditional], 'Latyn'),
	language('Mandarin', [secondAdditional], 'Chinese', 'Mandarin Chinese'),
	language('Modern Greek', [secondAdditional], 'Greek', 'Grieks'),
	language('Portuguese', everyLevel, 'Portugees'),
	language('Serbian', [home, secondAdditional], 'Serwies'),
	language('Spanish', [secondAdditional], 'Spaans'),
	language('Tamil', everyLevel),
	language('Telugu', everyLevel, 'Telegu'),
	language('Urdu', everyLevel),
];

/**
 * The other subjects, as the national policy on programme and promotion requirements lists them.
 * The three technologies without a specialisation are the subjects of certificates before 2018.
 */
const otherSubjects: readonly SpelledName[] = [
	subject('Accounting', 'Acc', 'Accounts', 'Accountancy', 'Rekeningkunde', 'Rek'),
	subject(
		'Agricultural Management Practices',
		'Agricultural Management',
		'Agric Management Practices',
		'AMP',
		'Landboubestuurspraktyke',
		'Landboubestuur',
	),
	subject(
		'Agricultural Sciences',
		'Agricultural Science',
		'Agric Sciences',
		'Agric Science',
		'Agri Science',
		'Agric Sci',
		'Landbouwetenskappe',
		'Landbouwetenskap',
	),
	subject('Agricultural Technology', 'Agric Technology', 'Agri Tech', 'Landboutegnologie'),
	subject(
		'Business Studies',
		'Business',
		'Business Study',
		'Bus Studies',
		'Bus Stud',
		'Besigheidstudies',
		'Besigheidsstudies',
	),
	subject('Civil Technology', 'Civil Tech', 'Siviele Tegnologie'),
	subject(
		'Civil Technology (Civil Services)',
		'Civil Tech (Civil Services)',
		'Civil Services',
		'Siviele Tegnologie (Siviele Dienste)',
	),
	subject(
		'Civil Technology (Construction)',
		'Civil Tech (Construction)',
		'Siviele Tegnologie (Konstruksie)',
	),
	subject(
		'Civil Technology (Woodworking)',
		'Civil Tech (Woodworking)',
		'Civil Technology (Woodwork)',
		'Woodworking',
		'Siviele Tegnologie (Houtbewerking)',
	),
	subject(
		'Computer Applications Technology',
		'Computer Application Technology',
		'Computer Applications Tech',
		'CAT',
		'Rekenaartoepassingstegnologie',
		'RTT',
	),
	subject('Consumer Studies', 'Consumer Study', 'Verbruikerstudies', 'Verbruikersstudies'),
	subject('Dance Studies', 'Dance', 'Dansstudies', 'Dans'),
	subject('Design', 'Design Studies', 'Ontwerp'),
	subject('Dramatic Arts', 'Dramatic Art', 'Drama', 'Dramatiese Kunste', 'Dramatiese Kuns'),
	subject('Economics', 'Econ', 'Ekonomie'),
	subject('Electrical Technology', 'Electrical Tech', 'Elektriese Tegnologie'),
	subject(
		'Electrical Technology (Digital Systems)',
		'Electrical Tech (Digital Systems)',
		'Electrical Technology (Digital)',
		'Digital Systems',
		'Elektriese Tegnologie (Digitale Stelsels)',
	),
	subject(
		'Electrical Technology (Electronics)',
		'Electrical Tech (Electronics)',
		'Electronics',
		'Elektriese Tegnologie (Elektronika)',
	),
	subject(
		'Electrical Technology (Power Systems)',
		'Electrical Tech (Power Systems)',
		'Electrical Technology (Power)',
		'Power Systems',
		'Elektriese Tegnologie (Kragstelsels)',
	),
	subject(
		'Engineering Graphics and Design',
		'Engineering Graphic and Design',
		'Engineering Graphics Design',
		'Eng Graphics and Design',
		'EGD',
		'Ingenieursgrafika en -ontwerp',
		'IGO',
	),
	subject('Equine Studies', 'Equine'),
	subject('Geography', 'Geog', 'Geografie', 'Aardrykskunde'),
	subject('History', 'Hist', 'Geskiedenis'),
	subject('Hospitality Studies', 'Hospitality', 'Gasvryheidstudies', 'Gasvryheidsstudies'),
	subject('Information Technology', 'Information Tech', 'Info Tech', 'IT', 'Inligtingstegnologie'),
	subject('Life Orientation', 'LO', 'Life Or', 'Lewensoriëntering'),
	subject(
		'Life Sciences',
		'Life Science',
		'Life Sci',
		'Biology',
		'Lewenswetenskappe',
		'Lewenswetenskap',
		'Biologie',
	),
	subject('Marine Sciences', 'Marine Science'),
	subject('Maritime Economics'),
	subject(
		'Mathematical Literacy',
		'Maths Lit',
		'Math Lit',
		'Mathematics Literacy',
		'Mathematics Lit',
		'Mathematical Lit',
		'Maths Literacy',
		'Math Literacy',
		'ML',
		'Wiskundige Geletterdheid',
		'Wiskunde Geletterdheid',
		'Wisk Gel',
		'Wisk Geletterdheid',
	),
	subject('Mathematics', 'Maths', 'Math', 'Pure Maths', 'Pure Mathematics', 'Wiskunde', 'Wisk'),
	subject('Mechanical Technology', 'Mechanical Tech', 'Meganiese Tegnologie'),
	subject(
		'Mechanical Technology (Automotive)',
		'Mechanical Tech (Automotive)',
		'Automotive',
		'Meganiese Tegnologie (Motorwerktuigkunde)',
	),
	subject(
		'Mechanical Technology (Fitting and Machining)',
		'Mechanical Tech (Fitting and Machining)',
		'Fitting and Machining',
		'Meganiese Tegnologie (Pas- en Masjinering)',
		'Meganiese Tegnologie (Paswerk en Masjinering)',
	),
	subject(
		'Mechanical Technology (Welding and Metalwork)',
		'Mechanical Tech (Welding and Metalwork)',
		'Mechanical Technology (Welding)',
		'Welding and Metalwork',
		'Meganiese Tegnologie (Sweis- en Metaalwerk)',
		'Meganiese Tegnologie (Sweiswerk en Metaalwerk)',
	),
	subject('Music', 'Musiek'),
	subject('Nautical Science', 'Nautical Sciences'),
	subject(
		'Physical Sciences',
		'Physical Science',
		'Physical Sci',
		'Phys Sciences',
		'Phys Science',
		'Phys Sci',
		'Physics',
		'Fisiese Wetenskappe',
		'Fisiese Wetenskap',
		'Fis Wet',
	),
	subject('Religion Studies', 'Religious Studies', 'Religiestudies', 'Godsdiensstudies'),
	subject(
		'Sport and Exercise Science',
		'Sports and Exercise Science',
		'Sport and Exercise Sciences',
		'Sport Science',
		'Sports Science',
		'Sport- en Oefenwetenskap',
	),
	subject(
		'Technical Mathematics',
		'Technical Maths',
		'Technical Math',
		'Tech Mathematics',
		'Tech Maths',
		'Tech Math',
		'Tegniese Wiskunde',
		'Teg Wiskunde',
	),
	subject(
		'Technical Sciences',
		'Technical Science',
		'Tech Sciences',
		'Tech Science',
		'Tech Sci',
		'Tegniese Wetenskappe',
		'Tegniese Wetenskap',
	),
	subject('Tourism', 'Toerisme'),
	subject('Visual Arts', 'Visual Art', 'Art', 'Visuele Kunste', 'Visuele Kuns', 'Kuns'),
];

/** The official names of all subjects of the NSC, alphabetical. */
export const officialSubjects: readonly string[] = [
	...languages.flatMap(({ name, levels }) => levels.map((level) => atLevel(name, level))),
	...otherSubjects.map(({ name }) => name),
].sort();

/** The official names for a dropdown: what is shown is what is stored and sent. */
export const subjectOptions: INodePropertyOptions[] = officialSubjects.map((name) => ({
	name,
	value: name,
}));

// Lazily, since n8n loads this file whenever it starts, and few executions need these.

/** Every subject under its official name, with the other ways to write it. */
export const subjectNames = lazily((): readonly SpelledName[] => [
	...languages.flatMap(subjectsOfLanguage),
	...otherSubjects,
]);

const officialByKey = lazily(() => namesByKey(subjectNames()));

const languageByKey = lazily(() => namesByKey(languages.filter(({ levels }) => levels.length > 1)));

function namesByKey(names: readonly SpelledName[]): Map<string, string> {
	return new Map(
		names.flatMap(({ name, alsoWritten }) =>
			[name, ...alsoWritten].map((spelling): [string, string] => [subjectKey(spelling), name]),
		),
	);
}

/**
 * What two spellings of one name have in common: letters and digits only, without capitals and
 * accents. "&" reads as "and"; "%" is kept as a word, since it says something about a mark.
 */
export function subjectKey(name: string): string {
	return name
		.normalize('NFKD')
		.toLowerCase()
		.replace(/&/g, 'and')
		.replace(/%/g, 'percent')
		.replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * The official name of an NSC subject from the name that a person wrote, or undefined.
 *
 * Only whole names are recognised, never parts, so that no subject is taken for a similar one. Bare
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

function subject(name: string, ...alsoWritten: string[]): SpelledName {
	return { name, alsoWritten };
}

function language(
	name: string,
	levels: readonly SpelledName[],
	...alsoWritten: string[]
): Language {
	return { name, levels, alsoWritten };
}

/** The official name of a language at a level, which is a subject. */
function atLevel(language: string, level: SpelledName): string {
	return `${language} ${level.name}`;
}

function subjectsOfLanguage({ name, levels, alsoWritten }: Language): SpelledName[] {
	const spellings = [name, ...alsoWritten];
	return levels.map((level) => {
		const official = atLevel(name, level);
		const combined = [level.name, ...level.alsoWritten].flatMap((levelSpelling) =>
			spellings.flatMap((spelling) => [
				`${spelling} ${levelSpelling}`,
				`${levelSpelling} ${spelling}`,
			]),
		);
		const unmistakable = levels.length === 1 ? spellings : [];
		return {
			name: official,
			alsoWritten: [...combined, ...unmistakable].filter((spelling) => spelling !== official),
		};
	});
}
