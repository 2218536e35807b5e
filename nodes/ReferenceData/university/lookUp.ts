import type { IDataObject } from 'n8n-workflow';

import type { Item } from '../../shared/node/operation';
import { listRecords } from '../../shared/http/records';

/** Every university of the service. A hint says when the list may be incomplete. */
export async function allUniversities(item: Item): Promise<IDataObject[]> {
	const { records, incomplete } = await listRecords(item.client, 'universities', {});
	if (incomplete !== undefined) item.hint(incomplete, 'warning');
	return records;
}

/** The university with an ID, or else the only one whose ID differs in nothing but capitals. */
export function universityWithId(
	universities: readonly IDataObject[],
	id: string,
): IDataObject | undefined {
	const wanted = id.toLowerCase();
	const alike = universities.filter((university) => String(university.id).toLowerCase() === wanted);
	const exact = alike.find((university) => String(university.id) === id);
	return exact ?? (alike.length === 1 ? alike[0] : undefined);
}
