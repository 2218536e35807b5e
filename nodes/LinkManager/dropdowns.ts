import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { dropdownClient, pageOf, searchResult } from '../shared/client/dropdown';
import { isObject } from '../shared/values';
import { fetchPage, type Kind, linkService } from './api';

/** Entries that a dropdown shows at once: the service's largest page, so that one request is enough. */
const SHOWN = 100;

async function loadPage(
	functions: ILoadOptionsFunctions,
	kind: Kind,
	query: Record<string, string>,
	page: number,
): Promise<{ records: IDataObject[]; more: boolean }> {
	const client = dropdownClient(functions, linkService);
	const { records, total } = await fetchPage(
		client,
		kind,
		{ ...query, per_page: String(SHOWN) },
		page,
	);
	const more = total === undefined ? records.length === SHOWN : page * SHOWN < total;
	return { records, more };
}

/**
 * Links by title, or by alias where no title fits, or, for a text that looks like an address, by
 * destination; newest first.
 */
export async function searchLinks(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const inAliases = paginationToken?.startsWith(ALIASES) === true;
	const page = pageOf(paginationToken?.replace(ALIASES, ''));
	if (!filter) return await linksWhere(this, {}, page);
	const searchBy = inAliases ? 'alias' : /^https?:|\//i.test(filter) ? 'url' : 'title';
	const found = await linksWhere(this, { search: filter, search_by: searchBy }, page);
	if (found.results.length > 0 || page > 1 || searchBy !== 'title') return found;
	return await linksWhere(this, { search: filter, search_by: 'alias' }, page);
}

/** Before the number in the token of a further page: the text was found among the aliases. */
const ALIASES = 'alias ';

async function linksWhere(
	functions: ILoadOptionsFunctions,
	query: Record<string, string>,
	page: number,
): Promise<INodeListSearchResult> {
	const { records, more } = await loadPage(functions, 'links', query, page);
	const result = searchResult(records, linkEntry, page, more);
	return query.search_by === 'alias' && result.paginationToken !== undefined
		? { ...result, paginationToken: ALIASES + String(result.paginationToken) }
		: result;
}

function linkEntry({ id, title, alias, url }: IDataObject): INodeListSearchItems | undefined {
	if (id === undefined || id === null) return undefined;
	const name = [title, alias].find((text) => typeof text === 'string' && text !== '');
	if (typeof url !== 'string') return { name: String(name ?? id), value: String(id) };
	const destination = url.replace(/^https?:\/\//i, '');
	// A resource locator shows names alone, so the destination is in the name too.
	return {
		name: name === undefined ? destination : `${String(name)} → ${destination}`,
		value: String(id),
		description: url,
		url,
	};
}

export async function searchPixels(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const page = pageOf(paginationToken);
	const query: Record<string, string> = filter ? { search: filter, search_by: 'name' } : {};
	const { records, more } = await loadPage(this, 'pixels', query, page);
	return searchResult(records, typedPixelEntry, page, more);
}

function pixelEntry({ id, name, type }: IDataObject): INodeListSearchItems | undefined {
	if (id === undefined || id === null) return undefined;
	return { name: String(name ?? id), value: String(id), description: String(type ?? '') };
}

/** With the type in the name: a resource locator shows names alone, a multi-select descriptions too. */
function typedPixelEntry(record: IDataObject): INodeListSearchItems | undefined {
	const entry = pixelEntry(record);
	if (!entry?.description) return entry;
	return { ...entry, name: `${entry.name} (${entry.description})` };
}

/** The pixels of the account, for multi-selects, which cannot page. */
export async function getPixels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const { records } = await loadPage(this, 'pixels', { sort_by: 'name', sort: 'asc' }, 1);
	return records.map(pixelEntry).filter((entry) => entry !== undefined);
}

export async function searchDomains(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchSeen(this, 'domain', filter, paginationToken);
}

export async function searchSpaces(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchSeen(this, 'space', filter, paginationToken);
}

/** The domains or spaces on one page of links, the newest first: the service has no list of them. */
async function searchSeen(
	functions: ILoadOptionsFunctions,
	field: 'domain' | 'space',
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const page = pageOf(paginationToken);
	const { records, more } = await loadPage(functions, 'links', {}, page);
	const seen = new Map<string, IDataObject>();
	for (const record of records) {
		const value = record[field];
		if (isObject(value) && value.id !== undefined) seen.set(String(value.id), value as IDataObject);
	}
	const wanted = filter.toLowerCase();
	const matches = [...seen.values()].filter((value) =>
		nameOf(value).toLowerCase().includes(wanted),
	);
	return searchResult(
		matches,
		(value) => ({ name: nameOf(value), value: String(value.id) }),
		page,
		more,
	);
}

function nameOf({ name, url, id }: IDataObject): string {
	const text = [name, url].find((part) => typeof part === 'string' && part !== '');
	return String(text ?? id);
}
