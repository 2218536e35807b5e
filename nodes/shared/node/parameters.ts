import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	NodePropertyTypes,
} from 'n8n-workflow';
import { UnexpectedError, UserError } from 'n8n-workflow';

import { parseJson } from '../http/json';
import { readShallow } from '../depth';
import { flagOf, isFailed, isObject, trimmed } from '../values';
import { checkExpression, kindOf, nothingIn, quoted } from '../text';
import { findIncomplete, holdsNoText, isNothing, storedIn } from './nothing';
import { refuseExpression } from './wholeExpression';

/** What a resource locator holds; a plain value from an expression has no mode. */
export interface Locator {
	mode?: string;
	value: unknown;
}

/** Where one item's parameters come from; n8n gives nodes and polling triggers different functions. */
export interface ParameterSource {
	/** The value, with its expressions evaluated. */
	value(name: string, fallback: unknown): unknown;
	/** What the workflow stores: an expression begins with `=`. */
	stored(name: string): unknown;
	/**
	 * The value of one `{{ }}` alone. Present where a text in which one of them finds nothing is refused:
	 * the rest of a key, an address or a password would be another one.
	 */
	evaluate?(expression: string): unknown;
}

/**
 * Called for an entry of a collection that the user added and that holds nothing, with what it holds. May
 * throw to refuse it.
 */
export type OnNothing = (collection: string, entry: INodeProperties, value: unknown) => void;

/** One item's parameters, each checked against its own definition before it is used. */
export class ItemParameters {
	/** The values so far: n8n may take longer to evaluate an expression than to send a request. */
	private readonly values = new Map<string, unknown>();

	constructor(
		private readonly source: ParameterSource,
		private readonly properties: readonly INodeProperties[],
		private readonly onNothing: OnNothing = () => undefined,
	) {}

	/** @throws UserError when the text is missing although it is required */
	text(name: string): string {
		return this.read(name, ['string', 'options', 'dateTime']) as string;
	}

	number(name: string): number {
		return this.read(name, ['number']) as number;
	}

	flag(name: string): boolean {
		return this.read(name, ['boolean']) as boolean;
	}

	/** The stored value of a dropdown. */
	choice<T extends string | number>(name: string): T {
		return this.read(name, ['options']) as T;
	}

	choices(name: string): string[] {
		return this.read(name, ['multiOptions']) as string[];
	}

	locator(name: string): Locator {
		return this.read(name, ['resourceLocator']) as Locator;
	}

	/**
	 * Only what the user added to a collection and what has a value: nothing is not a value.
	 *
	 * @param unsaid entries that may hold nothing without a word
	 */
	added<T extends object>(name: string, unsaid: readonly string[] = []): Partial<T> {
		const definition = this.definition(name, ['collection']);
		const entries = definition.options as INodeProperties[];
		const given = readObject(this.raw(name), definition.displayName);
		refuseExpression(given, definition.displayName);
		const stored = this.source.stored(name);
		const values = readEntries(entries, given, definition.displayName, stored);
		for (const entry of entries) {
			if (!(entry.name in given) || entry.name in values || unsaid.includes(entry.name)) continue;
			this.onNothing(name, entry, given[entry.name]);
		}
		return values as Partial<T>;
	}

	/** The names of all entries that the user added to a collection, also of those that hold nothing. */
	names(name: string): string[] {
		return Object.keys(readObject(this.raw(name), this.label(name)));
	}

	/** Every entry of a collection: what the user added, and the definition's default for the rest. */
	filled<T extends object>(name: string): T {
		const entries = this.definition(name, ['collection']).options as INodeProperties[];
		const defaults = Object.fromEntries(entries.map((entry) => [entry.name, entry.default]));
		return { ...defaults, ...this.added(name) } as T;
	}

	/**
	 * A parameter whose form the caller judges, such as JSON.
	 *
	 * @throws UserError for one that is too deep, or a part of which is missing
	 */
	raw(name: string): unknown {
		if (!this.values.has(name)) this.values.set(name, this.fetch(name));
		return this.values.get(name);
	}

	private fetch(name: string): unknown {
		const { source } = this;
		const { default: fallback, displayName, type } = this.definition(name);
		const value = readShallow(`"${displayName}"`, () => source.value(name, fallback));
		const evaluate = source.evaluate?.bind(source);
		const half = evaluate && findIncomplete(value, source.stored(name), evaluate);
		if (!half) return value;
		const label = type === 'collection' ? this.label(name, half.path[0]) : displayName;
		throw new UserError(`"${label}" is ${half.reason}`, {
			description: `Make sure every field that "${label}" refers to has a value.`,
		});
	}

	/** False where a parameter holds nothing: missing, null, empty or blank, or an expression's text for that. */
	given(name: string): boolean {
		return !isNothing(this.raw(name), this.source.stored(name));
	}

	/** Whether the workflow sets the parameter, a locator's value or an entry by an expression. */
	isExpression(name: string, entry?: string): boolean {
		const whole = this.source.stored(name);
		const stored = entry !== undefined && isObject(whole) ? whole[entry] : whole;
		const text = isObject(stored) && 'value' in stored ? stored.value : stored;
		return typeof text === 'string' && text.startsWith('=');
	}

	/**
	 * Refuses half of a key: "promo-" from `promo-{{ $json.code }}` would be one record for every row
	 * without a code.
	 *
	 * @param text what was read of the parameter, or of an entry of a collection
	 * @throws UserError for a text from an expression that begins or ends in "-" or "_"
	 */
	refuseHalf(text: string, name: string, entry?: string): void {
		if (!/^[-_]|[-_]$/.test(text) || !this.isExpression(name, entry)) return;
		const label = this.label(name, entry);
		throw new UserError(`"${label}" looks incomplete: "${text}"`, {
			description: `It comes from an expression, and begins or ends in "-" or "_". Make sure every field that "${label}" refers to has a value.`,
		});
	}

	/** What the form calls a parameter, or an entry of a collection. */
	label(name: string, entry?: string): string {
		const definition = this.definition(name);
		if (entry === undefined) return definition.displayName;
		const entries = definition.options as INodeProperties[];
		return entries.find((property) => property.name === entry)?.displayName ?? entry;
	}

	private read(name: string, types: readonly NodePropertyTypes[]): unknown {
		const definition = this.definition(name, types);
		return readValue(definition, this.raw(name), definition.displayName, this.source.stored(name));
	}

	private definition(name: string, types?: readonly NodePropertyTypes[]): INodeProperties {
		const found = this.properties.find((property) => property.name === name);
		if (!found) throw new UnexpectedError(`This operation has no parameter "${name}"`);
		if (types?.includes(found.type) === false) {
			throw new UnexpectedError(`The parameter "${name}" is not read as ${types[0]}`);
		}
		return found;
	}
}

/**
 * A value in the type that its definition gives it: what the form, an expression or a model handed
 * over, converted where its meaning is plain (`"50"` for a number, `"TRUE"` for a boolean), refused
 * otherwise.
 *
 * @param label how the message names the parameter
 * @param stored what the workflow stores for the value
 * @throws UserError
 */
export function readValue(
	property: INodeProperties,
	value: unknown,
	label: string,
	stored?: unknown,
): unknown {
	switch (property.type) {
		case 'number':
			return readNumber(property, value, label);
		case 'boolean':
			return readBoolean(value, label);
		case 'options':
			return readChoice(property, value, label);
		case 'multiOptions':
			return [
				...new Set(readList(value, label).map((entry) => readChoice(property, entry, label))),
			];
		case 'collection':
			return readEntries(
				property.options as INodeProperties[],
				readObject(value, label),
				label,
				stored,
			);
		case 'fixedCollection':
			return readRows(property, value, label, stored);
		case 'resourceLocator':
			return readLocator(value);
		case 'string':
			return readText(property, value, label, stored);
		default:
			return value;
	}
}

/** Blanks around a text mean nothing, except in a password. True and false are no texts. */
function readText(
	property: INodeProperties,
	value: unknown,
	label: string,
	stored?: unknown,
): string {
	let text = value ?? '';
	if (text instanceof Date && !Number.isNaN(text.getTime())) text = text.toISOString();
	if (isObject(text) && typeof text.toISO === 'function') text = text.toISO() ?? text;
	const isNoNumber = typeof text === 'number' && !Number.isFinite(text);
	if (['object', 'function', 'boolean'].includes(typeof text) || isNoNumber) {
		refuse(label, 'text', value, 'Enter text, or refer to a single field.');
	}
	const written = String(text);
	const read = property.typeOptions?.password === true ? written : trimmed(written);
	return property.required ? requireText(read, label, stored) : read;
}

/**
 * The text itself, if it has a value. For an entry of a collection: n8n would miss a `required` one
 * even where the user has not added it.
 *
 * @param stored what the workflow stores for the text
 * @throws UserError
 */
export function requireText(text: string, label: string, stored?: unknown): string {
	if (!holdsNoText(text, stored)) return text;
	throw new UserError(`"${label}" is ${nothingIn(text)}`, {
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
	const text = typeof value === 'string' ? trimmed(value) : value;
	const number = typeof text === 'string' && text !== '' ? Number(text) : text;
	const wrong =
		typeof number !== 'number' ||
		!Number.isFinite(number) ||
		(numberPrecision === 0 && !Number.isSafeInteger(number)) ||
		(minValue !== undefined && number < minValue) ||
		(maxValue !== undefined && number > maxValue);
	if (!wrong) return number;
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

/** A list as an array, as the JSON text of one, or as text with separators between its entries. */
function readList(value: unknown, label: string): unknown[] {
	if (value === undefined || value === null) return [];
	if (typeof value === 'number' || typeof value === 'bigint') return [value];
	if (typeof value === 'string') {
		if (!/[[\]{}"]/.test(value))
			return value.split(/[,;\n]/).filter((entry) => trimmed(entry) !== '');
		const parsed = jsonIn(value);
		if (Array.isArray(parsed)) return readList(parsed, label);
	}
	if (!Array.isArray(value)) {
		return refuse(label, 'a list', value, 'Use an array or comma-separated values.');
	}
	const isEmpty = (entry: unknown) => isNothing(entry);
	if (!value.every(isEmpty) && value.some(isEmpty)) {
		throw new UserError(`"${label}" has an empty entry`, {
			description: 'Remove the entry, or make sure the field it refers to has a value.',
		});
	}
	return value.filter((entry) => !isEmpty(entry));
}

/** The JSON of a text, or undefined for a text that is none. */
function jsonIn(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
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
 * By value, else by value or name in any case, else, for a number, the only choice that ends in it, and
 * for true or false, the choice of 1 or 0 where there is nothing else to choose.
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

/** A set of fields, also as JSON text; without any for nothing. */
function readObject(value: unknown, label: string): Record<string, unknown> {
	if (isNothing(value) && !isObject(value)) return {};
	const given = typeof value === 'string' ? jsonIn(value) : value;
	if (isObject(given)) return given;
	return refuse(label, 'an object', value, 'Use an object with a value for each field.');
}

/** The entries that have a value. */
function readEntries(
	definitions: readonly INodeProperties[],
	given: Record<string, unknown>,
	label: string,
	stored: unknown,
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
		const storedEntry = storedIn(stored, name);
		// A date that failed is one that can't be read: without it, a link would never expire.
		const isDate = definition.type === 'dateTime' && isFailed(entry);
		if (!isDate && isNothing(entry, storedEntry)) continue;
		const read = readValue(definition, entry, prefix + definition.displayName, storedEntry);
		// A list without an entry, such as ",", is nothing.
		if (!Array.isArray(read) || read.length > 0) result[name] = read;
	}
	return result;
}

/** The rows of the first group of a fixedCollection: as the form stores them, or as a plain array. */
function readRows(
	property: INodeProperties,
	value: unknown,
	label: string,
	stored: unknown,
): unknown[] {
	const group = (property.options as INodePropertyCollection[])[0];
	if (!group || isNothing(value, stored)) return [];
	const given = typeof value === 'string' ? (jsonIn(value) ?? value) : value;
	const isForm = isObject(given) && group.name in given;
	const inner = isForm ? given[group.name] : given;
	const storedRows = isForm ? storedIn(stored, group.name) : stored;
	return rowsOf(inner, label).map((row, index) => {
		const where = `${label}, row ${index + 1}`;
		const storedRow = storedIn(storedRows, index);
		const read = readEntries(group.values, readObject(row, where), where, storedRow, `${where}, `);
		for (const { name, displayName, required } of group.values) {
			if (required && !(name in read)) requireText('', `${where}, ${displayName}`);
		}
		return read;
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
