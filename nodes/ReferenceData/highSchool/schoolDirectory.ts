import type { Item } from '../../shared/node/operation';
import type { ItemParameters } from '../../shared/node/parameters';
import { readWholeList } from '../../shared/node/wholeList';
import { fetchPage, LARGEST_PAGE } from '../api';
import { emisNumberIn } from '../identifiers';
import { readProvince } from '../provinces';
import { textOf } from '../schoolNames/recordedSchool';
import { SchoolIndex } from '../schoolNames/schoolIndex';
import { fold } from '../words';

/** The lists of schools that a run reads instead of searching for each of its many names. */
export interface SchoolDirectory {
	/** The schools of a province, or of the nation; undefined if each name must be searched for. */
	listFor(province: string | undefined): Promise<SchoolIndex | undefined>;
}

/** The directory of a run, made before its first item. */
export async function directoryOf(item: Item): Promise<SchoolDirectory> {
	return await item.run.once('school directory', async () => {
		const names = await item.readAllItems(readName);
		const namesByProvince = new Map<string | undefined, Set<string>>();
		for (const { name, province } of names) {
			if (emisNumberIn(name) !== undefined) continue;
			const group = namesByProvince.get(province) ?? new Set();
			namesByProvince.set(province, group.add(fold(name)));
		}
		return lazyDirectory(item, namesByProvince);
	});
}

function readName(parameters: ItemParameters): { name: string; province: string | undefined } {
	const name = parameters.text('schoolName');
	const { province } = parameters.added<{ province: string }>('filters');
	return { name, province: province === undefined ? undefined : readProvince(province) };
}

/** Reads each list when it is first needed, and once. */
function lazyDirectory(
	item: Item,
	namesByProvince: ReadonlyMap<string | undefined, ReadonlySet<string>>,
): SchoolDirectory {
	const lists = new Map<string | undefined, Promise<SchoolIndex | undefined>>();
	const listOf = async (province?: string) => {
		const keyCount = namesByProvince.get(province)?.size ?? 0;
		const list = lists.get(province) ?? readList(item, keyCount, province);
		lists.set(province, list);
		return await list;
	};
	return {
		listFor: async (province) => {
			const national = await listOf();
			return national === undefined && province !== undefined ? await listOf(province) : national;
		},
	};
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
