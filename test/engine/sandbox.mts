import type { IDataObject } from 'n8n-workflow';
import { afterAll, beforeEach } from 'vitest';

import {
	startServices,
	type LinkRecord,
	type RecordedRequest,
	type Service,
	type ServicesOptions,
} from '../../sandbox/services/start.mjs';
import { nodesOn } from './harness.mjs';
import { linkOf } from './scripted.mjs';

export { locator } from '../../sandbox/n8n/workflow.mjs';
export { formOf, lines } from './harness.mjs';

/** Both services for one test file, reset before each test, with the nodes that use them. */
export async function useSandbox(options: ServicesOptions = {}) {
	const { link, data, stop } = await startServices({ schools: 1000, ...options });
	beforeEach(() => {
		link.reset();
		data.reset();
	});
	afterAll(stop);
	/** Changes a link of the account, or adds it with the defaults of `linkOf`. */
	function put(id: unknown, fields: IDataObject): void {
		const known = link.links.get(String(id));
		const record = { ...linkOf(Number(id), fields), id, ...known, ...fields };
		link.links.set(String(id), record as unknown as LinkRecord);
	}
	/** Replaces all links of the account with these, by their IDs. */
	function holds(links: Record<number, IDataObject>): void {
		link.links.clear();
		for (const [id, fields] of Object.entries(links)) put(Number(id), fields);
	}
	/** Replaces all records of a list. Missing fields are copied from the first record of the sample. */
	function holder<T>(list: T[]) {
		const [any] = list;
		return (records: IDataObject[]): void => {
			list.splice(0, Infinity, ...records.map((fields) => ({ ...any, ...fields }) as T));
		};
	}
	return {
		link,
		data,
		put,
		holds,
		holdsSchools: holder(data.schools),
		holdsUniversities: holder(data.universities),
		...nodesOn({ linkManager: link, referenceData: data }),
	};
}

export function onlyRequest({ requests }: Service): RecordedRequest {
	const [request] = requests;
	if (!request || requests.length > 1) throw new Error(`${requests.length} requests, not one`);
	return request;
}
