import type { IDataObject } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';

import { readWholeList } from '../shared/http/wholeList';
import type { Item } from '../shared/node/operation';
import { defined, trimmed } from '../shared/values';
import { type Key, showsKey } from './findByKey';
import { leavesOpen, showsThat } from './linkState';

/** An input that may have a link to find by its key. */
export interface Keyed {
	key?: Key;
}

/** What the run knows: nothing until the list is read, and if it isn't worth reading. */
interface LinkList {
	isRead: boolean;
	byAlias: Map<string, IDataObject[]>;
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
	if (!list.isRead) {
		await item.run.once('list of links', async () => {
			await fill(list, item);
			list.isRead = true;
		});
	}
	const links = list.byAlias.get(key.compared);
	if (!links || links.some((link) => leavesOpen(showsKey(link, key)))) return undefined;
	return links.filter((link) => showsKey(link, key) === 'yes').map((link) => deepCopy(link));
}

/** From now on, this alias is looked up: the run is about to change what has it. */
export function forgetAlias(item: Item, alias: unknown): void {
	linkListOf(item).byAlias.delete(trimmed(String(alias)));
}

function linkListOf({ run }: Item): LinkList {
	return run.acrossTries('list of links', () => ({ isRead: false, byAlias: new Map() }));
}

/** Fills in the links with the aliases of the run, if the list of links is worth reading. */
async function fill(list: LinkList, { client, inputs }: Item<Keyed>): Promise<void> {
	const keys = (await inputs()).flatMap(({ key }) => key ?? []);
	const byAlias = keys.filter(({ field }) => field === 'alias');
	const aliases = new Set(byAlias.map(({ compared }) => compared));
	const [domainId, ...others] = new Set(byAlias.map((key) => key.domainId));
	const query = defined({ domain_id: others.length === 0 ? domainId : undefined });
	let isShown = true;
	const links = await readWholeList(client, 'links', query, {
		keyCount: aliases.size,
		keyOf: ({ id }) => (id === undefined || id === null ? undefined : String(id)),
		// A hundred thousand whole links would take much memory.
		partOf: (link) => {
			const isAsked = showsThat(link.alias, (alias) => aliases.has(trimmed(alias)));
			if (leavesOpen(isAsked)) isShown = false;
			return isAsked === 'yes' ? link : {};
		},
	});
	if (!links || !isShown) return;
	for (const alias of aliases) list.byAlias.set(alias, []);
	for (const link of links.values()) list.byAlias.get(trimmed(String(link.alias)))?.push(link);
}
