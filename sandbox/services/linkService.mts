import { ENDPOINTS } from '../../test/contract/endpoints.mjs';
import {
	HTML_TYPE,
	htmlAnswer,
	jsonAnswer,
	Refusal,
	type Answer,
	type ErrorBodies,
} from './answers.mjs';
import { MAIN_DOMAIN, type LinkRecord, type PixelRecord } from './data/links.mjs';
import type { LedgerEntry } from './ledger.mjs';
import {
	readLinkForm,
	readPixelForm,
	ServerCrash,
	type Changes,
	type FieldProblems,
} from './linkFields.mjs';
import { LinkStore, searched, type Filter, type Form } from './linkStore.mjs';
import {
	LatestSelection,
	queryWithoutPage,
	takePage,
	onlyFields,
	withFieldQuirks,
	type Page,
} from './pages.mjs';
import { decodeForm } from './phpForm.mjs';
import { isIgnored, queryProblems } from './query.mjs';
import { rewritten } from './rewrites.mjs';
import {
	mediaType,
	type Call,
	type Route,
	type ServiceDefinition,
	type ServiceState,
} from './service.mjs';
import type { Quirks, Service } from './types.mjs';

export interface LinkService extends Service {
	links: Map<string, LinkRecord>;
	pixels: Map<string, PixelRecord>;
	/** What was created, updated and deleted, in order. */
	ledger: LedgerEntry[];
}

const MESSAGES: Record<number, string> = {
	400: 'Bad Request',
	401: 'Unauthenticated.',
	403: 'This action is unauthorized.',
	404: 'Resource not found.',
	405: 'The method is not supported for this route.',
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
	inSuccess: (status) => JSON.stringify({ status, message: MESSAGES[status] ?? 'Error' }),
};

const DEFAULT_PER_PAGE = 100;
const ORDER_PARAMETERS = ['sort', 'sort_by'];
const FRESH_ID_STEP = 1_000_000_000;

function refuse(status: number): never {
	throw new Refusal(jsonAnswer(status, errors.forStatus(status)));
}

function refuseFields(problems: FieldProblems): void {
	if (Object.keys(problems).length === 0) return;
	throw new Refusal(jsonAnswer(422, errors.forFields(problems, 'errors')));
}

/** A Laravel server answers an error as JSON only to a client that accepts it, else sends it away. */
function adaptError(answer: Answer, call: Call): Answer {
	const wantsJson = /[/+]json/.test(call.headers.accept ?? '');
	if (wantsJson) return answer;
	if (answer.status === 401 || answer.status === 422) {
		return { status: 302, body: '', contentType: HTML_TYPE, headers: { location: '/login' } };
	}
	const page = htmlAnswer(answer.status, MESSAGES[answer.status] ?? 'Error');
	return { ...page, headers: answer.headers };
}

/** @throws Refusal 415 when the body is not form-encoded */
function readForm(call: Call): Form {
	if (mediaType(call) !== 'application/x-www-form-urlencoded') refuse(415);
	return { body: call.body, fields: decodeForm(call.body) };
}

/** @throws Refusal 422 for a refused field, 500 where the real server crashes */
function readChanges<T>(read: () => Changes<T>, more?: (changes: Partial<T>) => FieldProblems) {
	try {
		const { changes, problems } = read();
		refuseFields({ ...more?.(changes), ...problems });
		return changes;
	} catch (error) {
		if (error instanceof ServerCrash) refuse(500);
		throw error;
	}
}

/** What the service does with the records of one kind. */
interface Resource<T> {
	records: Map<string, T>;
	select(filter: Filter, quirks: Quirks): T[];
	/** What is searched in by default. */
	searchBy: string;
	/** Reads a form for a record, or for a new one. @throws Refusal */
	read(form: Form, record?: T): Partial<T>;
	create(changes: Partial<T>, form: Form): T;
	update(record: T, changes: Partial<T>, form: Form): T;
	remove(record: T): void;
}

/** The link service: what it answers, over the account in `store`. */
export function linkService(
	store: LinkStore,
	state: ServiceState,
	apiKey: string,
): ServiceDefinition {
	function list<T extends { id: number }>(
		endpoint: 'GET /api/v1/links' | 'GET /api/v1/pixels',
		{ select, searchBy }: Resource<T>,
	): Route['handle'] {
		const selection = new LatestSelection<T>();
		return (call) => {
			refuseFields(queryProblems(call.query, ENDPOINTS[endpoint].query));
			const { quirks } = state;
			const filter: Filter = (name) =>
				!ORDER_PARAMETERS.includes(name) && isIgnored(name, quirks.ignoreFilters)
					? ''
					: (call.query.get(name) ?? '');
			const page = Number(call.query.get('page') ?? 1);
			const asked = Number(call.query.get('per_page') ?? DEFAULT_PER_PAGE);
			const perPage = Math.min(asked, quirks.mostPerPage ?? asked);
			const key = `${store.version} ${JSON.stringify(quirks)} ${queryWithoutPage(call.query)}`;
			const all: Filter = (name) => (name === 'search' ? '' : filter(name));
			const ofPages = quirks.search === 'page';
			const selected = () => select(ofPages ? all : filter, quirks);
			const taken = takePage(
				selection.take(key, page, selected),
				page,
				perPage,
				quirks,
				(record, round) => ({
					...record,
					id: record.id + round * FRESH_ID_STEP,
				}),
			);
			if (ofPages) taken.records = searched(taken.records, filter, searchBy);
			if (quirks.countsAll) {
				taken.total = select(() => '', quirks).length;
				taken.lastPage = Math.max(1, Math.ceil(taken.total / perPage));
			}
			const answer = jsonAnswer(200, listBody(call, taken, perPage));
			store.renew(quirks.renewListed ?? []);
			return answer;
		};
	}

	function listBody(call: Call, page: Page<{ id: number }>, perPage: number): string {
		const { envelope = 'full', hideRecords = [], listFields } = state.quirks;
		const data = page.records
			.filter(({ id }) => !hideRecords.includes(id))
			.map((record) => withFieldQuirks(record, state.quirks))
			.map((record) => (listFields ? onlyFields(record, listFields) : record));
		if (envelope === 'bare') return JSON.stringify(data);
		if (envelope === 'data') return JSON.stringify({ data });
		const isLast = page.lastPage !== undefined && page.page >= page.lastPage;
		return JSON.stringify({
			data,
			links: { next: isLast ? null : nextAddress(call, page.page + 1) },
			meta: {
				current_page: page.page,
				last_page: page.lastPage,
				per_page: perPage,
				total: page.total,
			},
			status: 200,
		});
	}

	function single(status: number, record: object): Answer {
		return jsonAnswer(status, JSON.stringify({ data: withFieldQuirks(record, state.quirks) }));
	}

	function created(record: object): Answer {
		return state.quirks.createAnswer === 'empty' ? jsonAnswer(201, '') : single(201, record);
	}

	function deleted(object: 'link' | 'pixel', id: number): Answer {
		return state.quirks.deleteAnswer === 'empty'
			? { status: 204, body: '' }
			: jsonAnswer(200, JSON.stringify({ id, object, deleted: true }));
	}

	function secured(method: Route['method'], url: string, handle: Route['handle']): Route {
		return {
			method,
			url: `/api/v1${url}`,
			handle(call) {
				if (call.headers.authorization !== `Bearer ${apiKey}`) refuse(401);
				return handle(call);
			},
		};
	}

	function found<T>(records: Map<string, T>, call: Call): T {
		return records.get(call.params.id ?? '') ?? refuse(404);
	}

	function withoutQuery(handle: Route['handle']): Route['handle'] {
		return (call) => {
			refuseFields(queryProblems(call.query, {}));
			return handle(call);
		};
	}

	function withoutBody(handle: Route['handle']): Route['handle'] {
		return withoutQuery((call) => {
			if (call.body !== '') refuseFields({ body: ['A deletion carries no body.'] });
			return handle(call);
		});
	}

	function routesOf<T extends { id: number }>(kind: 'link' | 'pixel', its: Resource<T>): Route[] {
		const all = `/${kind}s` as const;
		const one = `${all}/:id`;
		return [
			secured('GET', all, list(`GET /api/v1${all}`, its)),
			secured(
				'GET',
				one,
				withoutQuery((call) => single(200, found(its.records, call))),
			),
			secured(
				'POST',
				all,
				withoutQuery((call) => {
					const form = readForm(call);
					return created(its.create(its.read(form), form));
				}),
			),
			secured(
				'PUT',
				one,
				withoutQuery((call) => {
					const record = found(its.records, call);
					const form = readForm(call);
					return single(200, its.update(record, its.read(form, record), form));
				}),
			),
			secured(
				'DELETE',
				one,
				withoutBody((call) => {
					const record = found(its.records, call);
					its.remove(record);
					return deleted(kind, record.id);
				}),
			),
		];
	}

	/** What was read of a form, with the quirks of writing applied. */
	function asWritten<T extends object>(
		{ changes, problems }: Changes<T>,
		link?: LinkRecord,
	): Changes<T> {
		const { rewrites, uniqueAliases } = state.quirks;
		const written: Partial<T> & Partial<LinkRecord> = rewritten(changes, rewrites);
		const { alias, domain = link?.domain ?? MAIN_DOMAIN } = written;
		const isTaken = (text: string) => store.isAliasTaken(text, domain.id, link?.id);
		for (let number = 2; uniqueAliases && alias && isTaken(written.alias ?? ''); number++) {
			written.alias = `${alias}-${number}`;
		}
		return { changes: written, problems };
	}

	const routes: Route[] = [
		{ method: 'GET', url: '/login', handle: () => htmlAnswer(200, 'Sign in') },
		...routesOf<LinkRecord>('link', {
			records: store.links,
			select: (filter, search) => store.selectLinks(filter, search),
			searchBy: 'title',
			read: (form, link) =>
				readChanges<LinkRecord>(
					() => asWritten(readLinkForm(form.fields, link === undefined, store.pixels), link),
					({ alias, domain = link?.domain }): FieldProblems =>
						alias !== undefined && domain && store.isAliasTaken(alias, domain.id, link?.id)
							? { alias: ['The alias has already been taken.'] }
							: {},
				),
			create: (changes, form) => store.createLink(changes, form),
			update: (link, changes, form) => store.updateLink(link, changes, form),
			remove: (link) => store.deleteLink(link),
		}),
		...routesOf<PixelRecord>('pixel', {
			records: store.pixels,
			select: (filter, search) => store.selectPixels(filter, search),
			searchBy: 'name',
			read: (form, pixel) =>
				readChanges<PixelRecord>(() => asWritten(readPixelForm(form.fields, pixel === undefined))),
			create: (changes, form) => store.createPixel(changes, form),
			update: (pixel, changes, form) => store.updatePixel(pixel, changes, form),
			remove: (pixel) => store.deletePixel(pixel),
		}),
	];

	return {
		apiKey,
		routes,
		errors,
		adaptError,
		records: () => ({ links: [...store.links.values()], pixels: [...store.pixels.values()] }),
		ledger: () => store.ledger,
		reset: () => store.reset(),
	};
}

/** The next page's address as the real server gives it: without the status filter. */
function nextAddress(call: Call, page: number): string {
	const query = new URLSearchParams(call.query);
	query.delete('status');
	query.set('page', String(page));
	return `http://${call.headers.host}${call.path}?${query}`;
}
