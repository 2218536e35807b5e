import type { IDataObject } from 'n8n-workflow';

import type { Item } from '../../shared/node/operation';
import { clearingForm, formOf } from '../fieldTable';
import type { FormFields } from '../form';
import { namesTime } from './expiration';
import { allLinkFields, type LinkValues, PRIVACY, privacyOptions } from './fields';
import { warnAboutUnusedRules, withoutEmptyRows } from './targeting';

/** What the user added to a collection of a link's fields, without what is empty. */
export function readLinkValues(
	{ parameters }: Pick<Item, 'parameters'>,
	collection: 'additionalFields' | 'updateFields',
	unsaid?: readonly string[],
): Partial<LinkValues> {
	return withoutEmptyRows(parameters.added<LinkValues>(collection, unsaid));
}

/**
 * The form of a create or an update: only what was given, under the service's names. 0 is a value. Says
 * in a hint when the time of day in an expiration date gets lost.
 *
 * @throws UserError naming the field
 */
export function linkForm(
	item: Pick<Item, 'functions' | 'hint'>,
	values: Partial<LinkValues>,
): FormFields {
	const timezone = item.functions.getTimezone();
	const form = formOf(allLinkFields, values, timezone);
	if (values.expirationTime === undefined && namesTime(values.expirationDate, timezone)) {
		item.hint(
			'The time of day in "Expiration Date" was left out. To set a time, use "Expiration Time".',
		);
	}
	return form;
}

/**
 * A form without what its empty fields set by default, such as 23:59: an existing link keeps what it has.
 *
 * @param added the names of all fields that the user added, also of the empty ones
 */
export function withoutDefaults(
	form: FormFields,
	values: Partial<LinkValues>,
	added: readonly string[],
): FormFields {
	const empty = allLinkFields.filter(
		({ property: { name } }) => added.includes(name) && !(name in values),
	);
	const names = empty.flatMap(({ apiNames }) => apiNames);
	return Object.fromEntries(Object.entries(form).filter(([name]) => !names.includes(name)));
}

/** The fields that these entries of Clear Fields empty, by their names in the form. */
export function clearedFields(entries: readonly string[]): string[] {
	return allLinkFields
		.filter(({ clear }) => clear && entries.includes(clear.entry.value))
		.map(({ property }) => property.name);
}

/** What an entry of Clear Fields sends. */
export function clearedLinkForm(entry: string): FormFields {
	return clearingForm(allLinkFields, entry);
}

/** Warns of what was sent, but is of no use to the link as it is now. */
export function warnAboutUnused(
	item: Pick<Item, 'hint'>,
	form: Readonly<FormFields>,
	record: IDataObject,
): void {
	warnAboutUnusedRules(item, form, record);
	const privacy = Number(form.privacy ?? record.privacy ?? PRIVACY.password);
	const set = privacyOptions.find(({ value }) => value === privacy)?.name;
	if (!form.privacy_password || set === undefined || privacy === PRIVACY.password) return;
	item.hint(
		`"Statistics Password" was saved but isn't in use, because the link has "Statistics Privacy" set to ${set}. To use it, set "Statistics Privacy" to Password.`,
		'warning',
	);
}
