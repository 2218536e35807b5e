import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Client } from '../shared/http/client';
import { dataOf, readEnvelope } from '../shared/http/envelope';
import { isGone, isNotFound } from '../shared/http/errors';
import { aboutAnother, type Failure, holdsErrors, unexpectedShape } from '../shared/http/failures';
import type { Listing, Page } from '../shared/http/pagination';
import { collectPages } from '../shared/http/pagination';
import type { Response, Service, ServiceRequest } from '../shared/http/types';
import { idOfAnother } from '../shared/identifiers';
import type { Item } from '../shared/node/operation';
import { isTool } from '../shared/node/agentOutput';
import { quoted } from '../shared/text';
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
		// An address is searched for by a part of it, which may be a password alone.
		shown: query.search === undefined || query.search_by === 'url' ? [] : [query.search],
		fieldLabels: FIELD_LABELS[kind],
	});
	const { records, ...rest } = readEnvelope(reply.body);
	if (!records) throw unexpected(client, reply, subject);
	return { records, ...rest };
}

/**
 * Links or pixels that match the query, at most `limit` of them (Infinity for all), each once.
 *
 * @param toTheEnd see `PageRequest`
 */
export async function listRecords(
	item: Pick<Item, 'client' | 'run'>,
	kind: Kind,
	query: Record<string, string>,
	{ limit, pageSize, toTheEnd }: { limit: number; pageSize?: number; toTheEnd?: boolean },
): Promise<Listing> {
	const size = pageSize ?? pageSizeFor(limit);
	return await collectPages({
		fetchPage: async (page) =>
			await fetchPage(item.client, kind, { ...query, per_page: String(size) }, page),
		pageSize: size,
		limit,
		lanes: item.run.concurrency,
		toTheEnd,
	});
}

export async function getRecord(client: Client, kind: Kind, id: string): Promise<IDataObject> {
	const subject = subjectOf(kind, id);
	const recordFields = RECORD_FIELDS[kind];
	const reply = await client.request({ method: 'GET', path: [kind, id], subject, recordFields });
	const record = recordIn(kind, reply);
	if (!record) throw unexpected(client, reply, subject);
	requireSame(client, subject, id, record.id);
	return record;
}

/**
 * @param fieldAdvice what to do when the service does not accept a field, by its own name for it
 * @throws UnknownOutcome when the answer was lost, so that the record may or may not exist
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
		recordFields: RECORD_FIELDS[kind],
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
	const reply = await sendChange(client, kind, id, {
		method: 'PUT',
		form: encodeForm(fields),
		secrets: secretsOf(fields),
		fieldLabels: FIELD_LABELS[kind],
	});
	const record = recordIn(kind, reply);
	const returned = record !== undefined && !holdsErrors(record);
	if (returned) requireSame(client, subject, id, record.id, IN_DOUBT);
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
		throw unreadAfter(client, happened, error);
	}
}

/** Why a record can't be read after a change, beginning with what became of the change. */
function unreadAfter(client: Client, happened: string, error: unknown): unknown {
	if (!(error instanceof NodeApiError)) return error;
	const message = `${happened}, and the node couldn't read it afterward. ${error.message}`;
	return retold(client, error, { message });
}

/** The same error, with another message, or as one that `isGone` knows. */
function retold(client: Client, error: NodeApiError, changed: Partial<Failure>): NodeApiError {
	const { message, description, httpCode } = error;
	return client.error({
		message,
		description: description ?? '',
		httpCode: httpCode ?? undefined,
		...changed,
	});
}

/**
 * Changes or deletes a record. An answer "not found" that isn't about the record, as a proxy gives it, or a
 * service that doesn't have the call, is decided by reading the record.
 *
 * @throws NodeApiError one that `isGone` knows only if the record is shown to be gone
 */
async function sendChange(
	client: Client,
	kind: Kind,
	id: string,
	change: Omit<ServiceRequest, 'path' | 'subject' | 'recordFields'>,
): Promise<Response> {
	const [subject, recordFields] = [subjectOf(kind, id), RECORD_FIELDS[kind]];
	try {
		return await client.request({ ...change, path: [kind, id], subject, recordFields });
	} catch (error) {
		if (!isNotFound(error) || isGone(error)) return await Promise.reject(error);
		throw await requireGone(client, kind, id, change.method, Number(error.httpCode));
	}
}

/** `{ deleted: true, id }` with whatever else the service returned. */
export async function deleteRecord(client: Client, kind: Kind, id: string): Promise<IDataObject> {
	const subject = subjectOf(kind, id);
	const reply = await sendChange(client, kind, id, { method: 'DELETE' });
	const answer = dataOf(reply.body) as IDataObject | undefined;
	requireSame(client, subject, id, answer?.id, IN_DOUBT);
	if (!saysDeleted(reply)) await requireGone(client, kind, id, 'DELETE', reply.status);
	return { id, ...answer, deleted: true };
}

/**
 * Whether an answer to a deletion leaves no doubt: it is empty, says `true`, or repeats the ID alone. Words,
 * counts and states are no proof, nor is that the deletion was accepted (HTTP 202).
 */
function saysDeleted({ status, body }: Response): boolean {
	if (status === 202) return false;
	if (body === undefined) return true;
	const said = { ...(body as object), ...dataOf(body) } as IDataObject;
	const { id, deleted, success } = said;
	if (holdsErrors(said)) return false;
	if (deleted !== undefined || success !== undefined) return (deleted ?? success) === true;
	const others = Object.keys(said).filter((name) => !['id', 'object', 'data'].includes(name));
	return id !== undefined && others.length === 0;
}

/**
 * After an answer that leaves open whether a record is gone: the error that shows it.
 *
 * @throws NodeApiError when the record is still there, or can't be read
 */
async function requireGone(
	client: Client,
	kind: Kind,
	id: string,
	method: string,
	status: number,
): Promise<unknown> {
	const subject = subjectOf(kind, id);
	try {
		await getRecord(client, kind, id);
	} catch (error) {
		if (isNotFound(error)) return retold(client, error, { gone: true });
		const happened = `The response doesn't show whether ${subject} is gone (HTTP ${status})`;
		throw unreadAfter(client, happened, error);
	}
	if (status < 400) {
		throw client.error({
			message: `The ${linkService.name} didn't delete ${subject}`,
			description: 'The response had a success status, but the record is still there.',
		});
	}
	throw client.error({
		message: `The ${linkService.name} returned "not found" for the request to ${method === 'PUT' ? 'change' : 'delete'} ${subject}, but the record is still there (HTTP ${status})`,
		description:
			'Check the record, the base URL in the credential, and what the API key and its plan give access to.',
		httpCode: String(status),
	});
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
		if (isGone(error) && open.has(subject)) return { id, deleted: true };
		if (isSent && !isRefusal(error)) open.add(subject);
		return await Promise.reject(error);
	}
}

/** Whether an error shows that the service didn't carry out the request. */
function isRefusal(error: unknown): boolean {
	return error instanceof NodeApiError && /^4(?!08)/.test(error.httpCode ?? '');
}

function subjectOf(kind: Kind, id: string): string {
	return `${NOUNS[kind]} ${id}`;
}

const IN_DOUBT = 'Check both records before you try again, because either may have been changed.';

/** @throws NodeApiError when the service answered with another record than the one asked for */
function requireSame(
	client: Client,
	subject: string,
	id: string,
	shown: unknown,
	advice?: string,
): void {
	const other = idOfAnother(id, [shown]);
	if (other === undefined) return;
	const what = `the record with the ID ${quoted(other)}`;
	throw client.error(aboutAnother(what, linkService, subject, advice));
}

/** The record of a reply: what shows an ID or, in `data`, a field of such records. */
function recordIn(kind: Kind, reply: Response): IDataObject | undefined {
	const record = dataOf(reply.body);
	if (!record) return undefined;
	const names = record === reply.body ? ['id'] : ['id', ...RECORD_FIELDS[kind]];
	return names.some((name) => name in record) ? (record as IDataObject) : undefined;
}

function unexpected(client: Client, reply: Response, subject: string, lost = false): Error {
	return client.error(unexpectedShape(reply, linkService, subject), { lost });
}

function secretsOf(fields: FormFields): string[] {
	return PASSWORDS.map((name) => fields[name]).filter(
		(value): value is string => typeof value === 'string' && value !== '',
	);
}
