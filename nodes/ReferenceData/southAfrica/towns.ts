import { knownProvince } from './provinces';
import { firstByOther, wordsOf } from './words';

/**
 * South African towns with several names in use: official renamings (Government Gazettes up to January
 * 2026), and Afrikaans beside English. A metropolitan name stands beside its main town, since people write
 * it for an address there.
 */
const TOWNS = [
	'Cape Town, Kaapstad, iKapa, City of Cape Town',
	'Johannesburg, Joburg, Jozi, eGoli, City of Johannesburg',
	'Pretoria, Tshwane, City of Tshwane',
	'Durban, eThekwini',
	'Pietermaritzburg, Maritzburg',
	'Bloemfontein, Mangaung, Mangaung Metro',
	'Port Elizabeth, Gqeberha, Nelson Mandela Bay, Nelson Mandela Metro',
	'East London, Oos-Londen, eMonti, KuGompo City, KuGompo, Buffalo City, Buffalo City Metro',
	'Uitenhage, Kariega',
	'Grahamstown, Grahamstad, Makhanda',
	"King William's Town, Qonce",
	'Queenstown, Komani',
	'Umtata, Mthatha',
	'Butterworth, Gcuwa',
	'Idutywa, Dutywa',
	'Engcobo, Ngcobo',
	'Elliotdale, Xhora',
	'Lady Frere, Cacadu',
	'Maclear, Nqanqarhu',
	'Mount Frere, KwaBhaca',
	'Mount Ayliff, Maxesibeni, eMaxesibeni',
	'Flagstaff, Siphaqeni',
	'Bizana, Mbizana',
	'Berlin, Ntabozuko',
	'Aliwal North, Maletswai',
	'Barkly East, Ekhephini',
	'Fort Beaufort, KwaMaqoma',
	'Somerset East, KwaNojoli',
	'Cradock, Nxuba',
	'Graaff-Reinet, Robert Sobukwe Town',
	'Aberdeen, Xamdeboo',
	'Adelaide, Khobonqaba',
	'Adendorp, KwaMseki Bishop Limba',
	'Nieu-Bethesda, Kwa Noheleni',
	'Kirkwood, Nqweba',
	"Morgan's Bay, Morgan Bay, Gxarha",
	'Pietersburg, Polokwane',
	'Potgietersrus, Mokopane',
	'Nylstroom, Modimolle',
	'Warmbaths, Warmbad, Bela-Bela',
	'Ellisras, Lephalale',
	'Louis Trichardt, Makhado',
	'Messina, Musina',
	'Naboomspruit, Mookgophong',
	'Duiwelskloof, Modjadjiskloof',
	'Soekmekaar, Morebeng',
	'Dendron, Mogwadi',
	'Bochum, Senwabarwana',
	'Nelspruit, Mbombela',
	'Witbank, eMalahleni',
	'Piet Retief, eMkhondo, Mkhondo',
	'Lydenburg, Mashishing',
	'Machadodorp, eNtokozweni',
	'Waterval Boven, Emgwenya',
	'Belfast, eMakhazeni',
	'Badplaas, eManzana',
	'Mafikeng, Mahikeng, Mafeking',
	'Stanger, KwaDukuza',
	'Ladysmith, eMnambithi, uMnambithi',
	'Tongaat, oThongathi',
	'Umzinto, eMzinto, eMuziwezinto',
	'Amanzimtoti, eManzimtoti',
	'Isipingo, Isiphingo',
	'Umhlanga, Umhlanga Rocks',
	'Pomeroy, Solomon Linda',
	'Umkomaas, eMkhomazi',
	'Brandfort, Winnie Mandela',
	'Verwoerdburg, Centurion',
	"Simon's Town, Simonstad",
	'Saldanha Bay, Saldanha',
	'Fish Hoek, Vishoek',
	'Sea Point, Seepunt',
	'Green Point, Groenpunt',
	'Camps Bay, Kampsbaai',
] as const;

/** One town for schools, though each has postal codes of its own. */
const TOWNS_OF_SCHOOLS = ['Mafikeng, Mahikeng, Mafeking, Mmabatho'] as const;

/** Short names of towns. Those of two letters may also be initials, so they count behind a word only. */
const SHORT_NAMES = new Map([
	['bfn', 'bloemfontein'],
	['bloem', 'bloemfontein'],
	['cpt', 'cape town'],
	['ct', 'cape town'],
	['dbn', 'durban'],
	['el', 'east london'],
	['jburg', 'johannesburg'],
	['jhb', 'johannesburg'],
	['kwt', 'king williams town'],
	['pe', 'port elizabeth'],
	['pmb', 'pietermaritzburg'],
	['potch', 'potchefstroom'],
	['pta', 'pretoria'],
	['toti', 'amanzimtoti'],
]);

/** Words of places with their Afrikaans and short forms. The first one is used for comparing. */
const PLACE_WORDS = firstByOther([
	'north noord',
	'south suid',
	'east oos',
	'west wes',
	'saint st sint ste',
	'mount mt mnt',
	'fort ft',
	'park pk',
	'point pt',
	'road rd',
]);

/** How forms and people write the center of a town. */
const CENTER =
	/\b(?:cbd|sentraal|sentrum|middestad|midestad|sentrale sakekern|(?:city|town) cent(?:re|er))\b/g;

/** A part of a suburb: "Ext 2", "X2", "Uitbreiding 2", "Block H", "Y Section", "Phase 3". */
const SECTION =
	/\b(?:(?:ext|extension|extention|uitbreiding|uitbr?|x|phase|fase|stage|unit|eenheid|zone|sone|nu) ?(\d{1,3})|(?:block|blok|blk|section|seksie|zone|sone|unit) ([a-z]{1,2}|\d{1,3})|([a-z]) (?:block|blok|section|seksie)|(?:ext|extension|uitbreiding))\b/g;

/**
 * Words that add nothing to the name of a place. The post office lists 29 villages with and
 * without that word, 26 of them with one code.
 */
const ADDED =
	/\b(?:central|township|village|(?:(?:metropolitan|local|district) )?municipality|(?:education )?district$)\b/g;

/** Words in the names of many places. Alone, such a word doesn't identify any. */
const COMMON = new Set(
	wordsOf(
		'north south east west new old the city town village location rural farm estate extension ext uit section block zone unit park gardens heights hill hills valley view ridge',
	),
);

/** Whether words are a name by themselves: "a", "2", "North" and "Ext 2" are not. */
export function canName(words: readonly string[]): boolean {
	return words.some((word) => /\p{L}{3}/u.test(word) && !COMMON.has(word));
}

/** The spaces and periods between single letters: "P.E." and "P E" are "PE". */
const INITIALS = /(?<![\p{L}\p{N}])(\p{L})[\s.-]+(?=\p{L}(?![\p{L}\p{N}]))/gu;

/** The names of each town, by the words of each of them. */
const townByKey = namesByKey(TOWNS);

const townOfSchoolsByKey = new Map([...townByKey, ...namesByKey(TOWNS_OF_SCHOOLS)]);

function namesByKey(rows: readonly string[]): Map<string, string[]> {
	return new Map(
		rows
			.map((row) => row.split(', '))
			.flatMap((names) => names.map((name) => [wordsOfName(name).join(''), names])),
	);
}

/** The names of a town that has schools, however it is written, its own included. */
export function namesOfTown(town: string): readonly string[] {
	return townOfSchoolsByKey.get(wordsOfName(town).join('')) ?? [town];
}

/** The names of a town that have one word, folded, if this is one of them. */
export function namesOfOneWord(word: string): string[] {
	const names = (townByKey.get(word) ?? []).map(wordsOf);
	const ofOneWord = names.flatMap((words) => (words.length === 1 ? words : []));
	// "Seapoint" is two words written as one.
	return ofOneWord.includes(word) ? ofOneWord : [];
}

/**
 * The words of a place in the one spelling that stands for all: abbreviations and directions written
 * out in English, the middle of a town as "central", and each town under one of its names.
 */
export function placeWords(text: string): string[] {
	const words = wordsOf(wordsOfName(text).join(' ').replace(CENTER, 'central'));
	const named: string[] = [];
	for (let start = 0, end = 0; start < words.length; start = end) {
		// The longest name of a town that begins here.
		end = Math.min(words.length, start + LONGEST_TOWN);
		while (end > start + 1 && !townByKey.has(words.slice(start, end).join(''))) end--;
		const [name] = townByKey.get(words.slice(start, end).join('')) ?? [];
		named.push(...(name === undefined ? words.slice(start, end) : wordsOf(name)));
	}
	return named;
}

/** In words. */
const LONGEST_TOWN = 4;

function wordsOfName(text: string): string[] {
	const words = wordsOf(text.replace(INITIALS, '$1'));
	return words.flatMap(withoutShortName).map(canonicalPlaceWord);
}

/** The words of the town or province that a short name stands for. */
export function withoutShortName(word: string): string[] {
	const name = SHORT_NAMES.get(word) ?? (word.length <= 3 ? knownProvince(word) : undefined);
	return name === undefined ? [word] : wordsOf(name);
}

/**
 * The English spelling of a direction, a saint, a mount, a fort, a park, a point or a bay ("Mosselbaai"); an
 * ordinal as its number.
 */
export function canonicalPlaceWord(word: string): string {
	const [, ordinal] = /^(\d+)(?:st|nd|rd|th|de|ste)$/.exec(word) ?? [];
	return ordinal ?? PLACE_WORDS.get(word) ?? word.replace(/baai$/, 'bay');
}

/**
 * A place without what South African addresses add to its name: its middle, an extension, a block.
 *
 * @returns `words`: all of them, if nothing would be left; `part`: the number or letter of the
 * extension, as "2" of "Hatfield Ext 2", "" without one
 */
export function plainPlace(words: readonly string[]): { words: readonly string[]; part: string } {
	const text = words.join(' ').replace(/\b(ext|x)(?=\d)/g, '$1 ');
	const part = [...text.matchAll(SECTION)].map(([, ...parts]) => parts.join(''));
	const left = wordsOf(text.replace(SECTION, ' ').replace(ADDED, ' '));
	return left.length > 0 ? { words: left, part: part.join('') } : { words, part: '' };
}
