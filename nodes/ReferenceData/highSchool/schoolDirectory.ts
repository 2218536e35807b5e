import type { Item } from '../../shared/node/operation';
import { readWholeList } from '../../shared/node/wholeList';
import { fetchPage, LARGEST_PAGE } from '../api';
import { emisNumberIn } from '../identifiers';
import { readProvince } from '../provinces';
import { SchoolIndex } from '../schoolNames/schoolIndex';
import { fold, textOf } from '../words';

/**
 * The schools of the nation or of a province, read once in a run instead of searching for each of its
 * many names; undefined if each name must be searched for. When which: see `readWholeList`.
 */
export async function directoryFor(
	item: Item,
	province: string | undefined,
): Promise<SchoolIndex | undefined> {
	const names = await item.run.once('typed names', async () => await namesByProvince(item));
	const listOf = async (place?: string) => {
		// Kept as a promise, because a list that failed isn't asked for again.
		const { list } = await item.run.once(`schools in ${place ?? 'the nation'}`, async () => ({
			list: readList(item, names.get(place)?.size ?? 0, place),
		}));
		return await list;
	};
	const national = await listOf();
	return national === undefined && province !== undefined ? await listOf(province) : national;
}

/** The different names of all items without an EMIS number, by the province beside them. */
async function namesByProvince(item: Item): Promise<Map<string | undefined, Set<string>>> {
	const groups = new Map<string | undefined, Set<string>>();
	await item.readAllItems((parameters) => {
		const name = parameters.text('schoolName');
		const { province: given } = parameters.added<{ province: string }>('filters');
		const province = given === undefined ? undefined : readProvince(given);
		if (emisNumberIn(name) !== undefined) return;
		groups.set(province, (groups.get(province) ?? new Set()).add(fold(name)));
	});
	return groups;
}

async function readList(
	{ client, run }: Item,
	keyCount: number,
	province: string | undefined,
): Promise<SchoolIndex | undefined> {
	const query = { ...(province && { province }), per_page: String(LARGEST_PAGE) };
	const schools = await readWholeList({
		keyCount,
		pageSize: LARGEST_PAGE,
		concurrency: run.concurrency,
		// Without the run, which would keep each page until it ends.
		fetchPage: async (page) => await fetchPage({ client }, 'high-schools', query, page),
		keyOf: (school) => textOf(school.nat_emis) || undefined,
	});
	return schools && (await SchoolIndex.of(schools.values()));
}
