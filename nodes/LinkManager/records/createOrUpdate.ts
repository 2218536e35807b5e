import type { IDataObject } from 'n8n-workflow';

import { failureIn, Outdated } from '../../shared/http/errors';
import { readIdentifier } from '../../shared/node/identifier';
import type { Item } from '../../shared/node/operation';
import type { Check } from '../transport/api';
import type { BodyFields, BodyValue } from '../transport/formBody';
import { findAfterFailure, findByKey, findCurrent, findIfStill } from './findByKey';
import { findInList } from './findInList';
import { hintOfOtherCapitals, type Key, keyInWords, onlyOne } from './key';
import type { Shown } from './shown';

/** One item of a Create or Update. */
interface UpsertInput {
	/** What the record is found by. */
	key: Key;
	ifExists: 'keep' | 'update';
	/** The body for an existing record. */
	changes: BodyFields;
}

/** How the records of a resource are result. */
interface UpsertActions {
	create(stillMissing: Check): Promise<IDataObject>;
	update(id: string, existing: IDataObject, check: Check): Promise<IDataObject>;
	/** Whether a record plainly shows what would be sent for a field. */
	shows(record: IDataObject, field: string, sent: BodyValue): Shown;
}

/**
 * Looks a record up by its key, and creates it, updates it, or leaves it as it is, after earlier items and
 * other executions with this key.
 *
 * @throws UserError if several records have the key
 */
export async function createOrUpdate(
	item: Item<UpsertInput>,
	given: UpsertInput,
	actions: UpsertActions,
): Promise<IDataObject> {
	const { field, compared } = given.key;
	return await item.client.serialize(`${field} ${compared}`, async () => {
		await hintOfRepeats(item, given);
		const key = withSpellings(item, given.key);
		const wanted = { ...given, key };
		const listed = await findInList(item, key);
		const known = listed ?? (await findByKey(item.client, key)).found;
		try {
			return await applyTo(item, wanted, actions, known, listed !== undefined);
		} catch (error) {
			// Someone may have deleted or created the record since.
			const [record] = known;
			const { isNotFound, isFinal, httpCode } = failureIn(error);
			const isTaken = httpCode === '422' && !isFinal;
			const isStale = error instanceof Outdated || (record ? isNotFound : isTaken);
			if (!isStale) throw error as Error;
			const { found, inOtherCapitals } = await findAfterFailure(item.client, key, error as Error);
			if (!record && found.length === 0) throw withCapitals(item, key, inOtherCapitals, error);
			return await applyTo(item, wanted, actions, found);
		}
	});
}

/** The error of a refused create, with the aliases that differ in capitals alone: services may compare so. */
function withCapitals(item: Item, key: Key, others: IDataObject[], error: unknown): Error {
	const said = key.field === 'alias' && hintOfOtherCapitals(others);
	if (!said) return error as Error;
	const failure = failureIn(error);
	return item.client.error({ ...failure, description: `${said} ${failure.description}` });
}

/**
 * The item of a Create or Update: what became of the record, then the record.
 *
 * @param isOld whether the records may have changed since they were found
 */
async function applyTo(
	item: Item,
	wanted: UpsertInput,
	actions: UpsertActions,
	found: IDataObject[],
	isOld = false,
): Promise<IDataObject> {
	const { key, ifExists, changes } = wanted;
	const existing = onlyOne(found, key);
	const result = (upsert_result: string, record: IDataObject) => {
		item.count(upsert_result);
		return { upsert_result, ...record };
	};
	if (!existing) {
		// Someone may have given the alias to a link on another domain since the list was read.
		if (isOld && key.domainId === undefined) {
			return await applyTo(item, wanted, actions, (await findByKey(item.client, key)).found);
		}
		return result('created', await createIfSure(item, key, actions));
	}
	if (ifExists === 'keep') return result('kept', existing);
	const isShown = Object.entries(changes).every(
		([field, sent]) => actions.shows(existing, field, sent) === 'yes',
	);
	if (isShown) return result('unchanged', existing);
	const id = readIdentifier(existing.id, 'ID of the record');
	if (isOld) return await applyTo(item, wanted, actions, await findCurrent(item.client, key, id));
	const check = async () => {
		if (!(await findIfStill(item.client, key, id))) throw new Outdated();
	};
	return result('updated', await actions.update(id, existing, check));
}

const spellingsOfKeys = () => new Map<string, Set<string>>();

/** A key, with the other spellings that earlier items of the run used. */
function withSpellings({ run }: Item, key: Key): Key {
	const all = run.acrossTries(spellingsOfKeys);
	const spellings = all.get(identityOf(key)) ?? new Set();
	all.set(identityOf(key), new Set([...spellings, key.text]));
	return { ...key, spellings: [...spellings] };
}

const createsInDoubt = () => new Map<string, Error>();

/** Creates a record, unless an earlier item with this key may have created it. */
async function createIfSure(
	{ run, client }: Item,
	key: Key,
	{ create }: UpsertActions,
): Promise<IDataObject> {
	const doubts = run.acrossTries(createsInDoubt);
	const earlier = doubts.get(identityOf(key));
	if (earlier) throw earlier;
	const stillMissing = async () => {
		if ((await findByKey(client, key)).found.length > 0) throw new Outdated();
	};
	return await create(stillMissing).catch((error: Error) => {
		if (failureIn(error).isFinal) doubts.set(identityOf(key), error);
		throw error;
	});
}

/** Says in a hint that other items of the run have the same key. */
async function hintOfRepeats(
	item: Item<UpsertInput>,
	{ key, ifExists }: UpsertInput,
): Promise<void> {
	const counts = await item.run.once('items by key', async () => {
		const numbers = new Map<string, number>();
		for (const input of await item.inputs()) {
			const same = identityOf(input.key);
			numbers.set(same, (numbers.get(same) ?? 0) + 1);
		}
		return numbers;
	});
	const count = counts.get(identityOf(key)) ?? 1;
	if (count === 1) return;
	const which = ifExists === 'keep' ? 'first' : 'last';
	item.hint(`${count} items have ${keyInWords(key)}; the ${which} one counts.`);
}

function identityOf({ field, compared, domainId }: Key): string {
	return JSON.stringify([field, compared, domainId]);
}
