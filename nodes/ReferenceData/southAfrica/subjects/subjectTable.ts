/** The levels of a language in the NSC, with other ways to write them. */
export const LANGUAGE_LEVELS = rowsOf(`
Home Language: HL, Home, Huistaal, HT, Language Home Language, Home Language Language, Home Language HL
First Additional Language: FAL, First Additional, EAT, Language First Additional Language, First Additional Language Language, First Additional Language FAL
Second Additional Language: SAL, TAT`);

/**
 * The languages of the NSC: name, levels (H, F, S), and other names. The official languages have every level,
 * the others those that the Department of Basic Education approves. Sign Language is a Home Language alone (DBE, 2014). "Sotho" is missing because Sesotho and
 * Sepedi (Northern Sotho) are both called so; "Sep", "Ses", "Set", "Port" and "Ger" are missing because they
 * are also words.
 */
export const LANGUAGES = rowsOf(`
Afrikaans: HFS, Afr
English: HFS, Eng, Engels
IsiNdebele: HFS, Ndebele, Nde
IsiXhosa: HFS, Xhosa, Xho
IsiZulu: HFS, Zulu, Zul, Zoeloe
Sepedi: HFS, Pedi, Northern Sotho, N Sotho, Sesotho sa Leboa, Noord-Sotho, Sepedi (Northern Sotho)
Sesotho: HFS, Southern Sotho, Suid-Sotho, Sesotho sa Borwa
Setswana: HFS, Tswana, Tsw
SiSwati: HFS, Swati, Swa, SeSwati
South African Sign Language: H, SASL, SA Sign Language
Tshivenda: HFS, Venda, Ven, Luvenda
Xitsonga: HFS, Tsonga, Tso, Shangaan
Arabic: S, Arabies
French: S, Frans
German: HS, Duits
Gujarati: HFS
Hebrew: S, Hebreeus
Hindi: HFS
Italian: S, Italiaans
Kiswahili: S
Latin: S, Latyn
Mandarin: S
Modern Greek: S
Portuguese: HFS, Portugees
Serbian: HS
Spanish: S, Spaans
Tamil: HFS
Telugu: HFS
Urdu: HFS`);

/**
 * The other subjects, as the national policy on programme and promotion requirements lists them, with
 * short names, codes and Afrikaans. The three technologies without a specialization are on certificates
 * before 2018. Short forms of single words are in `STEMS`.
 */
export const SUBJECTS = rowsOf(`
Accounting: Acc, Accn, Accountancy, Rekeningkunde, Rek
Agricultural Management Practices: Agricultural Management, AGRM, Landboubestuurspraktyke
Agricultural Sciences: Agric, Agri, AGRS, Landbou, Landbou Wetenskappe
Agricultural Technology: AGRT, Landboutegnologie
Business Studies: Business, Bus, BSTD, B Studies, Besigheid, Besigheid Studies
Civil Technology:
Civil Technology (Civil Services): Siviele Tegnologie (Siviele Dienste)
Civil Technology (Construction): Siviele Tegnologie (Konstruksie)
Civil Technology (Woodworking): Woodwork, Siviele Tegnologie (Houtwerk)
Computer Applications Technology: CAT, CATN, Rekenaartoepassingstegnologie, RTT
Consumer Studies: CNST, VBS, Verbruikerstudies, Verbr Studies
Dance Studies: Dance, Dansstudies
Design: DESN, Ontwerp
Dramatic Arts: Drama, D Arts, DRMA, Dramatiese Kunste
Economics: Econ, Eco, Ekonomie, Eko
Electrical Technology: Elektriese Tegnologie
Electrical Technology (Digital Systems): Elektriese Tegnologie (Digitale Stelsels)
Electrical Technology (Electronics): Elektriese Tegnologie (Elektronika)
Electrical Technology (Power Systems): Elektriese Tegnologie (Kragstelsels)
Engineering Graphics and Design: Engineering Graphics, Engineering Graphics Design, Graphics and Design, EGD, IGO, Ingenieursgrafika en Ontwerp, Technical Drawing
Equine Studies: Perdestudies
Geography: Geo, Geog, Geografie, Aardrk
History: Hist, Geskiedenis
Hospitality Studies: Hospitality, Hosp, Gasvryheidstudies
Information Technology: IT, INFT, Inligtingstegnologie, Inligting Tegnologie
Life Orientation: LO, L Orientation, LIFO, Lewens Oriëntering
Life Sciences: LFSC, L Sciences, Biology, Bio, Lewens Wetenskappe
Marine Sciences: Mariene Wetenskappe
Maritime Economics:
Mathematical Literacy: Maths Lit, M Lit, ML, Wiskundige Geletterdheid, WG
Mathematics: Pure Mathematics, Mathematics (Pure), Core Mathematics, Mathematics (Core), Wiskunde
Mechanical Technology: Meganiese Tegnologie
Mechanical Technology (Automotive): Meganiese Tegnologie (Motorwerktuigkunde)
Mechanical Technology (Fitting and Machining): Mechanical Technology (F&M), Meganiese Tegnologie (Pas- en Masjinering)
Mechanical Technology (Welding and Metalwork): Welding, Meganiese Tegnologie (Sweis- en Metaalwerk)
Music: MUSI, Musiek
Nautical Science: Seevaartkunde
Physical Sciences: Ph Sci, Physics, Phy, PHSC, P Sciences, PS, FW, Fis en Skei, Fisiese Wetenskappe, Physics and Chemistry, Fisw, NSW
Religion Studies: RELS, Religiestudies, Godsdiensstudies
Sport and Exercise Science: Sport- en Oefenkunde
Technical Mathematics: Mathematics (Technical), TMAT, TMATH, Tegniese Wiskunde
Technical Sciences: TSCE, Tegniese Wetenskappe
Tourism: Tour, TRSM, Toerisme
Visual Arts: VISA, VK, Visuele Kunste, Kuns`);

/**
 * Names that are also words or other codes. As a field's name they count in capitals or beside a unit: "IT",
 * "it mark". So does every name of at most two letters.
 */
export const AMBIGUOUS = 'cat bus info tour bio phys art amp eco visa'.split(' ');

/**
 * Words with their other forms, in names of subjects and of fields: "Phys Science" is "Phys Sci". A number
 * in words isn't the numbering of a question; "first" and "second" are words of languages, too.
 */
export const STEMS = rowsOf(`
n1: one
n2: two
n3: three, third, derde, 3rd, 3de
n4: four, fourth, vierde, 4th, 4de
n5: five, fifth, vyfde, 5th, 5de
n6: six, sixth, sesde, 6th, 6de
n7: seven, seventh, sewende, 7th, 7de
n8: eight, eighth, agtste, 8th, 8ste
level: levels, lvl, vlak, vlakke
percentage: percentages, percent, pct, persentasie
symbol: symbols, simbool
mark: marks, score, punt, punte, result, results, uitslag, uitslae
subject: subjects, vak, vakke
elective: electives, keusevak, keusevakke
language: lang, lan, taal
englishhl: ehl
englishfal: efal
afrikaanshl: ahl
afrikaansfal: afal
first: eerste, 1st, 1ste
second: tweede, 2nd, 2de
additional: add, ad, addisionele, addisioneel
grade: gr, graad
term: kwartaal
math: maths, mathematical, mathematics
sci: sc, science, sciences
stud: st, std, studies
tech: technical, technology
app: applications, apps
comp: computer
rel: religion, religious
wisk: wiskunde, wiskundige
gel: geletterdheid
and: en`);

/** "Home Language", "First Additional Language", "Second Additional Language". */
export const languageLevels: readonly string[] = LANGUAGE_LEVELS.map(([name]) => name);

/** The official names of all subjects of the NSC, alphabetical. */
export const officialSubjects: readonly string[] = [
	...LANGUAGES.flatMap(([language, [levels = '']]) =>
		languageLevels
			.filter((level) => levels.includes(level.charAt(0)))
			.map((level) => `${language} ${level}`),
	),
	...SUBJECTS.map(([name]) => name),
].sort();

/** The kinds of mathematics, of which a learner takes one. */
export const MATHEMATICS: readonly string[] = [
	'Mathematics',
	'Mathematical Literacy',
	'Technical Mathematics',
];

/** The papers of a subject that learners take for subjects. */
export const PARTS: ReadonlyArray<[whole: string, parts: string[]]> = [
	['Physical Sciences', ['physics', 'chemistry']],
];

/** A name and other ways to write it. */
export type Row = [name: string, others: string[]];

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
