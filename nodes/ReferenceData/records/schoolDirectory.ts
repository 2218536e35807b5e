import type { IDataObject } from 'n8n-workflow';

import { fetchWholeList } from '../../shared/http/wholeList';
import type { Item } from '../../shared/node/operation';
import { defined } from '../../shared/values';
import { emisNumberIn } from '../southAfrica/emisNumber';
import type { WantedSchool } from '../southAfrica/schoolNames/findSchool';
import { indexOf, type SchoolIndex } from '../southAfrica/schoolNames/schoolIndex';
import { fold, textOf } from '../southAfrica/words';

/**
 * The schools of the nation or of a province, read once in a run instead of searching for each of its
 * many names; undefined if each name must be searched for. When which: see `fetchWholeList`.
 */
export async function directoryFor(
	item: Item<WantedSchool>,
	province: string | undefined,
): Promise<SchoolIndex | undefined> {
	const listOf = async (place?: string) => {
		// Stored as a promise, so that a list that failed isn't read again.
		const { list } = await item.run.once(`schools in ${place ?? 'the nation'}`, async () => ({
			list: fetchDirectory(item, place),
		}));
		return await list;
	};
	const national = await listOf();
	return national === undefined && province !== undefined ? await listOf(province) : national;
}

async function fetchDirectory(
	{ client, inputs }: Item<WantedSchool>,
	province: string | undefined,
): Promise<SchoolIndex | undefined> {
	// With this province beside them, or none.
	const names = (await inputs())
		.filter(({ known }) => known.province === province)
		.map(({ name }) => name)
		.filter((name) => emisNumberIn(name) === undefined);
	const schools = await fetchWholeList(client, 'high-schools', defined({ province }), {
		keyCount: new Set(names.map(fold)).size,
		keyOf: (school: IDataObject) => textOf(school.nat_emis) || undefined,
	});
	return schools && (await indexOf(schools.values()));
}
