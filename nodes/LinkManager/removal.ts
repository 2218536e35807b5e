import type { IDataObject } from 'n8n-workflow';

import type { Item } from '../shared/operation';
import { deleteRecord, getRecord, type Kind } from './api';

/**
 * Deletes a record: `{ deleted: true, id }` with whatever the service returned. As an AI agent's tool
 * it reads the record first and adds it as `record`, so that the agent can say what it deleted.
 */
export async function removeRecord(item: Item, kind: Kind, id: string): Promise<IDataObject> {
	if (!isTool(item)) return await deleteRecord(item.client, kind, id);
	const record = await getRecord(item.client, kind, id);
	return { ...(await deleteRecord(item.client, kind, id)), record };
}

/** Older n8n versions do not say how a node is run. */
function isTool({ functions }: Item): boolean {
	return typeof functions.isToolExecution === 'function' && functions.isToolExecution();
}
