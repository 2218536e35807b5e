import { UserError } from 'n8n-workflow';

import { identifierText } from '../../shared/node/identifier';
import type { Locator } from '../../shared/node/form';
import { quoted } from '../../shared/text';

/**
 * The EMIS number of a school or the ID of its record, for which the service has one address. Digits only:
 * the addresses of the service's other lists lie beside it.
 *
 * @throws UserError, also for a number that has already lost digits: IDs may exceed what a JavaScript
 * number holds, and an EMIS number that is too short has lost no zeros, as it begins with the digit of
 * the province, 1 to 9
 */
export function readSchoolKey({ mode, value }: Locator): string {
	const text = identifierText(value, 'High School');
	const compact = text.replace(/\s/gu, '');
	if (/^\d{9}$/.test(compact)) return compact;
	if (mode === 'emis') {
		throw new UserError(`"High School" is not an EMIS number: ${quoted(text)}`, {
			description:
				'An EMIS number has exactly nine digits. To find a school by its name, use "Match".',
		});
	}
	if (/^\d{1,20}$/.test(text)) return text;
	throw new UserError(`"High School" is not a school ID: ${quoted(text)}`, {
		description: 'A school ID has 1 to 20 digits and nothing else.',
	});
}

/** Nine digits in a text, also in groups of three, or as spreadsheets write numbers ("700400001.0"). */
const WRITTEN_EMIS_NUMBER = /(?<!\d)(\d{3})\s?(\d{3})\s?(\d{3})(?:\.0+)?(?!\d)/;

/** The EMIS number in a text. */
export function emisNumberIn(text: string): string | undefined {
	return WRITTEN_EMIS_NUMBER.exec(text)?.slice(1).join('');
}

/** A text without the EMIS number in it. */
export function withoutEmisNumber(text: string): string {
	return text.replace(WRITTEN_EMIS_NUMBER, ' ');
}

/**
 * A postal code as four digits, from what a person or a spreadsheet gives: 1 and "1" are "0001", since
 * spreadsheets drop leading zeros; "0 181", "Code: 0181" and "181.0" are plain too, and so is the only number
 * of four digits in a text ("Box 12, Hatfield 0083"), but for that of a box. Undefined for anything else,
 * such as "2,000" or a phone number.
 */
export function postalCodeIn(value: unknown): string | undefined {
	if (typeof value !== 'number' && typeof value !== 'string') return undefined;
	const text = String(value).replace(/\s/gu, '');
	const [, digits] = /^['’]?(?:\p{L}*[ck]ode[:#=-]?)?(\d{1,4})(?:[.,]00?)?$/iu.exec(text) ?? [];
	return digits?.padStart(4, '0') ?? onlyCodeIn(value);
}

/** Not the number of a box, and no part of a phone number, a date or a coordinate. */
const ONLY_CODE =
	/(?<!(?:p\W{0,2}o\W{0,2}box|posbus|bag|sak)\W{0,3}|\d[\s()./:+-]{0,3})\b\d{4}\b(?![\s()./:+-]{0,3}\d)/gi;

/** The letter O is also written for zeros. */
function onlyCodeIn(value: string | number): string | undefined {
	const text = String(value).replace(/\b(?=O*\d)[\dO]{4}\b/gi, (code) => code.replace(/O/gi, '0'));
	const [code, ...others] = text.match(ONLY_CODE) ?? [];
	return typeof value === 'string' && others.length === 0 ? code : undefined;
}

/** A postal code as four digits; see postalCodeIn. @throws UserError */
export function readPostalCode(value: unknown): string {
	const code = postalCodeIn(value);
	if (code !== undefined) return code;
	throw new UserError(`"Postal Code" is not a postal code: ${quoted(value)}`, {
		description:
			'A postal code has four digits, for example 0181. You can leave out leading zeros.',
	});
}

/** A pattern, for n8n's form too. */
export const UUID = '[\\dA-Fa-f]{8}(?:-[\\dA-Fa-f]{4}){3}-[\\dA-Fa-f]{12}';

const WHOLE_UUID = new RegExp(`^${UUID}$`);

/** The UUID of a postal code record. @throws UserError */
export function readUuid(value: unknown): string {
	const text = identifierText(value, 'Suburb');
	if (WHOLE_UUID.test(text)) return text;
	throw new UserError(`"Suburb" is not the ID of a record: ${quoted(text)}`, {
		description:
			'Enter the ID of a postal code record, for example 3f2b8c1e-5d47-4a90-9c36-7e1d0a5b2f84. To look up a code such as 0181, use "Get Many" with the filter "Postal Code", or "Validate".',
	});
}
