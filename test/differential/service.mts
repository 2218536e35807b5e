import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { hash } from './random.mjs';
import { changeStore, makeStore, type Row, type Store } from './records.mjs';

/** A failure of a service or of what stands before it; the texts name each as the report prints it. */
export interface Fault {
	kind:
		| '429 without Retry-After'
		| '429'
		| '429, date'
		| '429, Unix time'
		| 'status'
		| '403 page'
		| '422'
		| 'reset'
		| 'reset after the work'
		| 'html'
		| 'redirect'
		| 'empty'
		| 'invalid JSON'
		| 'error in 200'
		| 'no answer';
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
const PAGE = '<!DOCTYPE html><html><head><title>Welcome</title></head><body>Welcome</body></html>';

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
		if (more !== undefined) return this.error(404);
		if (kind === 'links' || kind === 'pixels')
			return this.linkAnswer(method, kind, id, query, new URLSearchParams(body));
		if (kind === 'aps-calculator' && method === 'POST') return this.calculate(body);
		if (method !== 'GET') return this.error(405);
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
		if (!rows) return this.error(404);
		if (id === undefined) return this.list(rows, query, kind, 20);
		const row = rows.find((one) => String(one.id) === id || one.nat_emis === id);
		return row ? this.single(200, row, scenario.habits.bareRecord) : this.error(404);
	}

	private linkAnswer(
		method: string,
		kind: 'links' | 'pixels',
		id: string | undefined,
		query: URLSearchParams,
		form: URLSearchParams,
	): Reply {
		const { habits } = this.scenario;
		const rows = this.store[kind];
		if (id === undefined) {
			if (method === 'GET') return this.list(rows, query, kind, 100);
			if (method !== 'POST') return this.error(405);
			const required = kind === 'links' ? ['url'] : ['name', 'type', 'value'];
			const missing = required.find((name) => !form.get(name)?.trim());
			if (missing) return this.invalid(missing, `The ${missing} field is required.`);
			const created = this.written(kind, form);
			if ('status' in created) return created as unknown as Reply;
			rows.push(created);
			if (habits.creation === 'empty') return reply(201, '');
			return this.single(habits.creation ? 200 : 201, created);
		}
		const row = rows.find((one) => String(one.id) === id);
		if (!row) return this.error(404);
		if (method === 'GET') return this.single(200, row);
		if (method === 'DELETE') {
			if (habits.deletion === 'not deleted')
				return reply(200, { id: row.id, object: kind.slice(0, -1), deleted: false });
			rows.splice(rows.indexOf(row), 1);
			return habits.deletion
				? reply(204)
				: reply(200, { id: row.id, object: kind.slice(0, -1), deleted: true });
		}
		if (method !== 'PUT') return this.error(405);
		const before = { ...row };
		const updated = this.written(kind, form, row);
		if ('status' in updated) return updated as unknown as Reply;
		Object.assign(row, updated);
		if (habits.update === 'empty') return reply(204);
		return this.single(200, habits.update === 'stale' ? { ...row, pixels: before.pixels } : row);
	}

	/** The record that a form makes or changes, or the answer that refuses it; a new ID comes from what is sent. */
	private written(kind: 'links' | 'pixels', form: URLSearchParams, row?: Row): Row | Reply {
		const { habits, now } = this.scenario;
		const stamp = new Date(now).toISOString();
		const sent = new Map([...form].map(([name, value]) => [name, value.trim()]));
		let id =
			row?.id ??
			5000 + (hash(`${sent.get('alias')} ${sent.get('url')} ${sent.get('name')}`) % 90_000);
		while (!row && this.store[kind].some((one) => one.id === id)) id = Number(id) + 1;
		if (kind === 'pixels') {
			const fields = ['name', 'type', 'value'].filter((name) => sent.has(name));
			return {
				created_at: stamp,
				...row,
				id,
				...Object.fromEntries(fields.map((name) => [name, sent.get(name)])),
				updated_at: stamp,
			};
		}
		const domainId = Number(
			sent.get('domain_id') ?? sent.get('domain') ?? (row?.domain as Row | undefined)?.id ?? 11,
		);
		const domain = { id: domainId, name: `l${domainId - 11}.example.net` };
		let alias = sent.get('alias') || String(row?.alias ?? `x${Number(id).toString(36)}`);
		if (habits.aliases === 'shortened' && !row)
			alias = alias
				.toLowerCase()
				.replace(/[^a-z\d]+/g, '-')
				.slice(0, 8);
		const same = (other: unknown) =>
			habits.aliases ? String(other).toLowerCase() === alias.toLowerCase() : other === alias;
		if (
			this.store.links.some(
				(one) => one.id !== id && same(one.alias) && (one.domain as Row).id === domainId,
			)
		) {
			return this.invalid('alias', 'The alias has already been taken.');
		}
		const url = sent.get('url') ?? row?.url;
		if (!URL.canParse(String(url)))
			return this.invalid('url', 'The url field must be a valid URL.');
		const blank = {
			target_type: 0,
			country_target: [],
			platform_target: [],
			language_target: [],
			rotation_target: [],
			disabled: 0,
			privacy: 0,
			password: false,
			privacy_password: false,
			expiration_url: null,
			expiration_clicks: null,
			clicks: 0,
			space: null,
			pixels: [],
			ends_at: null,
			created_at: stamp,
		};
		const base: Row = {
			title: 'Sample: new',
			...blank,
			...row,
			id,
			alias,
			url,
			short_url: `https://${domain.name}/${alias}`,
			domain,
			updated_at: stamp,
		};
		for (const name of ['disabled', 'privacy', 'target_type', 'expiration_clicks']) {
			if (sent.has(name)) base[name] = sent.get(name) === '' ? null : Number(sent.get(name));
		}
		for (const name of ['password', 'privacy_password'])
			if (sent.has(name)) base[name] = sent.get(name) !== '';
		if (sent.has('expiration_url')) base.expiration_url = sent.get('expiration_url') || null;
		if (sent.has('space_id'))
			base.space = sent.get('space_id')
				? { id: Number(sent.get('space_id')), name: 'Space' }
				: null;
		const day = sent.get('expiration_date');
		if (day !== undefined)
			base.ends_at =
				day && Number.isFinite(Date.parse(day))
					? `${day}T${sent.get('expiration_time') || '00:00'}:00.000000Z`
					: null;
		if ([...sent.keys()].some((name) => name.startsWith('pixel_ids'))) {
			const ids = form
				.getAll('pixel_ids[]')
				.concat(
					[...form].filter(([name]) => /^pixel_ids\[\d+\]$/.test(name)).map(([, value]) => value),
				);
			base.pixels = this.store.pixels
				.filter((pixel) => ids.includes(String(pixel.id)))
				.map((pixel) => ({ id: pixel.id, name: pixel.name, type: pixel.type }));
		}
		for (const list of ['country', 'platform', 'language', 'rotation']) {
			if (![...sent.keys()].some((name) => name.startsWith(list))) continue;
			const row_ = (index: number) => ({
				...(list !== 'rotation' && { key: sent.get(`${list}[${index}][key]`) }),
				value: sent.get(`${list}[${index}][value]`),
			});
			base[`${list}_target`] = Array.from({ length: 9 }, (_, index) => row_(index)).filter(
				({ value }) => value,
			);
		}
		return base;
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
		if (!university) return this.error(404);
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

	private error(status: number): Reply {
		return reply(
			status,
			status === 404
				? { message: 'Resource not found.' }
				: { error: { code: `E${status}`, message: 'This failed.' } },
		);
	}

	/** What stands in the way answers; undefined where there is no answer at all. */
	failed({ kind, status = 500, wait = 0, body }: Fault): Reply | undefined {
		const limited = { message: 'Too Many Attempts.' };
		const ahead = Date.now() + 1000;
		switch (kind) {
			case '429':
				return reply(429, limited, { 'retry-after': String(wait) });
			case '429 without Retry-After':
				return reply(429, limited);
			case '429, date':
				return reply(429, limited, { 'retry-after': new Date(ahead).toUTCString() });
			case '429, Unix time':
				return reply(429, limited, { 'retry-after': String(Math.ceil(ahead / 1000)) });
			case 'status':
				return this.error(status);
			case '403 page':
				return reply(403, PAGE);
			case '422':
				return this.invalid('alias', 'The alias is too short.');
			case 'html':
				return reply(200, PAGE);
			case 'redirect':
				return reply(status, '', { location: 'https://service.example/login' });
			case 'empty':
				return reply(200, '');
			case 'invalid JSON':
				return reply(200, '{"data": [{"id": 1, "name": ');
			case 'error in 200':
				return reply(200, body);
			default:
				return undefined;
		}
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
	const failed = fault && session.failed(fault);
	if (failed) return send(failed);
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
