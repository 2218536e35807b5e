import type { IDataObject } from 'n8n-workflow';

import { failureIn } from '../../shared/http/errors';
import type { RunState } from '../../shared/http/runState';
import type { Item } from '../../shared/node/operation';
import { type Check, deleteRecord, getById, type Kind } from '../transport/api';

const lostDeletions = () => new Set<string>();

/** Whether an earlier try of the run sent a deletion and lost the answer. */
export function isDeletionLost(run: RunState, id: string): boolean {
	return run.acrossTries(lostDeletions).has(id);
}

/**
 * Deletes a record for the operation Delete. If an earlier try of the run (Retry On Fail) sent the
 * deletion and lost the answer, "not found" means that it was deleted then. As an AI agent's tool it reads
 * the record first and adds it as `record`, so that the agent can say what it deleted.
 *
 * @param one its ID, and the record if it was just read
 */
export async function deleteOnce(
	item: Item,
	kind: Kind,
	one: { id: string; record?: IDataObject; check?: Check },
): Promise<IDataObject> {
	const { client, run } = item;
	const { id, record: known } = one;
	const wasLost = isDeletionLost(run, id);
	const record = item.isTool && !wasLost && (known ?? (await getById(client, kind, id)));
	try {
		return { ...(await deleteRecord(client, kind, id, one.check)), ...(record && { record }) };
	} catch (error) {
		const { isNotFound, outcome } = failureIn(error);
		if (wasLost && isNotFound) return { deleted: true, id };
		if (outcome === 'unknown') run.acrossTries(lostDeletions).add(id);
		throw error as Error;
	}
}
