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

/** Both services for one test file, back at their start before each test, and the nodes on them. */
export async function useSandbox(options: ServicesOptions = {}) {
	const { link, data, stop } = await startServices({ schools: 1000, ...options });
	beforeEach(() => {
		link.reset();
		data.reset();
	});
	afterAll(stop);
	/** Changes a link of the account, or adds it; what is not given then is as `linkOf` has it. */
	function put(id: unknown, fields: IDataObject): void {
		const known = link.links.get(String(id));
		const record = { ...linkOf(Number(id), fields), id, ...known, ...fields };
		link.links.set(String(id), record as unknown as LinkRecord);
	}
	/** Has the account these links, by their IDs, and no others. */
	function holds(links: Record<number, IDataObject>): void {
		link.links.clear();
		for (const [id, fields] of Object.entries(links)) put(Number(id), fields);
	}
	/** Has a list these records and no others; what is not given is as the first one of the sample has it. */
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
