import type { INodePropertyOptions } from 'n8n-workflow';

import { lazily } from '../../shared/values';
import { distance } from '../names/similarity';

/** The levels of a language in the NSC, with other ways to write them. */
const LEVELS = rowsOf(`
Home Language: HL, Home, Home Lang, Huistaal, HT
First Additional Language: FAL, First Additional, First Additional Lang, First Add, First Add Lang, 1st Additional Language, 1st Additional, 1st Add, 1st Add Lang, Eerste Addisionele Taal, Eerste Addisionele, Eerste Add, 1ste Addisionele Taal, 1ste Addisionele, 1ste Add, EAT, EAA
Second Additional Language: SAL, Second Additional, Second Additional Lang, Second Add, Second Add Lang, 2nd Additional Language, 2nd Additional, 2nd Add, 2nd Add Lang, Tweede Addisionele Taal, Tweede Addisionele, Tweede Add, 2de Addisionele Taal, 2de Addisionele, 2de Add, TAT`);

/**
 * The languages of the NSC: name, levels (H, F, S), and other names. Abbreviations with a plus are a
 * language only beside a level ("Sep" alone is a month). The official languages have every level, the others those
 * that the Department of Basic Education approves. "Sotho" is missing because Sesotho and Sepedi
 * (Northern Sotho) are both called so.
 */
const LANGUAGES = rowsOf(`
Afrikaans: HFS, Afr, Afrik, +Afri
English: HFS, Eng, Engl, Engels
IsiNdebele: HFS, Ndebele, +Nde, +Ndeb, +IsiNde
IsiXhosa: HFS, Xhosa, +Xho, +Xhos, +IsiXho
IsiZulu: HFS, Zulu, Zoeloe, +Zul, +IsiZul
Sepedi: HFS, Pedi, Northern Sotho, North Sotho, N Sotho, Sesotho sa Leboa, Noord-Sotho, +Sep, +Seped
Sesotho: HFS, Southern Sotho, South Sotho, S Sotho, Suid-Sotho, +Ses
Setswana: HFS, Tswana, +Set, +Setsw, +Tsw
SiSwati: HFS, Swati, Swazi, +Swa, +Swat, +SiSwa
South African Sign Language: HFS, SASL, SA Sign Language, Sign Language, Suid-Afrikaanse Gebaretaal, SA Gebaretaal, Gebaretaal
Tshivenda: HFS, Venda, +Ven, +Tsh, +Tshi
Xitsonga: HFS, Tsonga, +Tso, +Tson, +Xit
Arabic: S, Arabies
French: S, Frans
German: HS, Duits, +Ger, +Germ
Gujarati: HFS
Hebrew: S, Hebreeus
Hindi: HFS
Italian: S, Italiaans
Kiswahili: S, Swahili
Latin: S, Latyn
Mandarin: S, Chinese, Mandarin Chinese
Modern Greek: S, Greek, Grieks
Portuguese: HFS, Portugees, +Port
Serbian: HS, Serwies
Spanish: S, Spaans
Tamil: HFS
Telugu: HFS, Telegu
Urdu: HFS`);

/**
 * The other subjects, as the national policy on programme and promotion requirements lists them, with
 * short names, codes and Afrikaans. The three technologies without a specialization are on certificates
 * before 2018. Short forms of single words are in `STEMS`.
 */
const SUBJECTS = rowsOf(`
Accounting: Acc, Accn, Acct, Acctg, Accountancy, Rekeningkunde, Rek, Reken, Rekenk
Agricultural Management Practices: Agricultural Management, AMP, AGRM, Landboubestuurspraktyke, Landboubestuur
Agricultural Sciences: AGRS, AGSC, Landbouwetenskappe, Landbou Wetenskappe
Agricultural Technology: AGRT, Landboutegnologie
Business Studies: Business, Bus Studies, Bus, BS, BSTD, BUSS, B Studies, Besigheid Studies, Besigheidstudies, Besigheidsstudies, Besigheid
Civil Technology: Siviele Tegnologie
Civil Technology (Civil Services): Civil Services, Siviele Tegnologie (Siviele Dienste)
Civil Technology (Construction): Siviele Tegnologie (Konstruksie)
Civil Technology (Woodworking): Civil Technology (Woodwork), Woodworking, Siviele Tegnologie (Houtbewerking), Siviele Tegnologie (Houtwerk)
Computer Applications Technology: CAT, CATN, Computer Applications, Rekenaartoepassingstegnologie, Rekenaartoepassings, RTT
Consumer Studies: Consumer, Cons Studies, CNST, VBS, Verbruikerstudies, Verbruikersstudies, Verbruiker Studies
Dance Studies: Dance, Dansstudies, Dans
Design: Design Studies, DESN, Ontwerp
Dramatic Arts: Drama, DRMA, Dramatiese Kunste
Economics: Econ, Econs, Eco, Ekonomie, Ekon
Electrical Technology: Elektriese Tegnologie
Electrical Technology (Digital Systems): Electrical Technology (Digital), Digital Systems, Electrical Technology (Digital Electronics), Digital Electronics, Elektriese Tegnologie (Digitale Stelsels)
Electrical Technology (Electronics): Electronics, Elektronika, Elektriese Tegnologie (Elektronika)
Electrical Technology (Power Systems): Electrical Technology (Power), Power Systems, Elektriese Tegnologie (Kragstelsels)
Engineering Graphics and Design: Engineering Graphics, Engineering Graphics Design, Eng Graphics and Design, EGD, EGAD, IGO, Ingenieursgrafika en Ontwerp, Ingenieursgrafika, Ing Grafika
Equine Studies: Equine, Perdestudies
Geography: Geo, Geog, Geogr, Geografie, Aardrykskunde, Aardr
History: Hist, Geskiedenis, Gesk
Hospitality Studies: Hospitality, Hosp, Gasvryheidstudies, Gasvryheidsstudies, Gasvryheid
Information Technology: IT, Info Tech, Info, INFT, Inligtingstegnologie, Inligting Tegnologie
Life Orientation: LO, Life O, LIFO, LFOR, Lewensoriëntering, Lewens Oriëntering, Lewensoriëntasie, Lewensor
Life Sciences: LFSC, LIFS, LSCI, LS, LW, Biology, Bio, Lewenswetenskappe, Lewens Wetenskappe, Lewenswet, Biologie
Marine Sciences: Mariene Wetenskappe
Maritime Economics:
Mathematical Literacy: Maths Lit, Math Lit, Mat Lit, M Lit, MLIT, ML, MTLT, Wiskundige Geletterdheid, Wisk Lit, WG
Mathematics: Maths, Math, Pure Mathematics, Mathematics (Pure), Core Mathematics, Mathematics (Core), Wiskunde, Suiwer Wiskunde, Wiskunde (Suiwer)
Mechanical Technology: Meganiese Tegnologie
Mechanical Technology (Automotive): Automotive, Motorwerktuigkunde, Meganiese Tegnologie (Motorwerktuigkunde)
Mechanical Technology (Fitting and Machining): Fitting and Machining, Meganiese Tegnologie (Pas- en Masjinering), Meganiese Tegnologie (Paswerk en Masjinering)
Mechanical Technology (Welding and Metalwork): Mechanical Technology (Welding), Welding and Metalwork, Sweiswerk, Meganiese Tegnologie (Sweis- en Metaalwerk), Meganiese Tegnologie (Sweiswerk en Metaalwerk)
Music: MUSI, Mus, Musiek
Nautical Science: Seevaartkunde
Physical Sciences: Phys Sci, Phy Sci, Physics, Phys, PHSC, PSCI, Fisiese Wetenskappe, Fis Wet, Fisika, Natuur- en Skeikunde, Nat en Skei, Physics and Chemistry, Physics Chemistry, Physical Sciences (Physics and Chemistry)
Religion Studies: RELS, Religiestudies, Godsdiensstudies, Godsdiens Studies
Sport and Exercise Science: Sport Science, Sport and Exercise, Sport- en Oefenwetenskap, Sport- en Oefenkunde
Technical Mathematics: Mathematics (Technical), TMAT, TMATH, Tegniese Wiskunde, Tech Math
Technical Sciences: TSCE, TSCI, Tegniese Wetenskappe
Tourism: Tour, TRSM, Toerisme, Toer
Visual Arts: Art, VISA, VART, VK, Visuele Kunste, Kuns`);

/** Words of subjects' names, each with its other forms: "Phys Science" is "Phys Sci". */
const STEMS = lazily(
	() =>
		new Map(
			rowsOf(`
math: maths, mathematic, mathematical, mathematics
sci: sc, science, sciences
stud: st, std, stds, study, studies
tech: techn, technical, technology
lit: literacy
agri: agr, agric, agricultural, agriculture
app: application, applications, applic, apps
art: arts
comp: computer
civ: civil
elec: elect, electrical
elek: elektriese
siv: siviele
bes: besigh, besigheid, besigheids
inl: inlig, inligting
verbr: verbruiker, verbruikers
rel: relig, religion, religious
engin: engineering
graphics: graph, graphic
hosp: hospitality
mech: mechanical
meg: meganiese
mgmt: man, management
prac: practice, practices
orient: orientation
sport: sports
vis: visual, visuele
dram: dramatic, dramatiese
teg: tegn, tegniese, tegnologie
wisk: wiskunde, wiskundige
wet: wetensk, wetenskap, wetenskappe
gel: gelett, geletterdheid
kuns: kunste
and: en`).flatMap(([stem, forms]) => forms.map((form): [string, string] => [form, stem])),
		),
);

/** "Home Language", "First Additional Language", "Second Additional Language". */
export const languageLevels: readonly string[] = LEVELS.map(([name]) => name);

/** The official names of all subjects of the NSC, alphabetical. */
export const officialSubjects: readonly string[] = [
	...LANGUAGES.flatMap(([language, [levels = '']]) =>
		languageLevels
			.filter((level) => levels.includes(level.charAt(0)))
			.map((level) => `${language} ${level}`),
	),
	...SUBJECTS.map(([name]) => name),
].sort();

/** The official names for a dropdown: what is shown is what is stored and sent. */
export const subjectOptions: INodePropertyOptions[] = officialSubjects.map((name) => ({
	name,
	value: name,
}));

/** Level and unit at the end of a word, as in "ENGHL" and "mathsmark". */
const ENDINGS =
	/(?<=\p{Lu}{3})(?=(?:HL|FAL|SAL)(?!\p{L}))|(?<=\p{Ll}{3})(?=(?:mark|level|percentage|punt|vlak)(?!\p{L}))/gu;

/** Lower-case words without accents; "%" and "&" are words, as are the parts of "mathsLit2". */
export function wordsOf(text: string): string[] {
	return (
		text
			.normalize('NFKD')
			.replace(/[\p{M}'’]/gu, '')
			.replace(/%(?:age)?/g, ' percent ')
			.replace(/&/g, ' and ')
			.replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
			.replace(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, ' ')
			.replace(ENDINGS, ' ')
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? []
	);
}

// Made when they are first needed, because n8n loads this file at every start.
const subjectByKey = lazily(() =>
	byKey([...SUBJECTS, ...officialSubjects.map((name): Row => [name, []])]),
);
const languageByKey = lazily(() => byKey(namesOfLanguages((name) => !name.startsWith('+'))));
const codeByKey = lazily(() => byKey(namesOfLanguages((name) => name.startsWith('+'))));
const levelByKey = lazily(() => byKey(LEVELS));

function namesOfLanguages(isWanted: (name: string) => boolean): Row[] {
	return LANGUAGES.map(([language, [, ...names]]) => [language, names.filter(isWanted)]);
}

/** The level of a language that the words name as a whole: "HL" is "Home Language". */
export function findLevel(words: readonly string[]): string | undefined {
	return found(levelByKey(), words);
}

/** The language that the words name as a whole, without a level. */
export function findLanguage(words: readonly string[]): string | undefined {
	return found(languageByKey(), words);
}

/**
 * The subject that the words name as a whole, once or twice ("Life Orientation (LO)"). A language without
 * its level is itself ("English"), unless it is offered at one level only ("French").
 */
export function findSubject(words: readonly string[]): string | undefined {
	const whole = findOnce(words);
	if (whole !== undefined) return whole;
	for (let length = 1; length < words.length; length++) {
		const [one, other] = [words.slice(0, length), words.slice(length)];
		const subject = findOnce(one) ?? findOnce(other);
		if (subject !== undefined && names(one, subject) && names(other, subject)) return subject;
	}
	return undefined;
}

function findOnce(words: readonly string[]): string | undefined {
	const subject = found(subjectByKey(), words);
	if (subject !== undefined) return subject;
	const bare = findLanguage(words);
	if (bare !== undefined) return onlySubjectOf(bare) ?? bare;
	for (let length = 1; length < words.length; length++) {
		const [one, other] = [words.slice(0, length), words.slice(length)];
		for (const [language, level] of [
			[one, other],
			[other, one],
		] as const) {
			const name = `${findLanguage(language) ?? found(codeByKey(), language)} ${findLevel(level)}`;
			if (officialSubjects.includes(name)) return name;
		}
	}
	return undefined;
}

/** Whether the words name the subject, or its language or level alone. */
function names(words: readonly string[], subject: string): boolean {
	const level = findLevel(words);
	const language = findLanguage(words);
	return (
		findOnce(words) === subject ||
		(level !== undefined && subject.endsWith(` ${level}`)) ||
		(language !== undefined && subject.startsWith(`${language} `))
	);
}

function onlySubjectOf(language: string): string | undefined {
	const subjects = officialSubjects.filter((name) => name.startsWith(`${language} `));
	return subjects.length === 1 ? subjects[0] : undefined;
}

/** Whether a subject is a language at one of its levels. */
export function isLevelOf(name: string, language: string): boolean {
	return languageLevels.some((level) => name === `${language} ${level}`);
}

/** The subjects, and languages without a level, whose names are among the words: "Maths class average". */
export function subjectsAmong(words: readonly string[]): string[] {
	const among = new Set<string>();
	for (let start = 0; start < words.length; start++) {
		for (let end = Math.min(words.length, start + 7); end > start; end--) {
			const run = words.slice(start, end);
			const subject = run.join('').length < 4 ? undefined : findOnce(run);
			if (subject === undefined) continue;
			among.add(subject);
			start = end - 1;
		}
	}
	return [...among];
}

/** The subject that the words were probably meant for: one among them, or the only one a few letters away. */
export function nearestSubject(words: readonly string[]): string | undefined {
	const [among] = subjectsAmong(words);
	if (among !== undefined) return among;
	const key = words.join('');
	let fewest = key.length < 6 ? 1 : key.length < 10 ? 2 : 3;
	let nearest = new Set<string>();
	for (const [other, name] of [...subjectByKey(), ...languageByKey()]) {
		const letters = other.length < 4 ? Infinity : distance(key, other, fewest);
		if (letters === Infinity) continue;
		if (letters < fewest) nearest = new Set();
		fewest = letters;
		nearest.add(name);
	}
	return nearest.size === 1 && key.length >= 4 ? [...nearest][0] : undefined;
}

/** Names by the keys of their spellings: letters as they are, and with each word's stem. */
function byKey(rows: readonly Row[]): Map<string, string> {
	const map = new Map<string, string>();
	for (const [name, others] of rows) {
		for (const words of [name, ...others].map(wordsOf)) {
			map.set(words.join(''), name);
			map.set(stemmed(words), name);
		}
	}
	return map;
}

function found(map: ReadonlyMap<string, string>, words: readonly string[]): string | undefined {
	return map.get(words.join('')) ?? map.get(stemmed(words));
}

function stemmed(words: readonly string[]): string {
	return words.map((word) => STEMS().get(word) ?? word).join('');
}

/** A name and other ways to write it. */
type Row = [name: string, others: string[]];

/** The rows of a table: "name: other, other" in each line. */
function rowsOf(table: string): Row[] {
	return table
		.trim()
		.split('\n')
		.map((line) => {
			const [name = '', others = ''] = line.split(/: ?/);
			return [name, others === '' ? [] : others.split(', ')];
		});
}
