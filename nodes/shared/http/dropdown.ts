import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { Client } from './client';
import { openConnection } from './credential';
import { RequestQueue } from './queue';
import { RunState } from './runState';
import { type Service, WHILE_WATCHED } from './types';

/** A client for what a dropdown loads. */
export function dropdownClient(functions: ILoadOptionsFunctions, service: Service): Client {
	const run = new RunState(new RequestQueue(1), 1);
	const connect = async () => await openConnection(functions, service);
	return new Client(functions, service, run, connect, WHILE_WATCHED);
}

/**
 * A page of records as entries of a dropdown, with the token of the next page while there may be one.
 *
 * @param more whether the service may have further records
 */
export function searchResult(
	records: IDataObject[],
	toEntry: (record: IDataObject) => INodeListSearchItems | undefined,
	page: number,
	more: boolean,
): INodeListSearchResult {
	const results = records.map(toEntry).filter((entry) => entry !== undefined);
	return more ? { results, paginationToken: String(page + 1) } : { results };
}

/** The page that a token stands for; 1 without a token. */
export function pageOf(paginationToken?: string): number {
	return Number(paginationToken ?? 1);
}
