import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { parseJson } from '../http/json';
import { checkExpression, kindOf, quoted } from '../text';
import { flagOf, isBlank, isObject, trimmed } from '../values';

/** What a resource locator holds; a plain value from an expression has no mode. */
export interface Locator {
	mode?: string;
	value: unknown;
}

/**
 * A value in the type that its definition gives it: what the form, an expression or a model handed
 * over, converted where its meaning is plain (`"50"` for a number, `"TRUE"` for a boolean), refused
 * otherwise.
 *
 * @param label how the message names the parameter
 * @throws UserError
 */
export function readValue(property: INodeProperties, value: unknown, label: string): unknown {
	switch (property.type) {
		case 'number':
			return readNumber(property, value, label);
		case 'boolean':
			return readBoolean(value, label);
		case 'options':
			return readChoice(property, value, label);
		case 'multiOptions':
			return readChoices(property, value, label);
		case 'collection':
			return readEntries(property.options as INodeProperties[], readObject(value, label), label);
		case 'fixedCollection':
			return readRows(property, value, label);
		case 'resourceLocator':
			return readLocator(value);
		case 'string':
			return readText(property, value, label);
		default:
			return value;
	}
}

/** Blanks around a text mean nothing, except in a password. A date becomes its ISO text. */
function readText(property: INodeProperties, value: unknown, label: string): string {
	const text = isoTextOf(value) ?? value ?? '';
	const isNumber = typeof text === 'number' && Number.isFinite(text);
	if (typeof text !== 'string' && typeof text !== 'bigint' && !isNumber) {
		refuse(label, 'text', value, 'Enter text, or refer to a single field.');
	}
	const written = String(text);
	const read = property.typeOptions?.password === true ? written : trimmed(written);
	return property.required ? requireText(read, label) : read;
}

/** A JavaScript or Luxon date as text; undefined for any other value, and for an invalid date. */
function isoTextOf(value: unknown): string | undefined {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
	if (!isObject(value) || typeof value.toISO !== 'function') return undefined;
	return (value.toISO() as string | null) ?? undefined;
}

/**
 * The text itself, if it has a value. For an entry of a collection: n8n would miss a `required` one
 * even where the user has not added it.
 *
 * @throws UserError
 */
export function requireText(text: string, label: string): string {
	if (!isBlank(text)) return text;
	throw new UserError(`"${label}" is empty`, {
		description: `Enter a value. ${checkExpression(label)}`,
	});
}

/** @throws UserError saying what the parameter must be, what it is, and what to do */
function refuse(label: string, kind: string, value: unknown, advice: string): never {
	throw new UserError(`"${label}" must be ${kind}, but is ${kindOf(value)}`, {
		description: `${advice} If "${label}" is an expression, check what it returns.`,
	});
}

function readNumber(property: INodeProperties, value: unknown, label: string): number {
	const { minValue, maxValue, numberPrecision } = property.typeOptions ?? {};
	const number = typeof value === 'string' && !isBlank(value) ? Number(trimmed(value)) : value;
	const isRight =
		typeof number === 'number' &&
		Number.isFinite(number) &&
		(numberPrecision !== 0 || Number.isSafeInteger(number)) &&
		number >= (minValue ?? -Infinity) &&
		number <= (maxValue ?? Infinity);
	if (isRight) return number;
	const range =
		minValue !== undefined && maxValue !== undefined
			? ` from ${minValue} to ${maxValue}`
			: minValue !== undefined
				? ` of at least ${minValue}`
				: '';
	const kind = `a ${numberPrecision === 0 ? 'whole ' : ''}number${range}`;
	return refuse(label, kind, value, `Enter ${kind}.`);
}

function readBoolean(value: unknown, label: string): boolean {
	const read = flagOf(value);
	if (read !== undefined) return read;
	return refuse(label, 'true or false', value, 'Use true or false.');
}

/** Each choice once. */
function readChoices(property: INodeProperties, value: unknown, label: string): unknown[] {
	return [...new Set(readList(value, label).map((entry) => readChoice(property, entry, label)))];
}

/** A list as an array, as the JSON text of one, or as text with separators between its entries. */
function readList(value: unknown, label: string): unknown[] {
	if (isBlank(value)) return [];
	const given = jsonOr(value);
	if (typeof given === 'number' || typeof given === 'bigint') return [given];
	if (typeof given === 'string' && !JSON_START.test(given)) {
		return given.split(/[,;\n]/).filter((entry) => !isBlank(entry));
	}
	if (!Array.isArray(given)) {
		return refuse(label, 'a list', value, 'Use an array or comma-separated values.');
	}
	const entries = given.filter((entry) => !isBlank(entry));
	if (entries.length > 0 && entries.length < given.length) {
		throw new UserError(`"${label}" has an empty entry`, {
			description: 'Remove the entry, or make sure the field it refers to has a value.',
		});
	}
	return entries;
}

const JSON_START = /^\s*[[{]/;

/** The list or object that a text writes as JSON, as a model hands it over; any other value as it is. */
function jsonOr(value: unknown): unknown {
	if (typeof value !== 'string' || !JSON_START.test(value)) return value;
	try {
		return parseJson(value);
	} catch {
		return value;
	}
}

/** Dropdowns that the service fills, and those marked `allowArbitraryValues`, take any value. */
function readChoice(property: INodeProperties, value: unknown, label: string): unknown {
	const { loadOptionsMethod, allowArbitraryValues } = property.typeOptions ?? {};
	if (loadOptionsMethod !== undefined || allowArbitraryValues === true) {
		return readText({ ...property, type: 'string' }, value, label);
	}
	const choices = property.options as INodePropertyOptions[];
	const found = findChoice(choices, value);
	if (found) return found.value;
	const list = choices.map((choice) =>
		choice.name === choice.value ? choice.name : `${choice.value} (${choice.name})`,
	);
	throw new UserError(`"${label}" can't be ${kindOf(value)}`, {
		description: `Use one of: ${list.join(', ')}.`,
	});
}

/**
 * By value, else by value or name in any case, else, for a number, the only choice that ends in it (3
 * for Q3), and for true or false, the choice of 1 or 0 where there is nothing else to choose.
 */
function findChoice(
	choices: readonly INodePropertyOptions[],
	value: unknown,
): INodePropertyOptions | undefined {
	if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
	const text = folded(value);
	const isFlag = choices.every((choice) => choice.value === 0 || choice.value === 1);
	const tests: Array<(choice: INodePropertyOptions) => boolean> = [
		(choice) => choice.value === value,
		(choice) => folded(choice.value) === text,
		(choice) => folded(choice.name) === text,
		(choice) => isFlag && text === String(choice.value === 1),
		(choice) => /^\d+$/.test(text) && folded(choice.value).replace(/^\p{L}+/u, '') === text,
	];
	for (const test of tests) {
		const found = choices.filter(test);
		if (found.length === 1) return found[0];
	}
	return undefined;
}

function folded(value: unknown): string {
	return trimmed(String(value)).toLowerCase();
}

/**
 * A set of fields, also as JSON text; without any for nothing.
 *
 * @throws UserError
 */
export function readObject(value: unknown, label: string): Record<string, unknown> {
	if (isBlank(value)) return {};
	const given = jsonOr(value);
	if (isObject(given)) return given;
	return refuse(label, 'an object', value, 'Use an object with a value for each field.');
}

/**
 * The entries of a collection or a row that have a value. An empty list, a locator without a value and
 * rows without any are no value either.
 *
 * @param prefix what stands before an entry's name in a message
 * @throws UserError
 */
export function readEntries(
	definitions: readonly INodeProperties[],
	given: Record<string, unknown>,
	label: string,
	prefix = '',
): Record<string, unknown> {
	const result: Record<string, unknown> = {};
	for (const [name, entry] of Object.entries(given)) {
		const definition = definitions.find((property) => property.name === name);
		if (!definition) {
			throw new UserError(`"${label}" has no field ${quoted(name)}`, {
				description: `Available fields: ${definitions.map((property) => property.name).join(', ')}.`,
			});
		}
		const isLocator = definition.type === 'resourceLocator';
		if (isBlank(isLocator ? readLocator(entry).value : entry)) continue;
		const read = readValue(definition, entry, prefix + definition.displayName);
		if (!Array.isArray(read) || read.length > 0) result[name] = read;
	}
	return result;
}

/**
 * The rows of the first group of a fixedCollection, as the form stores them or as a plain array. A row
 * without any value, as the form begins with, is ignored.
 */
function readRows(property: INodeProperties, value: unknown, label: string): unknown[] {
	const group = (property.options as INodePropertyCollection[])[0];
	if (!group || isBlank(value)) return [];
	const given = jsonOr(value);
	const rows = isObject(given) && group.name in given ? given[group.name] : given;
	if (isBlank(rows) || (isObject(rows) && Object.keys(rows).length === 0)) return [];
	return rowsOf(rows, label).flatMap((row, index) => {
		const where = `${label}, row ${index + 1}`;
		const read = readEntries(group.values, readObject(row, where), where, `${where}, `);
		if (Object.keys(read).length === 0) return [];
		for (const { name, displayName, required } of group.values) {
			if (required && !(name in read)) requireText('', `${where}, ${displayName}`);
		}
		return [read];
	});
}

function rowsOf(value: unknown, label: string): unknown[] {
	if (Array.isArray(value)) return value;
	if (isObject(value)) return [value];
	return refuse(label, 'a list of rows', value, 'Use an array with an object for each row.');
}

function readLocator(value: unknown): Locator {
	if (isObject(value) && 'value' in value) {
		return { mode: typeof value.mode === 'string' ? value.mode : undefined, value: value.value };
	}
	return { value };
}
