import type {
	IExecuteFunctions,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	NodeParameterValueType,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { kindOf, quoted } from '../wording';
import { isObject } from '../values';

/** What a resource locator holds; a plain value given by expression has no mode. */
export interface Locator {
	mode?: string;
	value: unknown;
}

/** One item's parameters, each checked against its own definition before it is used. */
export class ItemParameters {
	constructor(
		private readonly functions: Pick<IExecuteFunctions, 'getNodeParameter'>,
		private readonly properties: readonly INodeProperties[],
		private readonly itemIndex: number,
	) {}

	/** @throws UserError when the text is missing although it is required */
	text(name: string): string {
		return this.read(name) as string;
	}

	number(name: string): number {
		return this.read(name) as number;
	}

	flag(name: string): boolean {
		return this.read(name) as boolean;
	}

	/** The stored value of a dropdown. */
	choice<T extends string | number>(name: string): T {
		return this.read(name) as T;
	}

	choices(name: string): string[] {
		return this.read(name) as string[];
	}

	locator(name: string): Locator {
		return this.read(name) as Locator;
	}

	/** Only what the user added. */
	collection<T extends object>(name: string): Partial<T> {
		return this.read(name) as Partial<T>;
	}

	/** A parameter whose form the caller judges, such as JSON. */
	raw(name: string): unknown {
		return this.functions.getNodeParameter(
			name,
			this.itemIndex,
			this.definition(name).default as NodeParameterValueType,
		);
	}

	/** What the form calls an entry of a collection. */
	entryLabel(collection: string, name: string): string {
		const entries = this.definition(collection).options as INodeProperties[];
		return entries.find((entry) => entry.name === name)?.displayName ?? name;
	}

	private read(name: string): unknown {
		const definition = this.definition(name);
		return readValue(definition, this.raw(name), definition.displayName);
	}

	private definition(name: string): INodeProperties {
		const found = this.properties.find((property) => property.name === name);
		if (!found) throw new UserError(`This operation has no parameter "${name}"`);
		return found;
	}
}

/**
 * A value in the type that its definition gives it: what the form, an expression or a model handed
 * over, converted where that is safe (`"50"` for a number, `1` for a text), refused otherwise.
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
			return readList(value, label).map((entry) => readChoice(property, entry, label));
		case 'collection':
			return readCollection(property.options as INodeProperties[], value, label);
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

function readText(property: INodeProperties, value: unknown, label: string): string {
	let text = value ?? '';
	if (text instanceof Date && !Number.isNaN(text.getTime())) text = text.toISOString();
	if (isObject(text) && typeof text.toISO === 'function') text = text.toISO() ?? text;
	const isNoNumber = typeof text === 'number' && !Number.isFinite(text);
	if (typeof text === 'object' || typeof text === 'function' || isNoNumber) {
		throw new UserError(`"${label}" must be text, but is ${kindOf(value)}`, {
			description: 'If it is an expression, point it to a single field, not to a whole object.',
		});
	}
	return property.required ? requireText(String(text), label) : String(text);
}

/**
 * The text itself, if it is not empty. For an entry of a collection: n8n would miss a `required` one
 * even where the user has not added it.
 *
 * @throws UserError
 */
export function requireText(text: string, label: string): string {
	if (text.trim() !== '') return text;
	throw new UserError(`"${label}" is empty`, {
		description: `Enter a value. If "${label}" is an expression, check that the field it reads has a value.`,
	});
}

function readNumber(property: INodeProperties, value: unknown, label: string): number {
	const { minValue, maxValue, numberPrecision } = property.typeOptions ?? {};
	const text = typeof value === 'string' ? value.trim() : value;
	const number = typeof text === 'string' && text !== '' ? Number(text) : text;
	const wrong =
		typeof number !== 'number' ||
		!Number.isFinite(number) ||
		(numberPrecision === 0 && !Number.isSafeInteger(number)) ||
		(minValue !== undefined && number < minValue) ||
		(maxValue !== undefined && number > maxValue);
	if (!wrong) return number;
	const kind = numberPrecision === 0 ? 'a whole number' : 'a number';
	const range =
		minValue !== undefined && maxValue !== undefined
			? ` from ${minValue} to ${maxValue}`
			: minValue !== undefined
				? `, at least ${minValue}`
				: '';
	throw new UserError(`"${label}" must be ${kind}${range}, but is ${kindOf(value)}`);
}

function readBoolean(value: unknown, label: string): boolean {
	if (typeof value === 'boolean') return value;
	if (value === 'true' || value === 1 || value === '1') return true;
	if (value === 'false' || value === 0 || value === '0') return false;
	throw new UserError(`"${label}" must be true or false, but is ${kindOf(value)}`);
}

/** A list as an array, or as text with commas between its entries. */
function readList(value: unknown, label: string): unknown[] {
	if (value === undefined || value === null || value === '') return [];
	if (Array.isArray(value)) return value;
	if (typeof value === 'number') return [value];
	if (typeof value === 'string') {
		return value
			.split(',')
			.map((entry) => entry.trim())
			.filter((entry) => entry !== '');
	}
	throw new UserError(`"${label}" must be a list, but is ${kindOf(value)}`, {
		description: 'Give an array, or the values with commas between them.',
	});
}

/** Dropdowns that the service fills, and those marked `allowArbitraryValues`, take any value. */
function readChoice(property: INodeProperties, value: unknown, label: string): unknown {
	const { loadOptionsMethod, allowArbitraryValues } = property.typeOptions ?? {};
	if (loadOptionsMethod !== undefined || allowArbitraryValues === true) {
		return readText({ ...property, type: 'string' }, value, label);
	}
	const choices = property.options as INodePropertyOptions[];
	const found = choices.find((choice) => sameChoice(choice.value, value));
	if (found) return found.value;
	const list = choices.map((choice) =>
		choice.name === choice.value ? choice.name : `${choice.value} (${choice.name})`,
	);
	throw new UserError(`"${label}" does not know ${kindOf(value)}`, {
		description: `Use one of: ${list.join(', ')}.`,
	});
}

function sameChoice(choice: INodePropertyOptions['value'], value: unknown): boolean {
	if (choice === value) return true;
	if (typeof value !== 'string' && typeof value !== 'number') return false;
	return typeof choice !== 'boolean' && String(choice) === String(value).trim();
}

function readCollection(
	definitions: INodeProperties[],
	value: unknown,
	label: string,
	prefix = '',
): Record<string, unknown> {
	if (value === undefined || value === null || value === '') return {};
	if (!isObject(value)) {
		throw new UserError(`"${label}" must be a set of fields, but is ${kindOf(value)}`);
	}
	const result: Record<string, unknown> = {};
	for (const [name, entry] of Object.entries(value)) {
		const definition = definitions.find((property) => property.name === name);
		if (!definition) {
			throw new UserError(`"${label}" has no field ${quoted(name)}`, {
				description: `It takes: ${definitions.map((property) => property.name).join(', ')}.`,
			});
		}
		if (entry === undefined) continue;
		result[name] = readValue(definition, entry, prefix + definition.displayName);
	}
	return result;
}

/** The rows of the first group of a fixedCollection: as the form stores them, or as a plain array. */
function readRows(property: INodeProperties, value: unknown, label: string): unknown[] {
	const group = (property.options as INodePropertyCollection[])[0];
	if (!group || value === undefined || value === null || value === '') return [];
	const inner = isObject(value) && group.name in value ? value[group.name] : value;
	return rowsOf(inner, label).map((row, index) => {
		const where = `${label}, row ${index + 1}`;
		return readCollection(group.values, row, where, `${where}, `);
	});
}

function rowsOf(value: unknown, label: string): unknown[] {
	if (value === undefined || value === null || value === '') return [];
	if (Array.isArray(value)) return value;
	if (isObject(value)) return Object.keys(value).length > 0 ? [value] : [];
	throw new UserError(`"${label}" must be a list of rows, but is ${kindOf(value)}`);
}

function readLocator(value: unknown): Locator {
	if (isObject(value) && 'value' in value) {
		return { mode: typeof value.mode === 'string' ? value.mode : undefined, value: value.value };
	}
	return { value };
}
