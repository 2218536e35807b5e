import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Client } from '../../shared/http/client';
import { listRecords } from '../../shared/http/pagination';
import { ExecutionCancelled } from '../../shared/http/queue';
import { cut, listed, quoted } from '../../shared/text';
import { addressIn, defined, trimmed, withoutSlashAtEnd } from '../../shared/values';
import { findById, type Kind, NOUNS } from '../transport/api';
import { allShown, leavesOpen, type Shown, showsId, showsThat } from './linkState';

/** What a record is looked up by. Made once, when the form is read. */
export interface Key {
	field: 'alias' | 'url' | 'name';
	/** As entered, trimmed. */
	text: string;
	/** For comparing: the same for all spellings of this key. */
	compared: string;
	/** Only a link on this domain counts. */
	domainId?: string;
	/** Other spellings from earlier items of the run, because services find a text only as it is stored. */
	spellings?: readonly string[];
}

export function keyOf(field: Key['field'], text: string, domainId?: string): Key {
	return { field, text, compared: comparable(field, text), domainId };
}

/** Per field: the kind of record, its name in messages, and the advice if several records have the key. */
const KEYS: Readonly<Record<Key['field'], { kind: Kind; name: string; advice: string }>> = {
	alias: {
		kind: 'links',
		name: 'alias',
		advice:
			'The same alias can exist on several domains. Enter the ID or the short URL of the link or, in "Create or Update", set "Domain".',
	},
	url: {
		kind: 'links',
		name: 'destination URL',
		advice: 'Set "Match By" to Alias, or use "Update" and select the link by its ID.',
	},
	name: {
		kind: 'pixels',
		name: 'name',
		advice: 'Rename or delete all but one of them, or update the pixel by its ID.',
	},
};

/** A key in a message: `the alias "spring"`. */
export function keyInWords({ field, text }: Key): string {
	return `the ${KEYS[field].name} ${quoted(text)}`;
}

/** `searchByKey` for the records that have the key. */
export async function findByKey(client: Client, key: Key): Promise<IDataObject[]> {
	return (await searchByKey(client, key)).found;
}

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
export async function searchByKey(client: Client, key: Key): Promise<Search> {
	const { field, domainId } = key;
	const { kind } = KEYS[field];
	const lower = key.compared.toLowerCase();
	let inOtherCapitals: IDataObject[] = [];
	for (const search of searchesFor(key)) {
		const query = defined({ search, search_by: field, domain_id: domainId });
		const { records, incomplete } = await listRecords(client, kind, query);
		const doubt = incomplete ?? doubtIn(records, key);
		if (doubt !== undefined) {
			throw new UserError(`The node couldn't check all ${kind} for ${keyInWords(key)}`, {
				description: `${doubt} Nothing was changed.`,
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
export async function findAgain(client: Client, key: Key, id: string): Promise<IDataObject[]> {
	const record = await findById(client, KEYS[key.field].kind, id);
	return record && showsKey(record, key) === 'yes' ? [record] : await findByKey(client, key);
}

/** `searchByKey` after a failed request. If the search fails too, throws the first failure. */
export async function searchAfter(client: Client, key: Key, failure: Error): Promise<Search> {
	return await searchByKey(client, key).catch((error: unknown) => {
		throw error instanceof ExecutionCancelled ? error : failure;
	});
}

/** A sentence about links whose alias only differs in capital letters; empty if there are none. */
export function capitalsCount(links: readonly IDataObject[]): string {
	const others = links.map(({ alias }) => quoted(alias));
	return others.length > 0 ? `There is ${listed(others)}, with different capital letters.` : '';
}

/**
 * The texts to search for, in this order, until something is found. Some services store a destination URL
 * in its normal form, so that is searched for too. A slash at the end doesn't count.
 */
function searchesFor({ field, text, spellings = [] }: Key): Set<string> {
	if (field !== 'url') return new Set([text]);
	return new Set([text, normalForm(text), ...spellings].map(withoutSlashAtEnd));
}

function doubtIn(records: readonly IDataObject[], key: Key): string | undefined {
	const open = records.find((record) => leavesOpen(showsKey(record, key)));
	if (!open) return undefined;
	const asked = key.domainId === undefined ? '' : ' on the domain';
	return `The service's list doesn't clearly show whether ${describeRecord(open)} has it${asked}.`;
}

/** Whether a record has a key and its domain. Checked in the record, because services may ignore filters. */
export function showsKey(record: IDataObject, { field, compared, domainId }: Key): Shown {
	const hasText = showsThat(record[field], (text) => comparable(field, text) === compared);
	return domainId === undefined ? hasText : allShown([hasText, showsId(record.domain, domainId)]);
}

/** Trimmed, because services may store spaces around a text. */
function comparable(field: Key['field'], text: string): string {
	return field === 'url' ? addressKey(text) : trimmed(text);
}

/**
 * The only record, if there is one.
 *
 * @throws UserError listing them when there are several
 */
export function onlyOne(records: IDataObject[], key: Key): IDataObject | undefined {
	if (records.length <= 1) return records[0];
	const { kind, advice } = KEYS[key.field];
	const list = listed(records.map(describeRecord));
	throw new UserError(`${records.length} ${kind} have ${keyInWords(key)}: ${list}`, {
		description: advice,
	});
}

/** A record in a message: its ID, with the address of a link or the type of a pixel. */
export function describeRecord({ id, short_url: shortUrl, url, type }: IDataObject): string {
	const detail = shortUrl ?? url ?? type;
	return typeof detail === 'string' ? `ID ${cut(id)} (${cut(detail)})` : `ID ${cut(id)}`;
}

/** What the error asks to check if a record may have been created. */
export function checkForKey(key: Key): string {
	const noun = NOUNS[KEYS[key.field].kind];
	return `Before you create it again, check whether a ${noun} with ${keyInWords(key)} exists.`;
}

/** A URL in its normal form and without a slash at the end of its path, for comparing. */
export function addressKey(text: string): string {
	const address = normalForm(trimmed(text));
	const end = address.search(/[?#]|$/);
	return withoutSlashAtEnd(address.slice(0, end)) + address.slice(end);
}

/** A URL as services store it: with a lower-case host, a slash after it, and encoded. */
function normalForm(address: string): string {
	return addressIn(address)?.href ?? address;
}

/** A URL as people read it, without `https://`. */
export function withoutScheme(address: string): string {
	return address.replace(/^https?:\/\//i, '');
}
