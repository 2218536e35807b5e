import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import type { Service } from './request';
import { Gate } from './gate';
import { Client, openConnection } from './client';

/** Somebody is looking at the dropdown: give up early rather than let them wait. */
const PATIENCE = { maxRetries: 1, maxWait: 5_000, timeout: 20_000 };

/** A client for what a dropdown loads. */
export function dropdownClient(functions: ILoadOptionsFunctions, service: Service): Client {
	return new Client(
		functions,
		service,
		async () => await openConnection(functions, service),
		new Gate(1),
		PATIENCE,
	);
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
	const results = records
		.map(toEntry)
		.filter((entry): entry is INodeListSearchItems => entry !== undefined);
	return more ? { results, paginationToken: String(page + 1) } : { results };
}

/** The page that a token stands for; 1 without a token. */
export function pageOf(paginationToken?: string): number {
	const page = Number(paginationToken ?? 1);
	return Number.isInteger(page) && page > 0 ? page : 1;
}
