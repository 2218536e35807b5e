import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import type { Item } from '../../shared/node/operation';
import type { FormFields } from '../form';
import { namesTime } from './expiration';
import type { Field, LinkValues } from './field';
import { allLinkFields } from './fields';

/**
 * The form of a create or an update: what was given, under the service's names. 0 is a value. Says in a
 * hint when the time of day in an expiration date gets lost.
 *
 * @throws UserError naming the field
 */
export function linkForm(item: Item, values: Partial<LinkValues>): FormFields {
	const timezone = item.functions.getTimezone();
	const form: FormFields = {};
	for (const { property, apiNames, read } of allLinkFields) {
		const value = (values as Record<string, unknown>)[property.name];
		const plain = value === undefined ? undefined : String(value);
		const sent = read ? read(values, timezone) : plain;
		if (sent !== undefined) for (const name of apiNames) form[name] = sent;
	}
	if (values.expirationTime === undefined && namesTime(values.expirationDate, timezone)) {
		item.hint(
			'The time of day in "Expiration Date" was left out. To set a time, use "Expiration Time".',
		);
	}
	return form;
}

/**
 * What is sent to an existing link: the form without some fields. An empty one is among them, because it
 * may set a default such as 23:59.
 *
 * @param names as the parameters name the fields
 */
export function withoutFields(form: FormFields, names: readonly string[]): FormFields {
	const fields = allLinkFields.filter(({ property }) => names.includes(property.name));
	const apiNames = fields.flatMap((field) => field.apiNames);
	return Object.fromEntries(Object.entries(form).filter(([name]) => !apiNames.includes(name)));
}

/** Warns of each field that was sent, but isn't in use with the link as it is now. */
export function warnAboutUnused(item: Item, form: Readonly<FormFields>, record: IDataObject): void {
	for (const { property, apiNames, usedIf } of allLinkFields) {
		if (!usedIf || !apiNames.some((name) => form[name]?.length)) continue;
		const [apiName = ''] = usedIf.field.apiNames;
		const { displayName: label } = usedIf.field.property;
		const set = choiceOf(usedIf.field, form[apiName] ?? record[apiName]);
		const needed = choiceOf(usedIf.field, usedIf.is);
		if (set === undefined || set === needed) continue;
		item.hint(
			`"${property.displayName}" was saved but isn't in use, because the link has "${label}" set to ${set}. To use it, set "${label}" to ${needed}.`,
			'warning',
		);
	}
}

/** What the form calls a value of a dropdown; numbers may come as text. */
function choiceOf({ property }: Field, value: unknown): string | undefined {
	const choices = property.options as INodePropertyOptions[];
	return choices.find((choice) => String(choice.value) === String(value))?.name;
}
