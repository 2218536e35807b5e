import type { IDataObject } from 'n8n-workflow';

import { readWholeList } from '../../shared/http/wholeList';
import type { Item } from '../../shared/node/operation';
import { defined } from '../../shared/values';
import { emisNumberIn } from '../identifiers';
import type { WantedSchool } from '../southAfrica/schoolNames/findSchool';
import { SchoolIndex } from '../southAfrica/schoolNames/schoolIndex';
import { fold, textOf } from '../southAfrica/words';

/**
 * The schools of the nation or of a province, read once in a run instead of searching for each of its
 * many names; undefined if each name must be searched for. When which: see `readWholeList`.
 */
export async function directoryFor(
	item: Item<WantedSchool>,
	province: string | undefined,
): Promise<SchoolIndex | undefined> {
	const names = await item.run.once('typed names', async () =>
		namesByProvince(await item.inputs()),
	);
	const listOf = async (place?: string) => {
		// Kept as a promise, because a list that failed isn't asked for again.
		const { list } = await item.run.once(`schools in ${place ?? 'the nation'}`, async () => ({
			list: readDirectory(item, names.get(place)?.size ?? 0, place),
		}));
		return await list;
	};
	const national = await listOf();
	return national === undefined && province !== undefined ? await listOf(province) : national;
}

/** The different names without an EMIS number, by the province beside them. */
function namesByProvince(inputs: readonly WantedSchool[]): Map<string | undefined, Set<string>> {
	const groups = new Map<string | undefined, Set<string>>();
	for (const { name, known } of inputs) {
		if (emisNumberIn(name) !== undefined) continue;
		groups.set(known.province, (groups.get(known.province) ?? new Set()).add(fold(name)));
	}
	return groups;
}

async function readDirectory(
	{ client }: Item,
	keyCount: number,
	province: string | undefined,
): Promise<SchoolIndex | undefined> {
	const keyOf = (school: IDataObject) => textOf(school.nat_emis) || undefined;
	const query = defined({ province });
	const schools = await readWholeList(client, 'high-schools', query, { keyCount, keyOf });
	return schools && (await SchoolIndex.of(schools.values()));
}
