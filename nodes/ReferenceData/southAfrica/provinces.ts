import { fold } from './words';

/** The nine provinces with their short names (of ISO 3166-2:ZA, also the old GT and NL, and everyday ones) and names in other languages. */
const PROVINCES = [
	'Eastern Cape, EC, E Cape, Oos-Kaap, Mpuma-Koloni',
	'Free State, FS, OFS, Vrystaat, Orange Free State, Foreisetata',
	'Gauteng, GP, GT, GAU',
	'KwaZulu-Natal, KZN, ZN, NL, KwaZulu, Natal',
	'Limpopo, LP, LIM, LMP',
	'Mpumalanga, MP, MPU, MPL',
	'North West, NW, N West, Noordwes',
	'Northern Cape, NC, N Cape, Noord-Kaap',
	'Western Cape, WC, W Cape, Wes-Kaap, Ntshona Koloni',
].map((row) => row.split(', '));

/** As the service writes them. */
export const PROVINCE_NAMES = PROVINCES.map(([name = '']) => name);

const provinceByKey = new Map(
	PROVINCES.flatMap((names) => names.map((name) => [provinceKey(name), names[0]])),
);

/** The name of the province that a text stands for ("KZN", "north-west", "Wes-Kaap"), or undefined. */
export function knownProvince(text: string): string | undefined {
	// "Mpumalanga (MP)" says it twice.
	const key = provinceKey(text.replace(/\([^()]*\)/g, ' '));
	return provinceByKey.get(key) ?? provinceByKey.get(key.replace(/^za/, ''));
}

/** Whether two texts name the same province. */
export function isSameProvince(one: string, other: string): boolean {
	return foldProvince(one) === foldProvince(other);
}

/** The letters of a province's name, the same for all its spellings; of any other text, its own. */
export function foldProvince(text: string): string {
	return fold(knownProvince(text) ?? text);
}

/** The folded name without the words around it ("Province of Gauteng"). */
function provinceKey(text: string): string {
	return fold(text.replace(/\b(province|provinsie|prov|of|the|van|die)\b/gi, ''));
}
