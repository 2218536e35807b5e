/** The levels of a language in the NSC, with other ways to write them. */
export const LANGUAGE_LEVELS = rowsOf(`
Home Language: HL, Home, Huistaal, HT, Language Home Language, Home Language Language, Home Language HL
First Additional Language: FAL, First Additional, EAT, EAA, Language First Additional Language, First Additional Language Language, First Additional Language FAL
Second Additional Language: SAL, Second Additional, TAT, Language Second Additional Language, Second Additional Language Language, Second Additional Language SAL`);

/**
 * The languages of the NSC: name, levels (H, F, S), and other names. The official languages have every level,
 * the others those that the Department of Basic Education approves. Sign Language is a Home Language alone (DBE, 2014). "Sotho" is missing because Sesotho and
 * Sepedi (Northern Sotho) are both called so; "Sep", "Ses", "Set", "Port" and "Ger" are missing because they
 * are also words.
 */
export const LANGUAGES = rowsOf(`
Afrikaans: HFS, Afr, Afrik, Afri
English: HFS, Eng, Engl, Engels
IsiNdebele: HFS, Ndebele, Nde, Ndeb, IsiNde
IsiXhosa: HFS, Xhosa, Xho, Xhos, IsiXho
IsiZulu: HFS, Zulu, Zoeloe, Zul, IsiZul, IZulu
Sepedi: HFS, Pedi, Northern Sotho, North Sotho, N Sotho, Sesotho sa Leboa, Noord-Sotho, Seped, Sepedi (Northern Sotho)
Sesotho: HFS, Southern Sotho, South Sotho, S Sotho, Suid-Sotho, Sesotho sa Borwa
Setswana: HFS, Tswana, Setsw, Tsw
SiSwati: HFS, Swati, Swazi, Swa, Swat, SiSwa, SeSwati, SiSwazi
South African Sign Language: H, SASL, SA Sign Language, Sign Language, Suid-Afrikaanse Gebaretaal, SA Gebaretaal, Gebaretaal
Tshivenda: HFS, Venda, Ven, Tsh, Tshi, Luvenda
Xitsonga: HFS, Tsonga, Tso, Tson, Xit, Shangaan
Arabic: S, Arabies
French: S, Frans
German: HS, Duits
Gujarati: HFS
Hebrew: S, Hebreeus
Hindi: HFS
Italian: S, Italiaans
Kiswahili: S, Swahili
Latin: S, Latyn
Mandarin: S, Chinese, Mandarin Chinese
Modern Greek: S, Greek, Grieks
Portuguese: HFS, Portugees
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
export const SUBJECTS = rowsOf(`
Accounting: Acc, Accn, Acct, Acctg, Accountancy, Rekeningkunde, Rek, Reken, Rekenk
Agricultural Management Practices: Agricultural Management, AMP, AGRM, Landboubestuurspraktyke, Landboubestuur
Agricultural Sciences: Agriculture, AGRS, AGSC, Landbou, Landbouwetenskappe, Landbou Wetenskappe
Agricultural Technology: AGRT, Landboutegnologie
Business Studies: Business, Bus Studies, Bus, BS, BSTD, BUSS, B Studies, Bes Studies, Besigheid Studies, Besigheidstudies, Besigheidsstudies, Besigheid
Civil Technology: Siviele Tegnologie, Siv Tegnologie
Civil Technology (Civil Services): Civil Services, Siviele Tegnologie (Siviele Dienste)
Civil Technology (Construction): Civil Technology (Const), Siviele Tegnologie (Konstruksie)
Civil Technology (Woodworking): Civil Technology (Woodwork), Woodworking, Woodwork, Siviele Tegnologie (Houtbewerking), Siviele Tegnologie (Houtwerk)
Computer Applications Technology: CAT, CATN, Computer Applications, Rekenaartoepassingstegnologie, Rekenaartoepassings, RTT
Consumer Studies: Consumer, Cons Studies, Con Studies, CNST, VBS, Verbruikerstudies, Verbruikersstudies, Verbruiker Studies, Verbr Studies
Dance Studies: Dance, Dansstudies, Dans
Design: Design Studies, DESN, Ontwerp
Dramatic Arts: Drama, Dram Arts, D Arts, DRMA, Dramatiese Kunste
Economics: Econ, Econs, Eco, Ekonomie, Ekon, Eko
Electrical Technology: Elektriese Tegnologie, Elek Tegnologie
Electrical Technology (Digital Systems): Electrical Technology (Digital), Digital Systems, Electrical Technology (Digital Electronics), Digital Electronics, Elektriese Tegnologie (Digitale Stelsels)
Electrical Technology (Electronics): Electronics, Elektronika, Elektriese Tegnologie (Elektronika)
Electrical Technology (Power Systems): Electrical Technology (Power), Power Systems, Elektriese Tegnologie (Kragstelsels)
Engineering Graphics and Design: Engineering Graphics, Engineering Graphics Design, Eng Graphics and Design, Eng Graphics, E Graphics and Design, Graphics and Design, EGD, EGAD, IGO, Ingenieursgrafika en Ontwerp, Ingenieursgrafika, Ing Grafika, Technical Drawing, Tegniese Tekene
Equine Studies: Equine, Perdestudies
Geography: Geo, Geog, Geogr, Geografie, Aardrykskunde, Aardr, Aardrk
History: Hist, Geskiedenis, Gesk
Hospitality Studies: Hospitality, Hosp, Hosp Studies, Gasvryheidstudies, Gasvryheidsstudies, Gasvryheid
Information Technology: IT, Info Tech, Inf Tech, Info, INFT, Inligtingstegnologie, Inligting Tegnologie
Life Orientation: LO, Life O, L Orientation, Life Orient, LIFO, LFOR, Lewensoriëntering, Lewens Oriëntering, Lewens Orient, Lewensoriëntasie, Lewensor
Life Sciences: LFSC, LIFS, LSCI, L Sciences, LS, LW, Biology, Bio, Lewenswetenskappe, Lewens Wetenskappe, Lewenswet, Biologie
Marine Sciences: Mariene Wetenskappe
Maritime Economics:
Mathematical Literacy: Maths Lit, Math Lit, Mat Lit, M Lit, MLIT, ML, MTLT, Wiskundige Geletterdheid, Wisk Lit, WG
Mathematics: Maths, Math, Pure Mathematics, Mathematics (Pure), Core Mathematics, Mathematics (Core), Wiskunde, Suiwer Wiskunde, Wiskunde (Suiwer)
Mechanical Technology: Meganiese Tegnologie, Meg Tegnologie
Mechanical Technology (Automotive): Mechanical Technology (Auto), Automotive, Motorwerktuigkunde, Meganiese Tegnologie (Motorwerktuigkunde)
Mechanical Technology (Fitting and Machining): Mechanical Technology (F&M), Fitting and Machining, Meganiese Tegnologie (Pas- en Masjinering), Meganiese Tegnologie (Paswerk en Masjinering)
Mechanical Technology (Welding and Metalwork): Mechanical Technology (Welding), Welding and Metalwork, Welding, Sweiswerk, Meganiese Tegnologie (Sweis- en Metaalwerk), Meganiese Tegnologie (Sweiswerk en Metaalwerk)
Music: MUSI, Mus, Musiek
Nautical Science: Seevaartkunde
Physical Sciences: Phys Sci, Phy Sci, Ph Sci, Physics, Phys, Phy, PHSC, PSCI, P Sciences, PS, FW, Fis en Skei, Fisiese Wetenskappe, Fis Wet, Fisika, Natuur- en Skeikunde, Nat en Skei, Physics and Chemistry, Physics Chemistry, Physical Sciences (Physics and Chemistry), Fisw, NSW
Religion Studies: RELS, Religiestudies, Godsdiensstudies, Godsdiens Studies
Sport and Exercise Science: Sport Science, Sports Science, Sport and Exercise, Sport- en Oefenwetenskap, Sport- en Oefenkunde
Technical Mathematics: Mathematics (Technical), TMAT, TMATH, T Math, Tegniese Wiskunde, Tech Math
Technical Sciences: TSCE, TSCI, T Sciences, Tegniese Wetenskappe
Tourism: Tour, TRSM, Toerisme, Toer
Visual Arts: Art, Vis Arts, VISA, VART, VK, Visuele Kunste, Visuele Kuns, Kuns`);

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
percentage: percentages, percent, perc, pct, persent, persentasie, persentasies
symbol: symbols, simbool
mark: marks, score, punt, punte, result, results, uitslag, uitslae
subject: subjects, vak, vakke
elective: electives, keuse, keusevak, keusevakke
language: lang, lan, taal
englishhl: ehl
englishfal: efal
afrikaanshl: ahl
afrikaansfal: afal
first: eerste, 1st, 1ste
second: tweede, 2nd, 2de
additional: add, ad, addisionele, addisioneel
grade: gr, graad
term: kwartaal, kw, quarter
math: maths, mathematic, mathematical, mathematics
sci: sc, science, sciences
stud: st, std, stds, study, studies
tech: techn, technical, technology
agri: agr, agric, agricultural, agriculture
app: application, applications, applic, appl, apps
art: arts
comp: computer
civ: civil
elec: elect, electrical
rel: relig, religion, religious
graphics: graph, graphic
mech: mechanical
teg: tegn, tegniese, tegnologie
wisk: wiskunde, wiskundige
wet: wetensk, wetenskap, wetenskappe
gel: gelett, geletterdheid
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
	['Physical Sciences', ['fisika', 'chemie']],
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
