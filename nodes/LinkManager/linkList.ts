import type { IDataObject } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';

import { readWholeList } from '../shared/http/wholeList';
import type { Item } from '../shared/node/operation';
import { defined, trimmed } from '../shared/values';
import { type Key, showsKey } from './findByKey';
import { leavesOpen, showsThat } from './linkState';

type LinksByAlias = Map<string, IDataObject[]>;

/**
 * The links with exactly this alias, by the account's list, which is read before the first item that looks
 * for one. n8n's Retry On Fail finds the list of the first try.
 *
 * @param keyOf what an item's link is found by, if it looks for one
 * @returns undefined if the alias must be looked up
 */
export async function findInList<Input>(
	item: Item<Input>,
	key: Key,
	keyOf: (input: Input) => Key | undefined,
): Promise<IDataObject[] | undefined> {
	const list = listedLinks(item);
	if (list.size === 0) {
		await item.run.once('list of links', async () => {
			const keys = (await item.inputs()).flatMap((input) => keyOf(input) ?? []);
			await fill(list, item, keys);
		});
	}
	const links = key.field === 'alias' ? list.get(key.compared) : undefined;
	if (!links || links.some((link) => leavesOpen(showsKey(link, key)))) return undefined;
	return links.filter((link) => showsKey(link, key) === 'yes').map((link) => deepCopy(link));
}

/** From now on, an alias is looked up: the run is about to write its link. */
export function forgetInList(item: Item, key: Key): void {
	listedLinks(item).delete(key.compared);
}

/** What the run knows. Empty until the list is read, and if it isn't worth reading. */
function listedLinks({ run }: Item): LinksByAlias {
	return run.acrossTries('list of links', () => new Map() as LinksByAlias);
}

/** Fills in the links with the aliases of the run, if the list of links is worth reading. */
async function fill(list: LinksByAlias, { client }: Item, keys: readonly Key[]): Promise<void> {
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
	for (const alias of aliases) list.set(alias, []);
	for (const link of links.values()) list.get(trimmed(String(link.alias)))?.push(link);
}
