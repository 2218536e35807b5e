import type { IDataObject } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';

import { readWholeList } from '../shared/http/wholeList';
import type { Item } from '../shared/node/operation';
import { defined, trimmed } from '../shared/values';
import { type Key, showsKey } from './findByKey';
import { leavesOpen, showsThat } from './linkState';

/**
 * What a run knows of the links with its aliases: the account's list when the run began, with what the
 * run has written since. Until the list is read, and if it isn't worth reading, it knows nothing.
 */
class LinkList {
	private state: 'unread' | 'whole' | 'useless' = 'unread';

	private readonly byId = new Map<string, IDataObject>();

	/** The IDs of the links that have, or had, an alias. */
	private readonly idsByAlias = new Map<string, Set<string>>();

	private readonly written = new Set<string>();

	/**
	 * The links with exactly this alias, on any domain if the key has none.
	 *
	 * @returns undefined if the alias must be looked up
	 */
	find(key: Key): IDataObject[] | undefined {
		if (this.state !== 'whole' || key.field !== 'alias') return undefined;
		const found: IDataObject[] = [];
		for (const id of this.idsByAlias.get(key.compared) ?? []) {
			const link = this.byId.get(id);
			const shown = link ? showsKey(link, key) : 'absent';
			if (leavesOpen(shown)) return undefined;
			if (link && shown === 'yes') found.push(deepCopy(link));
		}
		return found;
	}

	/** Enters a link as the service returned it when the run wrote it. */
	enter(link: IDataObject): void {
		if (this.state !== 'whole') return;
		this.index(link);
		this.written.add(String(link.id));
	}

	/** Forgets a link: from now on, each alias that it had is looked up. */
	remove(id: string): void {
		this.byId.delete(id);
	}

	/** Whether the run has written a link: what its answer shows of pixels may be older. */
	hasWritten({ id }: IDataObject): boolean {
		return this.written.has(String(id));
	}

	/** Begins with the links that have one of these aliases, if the list of links is worth reading. */
	async read({ client }: Item, keys: readonly Key[]): Promise<void> {
		if (this.state !== 'unread') return;
		const aliases = new Set(keys.map(({ compared }) => compared));
		const domains = new Set(keys.map(({ domainId }) => domainId));
		const [domainId] = domains.size === 1 ? domains : [];
		let isShown = true;
		const links = await readWholeList(client, 'links', defined({ domain_id: domainId }), {
			keyCount: aliases.size,
			keyOf: ({ id }) => (id === undefined || id === null ? undefined : String(id)),
			// A hundred thousand whole links would take much memory.
			partOf: (link) => {
				const isAsked = showsThat(link.alias, (alias) => aliases.has(trimmed(alias)));
				if (leavesOpen(isAsked)) isShown = false;
				return isAsked === 'yes' ? link : {};
			},
		});
		this.state = links && isShown ? 'whole' : 'useless';
		for (const link of links?.values() ?? []) if ('id' in link) this.index(link);
	}

	private index(link: IDataObject): void {
		const id = String(link.id);
		const alias = trimmed(String(link.alias));
		this.byId.set(id, link);
		const ids = this.idsByAlias.get(alias) ?? new Set();
		this.idsByAlias.set(alias, ids.add(id));
	}
}

/** The run's list of links; n8n's Retry On Fail finds that of the first try. */
export function linkListOf({ run }: Item): LinkList {
	return run.acrossTries('list of links', () => new LinkList());
}

/**
 * The run's list of links, read before the first item that looks for an alias.
 *
 * @param keyOf what an item's link is found by, if it looks for one
 */
export async function readLinkList<Input>(
	item: Item<Input>,
	keyOf: (input: Input) => Key | undefined,
): Promise<LinkList> {
	const list = linkListOf(item);
	await item.run.once('list of links', async () => {
		const keys = (await item.inputs()).flatMap((input) => keyOf(input) ?? []);
		const aliases = keys.filter(({ field }) => field === 'alias');
		await list.read(item, aliases);
	});
	return list;
}
