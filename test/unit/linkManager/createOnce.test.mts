import fc from 'fast-check';
import type { IDataObject, INode } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { createOnce } from '../../../nodes/LinkManager/createOnce.js';
import type { Key } from '../../../nodes/LinkManager/findByKey.js';
import { errorOf, isFinal, outcomeOf } from '../../../nodes/shared/http/errors.js';
import { ExecutionCancelled } from '../../../nodes/shared/http/queue.js';
import type { ServiceRequest } from '../../../nodes/shared/http/types.js';
import type { Item } from '../../../nodes/shared/node/operation.js';

/** What becomes of a create: whether it is carried out, and whether its answer arrives. */
const fates = ['answered', 'lostAfter', 'lostBefore', 'carriedOutLate', 'refused'] as const;
type Fate = (typeof fates)[number];

const node = { name: 'Link Manager', type: 'linkManager' } as INode;

const failing = (outcome: 'refused' | 'unknown', message: string) =>
	errorOf(node, { message, outcome });

/** A service that keeps aliases unique and loses answers as it is told, as its client shows it. */
class Service {
	readonly records: IDataObject[] = [];

	creates = 0;

	lookUps = 0;

	private late: IDataObject[] = [];

	constructor(
		private readonly fateOfCreates: readonly Fate[],
		private readonly lookUpsWork: readonly boolean[] = [],
	) {}

	request({ method, form, query = {} }: ServiceRequest): { status: number; body: unknown } {
		if (method === 'POST') return { status: 201, body: { data: this.create(form) } };
		if (this.lookUpsWork[this.lookUps++] === false) throw failing('unknown', 'Server error');
		const { search = '', search_by: field = '' } = query;
		const data = this.records.filter((record) => String(record[field]).includes(search));
		return { status: 200, body: { data, meta: { total: data.length } } };
	}

	private create(form = new URLSearchParams()): IDataObject {
		const fate = this.fateOfCreates[this.creates++] ?? 'answered';
		if (fate === 'lostBefore') throw failing('unknown', 'Lost');
		if (fate === 'refused') throw failing('refused', 'Not allowed');
		// What is carried out late is there at the next create at the latest.
		this.records.push(...this.late.splice(0));
		const sent: IDataObject = Object.fromEntries(form);
		if (this.records.some(({ alias }) => alias !== undefined && alias === sent.alias)) {
			throw failing('refused', 'Taken');
		}
		const record = { id: this.records.length + 1, ...sent };
		(fate === 'carriedOutLate' ? this.late : this.records).push(record);
		if (fate === 'answered') return record;
		throw failing('unknown', 'Lost');
	}
}

function itemOn(service: Pick<Service, 'request'>, maxRetries: number): Item {
	return {
		client: {
			request: async (request: ServiceRequest) => service.request(request),
			error: errorOf.bind(undefined, node),
		},
		parameters: { filled: () => ({ maxRetries }) },
		run: { concurrency: 2, gate: { pause: async () => undefined } },
	} as unknown as Item;
}

const fields = { url: 'https://example.com/', alias: 'spring' };
const byAlias: Key = { field: 'alias', text: 'spring' };

/** The record, or the error in which the create ended. */
async function create(
	service: Pick<Service, 'request'>,
	{
		key = byAlias as Key | undefined,
		form = fields as Record<string, string>,
		maxRetries = 4,
	} = {},
): Promise<unknown> {
	const kind = key?.field === 'name' ? 'pixels' : 'links';
	const creation = { labels: {}, key, check: 'Look at the newest links.' };
	return await createOnce(itemOn(service, maxRetries), kind, form, creation).catch(
		(error: unknown) => error,
	);
}

describe('createOnce', () => {
	it('with an alias never makes two, and never loses one without saying so', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.constantFrom(...fates), { minLength: 1, maxLength: 4 }),
				fc.array(fc.boolean(), { maxLength: 3 }),
				fc.integer({ min: 0, max: 3 }),
				async (fateOfCreates, lookUpsWork, maxRetries) => {
					const service = new Service(fateOfCreates, lookUpsWork);
					const outcome = await create(service, { maxRetries });
					expect(service.records.length).toBeLessThanOrEqual(1);
					expect(service.creates).toBeLessThanOrEqual(maxRetries + 1);
					if (!(outcome instanceof Error)) {
						expect(service.records).toEqual([outcome]);
					} else if (fateOfCreates[0] !== 'refused') {
						expect([outcomeOf(outcome), isFinal(outcome)]).toEqual(['unknown', true]);
						expect(outcome.message).toContain('not known whether the link was created');
						expect(outcome).toHaveProperty('description', expect.stringContaining('"spring"'));
					}
				},
			),
			{ numRuns: 1000 },
		);
	});

	it.each<[Fate, number, number]>([
		['answered', 1, 0],
		['lostAfter', 1, 1],
		['lostBefore', 2, 1],
		['carriedOutLate', 2, 2],
	])('%s: %i creates and %i look-ups', async (fate, creates, lookUps) => {
		const service = new Service([fate]);
		expect(await create(service)).toMatchObject({ id: 1, alias: 'spring' });
		expect(service).toMatchObject({ creates, lookUps });
	});

	it.each<[string, IDataObject, string]>([
		['is the result with the same destination and status', {}, ''],
		['is another link with another destination', { url: 'https://other.example/' }, 'refused'],
		['is another link if it is disabled', { disabled: '1' }, 'refused'],
	])('a link that has the alias after a lost answer %s', async (_name, shown, outcome) => {
		const service = new Service(['lostBefore']);
		service.records.push({ id: 77, ...fields, ...shown });
		const result = await create(service);
		expect(service.creates).toBe(1);
		if (outcome === '') {
			expect(result).toMatchObject({ id: 77 });
		} else {
			expect(outcomeOf(result)).toBe(outcome);
			expect(result).toHaveProperty(
				'message',
				`The alias "spring" belongs to another link: ID 77 (${String(shown.url ?? fields.url)})`,
			);
		}
	});

	it.each(['Spring', 'spring_sale', 'spring sale', 'frühling', '-spring'])(
		'the alias %s, which services rewrite, is sent once',
		async (alias) => {
			const service = new Service(['lostBefore']);
			const key: Key = { field: 'alias', text: alias };
			const error = await create(service, { key, form: { ...fields, alias } });
			expect([outcomeOf(error), isFinal(error)]).toEqual(['unknown', true]);
			expect(service).toMatchObject({ creates: 1, lookUps: 1 });
		},
	);

	it.each<[Key, Record<string, string>]>([
		[{ field: 'url', text: 'https://example.com/' }, { url: 'https://example.com/' }],
		[{ field: 'name', text: 'Main' }, { name: 'Main' }],
	])('by another key it is looked up once: %j', async (key, form) => {
		for (const fate of ['lostAfter', 'lostBefore'] as const) {
			const service = new Service([fate]);
			const result = await create(service, { key, form });
			expect(service).toMatchObject({ creates: 1, lookUps: 1 });
			if (fate === 'lostAfter') expect(result).toMatchObject({ id: 1 });
			else expect(isFinal(result)).toBe(true);
		}
	});

	it('without a key is sent once, and says how to find what it may have made', async () => {
		const service = new Service(['lostBefore']);
		const error = await createOnce(
			itemOn(service, 4),
			'links',
			{ url: fields.url },
			{
				labels: {},
				check: 'Look at the newest links.',
			},
		).catch((caught: unknown) => caught);
		expect(isFinal(error)).toBe(true);
		expect(error).toHaveProperty('description', 'Look at the newest links.');
		expect(service).toMatchObject({ creates: 1, lookUps: 0 });
	});

	it('passes a cancellation on as it is', async () => {
		const cancelled = {
			request: ({ method }: ServiceRequest) => {
				throw method === 'POST' ? failing('unknown', 'Lost') : new ExecutionCancelled();
			},
		};
		expect(await create(cancelled)).toBeInstanceOf(ExecutionCancelled);
	});
});
