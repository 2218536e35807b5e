import type { IDataObject } from 'n8n-workflow';

import { readWholeList } from '../shared/http/wholeList';
import type { Item } from '../shared/node/operation';

import { defined, isObject, trimmed } from '../shared/values';
import { hasKey, type Key } from './findByKey';

/** A list of more links than this is not read. These take some 40 MB. */
const MOST_LINKS = 100_000;

/** The links of the account when the run began, with what the run itself has changed since. */
class LinkList {
	/** The IDs of the links that have, or had, an alias. */
	private readonly idsByAlias = new Map<string, string[]>();

	/** @param byId of each link at least what `partOf` keeps */
	constructor(private readonly byId: Map<string, IDataObject>) {
		for (const link of byId.values()) this.enter(link);
	}

	/** The links with exactly this alias, on any domain if the key has none. */
	find(key: Key): IDataObject[] {
		const ids = new Set(this.idsByAlias.get(key.compared));
		const links = [...ids].map((id) => this.byId.get(id)).filter((link) => link !== undefined);
		return links.filter((link) => hasKey(link, key));
	}

	/** Enters a link as the service returned it. What was known of it goes. */
	enter(link: IDataObject): void {
		const id = String(link.id);
		const alias = trimmed(String(link.alias));
		this.byId.set(id, partOf(link));
		const ids = this.idsByAlias.get(alias);
		if (ids) ids.push(id);
		else this.idsByAlias.set(alias, [id]);
	}

	remove(id: string): void {
		this.byId.delete(id);
	}
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
 * @param keysOf what the items' links are found by, of those that look for one at all
 * @returns undefined if each alias must be looked up; see `readWholeList`
 */
export async function linkListOf<Input>(
	item: Item<Input>,
	keysOf: (inputs: Input[]) => Array<Key | undefined>,
): Promise<LinkList | undefined> {
	return await item.run.once('list of links', async () => {
		const kept = keptOf(item);
		if ('list' in kept) return kept.list;
		const keys = keysOf(await item.inputs()).filter((key) => key !== undefined);
		kept.list = await readList(
			item,
			keys.filter(({ field }) => field === 'alias'),
		);
		return kept.list;
	});
}

/** The list that the run has read, if it has read one, to enter what the run changes. */
export function knownList(item: Item): LinkList | undefined {
	return keptOf(item).list;
}

function keptOf({ run }: Item): { list?: LinkList } {
	return run.acrossTries('list of links', () => ({}));
}

async function readList({ client }: Item, keys: readonly Key[]): Promise<LinkList | undefined> {
	const domains = new Set(keys.map(({ domainId }) => domainId));
	const [domainId] = domains.size === 1 ? domains : [];
	const links = await readWholeList(client, 'links', defined({ domain_id: domainId }), {
		keyCount: new Set(keys.map(({ compared }) => compared)).size,
		most: MOST_LINKS,
		keyOf: ({ id }) => (id === undefined || id === null ? undefined : String(id)),
		partOf,
	});
	return links && new LinkList(links);
}
