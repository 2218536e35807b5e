import fc from 'fast-check';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { createLink } from '../../../nodes/LinkManager/link/creation.js';
import { linkService } from '../../../nodes/LinkManager/api.js';
import { createOnce } from '../../../nodes/LinkManager/createOnce.js';
import { UnknownOutcome } from '../../../nodes/shared/client/errors.js';
import type { Item } from '../../../nodes/shared/item/operation.js';
import { fakeClient, NetworkError, node, type Scripted } from '../client/fakeService.mjs';

/** What becomes of a create: whether it is carried out, and whether its answer arrives. */
const fates = [
	'answered',
	'lostAfter',
	'lostBefore',
	'carriedOutLate',
	'webPage',
	'refused',
] as const;
type Fate = (typeof fates)[number];

/** A link service that keeps aliases unique, and loses answers as it is told. */
class UnreliableService {
	readonly links: IDataObject[] = [];

	creates = 0;

	lookUps = 0;

	private late: IDataObject[] = [];

	constructor(
		private readonly fateOfCreates: readonly Fate[],
		private readonly lookUpsWork: readonly boolean[],
	) {}

	answer({ method, url, body, qs }: IHttpRequestOptions): Scripted {
		expect(url).toBe('https://service.example/api/v1/links');
		return method === 'POST' ? this.create(body as unknown as URLSearchParams) : this.list(qs);
	}

	private create(form: URLSearchParams): Scripted {
		const fate = this.fateOfCreates[this.creates++] ?? 'answered';
		if (fate === 'lostBefore') return new NetworkError('ECONNRESET');
		if (fate === 'refused') return { status: 422, body: { message: { url: ['Not allowed.'] } } };
		this.settle();
		const { alias, url } = Object.fromEntries(form);
		if (alias !== undefined && this.links.some((link) => link.alias === alias)) {
			return { status: 422, body: { message: { alias: ['Taken.'] } } };
		}
		const link = { id: this.links.length + 1, alias: alias ?? `made-up-${this.creates}`, url };
		if (fate === 'carriedOutLate') this.late.push(link);
		else this.links.push(link);
		if (fate === 'answered') return { status: 201, body: { data: link } };
		if (fate === 'webPage') return { status: 502, body: '<html>Bad Gateway</html>' };
		return new NetworkError('ECONNABORTED');
	}

	/** What comes late is there at the next create at the latest. */
	private settle(): void {
		this.links.push(...this.late.splice(0));
	}

	private list(query: IHttpRequestOptions['qs']): Scripted {
		const works = this.lookUpsWork[this.lookUps++] ?? true;
		if (!works) return { status: 500, body: { message: 'Server Error' } };
		const { search, search_by: field } = (query ?? {}) as Record<string, string>;
		const data = this.links.filter((link) => String(link[field ?? '']).includes(search ?? ''));
		return { status: 200, body: { data, meta: { total: data.length } } };
	}
}

function itemOf(service: UnreliableService): Item {
	const client = fakeClient((request) => service.answer(request), {
		patience: { maxRetries: 0 },
		of: linkService,
	});
	const item = { client, run: { concurrency: 2 }, functions: { getNode: () => node } };
	return item as unknown as Item;
}

const anyFates = fc.array(fc.constantFrom(...fates), { minLength: 1, maxLength: 3 });
const anyLookUps = fc.array(fc.boolean(), { maxLength: 3 });
const url = 'https://example.com/';

describe('createLink', () => {
	it('with an alias never makes two, and never loses one without saying so', async () => {
		await fc.assert(
			fc.asyncProperty(anyFates, anyLookUps, async (fateOfCreates, lookUpsWork) => {
				const service = new UnreliableService(fateOfCreates, lookUpsWork);
				const outcome: unknown = await createLink(itemOf(service), { url, alias: 'spring' }).catch(
					(error: unknown) => error,
				);
				expect(service.links.length).toBeLessThanOrEqual(1);
				expect(service.creates).toBeLessThanOrEqual(2);
				if (outcome instanceof Error) {
					const mayExist = fateOfCreates
						.slice(0, service.creates)
						.some(
							(fate) => fate === 'lostAfter' || fate === 'carriedOutLate' || fate === 'webPage',
						);
					if (mayExist) {
						expect(outcome).toBeInstanceOf(UnknownOutcome);
						expect(outcome.message).toContain('not known whether the link was created');
						expect(outcome).toHaveProperty('description', expect.stringContaining('"spring"'));
					}
				} else {
					expect(service.links).toEqual([outcome]);
				}
			}),
			{ numRuns: 1000 },
		);
	});

	it('with an alias finds what was made although its answer was lost', async () => {
		for (const fate of ['lostAfter', 'webPage'] as const) {
			const service = new UnreliableService([fate], []);
			const link = await createLink(itemOf(service), { url, alias: 'spring' });
			expect(link).toEqual({ id: 1, alias: 'spring', url });
			expect(service).toMatchObject({ creates: 1, lookUps: 1 });
		}
	});

	it('with an alias tries again when nothing was made', async () => {
		const service = new UnreliableService(['lostBefore'], []);
		expect(await createLink(itemOf(service), { url, alias: 'spring' })).toMatchObject({ id: 1 });
		expect(service).toMatchObject({ creates: 2, lookUps: 1 });
	});

	it("never takes somebody else's link with that alias for its own", async () => {
		const service = new UnreliableService(['lostBefore'], []);
		service.links.push({ id: 77, alias: 'spring', url: 'https://other.example/' });
		const creating = createLink(itemOf(service), { url, alias: 'spring' });
		await expect(creating).rejects.toThrow('not known whether the link was created');
		expect(service.creates).toBe(1);
	});

	it('without an alias is sent once, and says how to find what it may have made', async () => {
		for (const fate of ['lostAfter', 'lostBefore', 'webPage'] as const) {
			const service = new UnreliableService([fate], []);
			const error: unknown = await createLink(itemOf(service), { url }).catch(
				(caught: unknown) => caught,
			);
			expect(error).toBeInstanceOf(UnknownOutcome);
			expect(error).toHaveProperty('description', expect.stringContaining(url));
			expect(service).toMatchObject({ creates: 1, lookUps: 0 });
		}
	});

	it('passes a refusal on as it is', async () => {
		const service = new UnreliableService(['refused'], []);
		const creating = createLink(itemOf(service), { url, alias: 'spring' });
		await expect(creating).rejects.toThrow('URL: Not allowed.');
		expect(service).toMatchObject({ creates: 1, lookUps: 0 });
	});
});

describe('createOnce', () => {
	it('takes an answer that is no record for a lost one', async () => {
		let creates = 0;
		const client = fakeClient(() => {
			creates += 1;
			return { status: 200, body: { data: 'ok' } };
		});
		const item = { client, functions: { getNode: () => node } } as unknown as Item;
		const found = { id: 5 };
		const outcome = await createOnce(item, 'pixels', {}, { find: async () => found, advice: '' });
		expect(outcome).toBe(found);
		expect(creates).toBe(1);
	});
});
