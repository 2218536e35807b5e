import type { IDataObject } from 'n8n-workflow';

import type { Item } from '../shared/item/operation';
import { isTool } from '../shared/item/tool';
import { deleteRecord, getRecord, type Kind } from './api';

/**
 * Deletes a record: `{ deleted: true, id }` with whatever the service returned. As an AI agent's tool
 * it reads the record first and adds it as `record`, so that the agent can say what it deleted.
 */
export async function removeRecord(item: Item, kind: Kind, id: string): Promise<IDataObject> {
	if (!isTool(item.functions)) return await deleteRecord(item.client, kind, id);
	const record = await getRecord(item.client, kind, id);
	return { ...(await deleteRecord(item.client, kind, id)), record };
}
