import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LINKS, PIXELS } from './contract.mjs';
import {
	DOMAINS,
	FIRST_LINK_ID,
	FIRST_PIXEL_ID,
	isExpired,
	MAIN_DOMAIN,
	makeLinks,
	makePixels,
	shortUrl,
	SPACES,
	timestamp,
	type KeyedRule,
	type LinkRecord,
	type Named,
	type PixelRecord,
	type RotationRule,
} from './data/links.mjs';
import type { ErrorBody } from './faults.mjs';
import {
	Refusal,
	selectRecords,
	takeForms,
	takePage,
	withFieldQuirks,
	type Definition,
	type Filters,
	type Page,
	type Quirks,
	type Service,
} from './service.mjs';

/** One change that really happened, whatever the client was answered. */
export interface LedgerEntry {
	action: 'created' | 'updated' | 'deleted';
	resource: 'link' | 'pixel';
	id: number;
	/** The request body as it came; empty for a deletion. */
	body: string;
	/** The body, decoded. */
	fields: Record<string, unknown>;
	before: LinkRecord | PixelRecord | undefined;
	after: LinkRecord | PixelRecord | undefined;
}

export interface Account {
	links: Map<string, LinkRecord>;
	pixels: Map<string, PixelRecord>;
	/** What was created, updated and deleted, in order. */
	ledger: LedgerEntry[];
	nextId: { link: number; pixel: number };
}

export type LinkService = Service & Account;

type Query = Record<string, string>;
type Request = FastifyRequest<{ Params: { id: string }; Querystring: Query; Body: Fields }>;

/** A form, as the schema lets it through. */
interface Fields {
	[field: string]: unknown;
	url?: string;
	alias?: string;
	domain_id?: string;
	domain?: string;
	space_id?: string;
	pixel_ids?: string[];
	expiration_date?: string;
	expiration_time?: string;
	expiration_clicks?: string;
	country?: KeyedRule[];
	platform?: KeyedRule[];
	language?: KeyedRule[];
	rotation?: RotationRule[];
}

const MESSAGES: Record<number, string> = {
	401: 'Unauthenticated.',
	404: 'Resource not found.',
	422: 'The given data was invalid.',
};

const errorBody: ErrorBody = (status, message, errors) => ({
	message: message ?? MESSAGES[status] ?? STATUS_CODES[status] ?? 'Error',
	errors,
});

const USUAL_PAGE = 100;

const STATUSES: Record<string, (link: LinkRecord) => boolean> = {
	1: (link) => link.disabled === 0 && !isExpired(link),
	2: isExpired,
	3: (link) => link.disabled === 1,
};

const linkFilters: Filters<LinkRecord> = {
	status: (link, wanted) => STATUSES[wanted]?.(link) ?? true,
	space_id: ({ space }, wanted) => String(space?.id) === wanted,
	domain_id: ({ domain }, wanted) => String(domain.id) === wanted,
	pixel_id: ({ pixels }, wanted) => pixels.some(({ id }) => String(id) === wanted),
	search: (link, wanted, query) => contains(link, query.search_by ?? 'title', wanted),
};

const pixelFilters: Filters<PixelRecord> = {
	type: ({ type }, wanted) => type === wanted,
	search: (pixel, wanted) => contains(pixel, 'name', wanted),
};

/** A search is a substring match. */
function contains(record: object, field: string, wanted: string): boolean {
	return String(Reflect.get(record, field)).toLowerCase().includes(wanted);
}

/** One kind of record of the account. */
interface Resource<T> {
	name: 'link' | 'pixel';
	schemas: typeof PIXELS;
	filters: Filters<T>;
	records: Map<string, T>;
	/** What a form makes of a record, or of none when it is new. */
	write(
		fields: Fields,
		before: T | undefined,
		id: number,
	): Omit<T, 'id' | 'created_at' | 'updated_at'>;
}

/** The link service: what it answers, over an account with so many sample links. */
export function linkService(
	links: number,
	seed: number,
	apiKey: string,
): Definition & { account: Account } {
	const quirks: Quirks = {};
	const account: Account = {
		...{ links: new Map(), pixels: new Map(), ledger: [] },
		nextId: { link: 0, pixel: 0 },
	};
	const reset = () => {
		const now = new Date();
		const pixels = makePixels(now);
		account.links.clear();
		account.pixels.clear();
		account.ledger.length = 0;
		account.nextId = { link: FIRST_LINK_ID + links, pixel: FIRST_PIXEL_ID + pixels.length };
		for (const pixel of pixels) account.pixels.set(String(pixel.id), pixel);
		for (const link of makeLinks(links, seed, now, pixels)) {
			account.links.set(String(link.id), link);
		}
	};
	reset();
	return {
		...{ account, apiKey, quirks, errorBody, reset },
		routes(app) {
			app.register(async (scope) => {
				await takeForms(scope);
				scope.addHook('preValidation', async ({ hitBy, headers }, reply) => {
					if (hitBy) return;
					// A Laravel server sends a client away that does not accept JSON.
					if (!headers.accept?.includes('json')) return reply.redirect('/login');
					// What follows "#" only tells the accounts of tests apart.
					const key = headers.authorization?.replace(/#.*$/, '');
					if (key !== `Bearer ${apiKey}`) throw new Refusal(401);
				});
				addResource<LinkRecord>(scope, account, quirks, {
					...{ name: 'link', schemas: LINKS, filters: linkFilters, records: account.links },
					write: (fields, before, id) => writtenLink(fields, before, id, account),
				});
				addResource<PixelRecord>(scope, account, quirks, {
					...{ name: 'pixel', schemas: PIXELS, filters: pixelFilters, records: account.pixels },
					write: (fields, before) => ({ name: '', type: '', value: '', ...before, ...fields }),
				});
			});
		},
	};
}

function addResource<T extends LinkRecord | PixelRecord>(
	app: FastifyInstance,
	account: Account,
	quirks: Quirks,
	{ name, schemas, filters, records, write }: Resource<T>,
): void {
	const all = `/api/v1/${name}s`;
	const one = `${all}/:id`;
	const querystring = LINKS.none;
	const found = ({ params }: Request) => {
		const record = records.get(params.id);
		if (record === undefined) throw new Refusal(404);
		return record;
	};
	const log = (
		action: LedgerEntry['action'],
		{ entry, body: fields = {} }: Request,
		{ before, after }: { before?: T; after?: T },
	) => {
		const id = (after ?? before)?.id ?? 0;
		const change = { action, resource: name, id, body: entry.body, fields, before, after };
		account.ledger.push(change);
	};
	const save = (action: 'created' | 'updated', request: Request, before?: T) => {
		const now = timestamp(Date.now());
		const id = before?.id ?? account.nextId[name];
		const written = write(request.body, before, id);
		if (!before) account.nextId[name]++;
		const after = { id, ...written, created_at: before?.created_at ?? now, updated_at: now } as T;
		records.set(String(id), after);
		log(action, request, { before, after });
		return { data: withFieldQuirks(after, quirks) };
	};

	app.get(all, { schema: { querystring: schemas.list } }, (request: Request) => {
		const selected = selectRecords(records.values(), filters, request.query, quirks);
		const ordered = quirks.unsorted ? selected : sorted(selected, request.query);
		return listBody(all, takePage(ordered, request.query, USUAL_PAGE, quirks));
	});
	app.get(one, { schema: { querystring } }, (request: Request) => ({
		data: withFieldQuirks(found(request), quirks),
	}));
	app.post(all, { schema: { querystring, body: schemas.create } }, (request: Request, reply) =>
		reply.code(201).send(save('created', request)),
	);
	app.put(one, { schema: { querystring, body: schemas.update } }, (request: Request) =>
		save('updated', request, found(request)),
	);
	app.delete(one, { schema: { querystring } }, (request: Request, reply) => {
		if (request.entry.body !== '') throw refused('body', 'is not part of a deletion');
		const record = found(request);
		records.delete(request.params.id);
		log('deleted', request, { before: record });
		if (quirks.deleteAnswer === 'empty') return reply.code(204).send();
		return { id: record.id, object: name, deleted: true };
	});
}

/** `next` is as a real server gives it: without the filters. */
function listBody(path: string, { records: data, page, lastPage, perPage, total }: Page): object {
	const next = page < lastPage ? `${path}?page=${page + 1}` : null;
	const meta = { current_page: page, last_page: lastPage, per_page: perPage, total };
	return { data, links: { next }, meta, status: 200 };
}

/** The records in the order that a query asks for. */
function sorted<T extends { id: number }>(records: T[], query: Query): T[] {
	const field = query.sort_by ?? 'id';
	const direction = query.sort === 'asc' ? 1 : -1;
	const valueOf = (record: T) => Reflect.get(record, field) as string | number;
	return records.sort((left, right) => {
		const [one, other] = [valueOf(left), valueOf(right)];
		return direction * (one < other ? -1 : one > other ? 1 : left.id - right.id);
	});
}

function refused(field: string, problem: string): Refusal {
	return new Refusal(422, undefined, { [field]: [`The ${field} ${problem}.`] });
}

const BLANK = {
	...{
		alias: '',
		url: '',
		short_url: '',
		title: '',
		target_type: 0,
		country_target: [],
		platform_target: [],
	},
	...{ language_target: [], rotation_target: [], disabled: 0, privacy: 0, password: false },
	...{ privacy_password: false, expiration_url: null, expiration_clicks: null, clicks: 0 },
	...{ space: null, domain: MAIN_DOMAIN, pixels: [], ends_at: null },
};

/**
 * The link that a form makes: only what was sent changes. An empty text empties a field, `pixel_ids`
 * replaces the whole set.
 *
 * @throws Refusal 422 for what names no record, or a taken alias
 */
function writtenLink(
	fields: Fields,
	before: LinkRecord | undefined,
	id: number,
	{ links, pixels }: Account,
) {
	// The field list calls it `domain_id`, the example `domain`.
	const sent = named(fields, 'domain_id', DOMAINS) ?? named(fields, 'domain', DOMAINS);
	const domain = before?.domain ?? sent;
	if (!domain) throw refused('domain', 'field is required');
	const alias = fields.alias || before?.alias || id.toString(36).padStart(6, 'x');
	const isTaken = [...links.values()].some(
		(link) => link !== before && link.alias === alias && link.domain.id === domain.id,
	);
	if (isTaken) throw refused('alias', 'has already been taken');
	const changes: Record<string, unknown> = {
		...{ domain, alias, url: fields.url },
		space: named(fields, 'space_id', SPACES),
		ends_at: endOf(fields),
		expiration_clicks: fields.expiration_clicks && Number(fields.expiration_clicks),
		expiration_url: fields.expiration_url,
		pixels: attached(fields.pixel_ids, pixels),
		country_target: rows(fields.country),
		platform_target: rows(fields.platform),
		language_target: rows(fields.language),
		rotation_target: rows(fields.rotation),
	};
	for (const name of ['disabled', 'privacy', 'target_type']) {
		if (fields[name] !== undefined) changes[name] = Number(fields[name]);
	}
	for (const name of ['password', 'privacy_password']) {
		if (fields[name] !== undefined) changes[name] = fields[name] !== '';
	}
	const values = Object.fromEntries(
		Object.entries(changes)
			.filter(([, value]) => value !== undefined)
			.map(([name, value]) => [name, value === '' ? null : value]),
	);
	const link = { ...BLANK, ...before, ...values, alias };
	// The server finds the title of the page by itself.
	const title = link.title || `Page at ${new URL(link.url).host}`;
	return { ...link, title, short_url: shortUrl(link) };
}

/** One of the account's records by its id; null when emptied, undefined when not sent. */
function named(fields: Fields, field: string, records: readonly Named[]) {
	const value = fields[field];
	if (value === undefined) return undefined;
	if (value === '') return null;
	const found = records.find(({ id }) => String(id) === value);
	if (!found) throw refused(field, 'names no record of the account');
	return found;
}

/** One empty element stands for an empty list. */
function rows<T>(list: Array<T | ''> | undefined): T[] | undefined {
	return list?.filter((row) => row !== '') as T[] | undefined;
}

function attached(ids: string[] | undefined, pixels: ReadonlyMap<string, PixelRecord>) {
	return rows(ids)?.map((given) => {
		const pixel = pixels.get(given);
		if (!pixel) throw refused('pixel_ids', 'names no pixel of the account');
		const { id, name, type } = pixel;
		return { id, name, type };
	});
}

function endOf({ expiration_date: date, expiration_time: time }: Fields) {
	if (date === undefined || time === undefined) return undefined;
	if (date === '' && time === '') return null;
	if (date === '' || time === '') throw refused('expiration_date', 'goes with expiration_time');
	return timestamp(Date.parse(`${date}T${time}:00Z`));
}
