import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { FormFields, FormValue } from './form';

/**
 * One field of a record: how the form asks for it, and what the service is sent. The collections of a
 * form, what is sent, Clear Fields and the names of fields in messages all come from tables of these.
 */
export interface Field<Values extends object> {
	/** How the form asks for it. */
	property: INodeProperties;
	/** The service's names for it: what is sent goes under each of them. */
	apiNames: readonly string[];
	/** The entry of Clear Fields that empties it, and what is sent then. Fields may share an entry. */
	clear?: { entry: INodePropertyOptions & { value: string }; sends: FormValue };
	/**
	 * What is sent, where that is not the value itself as text; undefined for nothing.
	 *
	 * @param timezone the workflow's
	 * @throws UserError naming the field
	 */
	read?(values: Partial<Values>, timezone: string): FormValue | undefined;
}

/** The form of a create or an update: what was given and nothing else, in the order of the table. */
export function formOf<Values extends object>(
	fields: ReadonlyArray<Field<Values>>,
	values: Partial<Values>,
	timezone: string,
): FormFields {
	const form: FormFields = {};
	for (const field of fields) {
		const sent = field.read ? field.read(values, timezone) : plain(values, field.property.name);
		if (sent === undefined) continue;
		for (const name of field.apiNames) form[name] = sent;
	}
	return form;
}

function plain(values: object, name: string): string | undefined {
	const value: unknown = Object.hasOwn(values, name) ? Reflect.get(values, name) : undefined;
	return value === undefined ? undefined : String(value);
}

/** What an entry of Clear Fields sends. */
export function clearingForm<Values extends object>(
	fields: ReadonlyArray<Field<Values>>,
	entry: string,
): FormFields {
	const form: FormFields = {};
	for (const { apiNames, clear } of fields) {
		if (clear?.entry.value !== entry) continue;
		for (const name of apiNames) form[name] = clear.sends;
	}
	return form;
}

/** The entries of Clear Fields, each once, in the order of the alphabet. */
export function clearEntries<Values extends object>(
	fields: ReadonlyArray<Field<Values>>,
): INodePropertyOptions[] {
	const entries = new Set(fields.flatMap(({ clear }) => (clear ? [clear.entry] : [])));
	return [...entries].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The service's names in the words of the form, for its messages about fields. */
export function labelsOf<Values extends object>(
	fields: ReadonlyArray<Field<Values>>,
): Record<string, string> {
	return Object.fromEntries(
		fields.flatMap(({ property, apiNames }) =>
			apiNames.map((name) => [name, property.displayName]),
		),
	);
}
