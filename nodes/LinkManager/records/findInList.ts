import type { IDataObject } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';

import { hasId } from '../../shared/http/get';
import { fetchWholeList } from '../../shared/http/wholeList';
import type { Item } from '../../shared/node/operation';
import { defined, trimmed } from '../../shared/values';
import { linksOfRun, LinksByAlias } from '../transport/linkCache';
import { type Key, showsKey } from './key';
import { leavesOpen, showsThat } from './shown';

/** An input that may name a link by a key. The list is read once for the keys of all items. */
export interface Keyed {
	key?: Key;
}

/**
 * The links with exactly this alias, by the account's list, which is read before the first item that looks
 * for one. n8n's Retry On Fail finds the list of the first try.
 *
 * @returns undefined if the alias must be looked up
 */
export async function findInList(item: Item<Keyed>, key: Key): Promise<IDataObject[] | undefined> {
	if (key.field !== 'alias') return undefined;
	const list = item.run.acrossTries(linksOfRun);
	list.read ??= await item.run.once('list of links', async () => await fetchLinks(item));
	const links = list.read.get(key.compared);
	if (!links || links.some((link) => leavesOpen(showsKey(link, key)))) return undefined;
	return links.filter((link) => showsKey(link, key) === 'yes').map((link) => deepCopy(link));
}

/** The links with each alias of the run; empty if the list of links isn't worth reading. */
async function fetchLinks({ client, inputs }: Item<Keyed>): Promise<LinksByAlias> {
	const keys = (await inputs()).flatMap(({ key }) => (key?.field === 'alias' ? key : []));
	const aliases = new Set(keys.map(({ compared }) => compared));
	const [domainId, ...others] = new Set(keys.map((key) => key.domainId));
	const query = defined({ domain_id: others.length === 0 ? domainId : undefined });
	let isShown = true;
	const links = await fetchWholeList(client, 'links', query, {
		keyCount: aliases.size,
		keyOf: (link) => (hasId(link) ? String(link.id) : undefined),
		// A hundred thousand whole links would take much memory.
		partOf: (link) => {
			const isAsked = showsThat(link.alias, (alias) => aliases.has(trimmed(alias)));
			if (leavesOpen(isAsked)) isShown = false;
			return isAsked === 'yes' ? link : {};
		},
	});
	return links && isShown ? new LinksByAlias(aliases, links.values()) : new LinksByAlias();
}
