import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { isObject } from '../values';
import { defaultUsed, type WhenEmpty } from './emptiness';
import { type AnyField, Field, type Values } from './field';
import { type Given, isShownTo } from './form';
import { lengthOfExpression, refuseExpression } from './quirks';

type Collection<N extends string> = INodeProperties & { name: N; type: 'collection' };

/**
 * A collection whose entries define their own value for "not added" and "empty".
 *
 * @param shown the entries of the form, if they differ from those that are read
 */
export function settingsField<const N extends string, const F extends readonly AnyField[]>(
	property: Collection<N>,
	entries: F,
	shown: readonly AnyField[] = entries,
): Field<N, Values<F>> {
	const options = [...shown.map((entry) => entry.property), lengthOfExpression];
	return new Field({ ...property, options }, (given) => {
		refuseExpression(given);
		return readEntries(entries, given);
	});
}

/** A group of fields that are added together. */
export function groupField<const N extends string, const F extends readonly AnyField[]>(
	property: INodeProperties & { name: N; type: 'fixedCollection' },
	group: Omit<INodePropertyCollection, 'values'>,
	entries: F,
): Field<N, Values<F>> {
	const values = [...entries.map((entry) => entry.property), lengthOfExpression];
	return new Field({ ...property, options: [{ ...group, values }] }, (given) => {
		const value = isObject(given.value) ? given.value[group.name] : undefined;
		refuseExpression({ ...given, value });
		// n8n empties a collection that is an expression.
		if (given.isAdded && value === undefined) defaultUsed(given);
		return readEntries(entries, { ...given, value, stored: () => storedEntry(given, group.name) });
	});
}

function readEntries<F extends readonly AnyField[]>(entries: F, given: Given): Values<F> {
	const values = isObject(given.value) ? given.value : {};
	const { form } = given;
	const read: Record<string, unknown> = {};
	for (const { name, label, property, read: readEntry } of entries) {
		if (!isShownTo(form, property)) continue;
		const stored = () => storedEntry(given, name);
		const isAdded = name in values;
		const value = readEntry({ property, value: values[name], label, form, stored, isAdded });
		if (value !== undefined) read[name] = value;
	}
	return read as Values<F>;
}

/**
 * A collection to which users add the entries they need. It returns the values, and the names of the entries
 * that were added but are empty.
 */
export function collectionField<const N extends string, const F extends readonly AnyField[]>(
	property: Collection<N>,
	entries: F,
	whenEmpty?: WhenEmpty,
): Field<N, { values: Partial<Values<F>>; empty: string[] }> {
	const optional: readonly AnyField[] = entries.map((entry) => entry.optional(whenEmpty));
	return settingsField(property, optional).map((values, { value }) => {
		const added = Object.keys(isObject(value) ? value : {});
		const empty = added.filter((name) => !(name in values));
		return { values: values as Partial<Values<F>>, empty };
	});
}

/** The Filters of an operation or of a trigger's events. */
export function filtersField<const F extends readonly AnyField[]>(
	entries: F,
	whenEmpty?: WhenEmpty,
): Field<'filters', Partial<Values<F>>> {
	return collectionField(
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
		},
		entries,
		whenEmpty,
	).map(({ values }) => values);
}

/** The Update Fields of an operation. */
export function updateFieldsField<const F extends readonly AnyField[]>(
	entries: F,
	whenEmpty?: WhenEmpty,
) {
	return collectionField(
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			description: 'Only the fields you add are changed. All others stay as they are.',
		},
		entries,
		whenEmpty,
	);
}

function storedEntry(given: Given, name: string): unknown {
	const stored = given.stored();
	return isObject(stored) ? stored[name] : undefined;
}
