import type { IDataObject } from 'n8n-workflow';

import type { Reply, Service } from '../shared/client/request';
import { readEnvelope } from '../shared/client/envelope';
import { unexpectedShape } from '../shared/client/failures';
import type { Client } from '../shared/client/client';
import type { Item } from '../shared/item/operation';
import { collectPages, type Listing, type Page } from '../shared/client/paginate';
import { isObject } from '../shared/values';

/** What a key needs, by the first part of the path; the contract leaves some plans open. */
const REQUIREMENTS: Readonly<Record<string, string>> = {
	'high-schools':
		'The high school endpoints need the scope high_schools:read. The service does not say which plan includes it.',
	'postal-codes':
		'The postal code endpoints need the scope postal_codes:read, which comes with the Free plan and above.',
	universities:
		'The university endpoint needs the scope universities:read. The service does not say which plan includes it.',
	'aps-calculator':
		'The APS calculator needs the scope aps_calculator:use and the Pro plan or above.',
};

export const referenceDataService: Service = {
	credential: 'referenceDataApi',
	name: 'reference data service',
	versionPath: '/v1',
	pastedPaths: ['/v1'],
	endpoints: ['high-schools', 'postal-codes', 'universities', 'aps-calculator'],
	requirement: ([endpoint = '']) => REQUIREMENTS[endpoint],
};

/** The lists of the service that come in pages, and what they hold. */
export type Directory = 'high-schools' | 'postal-codes' | 'universities';

export const NOUNS: Readonly<Record<Directory, string>> = {
	'high-schools': 'high schools',
	'postal-codes': 'postal codes',
	universities: 'universities',
};

const LARGEST_PAGE = 100;

/** The size that needs the fewest requests for `limit` records, and then the fewest records. */
export function pageSizeFor(limit: number): number {
	return Number.isFinite(limit) ? Math.ceil(limit / Math.ceil(limit / LARGEST_PAGE)) : LARGEST_PAGE;
}

/** One page of a directory, in either of the service's envelopes (`pagination` or `meta`). */
export async function fetchPage(
	client: Client,
	directory: Directory,
	query: Record<string, string>,
	page: number,
): Promise<Page> {
	const subject = `the list of ${NOUNS[directory]}`;
	const reply = await client.request({
		method: 'GET',
		path: [directory],
		query: { ...query, page: String(page) },
		subject,
	});
	return { ...readEnvelope(reply.body), records: recordsOf(client, reply, subject) };
}

export interface ListRequest {
	/** Infinity for all. */
	limit: number;
	pageSize?: number;
	startPage?: number;
}

/** The records of a directory that match the query, each once. */
export async function listRecords(
	item: Pick<Item, 'client' | 'run'>,
	directory: Directory,
	query: Record<string, string>,
	{ limit, pageSize = pageSizeFor(limit), startPage }: ListRequest,
): Promise<Listing> {
	return await collectPages({
		fetchPage: async (page) =>
			await fetchPage(item.client, directory, { ...query, per_page: String(pageSize) }, page),
		pageSize,
		limit,
		startPage,
		lanes: item.run.concurrency,
	});
}

/** All records of an endpoint that has no pages. */
export async function fetchAll(
	client: Client,
	path: readonly string[],
	query: Record<string, string>,
	subject: string,
): Promise<IDataObject[]> {
	return recordsOf(client, await client.request({ method: 'GET', path, query, subject }), subject);
}

/** One record, in `data`, or bare when its id shows that it is one. */
export async function getRecord(
	client: Client,
	path: readonly string[],
	subject: string,
): Promise<IDataObject> {
	const reply = await client.request({ method: 'GET', path, subject });
	const body = isObject(reply.body) ? reply.body : {};
	const record = 'data' in body ? body.data : 'id' in body ? body : undefined;
	if (!isObject(record)) throw client.error(unexpectedShape(reply, referenceDataService, subject));
	return record as IDataObject;
}

function recordsOf(client: Client, reply: Reply, subject: string): IDataObject[] {
	const { records } = readEnvelope(reply.body);
	if (!records) throw client.error(unexpectedShape(reply, referenceDataService, subject));
	return records;
}
