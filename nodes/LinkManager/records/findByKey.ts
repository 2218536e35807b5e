import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Client } from '../../shared/http/client';
import { listRecords } from '../../shared/http/pagination';
import { ExecutionCancelled } from '../../shared/http/queue';
import { defined, withoutSlashAtEnd } from '../../shared/values';
import { findById } from '../transport/api';
import {
	comparable,
	describeRecord,
	type Key,
	keyInWords,
	kindOfKey,
	normalForm,
	showsKey,
} from './key';
import { leavesOpen } from './shown';

/** The records that have the key. If there are none, those whose key differs only in capital letters. */
interface Search {
	found: IDataObject[];
	inOtherCapitals: IDataObject[];
}

/**
 * The records with exactly this key, but for blanks around it: the service's search finds every record
 * that contains the text.
 *
 * @throws UserError when the list may be incomplete, or a record may have the key without showing it: one
 * that is missed would be created again
 */
export async function findByKey(client: Client, key: Key): Promise<Search> {
	const { field, domainId } = key;
	const kind = kindOfKey(key);
	const lower = key.compared.toLowerCase();
	let inOtherCapitals: IDataObject[] = [];
	for (const search of searchesFor(key)) {
		const query = defined({ search, search_by: field, domain_id: domainId });
		const { records, incomplete } = await listRecords(client, kind, query);
		const uncertain = incomplete ?? whyUncertain(records, key);
		if (uncertain !== undefined) {
			throw new UserError(`The node couldn't check all ${kind} for ${keyInWords(key)}`, {
				description: `${uncertain} Nothing was changed.`,
			});
		}
		const found = records.filter((record) => showsKey(record, key) === 'yes');
		if (found.length > 0) return { found, inOtherCapitals: [] };
		inOtherCapitals = records.filter(
			(record) => comparable(field, String(record[field])).toLowerCase() === lower,
		);
	}
	return { found: [], inOtherCapitals };
}

/**
 * Reads a record that a list returned for a key once more. If it no longer has the key, looks the key up:
 * someone may have given it to another record since the list was read.
 */
export async function findCurrent(client: Client, key: Key, id: string): Promise<IDataObject[]> {
	const record = await findIfStill(client, key, id);
	return record ? [record] : (await findByKey(client, key)).found;
}

/** The record with this ID, read again; undefined if it is gone or no longer has the key. */
export async function findIfStill(
	client: Client,
	key: Key,
	id: string,
): Promise<IDataObject | undefined> {
	const record = await findById(client, kindOfKey(key), id);
	return record && showsKey(record, key) === 'yes' ? record : undefined;
}

/** `findByKey` after a failed request. If the search fails too, throws the first failure. */
export async function findAfterFailure(client: Client, key: Key, failure: Error): Promise<Search> {
	return await findByKey(client, key).catch((error: unknown) => {
		throw error instanceof ExecutionCancelled ? error : failure;
	});
}

/**
 * The texts to search for, in this order, until something is found. Some services store a destination URL
 * in its normal form, so that is searched for too. A slash at the end doesn't count.
 */
function searchesFor({ field, text, spellings = [] }: Key): Set<string> {
	if (field !== 'url') return new Set([text]);
	return new Set([text, normalForm(text), ...spellings].map(withoutSlashAtEnd));
}

function whyUncertain(records: readonly IDataObject[], key: Key): string | undefined {
	const open = records.find((record) => leavesOpen(showsKey(record, key)));
	if (!open) return undefined;
	const asked = key.domainId === undefined ? '' : ' on the domain';
	return `The service's list doesn't clearly show whether ${describeRecord(open)} has it${asked}.`;
}
