import type { IDataObject } from 'n8n-workflow';

import type { Item } from '../../shared/item/operation';
import { listRecords } from '../api';

/** Every university of the service, fetched once an execution, however many items ask for it. */
export async function allUniversities(item: Item): Promise<IDataObject[]> {
	const { records, incomplete } = await item.run.once(
		'universities',
		async () => await listRecords(item, 'universities', {}, { limit: Infinity }),
	);
	if (incomplete !== undefined) item.hint(incomplete, 'warning');
	return records;
}
