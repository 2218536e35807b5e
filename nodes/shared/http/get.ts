import type { IDataObject } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';

import { quoted, TRY_AGAIN } from '../text';
import type { Client } from './client';
import { dataOf, type Page, pageIn } from './response';
import type { Service, ServiceRequest } from './types';

/**
 * The value in the response to a read. If the service's reads are cached, the same read is sent once per
 * run. Each item gets its own objects, because the nodes that follow may change them.
 *
 * @param valueOf takes the value out of a body; undefined if the body is of another shape
 */
export async function requestOnce<T extends object>(
	client: Client,
	request: ServiceRequest,
	valueOf: (body: unknown) => T | undefined,
): Promise<T> {
	if (!client.service.cachesReads) return await client.request(request, valueOf);
	const { path, query, json } = request;
	let isMine = false;
	const value = await client.run.once(JSON.stringify([path, query, json]), async () => {
		isMine = true;
		return await client.request(request, valueOf);
	});
	return isMine ? value : deepCopy(value);
}

/** A list in any of the envelopes that services have. */
export async function getList(client: Client, request: ServiceRequest): Promise<Page> {
	return await requestOnce(client, request, (body) => {
		const page = pageIn(body);
		return page && { ...page, records: page.records.map((one) => inOrder(one, client.service)) };
	});
}

/** One page of a list, named as its path is. The first one needs no number. */
export async function fetchPage(
	client: Client,
	list: string,
	query: Record<string, string>,
	page: number,
	pageSize = client.service.largestPage,
): Promise<Page> {
	const sized = { ...query, per_page: String(pageSize) };
	return await getList(client, {
		path: [list],
		query: page === 1 ? sized : { ...sized, page: String(page) },
		subject: `the list of ${nounsOf(list)}`,
	});
}

/** What a message calls the records of a list. */
export function nounsOf(list: string): string {
	return list.replace('-', ' ');
}

/** Whether a record shows its ID. 0 is a valid ID. */
export function hasId({ id }: Record<string, unknown>): boolean {
	return id !== undefined && id !== null;
}

/**
 * A record, in `data` or as the whole body if its ID shows that it is a record.
 *
 * @param id the requested ID
 * @param names the fields that may show it
 * @throws NodeApiError if it is another record, for example from a cache that mixes up responses
 */
export async function getRecord(
	client: Client,
	request: ServiceRequest,
	id: string,
	names: readonly string[] = ['id'],
): Promise<IDataObject> {
	const record = await requestOnce(client, request, (body) => recordIn(body, client.service));
	const shown = names.map((name) => record[name]).filter((value) => value != null);
	if (shown.length === 0 || shown.map(String).includes(id)) return record;
	throw client.error({
		message: `The ${client.service.name} returned another record for ${request.subject}: ${quoted(shown[0])}`,
		description: `A cache or a proxy in front of the service may mix up responses. ${TRY_AGAIN}`,
		outcome: 'unknown',
	});
}

/** The record in the body of a response; undefined if there is none. */
export function recordIn(body: unknown, service: Service): IDataObject | undefined {
	const record = dataOf(body);
	if (!record || Object.keys(record).length === 0) return undefined;
	const isRecord = record !== body || 'id' in record;
	return isRecord ? inOrder(record, service) : undefined;
}

/** Moves the fields that people look for to the front. */
function inOrder(record: IDataObject, { firstFields }: Service): IDataObject {
	if (!firstFields) return record;
	const first = firstFields.filter((name) => name in record).map((name) => [name, record[name]]);
	return { ...(Object.fromEntries(first) as IDataObject), ...record };
}
