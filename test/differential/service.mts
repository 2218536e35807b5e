import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { parse } from 'qs';

import { hash } from './random.mjs';
import { BLANK_LINK, changeStore, makeStore, type Row, type Store } from './records.mjs';

/** A failure of a service or of what stands before it. */
export interface Fault {
	kind: keyof typeof FAILURES | 'reset' | 'reset after the work' | 'no answer';
	status?: number;
	/** Seconds of Retry-After. */
	wait?: number;
	body?: unknown;
	method: 'GET' | 'write' | 'any';
	/** How many requests of this method pass first, and how many are then hit. */
	after: number;
	times: number;
}

/** What this service does otherwise than the plainest one. */
export interface Habits {
	envelope?: 'data' | 'bare' | 'next only';
	/** A page that is always the first. */
	ignorePage?: true;
	ignoreFilters?: true;
	mostPerPage?: number;
	order?: 'mixed' | 'shifting';
	hidden?: string[];
	nulls?: string[];
	numbersAsText?: true;
	deletion?: 'empty' | 'not deleted';
	update?: 'empty' | 'stale';
	creation?: 'empty' | 'status 200';
	aliases?: 'shortened' | 'without case';
	validation?: 'errors';
	bareRecord?: true;
}

/** The state of the services at the start of a case, and how they behave. */
export interface Scenario {
	key: string;
	size: number;
	now: number;
	habits: Habits;
	fault?: Fault;
}

/** A form as PHP reads it. */
type Form = Record<string, string | string[] | object | undefined>;

interface Reply {
	status: number;
	body?: unknown;
	headers?: Record<string, string>;
}

const reply = (status: number, body?: unknown, headers?: Reply['headers']): Reply => ({
	status,
	body,
	headers,
});
const LIMITED = { message: 'Too Many Attempts.' };
const PAGE = '<!DOCTYPE html><html><head><title>Welcome</title></head><body>Welcome</body></html>';

/** What is answered instead of what was asked for; the service never sees the request. */
const FAILURES = {
	'429': ({ wait }: Fault) => reply(429, LIMITED, { 'retry-after': String(wait) }),
	'429 without Retry-After': () => reply(429, LIMITED),
	'429 date': () =>
		reply(429, LIMITED, { 'retry-after': new Date(Date.now() + 1000).toUTCString() }),
	'429 Unix time': () =>
		reply(429, LIMITED, { 'retry-after': String(Math.ceil(Date.now() / 1000) + 1) }),
	status: ({ status = 500 }: Fault) => failure(status),
	'403 page': () => reply(403, PAGE),
	'422': () => reply(422, { message: { alias: ['The alias is too short.'] } }),
	html: () => reply(200, PAGE),
	redirect: ({ status = 302 }: Fault) =>
		reply(status, '', { location: 'https://service.example/login' }),
	empty: () => reply(200, ''),
	'invalid JSON': () => reply(200, '{"data": [{"id": 1, "name": '),
	'error in 200': ({ body }: Fault) => reply(200, body),
};

function failure(status: number): Reply {
	const plain = { message: 'Resource not found.' };
	return reply(
		status,
		status === 404 ? plain : { error: { code: `E${status}`, message: 'This failed.' } },
	);
}

/** One account for one case: its records, and the requests it saw. */
export class Session {
	readonly requests: string[] = [];
	private readonly store: Store;
	private readonly seen = { GET: 0, write: 0, any: 0 };

	constructor(private readonly scenario: Scenario) {
		this.store = makeStore(scenario.size, scenario.now);
	}

	changeRecords(): void {
		changeStore(this.store, this.scenario.now);
		this.requests.push('(the records change)');
	}

	/** The fault that hits this request, if any. */
	takeFault(method: string): Fault | undefined {
		const { fault } = this.scenario;
		this.seen.any++;
		this.seen[method === 'GET' ? 'GET' : 'write']++;
		const count = fault ? this.seen[fault.method] - fault.after : 0;
		const matches = fault?.method === 'any' || (fault?.method === 'GET') === (method === 'GET');
		return fault && matches && count > 0 && count <= fault.times ? fault : undefined;
	}

	/** What the service answers where nothing fails. */
	answer(method: string, path: string, query: URLSearchParams, body: string): Reply {
		const [kind = '', id, more] = path.replace(/^\/(api\/)?v1\//, '').split('/');
		const { store, scenario } = this;
		if (more !== undefined) return failure(404);
		if (kind === 'links' || kind === 'pixels')
			return this.linkAnswer(method, kind, id, query, parse(body) as Form);
		if (kind === 'aps-calculator' && method === 'POST') return this.calculate(body);
		if (method !== 'GET') return failure(405);
		if (kind === 'high-schools' && (id === 'provinces' || id === 'districts')) {
			const field = id === 'provinces' ? 'province' : 'district';
			const asked = query.get('province')?.toLowerCase();
			const rows = store.schools.filter(
				({ province }) => !asked || String(province).toLowerCase() === asked,
			);
			const names = [...new Set(rows.map((row) => row[field]))];
			const data = names.map((name) => ({
				[field]: name,
				school_count: rows.filter((row) => row[field] === name).length,
			}));
			return reply(200, { data });
		}
		const lists: Record<string, Row[]> = {
			'high-schools': store.schools,
			'postal-codes': store.postalCodes,
			universities: store.universities,
		};
		const rows = lists[kind];
		if (!rows) return failure(404);
		if (id === undefined) return this.list(rows, query, kind, 20);
		const row = rows.find((one) => String(one.id) === id || one.nat_emis === id);
		return row ? this.single(200, row, scenario.habits.bareRecord) : failure(404);
	}

	private linkAnswer(
		method: string,
		kind: 'links' | 'pixels',
		id: string | undefined,
		query: URLSearchParams,
		form: Form,
	): Reply {
		const { habits } = this.scenario;
		const rows = this.store[kind];
		if (id === undefined) {
			if (method === 'GET') return this.list(rows, query, kind, 100);
			if (method !== 'POST') return failure(405);
			const required = kind === 'links' ? ['url'] : ['name', 'type', 'value'];
			const missing = required.find((name) => !form[name]);
			if (missing) return this.invalid(missing, `The ${missing} field is required.`);
			const created = this.written(kind, form);
			if ('status' in created) return created as unknown as Reply;
			rows.push(created);
			if (habits.creation === 'empty') return reply(201, '');
			return this.single(habits.creation ? 200 : 201, created);
		}
		const row = rows.find((one) => String(one.id) === id);
		if (!row) return failure(404);
		if (method === 'GET') return this.single(200, row);
		if (method === 'DELETE') {
			if (habits.deletion === 'not deleted')
				return reply(200, { id: row.id, object: kind.slice(0, -1), deleted: false });
			rows.splice(rows.indexOf(row), 1);
			return habits.deletion
				? reply(204)
				: reply(200, { id: row.id, object: kind.slice(0, -1), deleted: true });
		}
		if (method !== 'PUT') return failure(405);
		const before = { ...row };
		const updated = this.written(kind, form, row);
		if ('status' in updated) return updated as unknown as Reply;
		Object.assign(row, updated);
		if (habits.update === 'empty') return reply(204);
		return this.single(200, habits.update === 'stale' ? { ...row, pixels: before.pixels } : row);
	}

	/** The record that a form makes or changes, or the answer that refuses it. */
	private written(kind: 'links' | 'pixels', form: Form, row?: Row): Row | Reply {
		const { habits, now } = this.scenario;
		const stamp = new Date(now).toISOString();
		const blank = kind === 'links' ? BLANK_LINK : {};
		const record: Row = {
			...blank,
			created_at: stamp,
			...(row ?? { id: this.newId(kind, form) }),
			updated_at: stamp,
		};
		for (const [name, value] of Object.entries(form)) this.write(record, name, value);
		if (kind === 'pixels') return record;
		const domain = record.domain as Row;
		let alias = String(record.alias || `x${Number(record.id).toString(36)}`);
		if (habits.aliases === 'shortened' && !row)
			alias = alias
				.toLowerCase()
				.replace(/[^a-z\d]+/g, '-')
				.slice(0, 8);
		const known = (text: unknown) => (habits.aliases ? String(text).toLowerCase() : text);
		const others = this.store.links.filter(({ id }) => id !== record.id);
		const isTaken = others.some(
			(one) => known(one.alias) === known(alias) && (one.domain as Row).id === domain.id,
		);
		if (isTaken) return this.invalid('alias', 'The alias has already been taken.');
		if (!URL.canParse(String(record.url)))
			return this.invalid('url', 'The url field must be a valid URL.');
		return { ...record, alias, short_url: `https://${String(domain.name)}/${alias}` };
	}

	/** A new ID comes from what is sent, so that it does not depend on which of two creates is first. */
	private newId(kind: 'links' | 'pixels', { alias, url, name }: Form): number {
		let id = 5000 + (hash(JSON.stringify([alias, url, name])) % 90_000);
		while (this.store[kind].some((one) => one.id === id)) id++;
		return id;
	}

	private write(record: Row, name: string, value: Form[string]): void {
		const text = typeof value === 'string' ? value.trim() : '';
		const list = Object.values(typeof value === 'object' ? value : {});
		if (/^domain(_id)?$/.test(name))
			record.domain = { id: Number(text), name: `l${text}.example.net` };
		else if (name === 'space_id') record.space = text ? { id: Number(text), name: 'Space' } : null;
		else if (name === 'pixel_ids')
			record.pixels = this.store.pixels
				.filter(({ id }) => list.includes(String(id)))
				.map(({ id, name: its, type }) => ({ id, name: its, type }));
		else if (/^(disabled|privacy|target_type|expiration_clicks)$/.test(name))
			record[name] = text ? Number(text) : null;
		else if (/password$/.test(name)) record[name] = text !== '';
		else if (name === 'expiration_date') record.ends_at = text ? `${text}T00:00:00.000000Z` : null;
		else if (name === 'expiration_time')
			record.ends_at = String(record.ends_at).replace('00:00', text);
		else if (/^(country|platform|language|rotation)$/.test(name))
			record[`${name}_target`] = list.filter(Boolean);
		else record[name] = text || null;
	}

	private list(all: Row[], query: URLSearchParams, kind: string, usual: number): Reply {
		const { habits, now } = this.scenario;
		const isLinks = kind === 'links' || kind === 'pixels';
		let rows = habits.ignoreFilters ? [...all] : all.filter((row) => meets(row, query, kind, now));
		const sortBy = query.get('sort_by') ?? 'id';
		const compare = new Intl.Collator('en', { numeric: true }).compare;
		const mixed = (row: Row) => String(hash(String(row.id)));
		const place = (row: Row) => (habits.order === 'mixed' ? mixed(row) : String(row[sortBy] ?? ''));
		rows.sort((a, b) => compare(place(a), place(b)));
		if (isLinks && query.get('sort') !== 'asc') rows.reverse();
		const total = rows.length;
		const perPage = Math.min(Number(query.get('per_page') ?? usual), habits.mostPerPage ?? 100);
		const page = Math.max(1, habits.ignorePage ? 1 : Number(query.get('page') ?? 1));
		const from = (page - 1) * perPage - (habits.order === 'shifting' && page > 1 ? 1 : 0);
		rows = rows.slice(from, from + perPage);
		const data = rows.map((row) => this.shown(row));
		const last = Math.max(1, Math.ceil(total / perPage));
		if (habits.envelope === 'bare') return reply(200, data);
		if (habits.envelope === 'data') return reply(200, { data });
		if (!isLinks) {
			const about = { page, per_page: perPage, total };
			return reply(
				200,
				kind === 'high-schools'
					? { data, pagination: about }
					: { data, meta: { ...about, ...(kind === 'postal-codes' && { total_pages: last }) } },
			);
		}
		const links = {
			next: page < last ? `http://other.example/api/v1/${kind}?page=${page + 1}` : null,
		};
		if (habits.envelope === 'next only') return reply(200, { data, links });
		return reply(200, {
			data,
			links,
			meta: { current_page: page, last_page: last, per_page: perPage, total },
			status: 200,
		});
	}

	private shown(row: Row): Record<string, unknown> {
		const { hidden = [], nulls = [], numbersAsText } = this.scenario.habits;
		const shown = Object.entries(row).filter(([name]) => !hidden.includes(name));
		const text = (value: unknown) =>
			numbersAsText && typeof value === 'number' ? String(value) : value;
		return Object.fromEntries(
			shown.map(([name, value]) => [name, nulls.includes(name) ? null : text(value)]),
		);
	}

	private single(status: number, row: Row, bare?: boolean): Reply {
		return reply(status, bare ? this.shown(row) : { data: this.shown(row) });
	}

	private calculate(body: string): Reply {
		const { university_id, subjects } = JSON.parse(body) as {
			university_id: string;
			subjects: Array<{ name: string; level: number }>;
		};
		const university = this.store.universities.find(({ id }) => id === university_id);
		if (!university) return failure(404);
		const breakdown = subjects.map(({ name, level }) => ({ subject: name, level, points: level }));
		const aps_score = breakdown.reduce((sum, { points }) => sum + points, 0);
		const { aps_minimum, name } = university;
		const result = {
			aps_score,
			aps_minimum,
			qualifies: aps_score >= Number(aps_minimum),
			university: name,
			breakdown,
		};
		return reply(200, this.scenario.habits.bareRecord ? { data: result } : result);
	}

	private invalid(field: string, text: string): Reply {
		const { validation } = this.scenario.habits;
		const fields = { [field]: [text] };
		return reply(
			422,
			validation
				? { message: 'The given data was invalid.', errors: fields }
				: { message: fields, status: 422 },
		);
	}
}

function meets(row: Row, query: URLSearchParams, kind: string, now: number): boolean {
	const is = (name: string, value: unknown, part = false) => {
		const asked = query.get(name)?.trim().toLowerCase();
		const shown = String(value ?? '').toLowerCase();
		return !asked || (part ? shown.includes(asked) : shown === asked);
	};
	const search = query.get('search')?.toLowerCase() ?? '';
	if (kind === 'links') {
		const idOf = (name: string) => (row[name] as Row | null)?.id;
		const pixels = (row.pixels as Row[]).map(({ id }) => String(id));
		const clicks = Number(row.expiration_clicks ?? 0);
		const isExpired =
			Date.parse(String(row.ends_at)) < now || (clicks > 0 && Number(row.clicks) >= clicks);
		const status = query.get('status') ?? '0';
		const states: Record<string, boolean> = {
			0: true,
			1: !isExpired && row.disabled !== 1,
			2: isExpired,
			3: row.disabled === 1,
		};
		return (
			is('search', row[query.get('search_by') ?? 'title'], true) &&
			is('space_id', idOf('space')) &&
			is('domain_id', idOf('domain')) &&
			(!query.get('pixel_id') || pixels.includes(query.get('pixel_id') ?? '')) &&
			states[status] !== false
		);
	}
	if (kind === 'pixels') return is('search', row.name, true) && is('type', row.type);
	const words = `${row.name ?? ''} ${row.suburb ?? ''} ${row.area ?? ''}`.toLowerCase().split(' ');
	const found = search.split(/\s+/).every((word) => words.some((one) => one.startsWith(word)));
	const code = query.get('postal_code');
	const ofSchool =
		is('district', row.district) &&
		is('sector', row.sector) &&
		is('urban_rural', row.urban_rural) &&
		is('no_fee', row.no_fee_school);
	const quintile = query.get('quintile')?.replace(/^(\d)$/, 'Q$1');
	return (
		found &&
		is('province', row.province) &&
		ofSchool &&
		(!quintile || row.quintile === quintile) &&
		is('suburb', row.suburb, true) &&
		is('area', row.area) &&
		(!code || row.street_code === code || row.box_code === code)
	);
}

/** Serves every session by the API key that a request carries. */
export async function startService(sessions: Map<string, Session>): Promise<{ port: number }> {
	const server = createServer((request, response) => void handle(sessions, request, response));
	// A connection that the service ends while it is used again would be a fault of its own.
	server.keepAliveTimeout = 3_600_000;
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { port: (server.address() as AddressInfo).port };
}

async function handle(
	sessions: Map<string, Session>,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part as Buffer);
	const body = Buffer.concat(parts).toString();
	const { method = '', headers } = request;
	const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
	const session = sessions.get(
		String(headers['x-api-key'] ?? headers.authorization?.replace(/^Bearer /, '')),
	);
	const send = ({ status, body: content = '', headers: more }: Reply) => {
		const text = typeof content === 'string' ? content : JSON.stringify(content);
		response.writeHead(status, {
			'content-type': text.startsWith('<') ? 'text/html' : 'application/json',
			...more,
		});
		response.end(status === 204 ? undefined : text);
	};
	if (!session) return send(reply(401, { message: 'Unauthenticated.' }));
	session.requests.push(line(method, pathname, searchParams, body, headers));
	const fault = session.takeFault(method);
	if (fault?.kind === 'no answer') return;
	if (fault?.kind === 'reset') return void request.socket.resetAndDestroy();
	if (fault && fault.kind in FAILURES)
		return send(FAILURES[fault.kind as keyof typeof FAILURES](fault));
	const answer = session.answer(method, pathname, searchParams, body);
	if (fault) return void request.socket.resetAndDestroy();
	send(answer);
}

/** A request in one line; query and form sorted, since their order means nothing to the services. */
function line(
	method: string,
	path: string,
	query: URLSearchParams,
	body: string,
	headers: IncomingMessage['headers'],
): string {
	const sorted = (pairs: URLSearchParams) =>
		[...pairs]
			.map(([name, value]) => `${name}=${value}`)
			.sort()
			.join('&');
	const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
	const content = isForm
		? sorted(new URLSearchParams(body))
		: `${headers['content-type'] ?? ''} ${body}`.trim();
	const accept = /\bjson\b/.test(headers.accept ?? '') ? '' : ` (accepts ${headers.accept})`;
	return `${method} ${path}${query.size > 0 ? `?${sorted(query)}` : ''}${content && ` < ${content}`}${accept}`;
}
