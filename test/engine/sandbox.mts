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
	/** Has the account these links, by their IDs, and no others; what is not given is as `linkOf` has it. */
	function holds(links: Record<number, IDataObject>): void {
		link.links.clear();
		for (const [id, fields] of Object.entries(links)) {
			link.links.set(id, linkOf(Number(id), fields) as unknown as LinkRecord);
		}
	}
	return { link, data, holds, ...nodesOn({ linkManager: link, referenceData: data }) };
}

export function onlyRequest({ requests }: Service): RecordedRequest {
	const [request] = requests;
	if (!request || requests.length > 1) throw new Error(`${requests.length} requests, not one`);
	return request;
}
