import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Account, sorted, type Filter, type Form, type LedgerEntry } from './account.mjs';
import { LINKS, PIXELS } from './contract.mjs';
import {
	DOMAINS,
	SPACES,
	timestamp,
	type KeyedRule,
	type LinkRecord,
	type Named,
	type PixelRecord,
	type RotationRule,
} from './data/links.mjs';
import { htmlAnswer, type Answer, type ErrorBodies } from './faults.mjs';
import {
	isIgnored,
	Refusal,
	takeForms,
	takePage,
	withFieldQuirks,
	type Definition,
	type Page,
	type Service,
} from './service.mjs';

export interface LinkService extends Service {
	links: Map<string, LinkRecord>;
	pixels: Map<string, PixelRecord>;
	/** What was created, updated and deleted, in order. */
	ledger: LedgerEntry[];
}

type Query = Record<string, string>;
type Request = FastifyRequest<{ Params: { id: string }; Querystring: Query; Body: Fields }>;

/** A link's form, as the schema lets it through. */
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
	403: 'This action is unauthorized.',
	404: 'Resource not found.',
	409: 'Conflict.',
	415: 'The body must be form-encoded.',
	422: 'The given data was invalid.',
	429: 'Too Many Attempts.',
	500: 'Server Error',
	502: 'Bad Gateway',
	503: 'Service Unavailable',
	504: 'Gateway Timeout',
};

const errors: ErrorBodies = {
	forStatus: (status, message) =>
		JSON.stringify({ message: message ?? MESSAGES[status] ?? 'Error' }),
	forFields: (fields, shape) =>
		JSON.stringify(
			shape === 'message' ? { message: fields } : { message: MESSAGES[422], errors: fields },
		),
};

const USUAL_PAGE = 100;

/** The link service: what it answers, over this account. */
export function linkService(account: Account, apiKey: string): Definition {
	const quirks: Definition['quirks'] = {};

	const addResource = <T extends LinkRecord | PixelRecord>(
		app: FastifyInstance,
		object: 'link' | 'pixel',
		schemas: typeof PIXELS,
		its: {
			records: Map<string, T>;
			select(filter: Filter): T[];
			create(form: Form): T;
			update(record: T, form: Form): T;
			remove(record: T): void;
		},
	) => {
		const all = `/api/v1/${object}s`;
		const one = `${all}/:id`;
		const { none } = LINKS;
		const found = ({ params: { id } }: Request) => {
			const record = its.records.get(id);
			if (record === undefined) throw new Refusal(404);
			return record;
		};
		const single = (record: T) => ({ data: withFieldQuirks(record, quirks) });

		app.get(all, { schema: { querystring: schemas.list } }, (request: Request) => {
			const { query } = request;
			const selected = its.select((name) => (isIgnored(quirks, name) ? '' : (query[name] ?? '')));
			const ordered = quirks.unsorted ? selected : sorted(selected, query);
			return listBody(request, takePage(ordered, query, USUAL_PAGE, quirks));
		});
		app.get(one, { schema: { querystring: none } }, (request: Request) => single(found(request)));
		app.post(
			all,
			{ schema: { querystring: none, body: schemas.create } },
			(request: Request, reply) => reply.code(201).send(single(its.create(formOf(request)))),
		);
		app.put(one, { schema: { querystring: none, body: schemas.update } }, (request: Request) =>
			single(its.update(found(request), formOf(request))),
		);
		app.delete(one, { schema: { querystring: none } }, (request: Request, reply) => {
			if (request.entry.body !== '') throw refused('body', 'is not part of a deletion');
			const record = found(request);
			its.remove(record);
			if (quirks.deleteAnswer === 'empty') return reply.code(204).send();
			return { id: record.id, object, deleted: true };
		});
	};

	const listBody = (request: Request, page: Page<object>): unknown => {
		const { records: data, page: current_page, lastPage: last_page, perPage: per_page } = page;
		if (quirks.envelope === 'bare') return data;
		if (quirks.envelope === 'data') return { data };
		const next = current_page < last_page ? nextAddress(request, current_page + 1) : null;
		const meta = { current_page, last_page, per_page, total: page.total };
		return { data, links: { next }, meta, status: 200 };
	};

	return {
		...{ apiKey, quirks, errors, adaptError },
		routes(app) {
			app.register(async (scope) => {
				await takeForms(scope);
				scope.addHook('preValidation', async ({ hitBy, headers }) => {
					// What follows "#" only tells the accounts of tests apart.
					const key = headers.authorization?.replace(/#.*$/, '');
					if (!hitBy && key !== `Bearer ${apiKey}`) throw new Refusal(401);
				});
				addResource<LinkRecord>(scope, 'link', LINKS, {
					records: account.links,
					select: (filter) => account.selectLinks(filter),
					create: (form) => account.createLink(linkChanges(form.fields, account), form),
					update: (link, form) =>
						account.updateLink(link, linkChanges(form.fields, account, link), form),
					remove: (link) => account.deleteLink(link),
				});
				addResource<PixelRecord>(scope, 'pixel', PIXELS, {
					records: account.pixels,
					select: (filter) => account.selectPixels(filter),
					create: (form) => account.createPixel(form.fields, form),
					update: (pixel, form) => account.updatePixel(pixel, form.fields, form),
					remove: (pixel) => account.deletePixel(pixel),
				});
			});
		},
		reset: () => account.reset(),
	};
}

/** A Laravel server answers an error as JSON only to a client that accepts it, else sends it away. */
function adaptError(answer: Answer, { accept = '' }: Record<string, string>): Answer {
	if (/[/+]json/.test(accept)) return answer;
	if (answer.status === 401 || answer.status === 422) {
		return { status: 302, body: '', headers: { location: '/login' } };
	}
	return htmlAnswer(answer.status, MESSAGES[answer.status] ?? 'Error');
}

/** The next page's address as the real server gives it: without the status filter. */
function nextAddress({ entry, headers }: Request, page: number): string {
	const query = new URLSearchParams(entry.query);
	query.delete('status');
	query.set('page', String(page));
	return `http://${headers.host}${entry.path}?${query}`;
}

function formOf({ entry, body }: Request): Form {
	return { body: entry.body, fields: body };
}

function refused(field: string, problem: string): Refusal {
	return new Refusal(422, undefined, { [field]: [`The ${field} ${problem}.`] });
}

/**
 * The changes that a form asks for on a link: only what was sent. An empty text empties a field,
 * `pixel_ids` replaces the whole set.
 *
 * @throws Refusal 422 for what names no record, or a taken alias
 */
function linkChanges(fields: Fields, account: Account, link?: LinkRecord): Partial<LinkRecord> {
	const domain = link ? link.domain : domainOf(fields);
	const alias = fields.alias || undefined;
	if (alias !== undefined && account.isAliasTaken(alias, domain.id, link?.id)) {
		throw refused('alias', 'has already been taken');
	}
	const changes: Record<string, unknown> = {
		domain,
		alias,
		url: fields.url,
		space: named(fields, 'space_id', SPACES),
		ends_at: endOf(fields),
		expiration_clicks: fields.expiration_clicks && Number(fields.expiration_clicks),
		expiration_url: fields.expiration_url,
		pixels: attached(fields.pixel_ids, account.pixels),
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
	const sent = Object.entries(changes).filter(([, value]) => value !== undefined);
	return Object.fromEntries(sent.map(([name, value]) => [name, value === '' ? null : value]));
}

/** `domain_id` as the field list calls it, `domain` as the example does, or both alike. */
function domainOf(fields: Fields): Named {
	const byId = named(fields, 'domain_id', DOMAINS);
	const byName = named(fields, 'domain', DOMAINS);
	const domain = byId ?? byName;
	if (!domain) throw refused('domain', 'field is required');
	if (byId && byName && byId !== byName) throw refused('domain', 'and domain_id must be the same');
	return domain;
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
