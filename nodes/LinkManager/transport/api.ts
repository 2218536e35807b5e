import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../shared/http/client';
import { failureIn } from '../../shared/http/errors';
import { getRecord, recordIn } from '../../shared/http/get';
import { ExecutionCancelled } from '../../shared/http/queue';
import type { Service, ServiceRequest } from '../../shared/http/types';
import { cut, quoted } from '../../shared/text';
import { encodeBody, type BodyFields } from './formBody';
import { forgetLink } from './linkCache';

/** The two kinds of records that the service keeps, as the paths of their endpoints name them. */
export type Kind = 'links' | 'pixels';

/** How a message names a record of each kind. */
export const NOUNS: Readonly<Record<Kind, string>> = { links: 'link', pixels: 'pixel' };

/** The page sizes that the service documents. */
export const PAGE_SIZES: readonly number[] = [10, 25, 50, 100];

export const LARGEST_PAGE = Math.max(...PAGE_SIZES);

export const linkService: Service = {
	credential: 'linkManagerApi',
	name: 'link management service',
	versionPath: '/api/v1',
	pastedParts: ['/v1', '/api'],
	endpoints: Object.keys(NOUNS),
	largestPage: LARGEST_PAGE,
	pageSizeFor: (limit) => PAGE_SIZES.find((size) => size >= limit) ?? LARGEST_PAGE,
	passwordFields: ['password', 'privacy_password'],
	firstFields: ['id', 'alias', 'short_url', 'url'],
};

/** A link or a pixel by its ID. */
export async function getById(client: Client, kind: Kind, id: string): Promise<IDataObject> {
	return await getRecord(client, about(kind, id), id);
}

/** A link or a pixel by its ID; undefined if there is none any more. */
export async function findById(
	client: Client,
	kind: Kind,
	id: string,
): Promise<IDataObject | undefined> {
	return await getById(client, kind, id).catch((error: unknown) => {
		if (failureIn(error).isNotFound) return undefined;
		throw error;
	});
}

/** Whether a change is still right: see `ServiceRequest`. */
export type Check = ServiceRequest['check'];

/** How messages speak of the fields of a body, by the service's names for them. */
export type FieldTexts = Pick<ServiceRequest, 'fieldLabels' | 'fieldAdvice'>;

/**
 * Creates a record and returns it as the service answers it.
 *
 * @throws NodeApiError of the outcome `unknown` if the response was lost or has no record: it may exist
 */
export async function createRecord(
	client: Client,
	kind: Kind,
	fields: BodyFields,
	texts: FieldTexts,
	check?: Check,
): Promise<IDataObject> {
	const request: ServiceRequest = {
		effect: 'create',
		path: [kind],
		formBody: encodeBody(fields),
		subject: `the new ${NOUNS[kind]}`,
		check,
		...texts,
	};
	if (kind === 'links') forgetLink(client.run, { alias: fields.alias });
	return await client.request(request, identifiedIn);
}

/** Changes only the fields given. Returns the record if the answer has it, and else an empty one. */
export async function sendUpdate(
	client: Client,
	kind: Kind,
	id: string,
	fields: BodyFields,
	texts: FieldTexts,
	check?: Check,
): Promise<IDataObject> {
	const request: ServiceRequest = {
		effect: 'update',
		...about(kind, id),
		formBody: encodeBody(fields),
		check,
		...texts,
	};
	if (kind === 'links') forgetLink(client.run, { id, alias: fields.alias });
	return await client.request(request, (body) => identifiedIn(body) ?? {});
}

/** The record after a change, read if the answer has none (HTTP 204); nothing is sent without any field. */
export async function updateRecord(
	client: Client,
	kind: Kind,
	id: string,
	fields: BodyFields,
	texts: FieldTexts,
	check?: Check,
): Promise<IDataObject> {
	if (Object.keys(fields).length === 0) return await getById(client, kind, id);
	const changed = await sendUpdate(client, kind, id, fields, texts, check);
	return 'id' in changed ? changed : await getChanged(client, kind, id);
}

/** @throws NodeApiError of the outcome `unknown`, whatever the reading ends in: the change was made */
async function getChanged(client: Client, kind: Kind, id: string): Promise<IDataObject> {
	return await getById(client, kind, id).catch((error: Error) => {
		if (error instanceof ExecutionCancelled) throw error;
		throw client.error({
			message: `The change to ${about(kind, id).subject} was made, but reading the ${NOUNS[kind]} afterwards failed. ${error.message}`,
			description: failureIn(error).description,
			outcome: 'unknown',
		});
	});
}

/** Deletes a record. The output is the node's own, because what services answer differs. */
export async function deleteRecord(
	client: Client,
	kind: Kind,
	id: string,
	check?: Check,
): Promise<IDataObject> {
	const request: ServiceRequest = { effect: 'deletion', ...about(kind, id), check };
	if (kind === 'links') forgetLink(client.run, { id });
	await client.request(request, () => ({}));
	return { deleted: true, id };
}

/** A request for one record. An alias that is given as an ID is not found. */
function about(kind: Kind, id: string) {
	const request = { path: [kind, id], subject: `${NOUNS[kind]} ${cut(id)}` };
	if (kind !== 'links' || /^\d+$/.test(id)) return request;
	const description = `If ${quoted(id)} is an alias, set "Link" to By Alias. Otherwise, check that the link exists and belongs to the account of the API key.`;
	return { ...request, notFound: { message: `Not found: ${request.subject}`, description } };
}

/** A record without an ID isn't the one that was created or changed. */
function identifiedIn(body: unknown): IDataObject | undefined {
	const record = recordIn(body, linkService);
	return record?.id == null ? undefined : record;
}
