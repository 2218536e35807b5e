import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Client } from '../../../shared/http/client';
import { Outdated } from '../../../shared/http/errors';
import { readIdentifier } from '../../../shared/node/identifier';
import type { Item } from '../../../shared/node/operation';
import { cut, quoted } from '../../../shared/text';
import { isDeletionLost } from '../../records/deleteOnce';
import { findByKey } from '../../records/findByKey';
import { findInList, type Keyed } from '../../records/findInList';
import { hintOfOtherCapitals, type Key, keyInWords, onlyOne } from '../../records/key';
import { showsSame } from '../../records/shown';
import { readShortUrl } from '../../records/shortUrl';
import { findById, getById } from '../../transport/api';
import { isNamedBy, linkId, type LinkReference } from './linkId';

/** A link that an item names. */
export interface NamedLink {
	id: string;
	/** The record as read by its ID, if the operation has read it. */
	record?: IDataObject;
	/** For a change: see `ServiceRequest`. Returns the record as it is now; undefined if it is gone. */
	check?(mayHaveChanged: boolean): Promise<IDataObject | undefined>;
}

/** What an operation needs. */
interface Wanted {
	/** Its record, read by its ID. */
	needsRecord?: boolean;
	/** The new alias of the link. An earlier try (Retry On Fail) may already have set it. */
	newAlias?: unknown;
}

/** Runs a task after others with the same key, or at once. */
type Serialize = Client['serialize'];

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
	const serialize: Serialize = async (name, run) => await item.client.serialize(name, run);
	if (!key) return await serialize(`link ${text}`, async () => await task({ id: text }));
	return await serialize(
		`alias ${key.compared}`,
		async () => await withAlias(item, { text, key }, wanted, task, serialize),
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
	const atOnce: Serialize = async (_name, run) => await run(false);
	return await withAlias(item, { text, key }, { needsRecord: true }, fetch, atOnce);
}

const foundLinks = () => new Map<string, string>();

/**
 * Runs a task on the link with an alias. A link that the account's list has, or that an earlier try found, is
 * read once more, because someone may have renamed it and given its alias to another one.
 */
async function withAlias<T>(
	item: Item<Keyed>,
	reference: Required<LinkReference>,
	{ needsRecord = false, newAlias }: Wanted,
	task: (link: NamedLink) => Promise<T>,
	serialize: Serialize,
): Promise<T> {
	const { client, run, index } = item;
	const { text, key } = reference;
	const isMeant = (record: IDataObject) => isNamedBy(record, reference);
	const found = run.acrossTries(foundLinks);
	const name = `${index} ${text}`;
	const foundBefore = found.get(name);

	/** The task's result, unless the link is another one by now. */
	const tryOn = async (id: string, check: (hasWaited: boolean) => Promise<NamedLink | undefined>) =>
		await serialize(`link ${id}`, async (hasWaited) => {
			const link = await check(hasWaited);
			if (!link) return undefined;
			found.set(name, id);
			const checkAgain = async (mayHaveChanged: boolean) => {
				const now = await readAgain(id, mayHaveChanged);
				if (!now) throw new Outdated();
				return now.record;
			};
			try {
				return { result: await task({ ...link, check: checkAgain }) };
			} catch (error) {
				if (error instanceof Outdated) return undefined;
				throw error as Error;
			}
		});

	/** The link as it is now, if it is still meant, or if an earlier try of the item itself changed it. */
	const readAgain = async (id: string, mayHaveChanged = false): Promise<NamedLink | undefined> => {
		const record = await findById(client, 'links', id);
		if (record && isMeant(record)) return { id, record };
		const isRenamed = record !== undefined && showsSame(record.alias, newAlias) === 'yes';
		const isDeleted = record === undefined && (mayHaveChanged || isDeletionLost(run, id));
		const isOwn = mayHaveChanged || id === foundBefore;
		return isOwn && (isRenamed || isDeleted) ? { id, record } : undefined;
	};

	const known = foundBefore ?? (await findListed(item, key, isMeant));
	const ofKnown = known !== undefined && (await tryOn(known, async () => await readAgain(known)));
	if (ofKnown) return ofKnown.result;

	const id = await lookUp(item, reference, isMeant);
	const ofFound = await tryOn(id, async (hasWaited) =>
		hasWaited || needsRecord ? await readAgain(id) : { id },
	);
	if (ofFound) return ofFound.result;
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
	const { found, inOtherCapitals } = await findByKey(client, key);
	const link = onlyOne(found.filter(isMeant), key);
	if (link) return readIdentifier(link.id, linkId.label);
	const advice =
		hintOfOtherCapitals(inOtherCapitals) ||
		'Check the spelling, including capital letters and hyphens.';
	throw new UserError(
		`No link has the ${readShortUrl(text) ? 'short URL' : 'alias'} ${quoted(text)}`,
		{ description: `The alias must match exactly. ${advice}` },
	);
}
