import { UserError } from 'n8n-workflow';

import { parseJson } from '../http/json';
import { kindOf } from '../text';
import { flagOf, isBlank, isObject, trimmed } from '../values';
import { emptyError } from './emptiness';
import { type Given, readLocator } from './form';

/** True for a missing, null or blank value, and for a locator, a list and rows without any other. */
export function isNothing({ property, value }: Given): boolean {
	switch (property.type) {
		case 'resourceLocator':
			return isBlank(readLocator(value).value);
		case 'multiOptions':
			return givenEntries(value)?.length === 0;
		case 'fixedCollection':
			return Object.values(isObject(value) ? value : {})
				.flat()
				.every((row) => !isObject(row) || Object.values(row).every(isBlank));
		default:
			return isBlank(value);
	}
}

/** Trims the text, unless it is a password. */
export function readText(given: Given): string {
	const { value, property, label } = given;
	const text = isoTextOf(value) ?? value ?? '';
	const isNumber = typeof text === 'number' && Number.isFinite(text);
	if (typeof text !== 'string' && !isNumber) {
		return refuse(given, 'text', 'Enter text, or refer to a single field.');
	}
	if (isNumber && Math.abs(text) > Number.MAX_SAFE_INTEGER) {
		const advice = `Numbers above ${Number.MAX_SAFE_INTEGER} lose digits. Enter it as text.`;
		return refuse(given, 'text', advice);
	}
	// Half a character (the text was cut) as forms send it. Otherwise, a search doesn't find what was created.
	const written = String(text).replace(/\p{Cs}/gu, '\ufffd');
	if (property.required === true && isBlank(written)) throw emptyError(label);
	return property.typeOptions?.password === true ? written : trimmed(written);
}

/** Characters of an ID, an alias or a date. */
const LONGEST_ID = 255;

/** @throws UserError for a text that is too long for an ID, an alias or a date */
export function checkLength(text: string, label: string): string {
	if (text.length <= LONGEST_ID) return text;
	throw new UserError(`"${label}" is too long: ${text.length} characters`, {
		description: `Enter at most ${LONGEST_ID} characters. If "${label}" is an expression, check what it returns.`,
	});
}

/** A JavaScript or Luxon date as text; undefined for any other value, and for an invalid date. */
export function isoTextOf(value: unknown): string | undefined {
	if (!isObject(value) || typeof value.toJSON !== 'function') return undefined;
	const text: unknown = value.toJSON();
	return typeof text === 'string' ? text : undefined;
}

export function readNumber(given: Given): number {
	const { value, property } = given;
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = property.typeOptions ?? {};
	const number = typeof value === 'string' && !isBlank(value) ? Number(trimmed(value)) : value;
	const isWhole = numberPrecision === 0;
	if (
		typeof number === 'number' &&
		(isWhole ? Number.isSafeInteger(number) : Number.isFinite(number)) &&
		number >= minValue &&
		number <= maxValue
	) {
		return number;
	}
	const range =
		maxValue < Infinity ? ` from ${minValue} to ${maxValue}` : ` of at least ${minValue}`;
	const kind = `a ${isWhole ? 'whole ' : ''}number${minValue > -Infinity ? range : ''}`;
	return refuse(given, kind, `Enter ${kind}.`);
}

export function readFlag(given: Given): boolean {
	return flagOf(given.value) ?? refuse(given, 'true or false', 'Use true or false.');
}

/** The entries of a list, each once. */
export function readEach<T>(given: Given, readOne: (given: Given) => T): T[] {
	const entries =
		givenEntries(given.value) ?? refuse(given, 'a list', 'Use an array or comma-separated values.');
	return [...new Set(entries.map((value) => readOne({ ...given, value })))];
}

/**
 * The entries of a list that aren't blank. A list is an array, the JSON text of an array, or a text with
 * separators. Undefined if it isn't a list.
 */
function givenEntries(value: unknown): unknown[] | undefined {
	const list = typeof value === 'string' ? listIn(value) : value;
	if (isBlank(list)) return [];
	if (typeof list === 'number') return [list];
	return Array.isArray(list) ? list.filter((entry) => !isBlank(entry)) : undefined;
}

/** The list in a text. AI models write it as JSON. */
function listIn(text: string): unknown {
	if (!/^\s*[[{]/.test(text)) return text.split(/[,;|\n]/).map(unquoted);
	try {
		return parseJson(text);
	} catch {
		return text;
	}
}

/** An entry as a spreadsheet or a CSV file writes it. */
function unquoted(entry: string): string {
	const text = trimmed(entry);
	return text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

/**
 * A choice of a dropdown by its value or name, in any case. A number also means the choice that ends in it (3
 * for Q3). True and false mean 1 and 0 if there are no other choices.
 */
export function readChoice<V extends string | number>(
	choices: ReadonlyArray<{ name: string; value: V }>,
	{ value, label }: Given,
): V {
	const text = typeof value === 'object' ? undefined : inLowerCase(value);
	const isFlag = choices.every((choice) => choice.value === 0 || choice.value === 1);
	const found = choices.find(({ name, value: stored }) => {
		const number = String(stored).replace(/^\p{L}+(?=\d+$)/u, '');
		const spellings = [stored, name, isFlag ? stored === 1 : number];
		return spellings.some((spelling) => inLowerCase(spelling) === text);
	});
	if (found) return found.value;
	const list = choices.map((choice) =>
		choice.name === String(choice.value) ? choice.name : `${choice.value} (${choice.name})`,
	);
	throw new UserError(`"${label}" can't be ${kindOf(value)}`, {
		description: `Use one of: ${list.join(', ')}.`,
	});
}

function inLowerCase(value: unknown): string {
	return trimmed(String(value)).toLowerCase();
}

/** @throws UserError saying what the parameter must be, what it is, and what to do */
function refuse({ label, value }: Given, kind: string, advice: string): never {
	throw new UserError(`"${label}" must be ${kind}, but is ${kindOf(value)}`, {
		description: `${advice} If "${label}" is an expression, check what it returns.`,
	});
}
