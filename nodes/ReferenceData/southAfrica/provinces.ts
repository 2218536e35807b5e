import { fold } from './words';

/** The nine provinces with their short names (ISO 3166-2:ZA and everyday ones) and Afrikaans names. */
const PROVINCES = [
	'Eastern Cape, EC, E Cape, Oos-Kaap',
	'Free State, FS, Vrystaat, Orange Free State',
	'Gauteng, GP, GT, GAU',
	'KwaZulu-Natal, KZN, KwaZulu, Natal',
	'Limpopo, LP, LIM',
	'Mpumalanga, MP, MPU',
	'North West, NW, Noordwes',
	'Northern Cape, NC, N Cape, Noord-Kaap',
	'Western Cape, WC, W Cape, Wes-Kaap',
].map((row) => row.split(', '));

/** As the service writes them. */
export const PROVINCE_NAMES = PROVINCES.map(([name = '']) => name);

const provinceByKey = new Map(
	PROVINCES.flatMap((names) => names.map((name) => [provinceKey(name), names[0]])),
);

/** The name of the province that a text stands for ("KZN", "north-west", "Wes-Kaap"), or undefined. */
export function knownProvince(text: string): string | undefined {
	const key = provinceKey(text);
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
