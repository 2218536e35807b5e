import type { IDataObject } from 'n8n-workflow';

import { choiceField } from '../shared/node/field';
import type { Item } from '../shared/node/operation';
import { type Key, keyInWords } from './findByKey';
import type { FormFields, FormValue } from './form';
import { readCount, showsDisabled, showsId, showsPixels, showsSame, type Shown } from './linkState';

/** What a Create or Update of links or of pixels does with a record that exists. */
export const ifExistsField = choiceField({
	displayName: 'If It Exists',
	name: 'ifExists',
	type: 'options',
	options: [
		{
			name: 'Leave It As It Is',
			value: 'keep',
			description: 'Return the existing record without changing it',
		},
		{
			name: 'Update It',
			value: 'update',
			description:
				'Change the record to the values you entered. If it shows them all already, nothing is sent.',
		},
	],
	default: 'update',
	description: 'What to do if there is a record already',
});

/** Whether a record plainly shows everything that would be sent. */
export function showsForm(record: IDataObject, form: FormFields): boolean {
	return Object.entries(form).every(([name, sent]) => showsField(record, name, sent) === 'yes');
}

function showsField(record: IDataObject, name: string, sent: FormValue): Shown {
	switch (name) {
		case 'disabled':
			return showsDisabled(record, sent === '1');
		case 'expiration_clicks':
			return showsSame(readCount(record.expiration_clicks), sent);
		case 'pixel_ids':
			return showsPixels(
				record,
				(ids) => ids.length === sent.length && ids.every((id) => sent.includes(id)),
			);
		case 'space_id':
			return showsId(record.space, String(sent));
		default:
			return showsSame(record[name], sent);
	}
}

/** The item of a Create or Update: what became of the record, then the record. */
export function withResult(
	item: Item,
	upsertResult: 'created' | 'updated' | 'unchanged' | 'kept',
	record: IDataObject,
): IDataObject {
	item.count(upsertResult);
	return { upsertResult, ...record };
}

interface Keyed {
	key: Key;
	ifExists: 'keep' | 'update';
}

/** Says in a hint that other items of the run have the same key. */
export async function hintOfRepeats(item: Item<Keyed>, { key, ifExists }: Keyed): Promise<void> {
	const counts = await item.run.once('items by key', async () => {
		const numbers = new Map<string, number>();
		for (const input of await item.inputs()) {
			const same = identityOf(input.key);
			numbers.set(same, (numbers.get(same) ?? 0) + 1);
		}
		return numbers;
	});
	const count = counts.get(identityOf(key)) ?? 1;
	if (count === 1) return;
	const which = ifExists === 'keep' ? 'first' : 'last';
	item.hint(`${count} items have ${keyInWords(key)}; the ${which} one counts.`);
}

function identityOf({ field, compared, domainId }: Key): string {
	return JSON.stringify([field, compared, domainId]);
}
