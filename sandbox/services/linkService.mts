import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LINKS, PIXELS } from './contract.mjs';
import {
	attachment,
	DOMAINS,
	FIRST_LINK_ID,
	FIRST_PIXEL_ID,
	isExpired,
	MAIN_DOMAIN,
	makeLinks,
	makePixels,
	PLAIN_LINK,
	shortUrl,
	SPACES,
	timestamp,
	type LinkRecord,
	type Named,
	type PixelRecord,
} from './data/links.mjs';
import type { ErrorBody } from './faults.mjs';
import {
	Refusal,
	selectRecords,
	takeForms,
	takePage,
	type Definition,
	type Filters,
	type Quirks,
} from './service.mjs';

/** A change that was made, whatever the response was. */
interface LedgerEntry {
	action: 'created' | 'updated' | 'deleted';
	resource: 'link' | 'pixel';
	id: number;
	/** The request body as received. Empty for a deletion. */
	body: string;
	fields: Record<string, unknown>;
	before: LinkRecord | PixelRecord | undefined;
	after: LinkRecord | PixelRecord | undefined;
}

interface Account {
	links: Map<string, LinkRecord>;
	pixels: Map<string, PixelRecord>;
	ledger: LedgerEntry[];
	nextId: { link: number; pixel: number };
}

type Query = Record<string, string>;
type Request = FastifyRequest<{ Params: { id: string }; Querystring: Query; Body: Fields }>;

/** A decoded form that the schema accepts. */
type Fields = Record<string, unknown>;

const MESSAGES: Record<number, string> = {
	401: 'Unauthenticated.',
	404: 'Resource not found.',
	422: 'The given data was invalid.',
};

const errorBody: ErrorBody = (status, message, errors) => ({
	message: message ?? MESSAGES[status] ?? STATUS_CODES[status] ?? 'Error',
	errors,
});

const apiKey = 'sandbox-link-key';
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

function contains(record: object, field: string, wanted: string): boolean {
	return String(Reflect.get(record, field)).toLowerCase().includes(wanted);
}

interface Resource<T> {
	name: 'link' | 'pixel';
	schemas: typeof PIXELS;
	filters: Filters<T>;
	records: Map<string, T>;
	/** Applies a form to a record, or to none if it is new. */
	write(fields: Fields, before: T | undefined, id: number): Written<T>;
}

type Written<T> = Omit<T, 'id' | 'created_at' | 'updated_at'>;

/** The link service, with an account of this many sample links. */
export function linkService(links: number): Definition & { account: Account } {
	const nextId = { link: 0, pixel: 0 };
	const account: Account = { links: new Map(), pixels: new Map(), ledger: [], nextId };
	const reset = () => {
		const now = new Date();
		const pixels = makePixels(now);
		account.links.clear();
		account.pixels.clear();
		account.ledger.length = 0;
		nextId.link = FIRST_LINK_ID + links;
		nextId.pixel = FIRST_PIXEL_ID + pixels.length;
		for (const pixel of pixels) account.pixels.set(String(pixel.id), pixel);
		for (const link of makeLinks(links, now, pixels)) account.links.set(String(link.id), link);
	};
	reset();
	return {
		account,
		apiKey,
		errorBody,
		reset,
		async routes(app, quirks) {
			await takeForms(app);
			app.addHook('preValidation', async ({ hitBy, headers }, reply) => {
				if (hitBy) return;
				// Laravel redirects a client that doesn't accept JSON.
				if (!headers.accept?.includes('json')) return reply.redirect('/login');
				// The part after "#" only distinguishes the accounts of tests.
				const key = headers.authorization?.replace(/#.*$/, '');
				if (key !== `Bearer ${apiKey}`) throw new Refusal(401);
			});
			addResource<LinkRecord>(app, account, quirks, {
				name: 'link',
				schemas: LINKS,
				filters: linkFilters,
				records: account.links,
				write: (fields, before, id) => writtenLink(fields, before, id, account),
			});
			addResource<PixelRecord>(app, account, quirks, {
				name: 'pixel',
				schemas: PIXELS,
				filters: pixelFilters,
				records: account.pixels,
				write: (fields, before) => ({ name: '', type: '', value: '', ...before, ...fields }),
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
	const log = (action: LedgerEntry['action'], request: Request, before?: T, after?: T) => {
		const { entry, body: fields = {} } = request;
		const id = (after ?? before)?.id ?? 0;
		const change = { action, resource: name, id, body: entry.body, fields, before, after };
		account.ledger.push(change);
	};
	const save = (action: 'created' | 'updated', request: Request, before?: T) => {
		const now = timestamp(Date.now());
		const id = before?.id ?? account.nextId[name]++;
		const written = write(request.body, before, id);
		const after = { id, ...written, created_at: before?.created_at ?? now, updated_at: now } as T;
		records.set(String(id), after);
		log(action, request, before, after);
		return { data: after };
	};

	app.get(all, { schema: { querystring: schemas.list } }, (request: Request) => {
		const selected = selectRecords(records.values(), filters, request.query, quirks);
		const ordered = sorted(selected, request.query);
		const taken = takePage(ordered, request.query, USUAL_PAGE, quirks);
		const { records: data, page, lastPage, perPage, total } = taken;
		// As real servers return it: without the filters.
		const next = page < lastPage ? `${all}?page=${page + 1}` : null;
		const meta = { current_page: page, last_page: lastPage, per_page: perPage, total };
		return { data, links: { next }, meta, status: 200 };
	});
	app.get(one, { schema: { querystring } }, (request: Request) => ({ data: found(request) }));
	app.post(all, { schema: { querystring, body: schemas.create } }, (request: Request, reply) =>
		reply.code(201).send(save('created', request)),
	);
	app.put(one, { schema: { querystring, body: schemas.update } }, (request: Request) =>
		save('updated', request, found(request)),
	);
	app.delete(one, { schema: { querystring } }, (request: Request) => {
		if (request.entry.body !== '') throw refused('body', 'is not part of a deletion');
		const record = found(request);
		records.delete(request.params.id);
		log('deleted', request, record);
		return { id: record.id, object: name, deleted: true };
	});
}

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

type Read = (sent: never, fields: Fields, account: Account) => unknown;

/** The field of a link that each field of the form changes, and how it is read. */
const CHANGES: Array<[field: string, name: keyof LinkRecord, read: Read]> = [
	['url', 'url', String],
	['space_id', 'space', (id: string) => named('space_id', id, SPACES)],
	['pixel_ids', 'pixels', attached],
	['password', 'password', Boolean],
	['disabled', 'disabled', Number],
	['privacy', 'privacy', Number],
	['privacy_password', 'privacy_password', Boolean],
	['expiration_url', 'expiration_url', (url: string) => url || null],
	['expiration_clicks', 'expiration_clicks', (clicks: string) => (clicks ? Number(clicks) : null)],
	['expiration_date', 'ends_at', endOf],
	['target_type', 'target_type', Number],
	['country', 'country_target', filled],
	['platform', 'platform_target', filled],
	['language', 'language_target', filled],
	['rotation', 'rotation_target', filled],
];

/**
 * Applies a form to a link: only fields that were sent change. An empty text empties a field, `pixel_ids`
 * replaces the whole set.
 *
 * @throws Refusal 422 for an unknown ID or a taken alias
 */
function writtenLink(
	fields: Fields,
	before: LinkRecord | undefined,
	id: number,
	account: Account,
): Written<LinkRecord> {
	// The field list calls it `domain_id`, the example `domain`.
	const domainId = (fields.domain_id || fields.domain) as string | undefined;
	const domain = before?.domain ?? named('domain', domainId, DOMAINS) ?? MAIN_DOMAIN;
	const alias = (fields.alias as string) || before?.alias || id.toString(36);
	const isTaken = [...account.links.values()].some(
		(link) => link !== before && link.alias === alias && link.domain.id === domain.id,
	);
	if (isTaken) throw refused('alias', 'has already been taken');
	const changes = CHANGES.flatMap(([field, name, read]) =>
		fields[field] === undefined ? [] : [[name, read(fields[field] as never, fields, account)]],
	);
	const link = {
		url: '',
		title: '',
		...PLAIN_LINK,
		...before,
		...(Object.fromEntries(changes) as Partial<LinkRecord>),
		alias,
		domain,
		short_url: shortUrl({ alias, domain }),
	};
	// The server retrieves the title of the page itself.
	return { ...link, title: link.title || `Page at ${new URL(link.url).host}` };
}

function named(field: string, id: string | undefined, records: readonly Named[]): Named | null {
	if (!id) return null;
	const found = records.find((record) => String(record.id) === id);
	if (!found) throw refused(field, 'names no record of the account');
	return found;
}

/** A list with one empty element is an empty list. */
function filled<T>(list: T[]): T[] {
	return list.filter((row) => row !== '');
}

function attached(ids: string[], _fields: Fields, { pixels }: Account) {
	return filled(ids).map((id) => {
		const pixel = pixels.get(id);
		if (!pixel) throw refused('pixel_ids', 'names no pixel of the account');
		return attachment(pixel);
	});
}

function endOf(day: string, { expiration_time: time }: Fields): string | null {
	if (day === '' && time === '') return null;
	if (day === '' || time === '') throw refused('expiration_date', 'goes with expiration_time');
	return timestamp(Date.parse(`${day}T${String(time)}:00Z`));
}
