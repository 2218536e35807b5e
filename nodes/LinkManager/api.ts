import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../shared/http/client';
import { isNotFound, outcomeOf } from '../shared/http/errors';
import { unexpectedShape } from '../shared/http/failures';
import type { Listing, Page } from '../shared/http/pagination';
import { collectPages } from '../shared/http/pagination';
import { dataOf, readEnvelope } from '../shared/http/response';
import type { Response, Service } from '../shared/http/types';
import type { Item } from '../shared/node/operation';
import { isTool } from '../shared/node/agentOutput';
import { encodeForm, type FormFields } from './form';

/** The two kinds of records that the service keeps, as the paths of their endpoints name them. */
export type Kind = 'links' | 'pixels';

/** What a message calls one record of a kind. */
export const NOUNS: Readonly<Record<Kind, string>> = { links: 'link', pixels: 'pixel' };

/** The fields that hold a password when they are sent, and true or false in a record. */
const PASSWORD_FIELDS = ['password', 'privacy_password'];

export const linkService: Service = {
	credential: 'linkManagerApi',
	name: 'link management service',
	versionPath: '/api/v1',
	pastedParts: ['/v1', '/api'],
	endpoints: Object.keys(NOUNS),
	passwordFields: PASSWORD_FIELDS,
};

/** The page sizes that the contract allows. */
export const PAGE_SIZES: readonly number[] = [10, 25, 50, 100];

export const SMALLEST_PAGE = Math.min(...PAGE_SIZES);
export const LARGEST_PAGE = Math.max(...PAGE_SIZES);

/** The smallest documented page that holds `limit` records, so that one request is enough. */
function pageSizeFor(limit: number): number {
	return PAGE_SIZES.find((size) => size >= limit) ?? LARGEST_PAGE;
}

/** One page of links or pixels, in any of the service's three envelopes. */
export async function fetchPage(
	client: Client,
	kind: Kind,
	query: Record<string, string>,
	page: number,
): Promise<Page> {
	const subject = `the list of ${kind}`;
	const reply = await client.request({
		method: 'GET',
		path: [kind],
		query: page === 1 ? query : { ...query, page: String(page) },
		subject,
	});
	const envelope = readEnvelope(reply.body);
	const { records } = envelope;
	if (!records) throw client.error(unexpectedShape(reply, linkService, subject));
	return { ...envelope, records };
}

/** Links or pixels that match the query, all or at most `limit` of them, each once. */
export async function listRecords(
	{ client, run }: { client: Client; run: { concurrency: number } },
	kind: Kind,
	query: Record<string, string>,
	{ limit = Infinity, pageSize = pageSizeFor(limit) }: { limit?: number; pageSize?: number } = {},
): Promise<Listing> {
	return await collectPages({
		fetchPage: async (page) =>
			await fetchPage(client, kind, { ...query, per_page: String(pageSize) }, page),
		pageSize,
		limit,
		concurrency: run.concurrency,
	});
}

/** One record by its ID. */
export async function getRecord(client: Client, kind: Kind, id: string): Promise<IDataObject> {
	const subject = subjectOf(kind, id);
	const reply = await client.request({ method: 'GET', path: [kind, id], subject });
	const record = recordIn(reply);
	if (!record) throw client.error(unexpectedShape(reply, linkService, subject));
	return record;
}

/** How messages speak of the fields of a form, by the service's names for them. */
export interface FieldTexts {
	/** What the form calls each of them. */
	labels: Readonly<Record<string, string>>;
	/** What to do when the service does not accept one, as a sentence. */
	advice?: Readonly<Record<string, string>>;
}

/**
 * Creates a record and returns it as the service answers it.
 *
 * @throws NodeApiError of the outcome `unknown` if the response was lost or has no record: it may exist
 */
export async function createRecord(
	client: Client,
	kind: Kind,
	fields: FormFields,
	{ labels, advice }: FieldTexts,
): Promise<IDataObject> {
	const subject = `the new ${NOUNS[kind]}`;
	const reply = await client.request({
		method: 'POST',
		path: [kind],
		form: encodeForm(fields),
		subject,
		secrets: passwordsIn(fields),
		fieldLabels: labels,
		fieldAdvice: advice,
	});
	const record = recordIn(reply);
	if (!record) throw client.error(unexpectedShape(reply, linkService, subject));
	return record;
}

/**
 * Changes only the fields given; nothing is sent without any. The record afterwards, read if the answer
 * has none (HTTP 204).
 */
export async function updateRecord(
	client: Client,
	kind: Kind,
	id: string,
	fields: FormFields,
	labels: FieldTexts['labels'],
): Promise<IDataObject> {
	if (Object.keys(fields).length === 0) return await getRecord(client, kind, id);
	const reply = await client.request({
		method: 'PUT',
		path: [kind, id],
		form: encodeForm(fields),
		subject: subjectOf(kind, id),
		secrets: passwordsIn(fields),
		fieldLabels: labels,
	});
	return recordIn(reply) ?? (await getRecord(client, kind, id));
}

/** Deletes a record. `{ deleted: true, id }` with whatever else the service returned. */
export async function deleteRecord(client: Client, kind: Kind, id: string): Promise<IDataObject> {
	const subject = subjectOf(kind, id);
	const reply = await client.request({ method: 'DELETE', path: [kind, id], subject });
	return { id, ...(dataOf(reply.body) as IDataObject | undefined), deleted: true };
}

/**
 * Deletes a record for the operation Delete. If an earlier try of the run (Retry On Fail) sent the
 * deletion and lost the answer, "not found" means that it was deleted then. As an AI agent's tool it reads
 * the record first and adds it as `record`, so that the agent can say what it deleted.
 */
export async function deleteForItem(item: Item, kind: Kind, id: string): Promise<IDataObject> {
	const { client, run } = item;
	const lost = run.acrossTries('lost deletions', () => new Set<string>());
	const wasLost = lost.has(subjectOf(kind, id));
	const record = isTool(item.functions) && !wasLost && (await getRecord(client, kind, id));
	try {
		return { ...(await deleteRecord(client, kind, id)), ...(record && { record }) };
	} catch (error) {
		if (wasLost && isNotFound(error)) return { id, deleted: true };
		if (outcomeOf(error) === 'unknown') lost.add(subjectOf(kind, id));
		throw error as Error;
	}
}

function subjectOf(kind: Kind, id: string): string {
	return `${NOUNS[kind]} ${id}`;
}

/** The record of an answer, bare or in `data`: what has an ID. */
function recordIn({ body }: Response): IDataObject | undefined {
	const record = dataOf(body) as IDataObject | undefined;
	return record?.id === undefined || record.id === null ? undefined : record;
}

function passwordsIn(fields: FormFields): string[] {
	return PASSWORD_FIELDS.map((name) => fields[name]).filter((value) => typeof value === 'string');
}
