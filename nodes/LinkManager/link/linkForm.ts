import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Values } from '../../shared/node/field';
import type { Form } from '../../shared/node/form';
import type { Item } from '../../shared/node/operation';
import type { FormFields, FormValue } from '../form';
import { END_OF_DAY, readTime } from './expiration';
import { allLinkFields } from './fields';
import { targetTypeOf } from './targeting';

/** What the form gives for the fields of a link. */
export type LinkValues = Partial<Values<typeof allLinkFields>>;

/**
 * The form of a create or an update: what was given, under the service's names. 0 is a value. Says in a
 * hint when the time of day in an expiration date gets lost.
 *
 * @throws UserError for a time without a date
 */
export function linkForm(values: LinkValues, source: Form): FormFields {
	const { expirationDate: date, expirationTime: time } = values;
	if (time !== undefined && !date) {
		throw new UserError('"Expiration Time" needs an "Expiration Date"', {
			description: 'The service only accepts a time together with a date. Add "Expiration Date".',
		});
	}
	if (time === undefined && date?.namesTime) {
		source.hint(
			'The time of day in "Expiration Date" was left out. To set a time, use "Expiration Time".',
		);
	}
	const { timezone } = source.surroundings;
	const written: Partial<Record<keyof LinkValues, FormValue>> = {
		...values,
		expirationDate: date?.day,
		expirationTime: date && (time === undefined ? END_OF_DAY : readTime(time, timezone)),
		targetType: values.targetType ?? targetTypeOf(values),
	};
	const form: FormFields = {};
	for (const { name, sent } of allLinkFields) {
		const value = written[name];
		if (value !== undefined) for (const apiName of sent.apiNames) form[apiName] = value;
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
	const fields = allLinkFields.filter(({ name }) => names.includes(name));
	const apiNames = fields.flatMap(({ sent }) => sent.apiNames);
	return Object.fromEntries(Object.entries(form).filter(([name]) => !apiNames.includes(name)));
}

/** Warns of each field that was sent, but isn't in use with the link as it is now. */
export function warnAboutUnused(item: Item, form: Readonly<FormFields>, record: IDataObject): void {
	for (const { label, sent } of allLinkFields) {
		const { apiNames, usedIf } = sent;
		if (!usedIf || !apiNames.some((name) => form[name]?.length)) continue;
		const { field, is } = usedIf;
		const [apiName = ''] = field.sent.apiNames;
		const set = field.choiceNamed(form[apiName] ?? record[apiName]);
		const needed = field.choiceNamed(is);
		if (set === undefined || set === needed) continue;
		item.hint(
			`"${label}" was saved but isn't in use, because the link has "${field.label}" set to ${set}. To use it, set "${field.label}" to ${needed}.`,
			'warning',
		);
	}
}
