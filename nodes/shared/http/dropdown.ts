import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { fingerprint } from '../fingerprint';
import { Client } from './client';
import { openConnection } from './credential';
import { mayBeFollowed } from './pagination';
import { RequestQueue } from './queue';
import { fetchPage } from './records';
import { RunState } from './runState';
import { type Service, WHILE_WATCHED } from './types';

/** A client for what a dropdown loads. */
export function dropdownClient(functions: ILoadOptionsFunctions, service: Service): Client {
	const run = new RunState(new RequestQueue(1));
	const connect = async () => await openConnection(functions, service);
	return new Client(functions, service, run, connect, WHILE_WATCHED);
}

/** The page of a list that a token stands for, and whether the service may have further records. */
export async function loadPage(
	functions: ILoadOptionsFunctions,
	service: Service,
	list: string,
	query: Record<string, string>,
	paginationToken?: string,
): Promise<{ records: IDataObject[]; more: boolean }> {
	const page = pageOf(paginationToken);
	const loaded = await fetchPage(dropdownClient(functions, service), list, query, page);
	return { records: loaded.records, more: mayBeFollowed(loaded, page, service.largestPage) };
}

/**
 * A page of records as entries of a dropdown, with the token of the next page while there may be one. A
 * service that ignores the page gives the same one again, which ends the list.
 *
 * @param paginationToken that of this page
 * @param more whether the service may have further records
 */
export function searchResult(
	records: IDataObject[],
	toEntry: (record: IDataObject) => INodeListSearchItems | undefined,
	paginationToken: string | undefined,
	more: boolean,
): INodeListSearchResult {
	const results = records.map(toEntry).filter((entry) => entry !== undefined);
	const shown = fingerprint(JSON.stringify(results.map(({ value }) => value)));
	if (paginationToken?.endsWith(` ${shown}`)) return { results: [] };
	return more
		? { results, paginationToken: `${pageOf(paginationToken) + 1} ${shown}` }
		: { results };
}

/** The page that a token stands for; the rest of it tells the page before. 1 without a token. */
function pageOf(paginationToken = '1'): number {
	return parseInt(paginationToken, 10);
}
