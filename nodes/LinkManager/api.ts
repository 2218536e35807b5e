import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Client } from '../shared/http/client';
import { isNotFound, outcomeOf } from '../shared/http/errors';
import { unexpectedShape } from '../shared/http/failures';
import type { Listing, Page } from '../shared/http/pagination';
import { collectPages } from '../shared/http/pagination';
import { dataOf, readEnvelope } from '../shared/http/response';
import type { Response, Service } from '../shared/http/types';
import type { Item } from '../shared/node/operation';
import { isTool } from '../shared/node/agentOutput';
import { contradictedFields } from './contradictions';
import { labelsOf, passwordsOf } from './fieldTable';
import { encodeForm, type FormFields } from './form';
import { allLinkFields } from './link/fields';
import { pixelFields } from './pixel/fields';

/** The two kinds of records that the service keeps, as the paths of their endpoints name them. */
export type Kind = 'links' | 'pixels';

/** What a message calls one record of a kind. */
export const NOUNS: Readonly<Record<Kind, string>> = { links: 'link', pixels: 'pixel' };

const PASSWORDS = passwordsOf(allLinkFields);

export const linkService: Service = {
	credential: 'linkManagerApi',
	name: 'link management service',
	versionPath: '/api/v1',
	pastedParts: ['/v1', '/api'],
	endpoints: Object.keys(NOUNS),
	passwordFields: PASSWORDS,
	changesRecords: true,
	requirement: () => undefined,
};

const FIELD_LABELS: Readonly<Record<Kind, Record<string, string>>> = {
	links: labelsOf(allLinkFields),
	pixels: labelsOf(pixelFields),
};

/** What records show beside their ID: the fields that are sent, and those that lists are sorted by. */
const RECORD_FIELDS: Readonly<Record<Kind, readonly string[]>> = {
	links: [...Object.keys(FIELD_LABELS.links), 'title', 'clicks'],
	pixels: Object.keys(FIELD_LABELS.pixels),
};

/** The page sizes that the contract allows. */
export const PAGE_SIZES: readonly number[] = [10, 25, 50, 100];

/** As small as a list gets. */
export const SMALLEST_PAGE = Math.min(...PAGE_SIZES);

/** The most records that the service gives in one page. */
export const LARGEST_PAGE = Math.max(...PAGE_SIZES);

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
		fieldLabels: FIELD_LABELS[kind],
	});
	const { records, ...rest } = readEnvelope(reply.body);
	if (!records) throw unexpected(client, reply, subject);
	return { records, ...rest };
}

/**
 * Links or pixels that match the query, at most `limit` of them (Infinity for all), each once.
 */
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
		concurrency: item.run.concurrency,
	});
}

export async function getRecord(client: Client, kind: Kind, id: string): Promise<IDataObject> {
	const subject = subjectOf(kind, id);
	const reply = await client.request({ method: 'GET', path: [kind, id], subject });
	const record = recordIn(kind, reply);
	if (!record) throw unexpected(client, reply, subject);
	return record;
}

/**
 * @param fieldAdvice what to do when the service does not accept a field, by its own name for it
 * @throws NodeApiError of the outcome `unknown` when the answer was lost, so that the record may or may not exist
 */
export async function createRecord(
	client: Client,
	kind: Kind,
	fields: FormFields,
	fieldAdvice?: Readonly<Record<string, string>>,
): Promise<IDataObject> {
	const subject = `the new ${NOUNS[kind]}`;
	const reply = await client.request({
		method: 'POST',
		path: [kind],
		form: encodeForm(fields),
		subject,
		creates: true,
		secrets: secretsOf(fields),
		fieldLabels: FIELD_LABELS[kind],
		fieldAdvice,
	});
	const record = recordIn(kind, reply);
	if (!record) throw unexpected(client, reply, subject, true);
	return record;
}

/**
 * Changes only the fields given. The record afterwards, read again if the service did not return it; a
 * hint says which fields it shows with other values.
 */
export async function updateRecord(
	{ client, hint }: Pick<Item, 'client' | 'hint'>,
	kind: Kind,
	id: string,
	fields: FormFields,
): Promise<IDataObject> {
	const { record } = await changeRecord(client, kind, id, fields);
	const other = contradictedFields(kind, fields, record).map(
		(name) => `"${FIELD_LABELS[kind][name] ?? name}"`,
	);
	if (other.length > 0) {
		hint(
			`The service accepted the change, but the ${NOUNS[kind]} shows another value for ${other.join(' and ')} than was sent. Check the ${NOUNS[kind]}.`,
			'warning',
		);
	}
	return record;
}

/**
 * As updateRecord; `returned` says whether the service answered the change with a record. An error beside
 * it leaves open what happened, so it is read again.
 *
 * @param isEnough whether the record of the answer shows what it is wanted for; if not, it is read again
 */
export async function changeRecord(
	client: Client,
	kind: Kind,
	id: string,
	fields: FormFields,
	isEnough: (record: IDataObject) => boolean = () => true,
): Promise<{ record: IDataObject; returned: boolean }> {
	const subject = subjectOf(kind, id);
	const reply = await client.request({
		method: 'PUT',
		path: [kind, id],
		subject,
		form: encodeForm(fields),
		secrets: secretsOf(fields),
		fieldLabels: FIELD_LABELS[kind],
	});
	const record = recordIn(kind, reply);
	const returned = record !== undefined;
	if (returned && isEnough(record)) return { record, returned };
	return { record: await getChanged(client, kind, id, subject), returned };
}

/** The record after a change; if it cannot be read, the error says that the change was made. */
async function getChanged(
	client: Client,
	kind: Kind,
	id: string,
	subject: string,
): Promise<IDataObject> {
	try {
		return await getRecord(client, kind, id);
	} catch (error) {
		const happened = `The service accepted the change to ${subject} but didn't return the record`;
		if (!(error instanceof NodeApiError)) return await Promise.reject(error);
		const message = `${happened}, and the node couldn't read it afterward. ${error.message}`;
		const { description, httpCode } = error;
		throw client.error({
			message,
			description: description ?? undefined,
			httpCode: httpCode ?? undefined,
			outcome: 'unknown',
		});
	}
}

/** `{ deleted: true, id }` with whatever else the service returned. */
export async function deleteRecord(client: Client, kind: Kind, id: string): Promise<IDataObject> {
	const reply = await client.request({
		method: 'DELETE',
		path: [kind, id],
		subject: subjectOf(kind, id),
	});
	return { id, ...(dataOf(reply.body) as IDataObject | undefined), deleted: true };
}

/**
 * Deletes a record for the operation Delete. What is gone after a deletion whose outcome was open, in an
 * earlier try or item of the run, counts as deleted. As an AI agent's tool it reads the record first and
 * adds it as `record`, so that the agent can say what it deleted.
 */
export async function deleteForItem(item: Item, kind: Kind, id: string): Promise<IDataObject> {
	const subject = subjectOf(kind, id);
	const open = item.run.kept('open deletions', () => new Set<string>());
	let isSent = false;
	try {
		const record = isTool(item.functions) && (await getRecord(item.client, kind, id));
		isSent = true;
		return { ...(await deleteRecord(item.client, kind, id)), ...(record && { record }) };
	} catch (error) {
		if (isNotFound(error) && open.has(subject)) return { id, deleted: true };
		if (isSent && outcomeOf(error) === 'unknown') open.add(subject);
		return await Promise.reject(error);
	}
}

function subjectOf(kind: Kind, id: string): string {
	return `${NOUNS[kind]} ${id}`;
}

/** The record of a reply: what shows an ID or, in `data`, a field of such records. */
function recordIn(kind: Kind, reply: Response): IDataObject | undefined {
	const record = dataOf(reply.body);
	if (!record) return undefined;
	const names = record === reply.body ? ['id'] : ['id', ...RECORD_FIELDS[kind]];
	return names.some((name) => name in record) ? (record as IDataObject) : undefined;
}

function unexpected(client: Client, reply: Response, subject: string, creates = false): Error {
	return client.error(unexpectedShape(reply, linkService, subject, creates));
}

function secretsOf(fields: FormFields): string[] {
	return PASSWORDS.map((name) => fields[name]).filter(
		(value): value is string => typeof value === 'string' && value !== '',
	);
}
