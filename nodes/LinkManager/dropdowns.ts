import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { dropdownClient, loadPage, searchResult } from '../shared/http/dropdown';
import { isObject } from '../shared/values';
import { listRecords } from '../shared/http/records';
import { LARGEST_PAGE, linkService } from './api';
import { withoutScheme } from './findByKey';

/**
 * Links whose title, alias or destination holds the text, the one with that alias first; a short URL or a
 * destination may be pasted. Each page holds a page of every search. A link that two of them find on
 * different pages is shown once by n8n.
 */
export async function searchLinks(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const links = new Map<unknown, IDataObject>();
	let goesOn = false;
	const text = filter.trim();
	for (const query of queriesFor(text)) {
		const { records, more } = await loadPage(this, linkService, 'links', query, paginationToken);
		for (const link of records) links.set(link.id, link);
		goesOn ||= more;
	}
	const alias = aliasIn(text);
	const isExact = (link: IDataObject) => Number(link.alias === alias);
	const exactFirst = [...links.values()].sort((one, other) => isExact(other) - isExact(one));
	return searchResult(exactFirst, linkEntry, paginationToken, goesOn);
}

/** The queries of the searches for a text. */
function queriesFor(text: string): Array<Record<string, string>> {
	if (text === '') return [{}];
	const by = (search_by: string, search = text) => ({ search, search_by });
	return [by('title'), by('alias', aliasIn(text)), by('url')];
}

/** A text, or the last part of a short URL. */
function aliasIn(text: string): string {
	const [address = ''] = text.split(/[?#]/, 1);
	return address.split('/').filter(Boolean).pop() ?? text;
}

/** A resource locator shows names alone: what tells a link from all others is in the name. */
function linkEntry(record: IDataObject): INodeListSearchItems | undefined {
	const { id, alias, url, short_url: shortUrl } = record;
	if (id === undefined || id === null) return undefined;
	const name = withoutScheme(String(shortUrl || alias || `ID ${String(id)}`));
	const destination = typeof url === 'string' ? ` → ${withoutScheme(url)}` : '';
	return { name: `${name}${destination}`, value: String(id) };
}

/** Pixels by name. */
export async function searchPixels(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const search = filter.trim();
	const query: Record<string, string> = search ? { search, search_by: 'name' } : {};
	const { records, more } = await loadPage(this, linkService, 'pixels', query, paginationToken);
	return searchResult(records, pixelEntry, paginationToken, more);
}

/** With the type in the name, because a resource locator shows names alone. */
function pixelEntry({ id, name, type }: IDataObject): INodeListSearchItems | undefined {
	if (id === undefined || id === null) return undefined;
	const platform = type ? ` (${String(type)})` : '';
	return { name: `${String(name ?? id)}${platform}`, value: String(id) };
}

/** All pixels of the account, for multi-selects, which cannot page. */
export async function getPixels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const order = { sort_by: 'name', sort: 'asc' };
	const { records } = await listRecords(dropdownClient(this, linkService), 'pixels', order);
	return records.map(pixelEntry).filter((entry) => entry !== undefined);
}

/** By part of the host name, or by a URL on it. */
export const searchDomains = searchSeen('domain');

/** By part of the name. */
export const searchSpaces = searchSeen('space');

/** The editor would follow tokens through a large account for two domains. */
const MOST_PAGES = 5;

/** Searches the domains or spaces of the newest links: the service has no list of them. */
function searchSeen(field: 'domain' | 'space') {
	return async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		const limit = MOST_PAGES * LARGEST_PAGE;
		const client = dropdownClient(this, linkService);
		const { records } = await listRecords(client, 'links', {}, { limit });
		const [wanted = ''] = withoutScheme(filter.trim()).toLowerCase().split('/', 1);
		const seen = new Map<string, INodeListSearchItems>();
		for (const { [field]: value } of records) {
			if (!isObject(value) || value.id === undefined || value.id === null) continue;
			const { id, name, url } = value;
			const text = String(name || url || id);
			const isWanted = text.toLowerCase().includes(wanted);
			if (isWanted) seen.set(String(id), { name: text, value: String(id) });
		}
		return { results: [...seen.values()] };
	};
}
