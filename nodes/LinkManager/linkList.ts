import type { IDataObject } from 'n8n-workflow';

import type { Item } from '../shared/node/operation';
import type { ItemParameters } from '../shared/node/parameters';
import { readWholeList } from '../shared/node/wholeList';
import { isObject, trimmed } from '../shared/values';
import { fetchPage, LARGEST_PAGE } from './api';
import { hasKey, type Key } from './findByKey';

/** A list of more links than this is not read. These take some 40 MB. */
const MOST_LINKS = 100_000;

/** The links of the account when the run began, with what the run itself has changed since. */
class LinkList {
	private readonly byAlias = new Map<string, IDataObject[]>();

	/** @param byId of each link at least what `partOf` keeps */
	constructor(private readonly byId: Map<string, IDataObject>) {
		for (const link of byId.values()) this.addByAlias(link);
	}

	/** The links with exactly this alias, on any domain if the key has none. */
	find(key: Key): IDataObject[] {
		return this.withAlias(key.text).filter((link) => hasKey(link, key));
	}

	/** Enters a link as the service returned it. What was known of it goes. */
	enter(link: IDataObject): void {
		const id = String(link.id);
		this.remove(id);
		const part = partOf(link);
		this.byId.set(id, part);
		this.addByAlias(part);
	}

	remove(id: string): void {
		const link = this.byId.get(id);
		if (!link) return;
		this.byId.delete(id);
		const others = this.withAlias(link.alias).filter((other) => String(other.id) !== id);
		this.byAlias.set(aliasText(link.alias), others);
	}

	private withAlias(alias: unknown): IDataObject[] {
		return this.byAlias.get(aliasText(alias)) ?? [];
	}

	private addByAlias(link: IDataObject): void {
		const others = this.byAlias.get(aliasText(link.alias));
		if (others) others.push(link);
		else this.byAlias.set(aliasText(link.alias), [link]);
	}
}

function aliasText(alias: unknown): string {
	return trimmed(String(alias));
}

/**
 * What finds a link by alias, domain or short URL, and describes it in a message. Get reads the rest by
 * the ID: the contract doesn't show which fields a listed link has, and they would take ten times the
 * memory.
 */
function partOf({ id, alias, domain, short_url: shortUrl, url }: IDataObject): IDataObject {
	const address = typeof shortUrl === 'string' ? { short_url: shortUrl } : { url };
	return { id, alias, ...address, ...(isObject(domain) && { domain: { id: domain.id } }) };
}

/**
 * The list of links of a run with many aliases, read before its first item, and once: n8n's Retry On
 * Fail finds the list of the first try.
 *
 * @param readKey what an item's link is found by, if the item looks for one at all
 * @returns undefined if each alias must be looked up; see `readWholeList`
 */
export async function linkListOf(
	item: Item,
	readKey: (parameters: ItemParameters) => Key | undefined,
): Promise<LinkList | undefined> {
	return await item.run.once('list of links', async () => {
		const kept = keptOf(item);
		if (!kept.isRead) kept.list = await readList(item, await keysOf(item, readKey));
		kept.isRead = true;
		return kept.list;
	});
}

/** The list that the run has read, if it has read one, to enter what the run changes. */
export function knownList(item: Pick<Item, 'run'>): LinkList | undefined {
	return keptOf(item).list;
}

function keptOf({ run }: Pick<Item, 'run'>): { isRead: boolean; list?: LinkList } {
	return run.acrossTries('list of links', () => ({ isRead: false }));
}

async function keysOf(
	item: Item,
	readKey: (parameters: ItemParameters) => Key | undefined,
): Promise<Key[]> {
	return await item.run.once('aliases of all items', async () => {
		const keys = (await item.readAllItems(readKey)).filter((key) => key !== undefined);
		return keys.filter(({ field }) => field === 'alias');
	});
}

async function readList(
	{ client, run }: Item,
	keys: readonly Key[],
): Promise<LinkList | undefined> {
	const domains = new Set(keys.map(({ domainId }) => domainId));
	const [domainId] = domains.size === 1 ? domains : [];
	const query = { ...(domainId !== undefined && { domain_id: domainId }), per_page: PAGE_SIZE };
	const links = await readWholeList({
		keyCount: new Set(keys.map(({ text }) => aliasText(text))).size,
		pageSize: LARGEST_PAGE,
		most: MOST_LINKS,
		concurrency: run.concurrency,
		fetchPage: async (page) => {
			const { records, total } = await fetchPage(client, 'links', query, page);
			return { records: records.map(partOf), total };
		},
		keyOf: ({ id }) => (id === undefined || id === null ? undefined : String(id)),
	});
	return links && new LinkList(links);
}

const PAGE_SIZE = String(LARGEST_PAGE);
