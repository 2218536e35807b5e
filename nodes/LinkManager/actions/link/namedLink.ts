import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { readIdentifier } from '../../../shared/node/identifier';
import type { Item } from '../../../shared/node/operation';
import { cut, quoted } from '../../../shared/text';
import { isDeletionLost } from '../../records/deleteOnce';
import { capitalsCount, type Key, keyInWords, onlyOne, searchByKey } from '../../records/findByKey';
import { findInList, type Keyed } from '../../records/findInList';
import { showsSame } from '../../records/linkState';
import { findById, getById } from '../../transport/api';
import { isNamedBy, linkId, type LinkReference, readShortUrl } from './linkId';

/** A link that an item names. */
export interface NamedLink {
	id: string;
	/** The record as read by its ID, if the operation has read it. */
	record?: IDataObject;
}

/** What an operation needs. */
interface Wanted {
	/** Its record, read by its ID. */
	isRead?: boolean;
	/** The new alias of the link. An earlier try (Retry On Fail) may already have set it. */
	newAlias?: unknown;
}

/** Runs a task after others with the same key. */
type TakeTurn = <T>(name: string, task: (hasWaited: boolean) => Promise<T>) => Promise<T>;

/**
 * Runs a task that changes the link that an item names: after those of earlier items and other executions
 * that name it in the same way, and never beside one that names it in another. A link by its alias showed it
 * right before.
 *
 * @throws UserError when no link, or more than one, has that alias
 */
export async function withLink<T>(
	item: Item<Keyed>,
	{ text, key }: LinkReference,
	wanted: Wanted,
	task: (link: NamedLink) => Promise<T>,
): Promise<T> {
	const takeTurn: TakeTurn = async (name, run) => await item.client.serialize(name, run);
	if (!key) return await takeTurn(`link ${text}`, async () => await task({ id: text }));
	return await takeTurn(
		`alias ${key.compared}`,
		async () => await withAlias(item, { text, key }, wanted, task, takeTurn),
	);
}

/**
 * The link that an item names, read by its ID.
 *
 * @throws UserError when no link, or more than one, has that alias
 */
export async function fetchLink(
	item: Item<Keyed>,
	{ text, key }: LinkReference,
): Promise<IDataObject> {
	const { client } = item;
	const fetch = async ({ id, record }: NamedLink) => record ?? (await getById(client, 'links', id));
	if (!key) return await fetch({ id: text });
	const atOnce: TakeTurn = async (_name, run) => await run(false);
	return await withAlias(item, { text, key }, { isRead: true }, fetch, atOnce);
}

const foundLinks = () => new Map<string, string>();

/**
 * Runs a task on the link with an alias. A link that the account's list has, or that an earlier try found, is
 * read once more, because somebody may have renamed it and given its alias to another one.
 */
async function withAlias<T>(
	item: Item<Keyed>,
	reference: Required<LinkReference>,
	wanted: Wanted,
	task: (link: NamedLink) => Promise<T>,
	takeTurn: TakeTurn,
): Promise<T> {
	const { client, run, index } = item;
	const { text, key } = reference;
	const isMeant = (record: IDataObject) => isNamedBy(record, reference);
	const found = run.acrossTries(foundLinks);
	const name = `${index} ${text}`;
	const doOn = async (link: NamedLink) => {
		found.set(name, link.id);
		return { done: await task(link) };
	};

	const foundBefore = found.get(name);
	const known = foundBefore ?? (await findListed(item, key, isMeant));
	const first =
		known !== undefined &&
		(await takeTurn(`link ${known}`, async () => {
			const record = await findById(client, 'links', known);
			if (record && isMeant(record)) return await doOn({ id: known, record });
			// An earlier try of the item itself may have renamed or deleted it.
			const isRenamed = record !== undefined && showsSame(record.alias, wanted.newAlias) === 'yes';
			const isDeleted = record === undefined && isDeletionLost(run, known);
			const isOwn = foundBefore !== undefined && (isRenamed || isDeleted);
			return isOwn ? await doOn({ id: known, record }) : undefined;
		}));
	if (first) return first.done;

	const id = await lookUp(item, reference, isMeant);
	const second = await takeTurn(`link ${id}`, async (hasWaited) => {
		if (!hasWaited && !wanted.isRead) return await doOn({ id });
		const record = await findById(client, 'links', id);
		return record && isMeant(record) ? await doOn({ id, record }) : undefined;
	});
	if (second) return second.done;
	throw new UserError(`Link ${cut(id)} no longer has ${keyInWords(key)}`, {
		description: 'Someone changed it while the node was running. Run the node again.',
	});
}

/** The ID of the only link that the account's list, which may be minutes old, has for an alias. */
async function findListed(
	item: Item<Keyed>,
	key: Key,
	isMeant: (record: IDataObject) => boolean,
): Promise<string | undefined> {
	const links = (await findInList(item, key))?.filter(isMeant) ?? [];
	const link = onlyOne(links, key);
	return link && readIdentifier(link.id, linkId.label);
}

/**
 * The ID of the only link that the service finds by an alias.
 *
 * @throws UserError when there is none, or more than one
 */
async function lookUp(
	{ client }: Item<Keyed>,
	{ text, key }: Required<LinkReference>,
	isMeant: (record: IDataObject) => boolean,
): Promise<string> {
	const { found, inOtherCapitals } = await searchByKey(client, key);
	const link = onlyOne(found.filter(isMeant), key);
	if (link) return readIdentifier(link.id, linkId.label);
	const advice =
		capitalsCount(inOtherCapitals) || 'Check the spelling, including capital letters and hyphens.';
	throw new UserError(
		`No link has the ${readShortUrl(text) ? 'short URL' : 'alias'} ${quoted(text)}`,
		{ description: `The alias must match exactly. ${advice}` },
	);
}
