import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { isNotFound } from '../shared/http/errors';
import type { Item } from '../shared/node/operation';
import { isUnset } from '../shared/identifiers';
import { isObject } from '../shared/values';
import { quoted } from '../shared/text';
import { getRecord, type Kind, listRecords, NOUNS } from './api';
import { folded, lettersOf, normalText, withoutEntities } from './spelling';
import { sameAddress, sameButForSlash, searchTextOf, turnOf } from './link/address';
import { type Evidence, showsDomain } from './link/cleanUp/judge';
import { shownKey } from './shownKey';

/** What a record is looked up by. */
export interface Key {
	field: 'alias' | 'url' | 'name';
	/** Without blanks around it. */
	text: string;
	/** Only a link on this domain counts. */
	domainId?: string;
}

/** What the form calls a key, and what a message does. */
export const KEYS: Readonly<Record<Key['field'], { kind: Kind; label: string; name: string }>> = {
	alias: { kind: 'links', label: 'Alias', name: 'alias' },
	url: { kind: 'links', label: 'Destination URL', name: 'destination URL' },
	name: { kind: 'pixels', label: 'Name', name: 'name' },
};

/** The records that a look-up found. */
export interface Found {
	/** Those with the key, however it is written. */
	matches: IDataObject[];
	/** Those whose key differs from this one in small and capital letters alone. */
	otherCase: IDataObject[];
	/** Those whose key may be what the service made of this one: a slug, another scheme. */
	rewritten: IDataObject[];
}

/**
 * Looks records up by a key; the service's search finds parts of texts too. Where none matches, those
 * that the list shows without their key are read one by one: one of them may have it.
 *
 * @param isLost whether one of them may have been created just now, and written in any way
 * @throws UserError when the list may be incomplete, or a record doesn't show its key: it could be missed,
 * and created again; and when a link with the key may be on another domain
 */
export async function lookUp(item: Searcher, key: Key, isLost = false): Promise<Found> {
	const listed = await search(item, key, partOf(key, isLost));
	const found = sortRecords(listed, key, isLost);
	const isMeant = (record: IDataObject) => showsKeyDomain(record, key.domainId) !== 'no';
	const hidden = listed.filter((record) => isMeant(record) && !showsKey(record, key));
	if (found.matches.length > 0 || hidden.length === 0) return found;
	const readable = hidden.length > MOST_READ ? [] : hidden;
	const read = await Promise.all(readable.map(async (record) => await readKey(item, record, key)));
	const unclear = hidden.find((_, index) => !read[index]);
	if (unclear) throw keyNotShown(unclear, key);
	const shown = listed.filter((record) => showsKey(record, key));
	return sortRecords([...shown, ...(read as IDataObject[])], key, isLost);
}

/** How many records are read one by one, at most. */
const MOST_READ = 10;

function sortRecords(listed: IDataObject[], key: Key, isLost: boolean): Found {
	const { field, text, domainId } = key;
	const records = listed.filter((record) => showsKeyDomain(record, domainId) !== 'no');
	const found = field === 'url' ? sortAddresses(records, text) : sortTexts(records, key);
	return isLost ? found : { ...found, matches: onDomain(found.matches, listed, key) };
}

/** Whether a record shows its key, and not only a beginning that it has in common with this one. */
function showsKey(record: IDataObject, { field, text }: Key): boolean {
	const shown = shownKey(record, field) ?? '';
	const isCut = /(?:…|\.{3})$/.test(shown) && lettersOf(text).startsWith(lettersOf(shown));
	return shown !== '' && !isCut;
}

/** The whole record, if it shows its key. */
async function readKey(
	item: Searcher,
	{ id }: IDataObject,
	key: Key,
): Promise<IDataObject | undefined> {
	if (isUnset(id)) return undefined;
	const record = await getRecord(item.client, KEYS[key.field].kind, String(id));
	return showsKey(record, key) ? record : undefined;
}

function keyNotShown({ id }: IDataObject, { field, text }: Key): UserError {
	const { kind, name } = KEYS[field];
	return new UserError(
		`The service doesn't show the ${name} of ${NOUNS[kind]} ${String(id)}, so the node can't tell whether it is ${quoted(text)}`,
		{
			description:
				'Nothing was changed. Use "Create" for a new record, or "Update" and the ID for an existing one.',
		},
	);
}

/** The part of a key to search for, so that it is found in all spellings in which services keep it. */
export function partOf(key: Key, isLost = false): string {
	const { field, text } = key;
	if (field === 'url') return searchTextOf(text);
	const isFree = isLost ? !isSlug(text) : field === 'alias' && !isPlainAlias(text);
	const part = isFree ? longest(text.normalize('NFC').match(/[a-z0-9]+/gi)) : '';
	return part || textToSearch(key);
}

/**
 * The records with the key that a service made of this one before, by what it made of it now.
 *
 * @throws UserError when the list may be incomplete
 */
export async function lookUpTwins(
	item: Searcher,
	key: Key,
	stored: string,
): Promise<IDataObject[]> {
	const { field, text, domainId } = key;
	const isMeant = (record: IDataObject) => showsKeyDomain(record, domainId) !== 'no';
	if (field === 'url') {
		const found = await search(item, key, searchTextOf(stored));
		return found.filter((record) => isMeant(record) && sameButForSlash(record.url, stored));
	}
	const made = madeOf(text, stored);
	const extended = made + stored.slice(made.length).replace(NUMBER, '');
	const twins = [stored, made, extended].map(normalText);
	const found = await search(item, key, textToSearch({ field, text: made }));
	return found
		.filter(isMeant)
		.filter((record) => twins.includes(normalText(shownKey(record, field) ?? '')));
}

/** Whether what a record shows is this key, so that a look-up by it finds the record again. */
export function isSameKey({ field, text }: Key, stored: string): boolean {
	if (field === 'url') return sameButForSlash(stored, text);
	return normalText(stored) === normalText(text);
}

/** Whether a part of an address can hold an alias as it is, so that no service need rewrite it. */
export function isPlainAlias(alias: string): boolean {
	return /^[\w.~-]+$/.test(alias);
}

/** Whether a text is its own slug, so that no service rewrites it. */
export function isSlug(text: string): boolean {
	return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
}

/** Whether a record is there, and has the key as far as it shows. */
export async function isThere(
	{ client }: Pick<Item, 'client'>,
	key: Key,
	id: unknown,
): Promise<boolean> {
	try {
		const { field } = key;
		const shown = shownKey(await getRecord(client, KEYS[field].kind, String(id)), field);
		return shown === undefined || isSameKey(key, shown);
	} catch (error) {
		return isNotFound(error) ? false : await Promise.reject(error);
	}
}

type Searcher = Pick<Item, 'client' | 'run'>;

function sortAddresses(links: IDataObject[], text: string): Found {
	const [matches = []] = [
		links.filter((link) => shownKey(link, 'url') === text),
		links.filter(({ url }) => sameAddress(url, text)),
		links.filter(({ url }) => sameButForSlash(url, text)),
	].filter((some) => some.length > 0);
	const turn = turnOf(text);
	const near = links.filter(({ url }) => typeof url === 'string' && turnOf(url) === turn);
	return { matches, otherCase: [], rewritten: matches.length > 0 ? [] : near };
}

function sortTexts(records: IDataObject[], { field, text }: Key): Found {
	const found: Found = { matches: [], otherCase: [], rewritten: [] };
	const [wanted, letters] = [normalText(text), lettersOf(text)];
	for (const record of records) {
		const shown = normalText(shownKey(record, field) ?? '');
		if (shown === wanted) found.matches.push(record);
		else if (shown.toLowerCase() === wanted.toLowerCase()) found.otherCase.push(record);
		else if (letters !== '' && lettersOf(shown) === letters) found.rewritten.push(record);
	}
	return found;
}

/** The part of a key that is the same in all spellings in which services keep it, but for accents. */
function textToSearch({ field, ...key }: Key): string {
	const text = key.text.normalize('NFC');
	if (field === 'alias') return text;
	const others = text === normalText(text) ? /[&<>"']+/ : /\s+|[^ -~]+|[&<>"']+/u;
	const parts = withoutEntities(text).split(others);
	return longest(parts.map((part) => part.trim())) || text;
}

/** What a service adds to a key that is taken. */
const NUMBER = /[^\p{L}\p{N}]*\d+$/u;

/**
 * What a service made of a key, without what it added to that because it was taken: the beginning with
 * all letters of the key, or what is before a number that the key does not end in.
 */
function madeOf(sent: string, stored: string): string {
	const letters = lettersOf(sent);
	if (letters.startsWith(lettersOf(stored))) return stored;
	for (let end = 1; end < stored.length; end++) {
		const start = stored.slice(0, end);
		if (lettersOf(start) === letters) return start;
	}
	const [number = ''] = /\d+$/.exec(stored) ?? [];
	return sent.endsWith(number) ? stored : stored.replace(NUMBER, '') || stored;
}

function longest(parts: readonly string[] | null): string {
	return (parts ?? []).reduce((best, part) => (part.length > best.length ? part : best), '');
}

/** Whether a record shows a text in one of the fields that services search in. */
export function showsText(record: IDataObject, text: string, fields = SEARCHED): boolean {
	return fields.some((field) => folded(String(record[field] ?? '')).includes(folded(text)));
}

export const SEARCHED: readonly string[] = ['title', 'alias', 'url', 'name'];

/**
 * The records that a search finds. Services that compare bytes keep an accent as one character with its
 * letter, or as one of its own, so both are searched for.
 *
 * @throws UserError when the list may be incomplete
 */
async function search(item: Searcher, key: Key, part: string): Promise<IDataObject[]> {
	const found = new Map<unknown, IDataObject>();
	for (const form of new Set([part.normalize('NFC'), part.normalize('NFD')])) {
		for (const record of await searchFor(item, key, form)) found.set(record.id ?? record, record);
	}
	return [...found.values()];
}

async function searchFor(
	item: Searcher,
	{ field, text, domainId }: Key,
	part: string,
): Promise<IDataObject[]> {
	const { kind, name } = KEYS[field];
	const query: Record<string, string> = { search: part, search_by: field };
	if (domainId !== undefined) query.domain_id = domainId;
	const { records, incomplete } = await listRecords(item, kind, query, { limit: Infinity });
	if (incomplete !== undefined) {
		throw new UserError(`The node couldn't check all ${kind} for the ${name} ${quoted(text)}`, {
			description: `${incomplete} Nothing was changed.`,
		});
	}
	return records;
}

/** Whether a record shows that it is on the domain of a key; one of a name alone may be any. */
function showsKeyDomain(record: IDataObject, domainId: string | undefined): Evidence {
	if (domainId === undefined) return 'yes';
	const shown = showsDomain(record, domainId);
	return shown === 'unknown' && isObject(record.domain) ? 'unclear' : shown;
}

/**
 * The links with a key that show its domain. Where no record shows any domain, the service's filter is
 * believed.
 *
 * @param listed all records that the service gave, also those on other domains
 * @throws UserError naming a link that shows its domain in a way that can't be compared
 */
function onDomain(matches: IDataObject[], listed: IDataObject[], key: Key): IDataObject[] {
	const { field, text, domainId } = key;
	const shows = (record: IDataObject) => showsKeyDomain(record, domainId);
	const sure = matches.filter((record) => shows(record) === 'yes');
	if (sure.length > 0) return sure;
	const open = matches.find((record) => shows(record) === 'unclear');
	if (open) {
		throw new UserError(
			`The service doesn't show clearly whether link ${String(open.id)}, with the ${KEYS[field].name} ${quoted(text)}, is on the domain ${quoted(domainId)}`,
			{
				description:
					'Nothing was changed. To update that link, remove "Domain", or use "Update" and select the link by its ID.',
			},
		);
	}
	return listed.some((record) => shows(record) !== 'unknown') ? [] : matches;
}
