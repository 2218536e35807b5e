import type { IDataObject } from 'n8n-workflow';

import type { Item } from '../../shared/item/operation';
import { listRecords } from '../api';

/** Every university of the service. A hint says when the list may be incomplete. */
export async function allUniversities(item: Item): Promise<IDataObject[]> {
	const { records, incomplete } = await listRecords(item, 'universities', {}, { limit: Infinity });
	if (incomplete !== undefined) item.hint(incomplete, 'warning');
	return records;
}
