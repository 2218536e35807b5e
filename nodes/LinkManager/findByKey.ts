import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Item } from '../shared/node/operation';
import { quoted } from '../shared/text';
import { defined, isObject, trimmed } from '../shared/values';
import { listRecords } from '../shared/http/records';
import { type Kind, NOUNS } from './api';

/** What a record is looked up by. Made once, when the form is read. */
export interface Key {
	field: 'alias' | 'url' | 'name';
	/** As it was given, without blanks around it. */
	text: string;
	/** The same for all texts that are this key. */
	compared: string;
	/** Only a link on this domain counts. */
	domainId?: string;
}

export function keyOf(field: Key['field'], text: string, domainId?: string): Key {
	return { field, text, compared: comparable(field, text), domainId };
}

/** The kind of record that has a key, what a message calls the key, and what helps if several have it. */
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

/**
 * The records with exactly this key, but for blanks around it: the service's search finds every record
 * that contains the text. A destination that isn't found as given is searched for in its normal form,
 * in which some services store it.
 *
 * @throws UserError when the list may be incomplete: a record that is missed would be created again
 */
export async function findByKey(item: Item, key: Key): Promise<IDataObject[]> {
	const { field, text, domainId } = key;
	const { kind, name } = KEYS[field];
	for (const search of new Set(field === 'url' ? [text, normalForm(text)] : [text])) {
		const query = defined({ search, search_by: field, domain_id: domainId });
		const { records, incomplete } = await listRecords(item.client, kind, query);
		if (incomplete !== undefined) {
			throw new UserError(`The node couldn't check all ${kind} for the ${name} ${quoted(text)}`, {
				description: `${incomplete} Nothing was changed.`,
			});
		}
		const found = records.filter((record) => hasKey(record, key));
		if (found.length > 0) return found;
	}
	return [];
}

/** Whether a record has a key. Services may ignore the filter by domain, so each record must show it. */
export function hasKey(record: IDataObject, { field, compared, domainId }: Key): boolean {
	const { [field]: value, domain } = record;
	if (domainId !== undefined && !(isObject(domain) && String(domain.id) === domainId)) return false;
	const isText = typeof value === 'string' || typeof value === 'number';
	return isText && comparable(field, String(value)) === compared;
}

/** Services may keep blanks around a text. */
function comparable(field: Key['field'], text: string): string {
	return field === 'url' ? addressKey(text) : trimmed(text);
}

/**
 * The one of these records, if any.
 *
 * @throws UserError listing them when there are several
 */
export function onlyOne(records: IDataObject[], { field, text }: Key): IDataObject | undefined {
	if (records.length <= 1) return records[0];
	const { kind, name, advice } = KEYS[field];
	const list = records.map(describeRecord).join(', ');
	throw new UserError(`${records.length} ${kind} have the ${name} ${quoted(text)}: ${list}`, {
		description: advice,
	});
}

/** A record in a message: its ID, with the address of a link or the type of a pixel. */
export function describeRecord({ id, short_url: shortUrl, url, type }: IDataObject): string {
	const detail = shortUrl ?? url ?? type;
	return typeof detail === 'string' ? `ID ${String(id)} (${detail})` : `ID ${String(id)}`;
}

/** What the error of an open create asks to check. */
export function checkForKey({ field, text }: Key): string {
	const { kind, name } = KEYS[field];
	return `Before you create it again, check whether a ${NOUNS[kind]} with the ${name} ${quoted(text)} exists.`;
}

/**
 * The same for all texts that are one address: in its normal form, and but for a slash at the end of the
 * path.
 */
export function addressKey(text: string): string {
	return normalForm(trimmed(text)).replace(/^([^?#]*?)\/+(?=$|[?#])/, '$1');
}

/** As services store an address: with a lower-case host, a slash after it, encoded where needed. */
function normalForm(address: string): string {
	return URL.canParse(address) ? new URL(address).href : address;
}
