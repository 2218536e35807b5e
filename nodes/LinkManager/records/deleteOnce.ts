import type { IDataObject } from 'n8n-workflow';

import { failureIn } from '../../shared/http/errors';
import type { Item } from '../../shared/node/operation';
import { deleteRecord, getById, type Kind } from '../transport/api';

const lostDeletions = () => new Set<string>();

/**
 * Deletes a record for the operation Delete. If an earlier try of the run (Retry On Fail) sent the
 * deletion and lost the answer, "not found" means that it was deleted then. As an AI agent's tool it reads
 * the record first and adds it as `record`, so that the agent can say what it deleted.
 */
export async function deleteOnce(item: Item, kind: Kind, id: string): Promise<IDataObject> {
	const { client, run } = item;
	const lost = run.acrossTries(lostDeletions);
	const wasLost = lost.has(id);
	const record = item.isTool && !wasLost && (await getById(client, kind, id));
	try {
		return { ...(await deleteRecord(client, kind, id)), ...(record && { record }) };
	} catch (error) {
		const { isNotFound, outcome } = failureIn(error);
		if (wasLost && isNotFound) return { deleted: true, id };
		if (outcome === 'unknown') lost.add(id);
		throw error as Error;
	}
}
