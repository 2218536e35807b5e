import type { IDataObject } from 'n8n-workflow';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import qs from 'qs';

import { DOMAINS, link, type Kind, type Records, SPACES } from './data.mjs';

/** What requests of one kind are answered with instead, and how many of them; by default all. */
export interface Fault {
	/** As `callOf` returns it. */
	call: string;
	status?: number;
	headers?: Record<string, string>;
	body?: string;
	/** Does what was asked for, then drops the connection. */
	lost?: true;
	times?: number;
}

/** One account of both services, and what it was asked. */
export interface World {
	records: Records;
	/** What there was at first. */
	initial: Readonly<Records>;
	/** No page has more records than this. */
	mostPerPage: number;
	fault?: Fault;
	requests: Array<{ call: string; line: string }>;
}

interface Answer {
	status: number;
	headers?: Record<string, string>;
	body: string;
}

interface Call {
	method: string;
	kind: string;
	id?: string;
	query: URLSearchParams;
	body: string;
}

const worlds = new Map<string, World>();

const server = createServer((request, response) => void serve(request, response));
// No test waits as long as this, so no request meets a connection that is being closed.
server.keepAliveTimeout = 600_000;

export async function startService(): Promise<string> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export function stopService(): void {
	server.close();
	server.closeAllConnections();
}

/** A new account with these records; its key is its own, so that runs can go on at the same time. */
export function addWorld(records: Records, mostPerPage = 100): { key: string; world: World } {
	const key = `golden-key-${String(worlds.size + 1).padStart(6, '0')}`;
	const world: World = { records, initial: { ...records }, mostPerPage, requests: [] };
	worlds.set(key, world);
	return { key, world };
}

/** The method and the path without an identifier, for example `PUT links/{id}`. */
function callOf({ method, kind, id }: Call): string {
	const isIdentifier = id !== undefined && id !== 'provinces' && id !== 'districts';
	return [method, [kind, isIdentifier ? '{id}' : id].filter(Boolean).join('/')].join(' ');
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const body = Buffer.concat(chunks).toString();
	const url = new URL(request.url ?? '', 'http://service');
	const [, version, kind = '', id] =
		/^\/(api\/v1|v1)\/([^/]+)(?:\/(.+))?$/.exec(url.pathname) ?? [];
	const { authorization = '', 'x-api-key': dataKey = '' } = request.headers;
	const key = version === 'v1' ? String(dataKey) : authorization.replace(/^Bearer /, '');
	const world = worlds.get(key);
	if (!world) return send(response, json(401, { message: 'Unauthenticated.' }));
	const call = { method: request.method ?? '', kind, id, query: url.searchParams, body };
	const fault = faultFor(world, callOf(call));
	const answer = fault?.status === undefined ? answerTo(world, call) : (fault as Answer);
	const outcome = fault?.lost ? ' → lost' : answer.status === 200 ? '' : ` → ${answer.status}`;
	const line = `${call.method} ${request.url}${body && ` | ${body}`}${headersOf(request)}${outcome}`;
	world.requests.push({ call: callOf(call), line });
	if (fault?.lost) request.socket.destroy();
	else send(response, answer);
}

/** Headers that are not the usual ones. */
function headersOf({ headers, method = '' }: IncomingMessage): string {
	const { accept, 'content-type': type } = headers;
	const form = 'application/x-www-form-urlencoded';
	const usual = headers['x-api-key'] === undefined ? form : 'application/json';
	const hasBody = method === 'POST' || method === 'PUT';
	const odd = [
		...(accept === 'application/json' ? [] : [`accept: ${accept}`]),
		...(type?.split(';')[0] === (hasBody ? usual : undefined) ? [] : [`content-type: ${type}`]),
	];
	return odd.map((header) => ` | ${header}`).join('');
}

function faultFor({ fault }: World, call: string): Fault | undefined {
	if (fault?.call !== call || fault.times === 0) return undefined;
	if (fault.times !== undefined) fault.times -= 1;
	return fault;
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
	// By the test's clock, which is not the one that Node takes for this header.
	const date = new Date().toUTCString();
	response.writeHead(status, { date, 'content-type': 'application/json', ...headers }).end(body);
}

function json(status: number, body: unknown): Answer {
	return { status, body: JSON.stringify(body) };
}

function answerTo(world: World, call: Call): Answer {
	const { kind, method, id, body } = call;
	if (kind === 'links' || kind === 'pixels') {
		if (method === 'POST') return write(world, kind, {}, body);
		if (id === undefined) return linkList(world, kind, call.query);
		const record = world.records[kind].find((one) => String(one.id) === id);
		if (!record) return json(404, { message: 'Resource not found.' });
		if (method === 'GET') return json(200, { data: record });
		if (method === 'PUT') return write(world, kind, record, body);
		world.records[kind] = world.records[kind].filter((one) => one !== record);
		return json(200, { id: record.id, object: kind.slice(0, -1), deleted: true });
	}
	if (kind === 'aps-calculator') return calculate(world, body);
	if (kind === 'high-schools' && id === 'provinces') return counts(world, 'province', call.query);
	if (kind === 'high-schools' && id === 'districts') return counts(world, 'district', call.query);
	if (id === undefined) return referenceList(world, kind as Kind, call.query);
	const found = world.records[kind as Kind].find(
		(record) => String(record.id) === id || record.nat_emis === id,
	);
	return found ? json(200, { data: found }) : notFound();
}

function notFound(): Answer {
	return json(404, { error: { code: 'NOT_FOUND', message: 'The record does not exist.' } });
}

function pageOf(world: World, all: IDataObject[], query: URLSearchParams, perPage: number) {
	const page = Number(query.get('page') ?? 1);
	const per_page = Math.min(Number(query.get('per_page') ?? perPage), world.mostPerPage);
	const data = all.slice((page - 1) * per_page, page * per_page);
	return { data, page, per_page, total: all.length, pages: Math.ceil(all.length / per_page) };
}

function linkList(world: World, kind: 'links' | 'pixels', query: URLSearchParams): Answer {
	const by = query.get('search_by') ?? (kind === 'links' ? 'title' : 'name');
	const is = (name: string, value: unknown) => [null, String(value)].includes(query.get(name));
	const found = world.records[kind].filter(
		(record) =>
			has(record[by], query.get('search')) &&
			hasStatus(record, query.get('status')) &&
			is('type', record.type) &&
			is('space_id', (record.space as IDataObject | null)?.id) &&
			is('domain_id', (record.domain as IDataObject | null)?.id) &&
			(kind === 'pixels' ||
				(record.pixels as IDataObject[]).some(({ id }) => is('pixel_id', id)) ||
				!query.has('pixel_id')),
	);
	const field = query.get('sort_by') ?? 'id';
	const direction = query.get('sort') === 'asc' ? 1 : -1;
	found.sort((one, other) => direction * compare(one[field], other[field]));
	const { data, page, per_page, total, pages } = pageOf(world, found, query, 100);
	const next = page < pages ? `https://service.example/api/v1/${kind}?page=${page + 1}` : null;
	const meta = { current_page: page, last_page: Math.max(1, pages), per_page, total };
	return json(200, { data, links: { next }, meta, status: 200 });
}

function has(value: unknown, text: string | null): boolean {
	return text === null || String(value).toLowerCase().includes(text.toLowerCase());
}

function compare(one: unknown, other: unknown): number {
	if (typeof one === 'number' && typeof other === 'number') return one - other;
	return String(one) < String(other) ? -1 : 1;
}

function hasStatus(record: IDataObject, status: string | null): boolean {
	const { ends_at, expiration_clicks, clicks, disabled } = record;
	const ended = typeof ends_at === 'string' && Date.parse(ends_at) <= Date.now();
	const expired = ended || (Number(expiration_clicks) > 0 && clicks! >= expiration_clicks!);
	if (status === '1') return disabled === 0 && !expired;
	if (status === '2') return expired;
	return status === '3' ? disabled === 1 : true;
}

/** Creates or changes a link or pixel: only what was sent. */
function write(
	{ records }: World,
	kind: 'links' | 'pixels',
	record: IDataObject,
	body: string,
): Answer {
	const form = qs.parse(body) as Record<string, string & string[]>;
	const others = records[kind].filter((one) => one !== record);
	const changes = kind === 'links' ? linkChanges(form, records.pixels) : { ...form };
	const id = record.id ?? Math.max(0, ...others.map((one) => Number(one.id))) + 1;
	const now = new Date().toISOString();
	const draft: IDataObject = { id, created_at: now, ...record, ...changes, updated_at: now };
	const written: IDataObject =
		kind === 'links' ? link({ alias: `made-${String(id)}`, ...draft }) : draft;
	if (kind === 'links' && others.some((one) => one.short_url === written.short_url)) {
		return json(422, { message: { alias: ['The alias has already been taken.'] } });
	}
	records[kind] = [...others, written];
	return json(record.id === undefined ? 201 : 200, { data: written });
}

function linkChanges(form: Record<string, string & string[]>, pixels: IDataObject[]): IDataObject {
	const changes: IDataObject = {};
	for (const name of ['url', 'alias', 'expiration_url']) {
		if (form[name] !== undefined) changes[name] = form[name] || null;
	}
	for (const name of ['disabled', 'privacy', 'target_type', 'expiration_clicks']) {
		if (form[name] !== undefined) changes[name] = form[name] === '' ? null : Number(form[name]);
	}
	for (const name of ['password', 'privacy_password']) {
		if (form[name] !== undefined) changes[name] = form[name] !== '';
	}
	for (const name of ['country', 'platform', 'language', 'rotation']) {
		const rules = form[name] as unknown as IDataObject[] | undefined;
		if (rules !== undefined) changes[`${name}_target`] = rules.filter(Boolean);
	}
	const { space_id, domain_id, pixel_ids, expiration_date: date, expiration_time: time } = form;
	if (space_id !== undefined)
		changes.space = SPACES.find(({ id }) => String(id) === space_id) ?? null;
	if (domain_id !== undefined) changes.domain = DOMAINS.find(({ id }) => String(id) === domain_id);
	if (pixel_ids) changes.pixels = pixels.filter(({ id }) => pixel_ids.includes(String(id)));
	if (date !== undefined) changes.ends_at = date === '' ? null : `${date}T${time}:00.000000Z`;
	return changes;
}

function referenceList(world: World, kind: Kind, query: URLSearchParams): Answer {
	const found = world.records[kind].filter((record) =>
		[...query].every(([name, value]) => meets(kind, record, name, value)),
	);
	const { data, page, per_page, total, pages } = pageOf(world, found, query, 20);
	if (kind === 'high-schools') return json(200, { data, pagination: { page, per_page, total } });
	const more = kind === 'postal-codes' && { total_pages: pages };
	return json(200, { data, meta: { page, per_page, total, ...more } });
}

function meets(kind: Kind, record: IDataObject, name: string, value: string): boolean {
	const equals = (field: string) => String(record[field]).toLowerCase() === value.toLowerCase();
	switch (name) {
		case 'page':
		case 'per_page':
			return true;
		case 'search':
			if (kind === 'universities' || value.length < 3) return has(record.name, value);
			return isFullText(
				kind === 'high-schools' ? [record.name] : [record.suburb, record.area],
				value,
			);
		case 'suburb':
			return has(record.suburb, value);
		case 'postal_code':
			return equals('street_code') || equals('box_code');
		case 'no_fee':
			return equals('no_fee_school');
		case 'quintile':
			return String(record.quintile).endsWith(value.slice(-1));
		default:
			return equals(name);
	}
}

/** Each word of the search begins a word of the texts. */
function isFullText(texts: unknown[], search: string): boolean {
	const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	const words = wordsOf(texts.join(' '));
	return wordsOf(search).every((wanted) => words.some((word) => word.startsWith(wanted)));
}

function counts({ records }: World, field: string, query: URLSearchParams): Answer {
	const rows = new Map<string, IDataObject & { school_count: number }>();
	for (const { [field]: value, province } of records['high-schools']) {
		if (![null, province].includes(query.get('province'))) continue;
		const row = rows.get(String(value)) ?? { [field]: value, school_count: 0 };
		rows.set(String(value), { ...row, school_count: row.school_count + 1 });
	}
	return json(200, { data: [...rows.values()] });
}

/** The six best subjects without Life Orientation, each with its level. */
function calculate({ records }: World, body: string): Answer {
	const { university_id, subjects } = JSON.parse(body) as {
		university_id: string;
		subjects: Array<{ name: string; level: number }>;
	};
	const university = records.universities.find(({ id }) => id === university_id);
	if (!university) return notFound();
	const counted = subjects
		.filter(({ name }) => name !== 'Life Orientation')
		.sort((one, other) => other.level - one.level)
		.slice(0, 6);
	const breakdown = subjects.map((subject) => ({
		subject: subject.name,
		level: subject.level,
		points: counted.includes(subject) ? subject.level : 0,
	}));
	const aps_score = breakdown.reduce((sum, { points }) => sum + points, 0);
	const { aps_minimum, name } = university;
	const qualifies = aps_score >= Number(aps_minimum);
	return json(200, { aps_score, aps_minimum, qualifies, university: name, breakdown });
}
