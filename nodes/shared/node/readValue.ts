import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { parseJson } from '../http/json';
import { checkExpression, kindOf } from '../text';
import { flagOf, isBlank, isObject, trimmed } from '../values';

/** What a resource locator holds; a plain value from an expression has no mode. */
export interface Locator {
	mode?: string;
	value: unknown;
}

export function readLocator(value: unknown): Locator {
	if (!isObject(value) || !('value' in value)) return { value };
	return { mode: typeof value.mode === 'string' ? value.mode : undefined, value: value.value };
}

/** Whether a user gives nothing: what is missing, null or blank, or a locator without a value. */
export function isNothing({ type }: INodeProperties, value: unknown): boolean {
	return isBlank(type === 'resourceLocator' ? readLocator(value).value : value);
}

/**
 * A value in the type that its definition gives it: what the form, an expression or a model handed
 * over, converted where its meaning is plain (`"50"` for a number, `"TRUE"` for a boolean), refused
 * otherwise.
 *
 * @param label how the message names the parameter
 * @throws UserError
 */
export function readValue(
	property: INodeProperties,
	value: unknown,
	label = property.displayName,
): unknown {
	switch (property.type) {
		case 'number':
			return readNumber(property, value, label);
		case 'boolean':
			return flagOf(value) ?? refuse(label, 'true or false', value, 'Use true or false.');
		case 'options':
			return readChoice(property, value, label);
		case 'multiOptions':
			return readChoices(property, value, label);
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

/** @throws UserError saying what the parameter must be, what it is, and what to do */
function refuse(label: string, kind: string, value: unknown, advice: string): never {
	throw new UserError(`"${label}" must be ${kind}, but is ${kindOf(value)}`, {
		description: `${advice} If "${label}" is an expression, check what it returns.`,
	});
}

/** Blanks around a text mean nothing, except in a password. */
function readText(property: INodeProperties, value: unknown, label: string): string {
	const text = isoTextOf(value) ?? value ?? '';
	const isNumber = typeof text === 'number' && Number.isFinite(text);
	if (typeof text !== 'string' && !isNumber) {
		refuse(label, 'text', value, 'Enter text, or refer to a single field.');
	}
	const written = String(text);
	const read = property.typeOptions?.password === true ? written : trimmed(written);
	return property.required ? requireText(read, label) : read;
}

/** A JavaScript or Luxon date as text; undefined for any other value, and for an invalid date. */
export function isoTextOf(value: unknown): string | undefined {
	if (!isObject(value) || typeof value.toJSON !== 'function') return undefined;
	const text: unknown = value.toJSON();
	return typeof text === 'string' ? text : undefined;
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

function readNumber({ typeOptions = {} }: INodeProperties, value: unknown, label: string): number {
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = typeOptions;
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
	return refuse(label, kind, value, `Enter ${kind}.`);
}

/** Each choice once. */
function readChoices(property: INodeProperties, value: unknown, label: string): unknown[] {
	return [...new Set(readList(value, label).map((entry) => readChoice(property, entry, label)))];
}

/** A list as an array, as the JSON text of one, or as text with separators between its entries. */
function readList(value: unknown, label: string): unknown[] {
	const given = typeof value === 'string' ? listIn(value) : value;
	if (isBlank(given)) return [];
	if (typeof given === 'number') return [given];
	if (!Array.isArray(given)) {
		return refuse(label, 'a list', value, 'Use an array or comma-separated values.');
	}
	const entries = given.filter((entry) => !isBlank(entry));
	if (entries.length === 0 || entries.length === given.length) return entries;
	throw new UserError(`"${label}" has an empty entry`, {
		description: 'Remove the entry, or make sure the field it refers to has a value.',
	});
}

/** The list that a text writes; a model writes it as JSON. */
function listIn(text: string): unknown {
	if (!/^\s*[[{]/.test(text)) return text.split(/[,;\n]/).filter((entry) => !isBlank(entry));
	try {
		return parseJson(text);
	} catch {
		return text;
	}
}

/** Dropdowns that the service fills, and those marked `allowArbitraryValues`, take any value. */
function readChoice(property: INodeProperties, value: unknown, label: string): unknown {
	const { loadOptionsMethod, allowArbitraryValues } = property.typeOptions ?? {};
	if (loadOptionsMethod !== undefined || allowArbitraryValues === true) {
		return readText(property, value, label);
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
 * By value or name in any case, else, for a number, the choice that ends in it (3 for Q3), and for true
 * or false, the choice of 1 or 0 where there is nothing else to choose.
 */
function findChoice(
	choices: readonly INodePropertyOptions[],
	value: unknown,
): INodePropertyOptions | undefined {
	if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
	const text = folded(value);
	const isFlag = choices.every((choice) => choice.value === 0 || choice.value === 1);
	return (
		choices.find((choice) => folded(choice.value) === text) ??
		choices.find((choice) => folded(choice.name) === text) ??
		choices.find((choice) => isFlag && text === String(choice.value === 1)) ??
		choices.find(
			(choice) => /^\d+$/.test(text) && folded(choice.value).replace(/^\p{L}+/u, '') === text,
		)
	);
}

function folded(value: unknown): string {
	return trimmed(String(value)).toLowerCase();
}

/**
 * The entries of a collection, or the columns of a row, that have a value. An empty list and rows without
 * any are no value either.
 *
 * @param prefix what stands before an entry's name in a message
 * @throws UserError
 */
export function readEntries(
	definitions: readonly INodeProperties[],
	given: Readonly<Record<string, unknown>>,
	prefix = '',
): Record<string, unknown> {
	const result: Record<string, unknown> = {};
	for (const definition of definitions) {
		const { name, displayName } = definition;
		if (isNothing(definition, given[name])) continue;
		const read = readValue(definition, given[name], prefix + displayName);
		if (!Array.isArray(read) || read.length > 0) result[name] = read;
	}
	return result;
}

/** The rows of a fixedCollection. A row without any value, as the form begins with, is ignored. */
function readRows({ options }: INodeProperties, value: unknown, label: string): unknown[] {
	const [group] = options as [INodePropertyCollection];
	const { [group.name]: rows = [] } = value as Record<string, Array<Record<string, unknown>>>;
	return rows
		.map((row, index) => readEntries(group.values, row, `${label}, row ${index + 1}, `))
		.filter((row) => Object.keys(row).length > 0);
}
