import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Reply, Service } from '../shared/client/request';
import { readEnvelope } from '../shared/client/envelope';
import { unexpectedShape } from '../shared/client/failures';
import type { Client } from '../shared/client/client';
import type { Item } from '../shared/item/operation';
import type { Listing, Page } from '../shared/client/paginate';
import { collectPages } from '../shared/client/paginate';
import { isObject } from '../shared/values';
import { encodeForm, type FormFields } from './form';

export const linkService: Service = {
	credential: 'linkManagerApi',
	name: 'link management service',
	versionPath: '/api/v1',
	pastedPaths: ['/api/v1', '/v1', '/api'],
	endpoints: ['links', 'pixels'],
	passwordFields: ['password', 'privacy_password'],
	requirement: () => undefined,
};

/** The two kinds of records that the service keeps: the path of their endpoints, and their noun. */
export type Kind = 'links' | 'pixels';

const NOUNS: Readonly<Record<Kind, string>> = { links: 'link', pixels: 'pixel' };

/** The page sizes that the contract allows. */
export const PAGE_SIZES = [10, 25, 50, 100] as const;

const LARGEST_PAGE = 100;

/** The service's field names in the words of the form, for its messages about fields. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
	alias: 'Alias',
	country: 'Country Rules',
	disabled: 'State',
	domain: 'Domain',
	domain_id: 'Domain',
	expiration_clicks: 'Expiration Clicks',
	expiration_date: 'Expiration Date',
	expiration_time: 'Expiration Time',
	expiration_url: 'Expiration URL',
	language: 'Language Rules',
	name: 'Name',
	password: 'Password',
	pixel_ids: 'Pixels',
	platform: 'Platform Rules',
	privacy: 'Statistics Privacy',
	privacy_password: 'Statistics Password',
	rotation: 'Rotation Rules',
	space_id: 'Space',
	target_type: 'Targeting',
	type: 'Type',
	url: 'URL',
	value: 'Value',
};

/** The smallest documented page that holds `limit` records, so that one request is enough. */
export function pageSizeFor(limit: number): number {
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
	const { records, ...rest } = readEnvelope(reply.body);
	if (!records) throw unexpected(client, reply, subject);
	return { records, ...rest };
}

/** Links or pixels that match the query, at most `limit` of them (Infinity for all), each once. */
export async function listRecords(
	item: Pick<Item, 'client' | 'run'>,
	kind: Kind,
	query: Record<string, string>,
	{ limit, pageSize }: { limit: number; pageSize?: number },
): Promise<Listing> {
	const size = pageSize ?? pageSizeFor(limit);
	return await collectPages({
		fetchPage: async (page) =>
			await fetchPage(item.client, kind, { ...query, per_page: String(size) }, page),
		pageSize: size,
		limit,
		lanes: item.run.concurrency,
	});
}

/** @param secrets passwords that were just sent, which the record must not repeat */
export async function getRecord(
	client: Client,
	kind: Kind,
	id: string,
	secrets: readonly string[] = [],
): Promise<IDataObject> {
	const subject = `the ${NOUNS[kind]} ${id}`;
	const reply = await client.request({ method: 'GET', path: [kind, id], subject, secrets });
	return recordOf(client, reply, subject);
}

/**
 * @throws UnknownOutcome when the answer was lost, so that the record may or may not exist
 */
export async function createRecord(
	client: Client,
	kind: Kind,
	fields: FormFields,
): Promise<IDataObject> {
	const subject = `the new ${NOUNS[kind]}`;
	const reply = await client.request({
		method: 'POST',
		path: [kind],
		form: encodeForm(fields),
		subject,
		creates: true,
		secrets: secretsOf(fields),
		fieldLabels: FIELD_LABELS,
	});
	return recordOf(client, reply, subject, true);
}

/** Changes only the fields given. The record afterwards, read again if the service did not return it. */
export async function updateRecord(
	client: Client,
	kind: Kind,
	id: string,
	fields: FormFields,
): Promise<IDataObject> {
	return (await changeRecord(client, kind, id, fields)).record;
}

/** As updateRecord; `returned` says whether the record is what the service answered to the change. */
export async function changeRecord(
	client: Client,
	kind: Kind,
	id: string,
	fields: FormFields,
): Promise<{ record: IDataObject; returned: boolean }> {
	const subject = `the ${NOUNS[kind]} ${id}`;
	const reply = await client.request({
		method: 'PUT',
		path: [kind, id],
		form: encodeForm(fields),
		subject,
		secrets: secretsOf(fields),
		fieldLabels: FIELD_LABELS,
	});
	const record = recordIn(reply);
	if (record) return { record, returned: true };
	const changed = await getChanged(client, kind, id, subject, secretsOf(fields));
	return { record: changed, returned: false };
}

/** The record after a change; if it cannot be read, the error says that the change was made. */
async function getChanged(
	client: Client,
	kind: Kind,
	id: string,
	subject: string,
	secrets: readonly string[],
): Promise<IDataObject> {
	try {
		return await getRecord(client, kind, id, secrets);
	} catch (error) {
		if (!(error instanceof NodeApiError)) return await Promise.reject(error);
		throw client.error({
			message: `The service accepted the change of ${subject}, but did not return the record, and reading it failed. ${error.message}`,
			description: error.description ?? '',
			httpCode: error.httpCode ?? undefined,
		});
	}
}

/** `{ deleted: true, id }` with whatever else the service returned. */
export async function deleteRecord(client: Client, kind: Kind, id: string): Promise<IDataObject> {
	const reply = await client.request({
		method: 'DELETE',
		path: [kind, id],
		subject: `the ${NOUNS[kind]} ${id}`,
	});
	const returned = isObject(reply.body)
		? isObject(reply.body.data)
			? reply.body.data
			: reply.body
		: {};
	return { id, ...(returned as IDataObject), deleted: true };
}

function recordOf(client: Client, reply: Reply, subject: string, created = false): IDataObject {
	const record = recordIn(reply);
	if (!record) throw unexpected(client, reply, subject, created);
	return record;
}

/** The record in `data`, or bare, when its id shows that it is one. */
function recordIn({ body }: Reply): IDataObject | undefined {
	if (!isObject(body)) return undefined;
	const record = 'data' in body ? body.data : 'id' in body ? body : undefined;
	return isObject(record) ? (record as IDataObject) : undefined;
}

function unexpected(client: Client, reply: Reply, subject: string, lost = false): Error {
	return client.error(unexpectedShape(reply, linkService, subject), { lost });
}

function secretsOf(fields: FormFields): string[] {
	return [fields.password, fields.privacy_password].filter(
		(value): value is string => typeof value === 'string' && value !== '',
	);
}
