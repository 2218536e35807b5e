import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Client } from '../shared/client/client';
import { ExecutionCancelled } from '../shared/client/gate';
import { isUnset, readIdentifier } from '../shared/identifiers';
import type { Item } from '../shared/item/operation';
import { isFinal } from '../shared/item/resume';
import { quoted } from '../shared/wording';
import { deleteRecord, type Kind, NOUNS } from './api';

/**
 * What this run and its earlier tries created by a key, or did not surely create: for a service that
 * lists new records late.
 */
export function createdInRun({ run }: Pick<Item, 'run'>): {
	find(key: string): Promise<IDataObject> | undefined;
	keep(key: string, creating: Promise<IDataObject>): Promise<IDataObject>;
} {
	const created = run.kept('created by key', () => new Map<string, Promise<IDataObject>>());
	return {
		find: (key) => created.get(key),
		async keep(key, creating) {
			created.set(key, creating);
			try {
				return await creating;
			} catch (error) {
				if (!isFinal(error)) created.delete(key);
				return await Promise.reject(error);
			}
		},
	};
}

/**
 * Refuses a new record whose key the service wrote as that of an older one, and so takes two keys for
 * one; the older record may be about something else. The new record is deleted again if there is no
 * doubt that this run made it.
 *
 * @param created as the service's own answer to the create shows it
 * @param isNew whether its time shows that it was created just now
 * @param near the records that were there before, whose keys differ from the one sent in case alone
 * @throws UserError naming the older record
 */
export async function refuseMerged(
	client: Client,
	kind: Kind,
	created: IDataObject,
	isNew: boolean,
	near: readonly IDataObject[],
	{ field, label }: { field: 'alias' | 'name'; label: string },
): Promise<void> {
	const older = near.find((record) => record[field] === created[field]);
	if (older === undefined || isUnset(created.id)) return;
	const isKnown = near.some(({ id }) => String(id) === String(created.id));
	const noun = NOUNS[kind];
	const id = readIdentifier(created.id, noun);
	let taken = isKnown ? '' : `If you don't need the new ${noun} ${id}, delete it. `;
	if (isNew && !isKnown) {
		taken = `The new ${noun} ${id} was deleted again. `;
		try {
			await deleteRecord(client, kind, id);
		} catch (error) {
			if (error instanceof ExecutionCancelled) return await Promise.reject(error);
			taken = `Delete the new ${noun} ${id}, which the node couldn't: ${(error as Error).message}. `;
		}
	}
	throw new UserError(
		`The service doesn't tell small letters from capitals: ${noun} ${String(older.id)} already has the ${field} ${quoted(older[field])}`,
		{ description: `${taken}To update that ${noun}, set "${label}" to ${quoted(older[field])}.` },
	);
}

/**
 * Says when the service has stored the key of a new record in another spelling, by which alone it will be
 * found again.
 *
 * @param stored what the record shows; nothing is said where it shows none
 * @param noun what a message calls the record
 */
export function hintOfOtherSpelling(
	item: Pick<Item, 'hint'>,
	stored: unknown,
	sent: string,
	{
		label,
		noun,
		isSame = (one, other) => one === other,
	}: { label: string; noun: string; isSame?: (one: string, other: string) => boolean },
): void {
	if (typeof stored !== 'string' && typeof stored !== 'number') return;
	if (isSame(String(stored).trim(), sent)) return;
	item.hint(
		`The service saved ${quoted(stored)} for "${label}" instead of ${quoted(sent)}. Use that spelling from now on, because the ${noun} isn't found by yours.`,
		'warning',
	);
}
