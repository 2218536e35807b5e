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
import { fetchPage, hasId } from './get';
import { RunState } from './runState';
import { type Service, WHILE_WATCHED } from './types';

/** A client for what a dropdown loads. */
export function dropdownClient(functions: ILoadOptionsFunctions, service: Service): Client {
	const run = new RunState(new RequestQueue(1));
	const connect = async () => await openConnection(functions, service);
	return new Client(functions, service, run, connect, WHILE_WATCHED);
}

/** What the list of a resource locator searches. */
interface ListSearch {
	service: Service;
	list: string;
	/** The queries for a text that was typed. */
	queriesFor(text: string): Array<Record<string, string>>;
	entryOf(record: IDataObject): INodeListSearchItems;
	/** Whether a record is exactly what was typed. It then comes first. */
	isExact?(record: IDataObject, text: string): boolean;
}

/**
 * The search of a list, in pages: each has a page of every query, and each record once. A repeated page
 * ends the list, because the service ignores the page number.
 */
export function listSearch({ service, list, queriesFor, entryOf, isExact }: ListSearch) {
	return async function (
		this: ILoadOptionsFunctions,
		filter = '',
		paginationToken = '1',
	): Promise<INodeListSearchResult> {
		const client = dropdownClient(this, service);
		const text = filter.trim();
		// The rest of a token is about the previous page.
		const page = parseInt(paginationToken, 10);
		const found = new Map<unknown, IDataObject>();
		let goesOn = false;
		for (const query of queriesFor(text)) {
			const loaded = await fetchPage(client, list, query, page);
			for (const record of loaded.records) found.set(record.id, record);
			goesOn ||= mayBeFollowed(loaded, page, service.largestPage);
		}
		const rank = (record: IDataObject) => Number(isExact?.(record, text) ?? false);
		const records = [...found.values()].sort((one, other) => rank(other) - rank(one));
		// A record without an ID can't be chosen.
		const results = records.filter(hasId).map(entryOf);
		const shown = fingerprint(JSON.stringify(results.map(({ value }) => value)));
		if (paginationToken.endsWith(` ${shown}`)) return { results: [] };
		return goesOn ? { results, paginationToken: `${page + 1} ${shown}` } : { results };
	};
}
