/**
 * Reads a postal code as four digits: 1 and "1" are "0001", because spreadsheets drop leading zeros. "0
 * 181", "Code: 0181" and "181.0" are codes too. In a longer text, the only number with four digits is the
 * code ("Box 12, Hatfield 0083"); a box number doesn't count. Undefined for anything else, such as "2,000"
 * or a phone number.
 */
export function postalCodeIn(value: unknown): string | undefined {
	if (typeof value !== 'number' && typeof value !== 'string') return undefined;
	const text = String(value).replace(/\s/gu, '');
	const [, digits] = /^['’]?(?:\p{L}*[ck]ode[:#=-]?)?(\d{1,4})(?:[.,]00?)?$/iu.exec(text) ?? [];
	return digits?.padStart(4, '0') ?? onlyCodeIn(value);
}

/** The number of a box or a bag: "PO BOX 522". */
const BOX_NUMBER = /\b(?:p\W{0,2}o\W{0,2}box|box|posbus|bag|sak)\W{0,3}[a-z]?\d{1,6}\b/gi;

/**
 * Not part of a phone number, a date or a coordinate, and not negative. It may follow a town without a
 * space ("MASEMOLA1060").
 */
const ONLY_CODE =
	/(?<!\d[\s()./:+-]{0,3}|^[+-])(?:\b|(?<=\p{L}{4}))\d{4}\b(?![\s()./:+-]{0,3}\d)/gu;

/** The letter O is also written for zeros. */
function onlyCodeIn(value: string | number): string | undefined {
	const text = String(value)
		.replace(BOX_NUMBER, ';')
		.replace(/\b(?=O*\d)[\dO]{4}\b/gi, (code) => code.replace(/O/gi, '0'));
	const [code, ...others] = text.match(ONLY_CODE) ?? [];
	return typeof value === 'string' && others.length === 0 ? code : undefined;
}
