import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';

import { isNotFound } from '../shared/http/errors';
import { unexpectedShape } from '../shared/http/failures';
import { collectPages, type Listing, type Page } from '../shared/http/pagination';
import { dataOf, readEnvelope } from '../shared/http/response';
import type { Response, Service, ServiceRequest } from '../shared/http/types';
import type { Item } from '../shared/node/operation';
import { quoted } from '../shared/text';
import type { SchoolKey } from './identifiers';

/** What a key needs, by the first part of the path; the contract leaves some plans open. */
const REQUIREMENTS: Readonly<Record<string, string>> = {
	'high-schools':
		"To read high schools, the API key needs the scope high_schools:read. The service doesn't document which plan includes it.",
	'postal-codes':
		'To read postal codes, the API key needs the scope postal_codes:read, which is included in the Free plan and above.',
	universities:
		"To read universities, the API key needs the scope universities:read. The service doesn't document which plan includes it.",
	'aps-calculator':
		'To calculate an APS, the API key needs the scope aps_calculator:use and the Pro plan or above.',
};

export const referenceDataService: Service = {
	credential: 'referenceDataApi',
	name: 'reference data service',
	versionPath: '/v1',
	endpoints: Object.keys(REQUIREMENTS),
	requirements: REQUIREMENTS,
};

/** The lists of the service that come in pages, and what they hold. */
export type Directory = 'high-schools' | 'postal-codes' | 'universities';

/** What a message calls the records of a directory. */
export function nounsOf(directory: Directory): string {
	return directory.replace('-', ' ');
}

/** The most records that the service gives in one page. */
export const LARGEST_PAGE = 100;

/** Who asks: an item, whose run answers identical reads once, or a dropdown, which has no run. */
type Reader = Pick<Item, 'client'> & Partial<Pick<Item, 'run'>>;

/** What to read, and what it is called in a message. */
type Read = Pick<ServiceRequest, 'path' | 'query' | 'subject' | 'notFound'>;

/**
 * What the response to a GET holds. Within one run the same read is sent once and serves all items that
 * ask for it, each with objects of its own, because the nodes that follow may change them.
 *
 * @param valueOf takes the value out of the response, or throws
 */
async function read<T extends object>(
	{ client, run }: Reader,
	request: Read,
	valueOf: (reply: Response) => T,
): Promise<T> {
	const send = async () => valueOf(await client.request({ ...request, method: 'GET' }));
	if (!run) return await send();
	let isMine = false;
	const value = await run.once(JSON.stringify([request.path, request.query]), async () => {
		isMine = true;
		return await send();
	});
	return isMine ? value : deepCopy(value);
}

/** One page of a directory, in either of the service's envelopes (`pagination` or `meta`). */
export async function fetchPage(
	reader: Reader,
	directory: Directory,
	query: Record<string, string>,
	page: number,
): Promise<Page> {
	return await readList(reader, {
		path: [directory],
		query: { ...query, page: String(page) },
		subject: `the list of ${nounsOf(directory)}`,
	});
}

async function readList(reader: Reader, request: Read): Promise<Page> {
	return await read(reader, request, (reply) => {
		const { records, ...rest } = readEnvelope(reply.body);
		if (!records) throw unreadable(reader, reply, request.subject);
		return { records, ...rest };
	});
}

/**
 * The records of a directory that match the query, each once.
 *
 * @param request `limit`: without one, all; `startPage`: counted in pages of `pageSize`, or of
 * LARGEST_PAGE without one
 */
export async function listRecords(
	reader: Reader,
	directory: Directory,
	query: Record<string, string>,
	request: { limit?: number; pageSize?: number; startPage?: number } = {},
): Promise<Listing> {
	const { limit = Infinity, startPage = 1 } = request;
	const pageSize = request.pageSize ?? (startPage > 1 ? LARGEST_PAGE : pageSizeFor(limit));
	return await collectPages({
		fetchPage: async (page) =>
			await fetchPage(reader, directory, { ...query, per_page: String(pageSize) }, page),
		pageSize,
		limit,
		startPage,
		concurrency: reader.run?.concurrency ?? 1,
	});
}

/** The size that needs the fewest requests for `limit` records, and then the fewest records. */
function pageSizeFor(limit: number): number {
	return Number.isFinite(limit) ? Math.ceil(limit / Math.ceil(limit / LARGEST_PAGE)) : LARGEST_PAGE;
}

/** All provinces that have high schools, with how many. */
export async function listProvinces(reader: Reader): Promise<IDataObject[]> {
	const path = ['high-schools', 'provinces'];
	return (await readList(reader, { path, subject: 'the list of provinces' })).records;
}

/** The education districts, all or of one province, by name; the contract leaves the order open. */
export async function listDistricts(
	reader: Reader,
	query: { province?: string },
): Promise<IDataObject[]> {
	const path = ['high-schools', 'districts'];
	const { records } = await readList(reader, { path, query, subject: 'the list of districts' });
	return records.sort((one, other) => districtName(one).localeCompare(districtName(other), 'en'));
}

/** The name in a district's record, whose fields the contract does not show; "" without one. */
export function districtName({ district, name }: IDataObject): string {
	return String(district ?? name ?? '');
}

/** One record, in `data`, or bare when its id shows that it is one. */
export async function getRecord(reader: Reader, request: Read): Promise<IDataObject> {
	return await read(reader, request, (reply) => {
		const record = dataOf(reply.body);
		if (!record || (record === reply.body && !('id' in record))) {
			throw unreadable(reader, reply, request.subject);
		}
		return record as IDataObject;
	});
}

/** A school by its EMIS number or its ID: the service has one address for both. */
export async function getSchool(reader: Reader, { id, kind }: SchoolKey): Promise<IDataObject> {
	return await getRecord(reader, {
		path: ['high-schools', id],
		subject: `the high school with ${kind} ${id}`,
		notFound: {
			message: `No school has the ${kind} ${id}`,
			description: 'Check the number. To find a school by its name, use "Match".',
		},
	});
}

/** The school with this EMIS number; undefined where there is none. */
export async function findByEmis(reader: Reader, emis: string): Promise<IDataObject | undefined> {
	return await getSchool(reader, { id: emis, kind: 'EMIS number' }).catch((error: unknown) => {
		if (isNotFound(error)) return undefined;
		throw error;
	});
}

/** A score as the service judges it, unchanged: nothing is computed here. @throws NodeApiError */
export async function calculateScore(
	{ client }: Reader,
	universityId: string,
	subjects: ReadonlyArray<{ name: string; level: number }>,
): Promise<IDataObject> {
	const subject = `the APS for university ${universityId}`;
	const reply = await client.request({
		method: 'POST',
		path: ['aps-calculator'],
		isRead: true,
		json: { university_id: universityId, subjects: subjects.map((entry) => ({ ...entry })) },
		subject,
		fieldLabels: { university_id: 'University', subjects: 'Subjects' },
		notFound: {
			message: `No university has the ID ${quoted(universityId)}`,
			description:
				'Choose the university from the list, or copy its ID from the output of "Get Many". Capitals may matter, as in uct and UCT.',
		},
	});
	const result = dataOf(reply.body);
	if (!result || !('aps_score' in result)) throw unreadable({ client }, reply, subject);
	return result as IDataObject;
}

function unreadable({ client }: Reader, reply: Response, subject: string): NodeApiError {
	return client.error(unexpectedShape(reply, referenceDataService, subject));
}
