import type { IDataObject } from 'n8n-workflow';

import { MINUTE } from '../shared/clock';
import { isUnset, plainId } from '../shared/identifiers';
import type { Item } from '../shared/node/operation';
import { isFinal } from '../shared/http/errors';
import { normalButForSlash } from './link/address';
import { isThere, type Key } from './findByKey';
import { normalText } from './spelling';

/** What was created by a key, or is being created, or may have been. */
interface Creation {
	id: Promise<unknown>;
	at: number;
	/** What the tries of one run share. */
	run: object;
}

/** For so long, a record is remembered that its service may not list yet. */
const REMEMBERED = 5 * MINUTE;

/** What this process created by keys and executions, for each account. */
const creations = new WeakMap<object, Map<string, Creation>>();

/**
 * Creates a record, unless the execution created one by the same key lately: in a loop, or with another
 * node. For a service that lists new records late.
 *
 * @returns the ID, and the record if it is a new one
 * @throws UnknownOutcome where the same run may have created it before
 */
export async function createUnlessLately(
	item: Pick<Item, 'client' | 'functions' | 'run'>,
	key: Key,
	create: () => Promise<IDataObject>,
): Promise<{ id: unknown; created?: IDataObject }> {
	const account = await item.client.account();
	const all = creations.get(account) ?? new Map<string, Creation>();
	creations.set(account, all);
	const run = item.run.kept('run', () => ({}));
	const name = `${item.functions.getExecutionId()} ${nameOf(key)}`;
	for (let known = all.get(name); known !== undefined; known = all.get(name)) {
		const id = await idOf(known);
		if (!isUnset(id)) return { id };
		if (all.get(name) === known) all.delete(name);
	}
	forgetOld(all);
	const creating = create();
	const creation = { id: creating.then(({ id }) => id), at: Date.now(), run };
	all.set(name, creation);
	try {
		return { id: await creation.id, created: await creating };
	} catch (error) {
		if (!isFinal(error)) all.delete(name);
		return await Promise.reject(error);
	}

	/** The ID of what was created, if it is still there with its key. */
	async function idOf(known: Creation): Promise<unknown> {
		if (known.run === run) return await known.id;
		const id = await known.id.catch(() => undefined);
		const isKnown = !isUnset(id) && !isOld(known) && (await isThere(item, key, id));
		return isKnown ? id : undefined;
	}
}

function isOld({ at }: Creation): boolean {
	return at < Date.now() - REMEMBERED;
}

/** The oldest come first. */
function forgetOld(all: Map<string, Creation>): void {
	for (const [name, creation] of all) {
		if (!isOld(creation)) break;
		all.delete(name);
	}
}

/** The same for all keys that mean one record. */
function nameOf({ field, text, domainId = '' }: Key): string {
	const normal = field === 'url' ? normalButForSlash(text) : normalText(text);
	return JSON.stringify([field, plainId(domainId), normal]);
}
