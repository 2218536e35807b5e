import type { INodeProperties, INodePropertyCollection, NodePropertyTypes } from 'n8n-workflow';

import { isObject } from '../values';
import { defaultUsed, leftOut, type WhenEmpty } from './emptiness';
import { type Form, type Given, isSet, type Locator, readLocator } from './form';
import { readIdentifier } from './identifier';
import { isNothing, readChoice, readEach, readFlag, readNumber, readText } from './readValue';

/**
 * One parameter: its definition, and how its value is read. n8n's lint sees a definition only where its
 * literal has displayName, name, type and default.
 */
export class Field<Name extends string, T> {
	/** @param read converts the value, or throws a UserError */
	constructor(
		readonly property: INodeProperties & { name: Name },
		readonly read: (given: Given) => T,
	) {}

	/** What workflows store it under; it never changes. */
	get name(): Name {
		return this.property.name;
	}

	get label(): string {
		return this.property.displayName;
	}

	/** The same parameter with changes to its definition. */
	with(words: Partial<Omit<INodeProperties, 'name' | 'type'>>): Field<Name, T> {
		return new Field({ ...this.property, ...words }, this.read);
	}

	/** The same parameter with a converted value. */
	map<U>(convert: (value: T, given: Given) => U): Field<Name, U> {
		return new Field(this.property, (given) => convert(this.read(given), given));
	}

	/** Optional: undefined if empty. `whenEmpty` decides what an expression that returned nothing means. */
	optional(whenEmpty: WhenEmpty = leftOut): Field<Name, T | undefined> {
		return new Field(this.property, (given) => {
			if (!isNothing(given)) return this.read(given);
			if (isSet(given)) whenEmpty(given);
			return undefined;
		});
	}

	/** Uses the default of its definition if it is empty. */
	filled(whenEmpty: WhenEmpty = defaultUsed): Field<Name, T> {
		return this.optional(whenEmpty).map(
			(value, given) => value ?? this.read({ ...given, value: given.property.default }),
		);
	}

	/** Its value in a form. */
	of(form: Form): T {
		return this.read(form.given(this.property));
	}
}

export type AnyField = Field<string, unknown>;

/** A field for workflows, and its variant for AI agents' tools. */
export function forTools<N extends string, T>(
	field: Field<N, T>,
	words: Partial<Pick<INodeProperties, 'default' | 'options'>>,
): [Field<N, T>, Field<N, T>] {
	// n8n 1 reads the keys of every property that exists, so none may be undefined.
	const { show = {}, hide = {} } = field.property.displayOptions ?? {};
	return [
		field.with({ displayOptions: { show, hide: { ...hide, '@tool': [true] } } }),
		field.with({ ...words, displayOptions: { show: { ...show, '@tool': [true] }, hide } }),
	];
}

/** The values of fields, by their names. */
export type Values<F extends readonly AnyField[]> = {
	readonly [P in F[number] as P['name']]: P extends Field<string, infer T> ? T : never;
};

/** The values of a form, each read at first use. */
export function valuesOf<F extends readonly AnyField[]>(fields: F, form: Form): Values<F> {
	const values = {};
	for (const field of fields) {
		let read: { value: unknown } | undefined;
		const get = () => (read ??= { value: field.of(form) }).value;
		Object.defineProperty(values, field.name, { enumerable: true, configurable: true, get });
	}
	return values as Values<F>;
}

type Of<Name extends string, Type extends NodePropertyTypes> = INodeProperties & {
	name: Name;
	type: Type;
};

/** Makes the function that declares fields of one of n8n's types, with the reader for them. */
function fieldKind<Type extends NodePropertyTypes, T>(read: (given: Given) => T) {
	return <const N extends string>(property: Of<N, Type>): Field<N, T> => new Field(property, read);
}

type Options<V> = { options: Array<{ name: string; value: V }> };

/** Trimmed text; refused if it is empty and required. */
export const textField = fieldKind<'string', string>(readText);

export const numberField = fieldKind<'number', number>(readNumber);

export const flagField = fieldKind<'boolean', boolean>(readFlag);

/** A dropdown that the service fills, or one in which an expression may give any value. */
export const openChoiceField = fieldKind<'options', string>(readText);

/** Several entries of such a dropdown, each once. */
export const openChoicesField = fieldKind<'multiOptions', string[]>((given) =>
	readEach(given, readText),
);

export const locatorField = fieldKind<'resourceLocator', Locator>(({ value }) =>
	readLocator(value),
);

/** A record by its ID. */
export const idField = fieldKind<'resourceLocator', string>(({ value, label }) =>
	readIdentifier(readLocator(value).value, label),
);

/** A parameter whose form the operation judges. */
export const openField = fieldKind<'json' | 'dateTime' | 'fixedCollection', unknown>(
	({ value }) => value,
);

/** A text in the form, without a value. */
export const notice = fieldKind<'notice', undefined>(() => undefined);

/** One of the options of the definition. */
export function choiceField<const N extends string, const V extends string | number>(
	property: Of<N, 'options'> & Options<V>,
): Field<N, V> {
	return new Field(property, (given) => readChoice(property.options, given));
}

/** Several of the options, each once. */
export function choicesField<const N extends string, const V extends string | number>(
	property: Of<N, 'multiOptions'> & Options<V>,
): Field<N, V[]> {
	const readOne = (given: Given) => readChoice(property.options, given);
	return new Field(property, (given) => readEach(given, readOne));
}

/**
 * Rows of texts, each with the columns that have a value; the form begins with a row without any. Without
 * `multipleValues`, n8n gives the one row by itself.
 */
export function rowsField<const N extends string, C extends string>(
	property: Of<N, 'fixedCollection'>,
	group: Omit<INodePropertyCollection, 'values'>,
	columns: ReadonlyArray<Field<C, string>>,
): Field<N, Array<Partial<Record<C, string>>>> {
	const values = columns.map((column) => column.property);
	const whole = { ...property, options: [{ ...group, values }] };
	return new Field(whole, (given) => {
		const rows = (isObject(given.value) ? given.value[group.name] : undefined) ?? [];
		const isList = Array.isArray(rows);
		return (isList ? rows : [rows]).map((value: unknown, index) => {
			const label = isList ? `${given.label}, row ${index + 1}` : given.label;
			return readRow(columns, { ...given, label, value });
		});
	});
}

function readRow<C extends string>(
	columns: ReadonlyArray<Field<C, string>>,
	given: Given,
): Partial<Record<C, string>> {
	const cells = isObject(given.value) ? given.value : {};
	const row: Partial<Record<C, string>> = {};
	for (const { name, property, read } of columns) {
		const label = `${given.label}, ${property.displayName}`;
		const cell = { ...given, property, label, value: cells[name] };
		if (!isNothing(cell)) row[name] = read(cell);
	}
	return row;
}
