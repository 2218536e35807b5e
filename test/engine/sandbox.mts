import type { IDataObject } from 'n8n-workflow';
import { afterAll, beforeEach } from 'vitest';

import {
	startServices,
	type LinkService,
	type RecordedRequest,
	type ReferenceService,
	type Service,
	type ServicesOptions,
} from '../../sandbox/services/start.mjs';
export { locator } from '../../sandbox/n8n/workflow.mjs';
import { runNode, type NodeName, type NodeResult, type NodeRun } from './harness.mjs';

/** Runs a node with these parameters; the rest of the run as `runNode` takes it. */
export type RunOnSandbox = (
	parameters: IDataObject,
	more?: Partial<Omit<NodeRun, 'node' | 'parameters'>>,
) => Promise<NodeResult>;

/** Both services for one test file, back at their start before each test, and the nodes on them. */
export async function useSandbox(options: ServicesOptions = {}): Promise<{
	link: LinkService;
	data: ReferenceService;
	linkManager: RunOnSandbox;
	referenceData: RunOnSandbox;
}> {
	const { link, data, stop } = await startServices({ schools: 1000, ...options });
	beforeEach(() => {
		link.reset();
		data.reset();
	});
	afterAll(stop);
	return {
		link,
		data,
		linkManager: runOn('linkManager', link),
		referenceData: runOn('referenceData', data),
	};
}

function runOn(node: NodeName, service: Service): RunOnSandbox {
	return async (parameters, more) =>
		await runNode({ node, parameters, credentials: credentialsOf(service), ...more });
}

export function credentialsOf({ baseUrl, apiKey }: Service): NodeRun['credentials'] {
	return { baseUrl, apiKey };
}

/** A request as `METHOD path?query`, the query decoded and in the order sent. */
export function line({ method, path, query }: RecordedRequest): string {
	const decoded = [...new URLSearchParams(query)].map(([name, value]) => `${name}=${value}`);
	return `${method} ${path}${decoded.length > 0 ? `?${decoded.join('&')}` : ''}`;
}

/** The requests that a service saw, one line each, in order. */
export function lines(service: Service): string[] {
	return service.requests.map(line);
}

/** The query of a request as an object; a parameter sent twice would be lost, so that throws. */
export function queryOf({ query }: RecordedRequest): Record<string, string> {
	return distinct(new URLSearchParams(query));
}

/** The fields of a form body, undecoded brackets and all; throws for a field that comes twice. */
export function formOf({ body }: RecordedRequest): Record<string, string> {
	return distinct(new URLSearchParams(body));
}

function distinct(pairs: URLSearchParams): Record<string, string> {
	const names = [...pairs.keys()];
	if (new Set(names).size !== names.length) throw new Error(`A name comes twice: ${names.join()}`);
	return Object.fromEntries(pairs);
}

/** The only request that a service saw. */
export function onlyRequest({ requests }: Service): RecordedRequest {
	const [request] = requests;
	if (!request || requests.length > 1) throw new Error(`${requests.length} requests, not one`);
	return request;
}

/** The records of the main output, without their links to the input. */
export function records({ items }: NodeResult): IDataObject[] {
	return items.map(({ json }) => json);
}

/** Which input item each output item is linked to. */
export function pairs({ items }: NodeResult): unknown[] {
	return items.map(({ pairedItem }) =>
		typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : pairedItem,
	);
}

/** The texts of the hints on the output pane. */
export function hintTexts({ hints }: NodeResult): string[] {
	return hints.map(({ message }) => message);
}

/**
 * Everything that the node shows to a person or a log, as one text. Not the copy of the node that n8n
 * adds to every error: it holds the parameters as the user wrote them.
 */
export function everythingShown({ error, ...rest }: NodeResult): string {
	const { message, stack } = error ?? {};
	return JSON.stringify({ ...rest, error: { ...error, node: undefined, message, stack } });
}
