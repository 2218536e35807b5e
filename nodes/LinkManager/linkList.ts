import type { IDataObject } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';

import { hasId } from '../shared/http/records';
import { readWholeList } from '../shared/http/wholeList';
import type { Item } from '../shared/node/operation';
import { defined, trimmed } from '../shared/values';
import { type Key, showsKey } from './findByKey';
import { leavesOpen, showsThat } from './linkState';

/** An input that may name a link by a key: the list is read for the keys of all items. */
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
	const list = linkListOf(item);
	list.byAlias ??= await item.run.once('list of links', async () => await readAliases(item));
	const links = list.byAlias.get(key.compared);
	if (!links || links.some((link) => leavesOpen(showsKey(link, key)))) return undefined;
	return links.filter((link) => showsKey(link, key) === 'yes').map((link) => deepCopy(link));
}

/** From now on, this alias is looked up, because the run is about to change what has it; if it isn't known, all are. */
export function forgetAlias(item: Item, alias: unknown): void {
	const { byAlias } = linkListOf(item);
	if (alias === undefined) byAlias?.clear();
	else byAlias?.delete(trimmed(String(alias)));
}

/** What all items know, in all tries, once the list is read: nothing if it isn't worth reading. */
function linkListOf({ run }: Item): { byAlias?: Map<string, IDataObject[]> } {
	return run.acrossTries('list of links', () => ({}));
}

/** The links with each alias of the run; empty if the list of links isn't worth reading. */
async function readAliases({ client, inputs }: Item<Keyed>): Promise<Map<string, IDataObject[]>> {
	const found = new Map<string, IDataObject[]>();
	const keys = (await inputs()).flatMap(({ key }) => (key?.field === 'alias' ? key : []));
	const aliases = new Set(keys.map(({ compared }) => compared));
	const [domainId, ...others] = new Set(keys.map((key) => key.domainId));
	const query = defined({ domain_id: others.length === 0 ? domainId : undefined });
	let isShown = true;
	const links = await readWholeList(client, 'links', query, {
		keyCount: aliases.size,
		keyOf: (link) => (hasId(link) ? String(link.id) : undefined),
		// A hundred thousand whole links would take much memory.
		partOf: (link) => {
			const isAsked = showsThat(link.alias, (alias) => aliases.has(trimmed(alias)));
			if (leavesOpen(isAsked)) isShown = false;
			return isAsked === 'yes' ? link : {};
		},
	});
	if (!links || !isShown) return found;
	for (const alias of aliases) found.set(alias, []);
	for (const link of links.values()) found.get(trimmed(String(link.alias)))?.push(link);
	return found;
}
