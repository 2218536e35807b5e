import type { IDataObject } from 'n8n-workflow';

import type { Item } from '../../shared/node/operation';
import type { FormFields } from '../form';
import { namesTime } from './expiration';
import type { Field, LinkValues } from './field';
import { allLinkFields, privacyOptions } from './fields';
import { warnAboutUnusedRules } from './targeting';

/**
 * The form of a create or an update: what was given, under the service's names. 0 is a value. Says in a
 * hint when the time of day in an expiration date gets lost.
 *
 * @throws UserError naming the field
 */
export function linkForm(
	item: Pick<Item, 'functions' | 'hint'>,
	values: Partial<LinkValues>,
): FormFields {
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
 * A form without what its empty fields set by default, such as 23:59: an existing link keeps what it has.
 *
 * @param added the names of all fields that the user added, also of the empty ones
 */
export function withoutDefaults(
	form: FormFields,
	values: Partial<LinkValues>,
	added: readonly string[],
): FormFields {
	const isEmpty = ({ property: { name } }: Field) => added.includes(name) && !(name in values);
	const changes = { ...form };
	for (const { apiNames } of allLinkFields.filter(isEmpty)) {
		for (const name of apiNames) delete changes[name];
	}
	return changes;
}

/** Warns of what was sent, but is of no use to the link as it is now. */
export function warnAboutUnused(
	item: Pick<Item, 'hint'>,
	form: Readonly<FormFields>,
	record: IDataObject,
): void {
	warnAboutUnusedRules(item, form, record);
	const privacy = Number(form.privacy ?? record.privacy ?? Number.NaN);
	const set = privacyOptions.find(({ value }) => value === privacy)?.name;
	if (!form.privacy_password || set === undefined || set === 'Password') return;
	item.hint(
		`"Statistics Password" was saved but isn't in use, because the link has "Statistics Privacy" set to ${set}. To use it, set "Statistics Privacy" to Password.`,
		'warning',
	);
}
