import type { IDataObject } from 'n8n-workflow';

import { errorOf } from '../shared/http/errors';
import { ExecutionCancelled } from '../shared/http/queue';
import { isUnset, readIdentifier } from '../shared/identifiers';
import type { Item } from '../shared/node/operation';
import { quoted } from '../shared/text';
import { deleteRecord, getRecord, NOUNS } from './api';
import { shownKey } from './shownKey';
import { lettersOf } from './spelling';
import { isPlainAlias, isSameKey, type Key, KEYS, lookUpTwins } from './findByKey';

/** Whether a record was created by the attempt that is judged, as far as its time shows. */
export type Newness = (record: IDataObject) => 'yes' | 'no' | 'unknown';

/**
 * Refuses a new record whose key the service wrote as it wrote that of an older one: both may be meant to
 * be one record. Refuses one with an alias that has nothing of the key too: each run would create one
 * more. The new one is deleted again if there is no doubt that this run made it. Where the service wrote
 * the key in another way, and no other record has it, a hint says so.
 *
 * @param created as the service's own answer to the create shows it
 * @param before records that were there before
 * @throws UnknownOutcome naming the older record, or saying that there may be one
 */
export async function refuseTwin(
	item: Pick<Item, 'client' | 'functions' | 'hint' | 'run'>,
	key: Key,
	created: IDataObject,
	newness: Newness,
	before: readonly IDataObject[],
): Promise<void> {
	if (isUnset(created.id)) return;
	const { kind, label, name } = KEYS[key.field];
	const noun = NOUNS[kind];
	const id = readIdentifier(created.id, noun);
	const isCreated = (record: IDataObject) => String(record.id) === String(created.id);
	const wasThere = newness(created) === 'no' || before.some(isCreated);
	const [stored, older] = await check();
	if (stored === undefined) return;
	if (older === undefined && isIgnored(key, stored)) {
		throw refusal(
			`The service ignored the alias ${quoted(key.text)} and created ${noun} ${id} with the alias ${quoted(stored)}`,
			`${await takeBack()}Each run would create another ${noun}. Set "Match By" to Destination URL, or use "Create".`,
		);
	}
	if (older === undefined) {
		item.hint(
			`The service saved ${quoted(stored)} for "${label}" instead of ${quoted(key.text)}. Use that spelling from now on, because the ${noun} isn't found by yours.`,
			'warning',
		);
		return;
	}
	const its = shownKey(older, key.field);
	throw refusal(
		`The service changed the ${name} ${quoted(key.text)} to ${quoted(stored)}, and ${noun} ${String(older.id)} already has the ${name} ${quoted(its)}`,
		`${wasThere ? '' : await takeBack()}To update ${noun} ${String(older.id)}, set "${label}" to ${quoted(its)}.`,
	);

	/** The key as the service wrote it, if that is another one, and an older record with it. */
	async function check(): Promise<[stored?: string, older?: IDataObject]> {
		try {
			const shown =
				shownKey(created, key.field) ?? shownKey(await getRecord(item.client, kind, id), key.field);
			if (shown === undefined || isSameKey(key, shown)) return [];
			const twins = wasThere ? [created] : await lookUpTwins(item, key, shown);
			return [shown, twins.find((twin) => wasThere || (!isCreated(twin) && !isYounger(twin)))];
		} catch (error) {
			if (error instanceof ExecutionCancelled) return await Promise.reject(error);
			throw refusal(
				`The node created ${noun} ${id}, but couldn't check whether there is another ${noun} for the ${name} ${quoted(key.text)}`,
				`Compare your ${kind} before you try again. ${(error as Error).message}.`,
			);
		}
	}

	/** Of two records made at the same time, the later one gives way. */
	function isYounger(record: IDataObject): boolean {
		return newness(record) !== 'no' && Number(record.id) > Number(id);
	}

	/** Deletes the new record; says what became of it. */
	async function takeBack(): Promise<string> {
		if (newness(created) !== 'yes') return `If you don't need the new ${noun} ${id}, delete it. `;
		try {
			await deleteRecord(item.client, kind, id);
			return `The new ${noun} ${id} was deleted again. `;
		} catch (error) {
			if (error instanceof ExecutionCancelled) return await Promise.reject(error);
			return `Delete the new ${noun} ${id}, which the node couldn't: ${(error as Error).message}. `;
		}
	}

	function refusal(message: string, description: string): Error {
		const failure = { message, description, outcome: 'unknown', isFinal: true } as const;
		return errorOf(item.functions.getNode(), failure);
	}
}

/** Whether an alias that no service need rewrite was replaced by one that has nothing of it. */
function isIgnored({ field, text }: Key, stored: string): boolean {
	const [sent, shown] = [text, stored].map(lettersOf) as [string, string];
	const isRelated = shown.includes(sent) || sent.includes(shown);
	return field === 'alias' && isPlainAlias(text) && !isRelated;
}
