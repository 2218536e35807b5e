import fc from 'fast-check';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { linkService } from '../../../nodes/LinkManager/api.js';
import { createLink } from '../../../nodes/LinkManager/link/create.js';
import { createPixel } from '../../../nodes/LinkManager/pixel/create.js';
import { ExecutionCancelled } from '../../../nodes/shared/http/queue.js';
import { isFinal } from '../../../nodes/shared/http/errors.js';
import type { Item } from '../../../nodes/shared/node/operation.js';
import { fakeClient, NetworkError, node, type Scripted } from '../client/fakeService.mjs';

/** What becomes of a create: whether it is carried out, and whether its answer arrives. */
const fates = [
	'answered',
	'lostAfter',
	'lostBefore',
	'carriedOutLate',
	'webPage',
	'noRecord',
	'refused',
] as const;
type Fate = (typeof fates)[number];

/** What a service makes of an alias; what isn't unique, it takes twice. */
const aliases = {
	unique: (alias: string) => alias,
	ignored: () => 'x7Gh2',
	cut: (alias: string) => alias.slice(0, 3),
	begun: (alias: string) => `me-${alias}`,
	ended: (alias: string) => `${alias}-za`,
};
type AliasForm = keyof typeof aliases;

/** How a service writes times, and whether its records show when they were made. */
const clocks = ['utc', 'local', 'seconds', 'hidden'] as const;
type ClockForm = (typeof clocks)[number];

const HOUR = 3_600_000;

/** A service that keeps aliases unique, has a clock of its own, and loses answers as it is told. */
class UnreliableService {
	readonly records: IDataObject[] = [];

	creates = 0;

	lookUps = 0;

	private late: IDataObject[] = [];

	constructor(
		private readonly fateOfCreates: readonly Fate[],
		private readonly lookUpsWork: readonly boolean[] = [],
		private readonly clock: { form: ClockForm; ahead: number } = { form: 'utc', ahead: 0 },
		private readonly aliasForm: AliasForm = 'unique',
	) {}

	/** A record that is there already. */
	add(record: IDataObject, ageInSeconds: number): void {
		this.records.push(this.stamped({ id: 77, ...record }, ageInSeconds * 1000));
	}

	answer({ method, body, qs }: IHttpRequestOptions): Scripted {
		const answer =
			method === 'POST' ? this.create(body as unknown as URLSearchParams) : this.list(qs);
		const date = new Date(Date.now() + this.clock.ahead).toUTCString();
		if (answer instanceof NetworkError) return answer;
		return { ...answer, headers: { ...answer.headers, date } };
	}

	private create(form: URLSearchParams): Scripted {
		const fate = this.fateOfCreates[this.creates++] ?? 'answered';
		if (fate === 'lostBefore') return new NetworkError('ECONNRESET');
		if (fate === 'refused') return { status: 422, body: { message: { url: ['Not allowed.'] } } };
		this.settle();
		const sent: IDataObject = Object.fromEntries(form);
		if (sent.alias !== undefined) sent.alias = aliases[this.aliasForm](String(sent.alias));
		const isUnique = this.aliasForm === 'unique';
		if (
			isUnique &&
			sent.alias !== undefined &&
			this.records.some(({ alias }) => alias === sent.alias)
		) {
			return { status: 422, body: { message: { alias: ['Taken.'] } } };
		}
		const record = this.stamped({ id: this.records.length + 1, ...sent }, 0);
		if (fate === 'carriedOutLate') this.late.push(record);
		else this.records.push(record);
		if (fate === 'answered') return { status: 201, body: { data: record } };
		if (fate === 'noRecord') return { status: 201, body: { data: 'ok' } };
		if (fate === 'webPage') return { status: 502, body: '<html>Bad Gateway</html>' };
		return new NetworkError('ECONNABORTED');
	}

	private stamped(record: IDataObject, age: number): IDataObject {
		const at = Date.now() + this.clock.ahead - age;
		const iso = (time: number) => new Date(time).toISOString().slice(0, 19);
		const texts = {
			utc: `${iso(at)}Z`,
			local: iso(at + 2 * HOUR).replace('T', ' '),
			seconds: Math.floor(at / 1000),
			hidden: undefined,
		};
		return { ...record, created_at: texts[this.clock.form] };
	}

	/** What comes late is there at the next create at the latest. */
	private settle(): void {
		this.records.push(...this.late.splice(0));
	}

	private list(query: IHttpRequestOptions['qs']): Scripted {
		const { search, search_by: field } = (query ?? {}) as Record<string, string>;
		// The list from which the node takes a record to prove the search.
		if (search === undefined) return { status: 200, body: { data: this.records } };
		const works = this.lookUpsWork[this.lookUps++] ?? true;
		if (!works) return { status: 500, body: { message: 'Server Error' } };
		const data = this.records.filter((record) => String(record[field ?? '']).includes(search));
		return { status: 200, body: { data, meta: { total: data.length } } };
	}
}

function itemOf(service: Pick<UnreliableService, 'answer'>): Item {
	const client = fakeClient((request) => service.answer(request), {
		patience: { maxRetries: 0 },
		of: linkService,
	});
	const item = {
		client,
		run: {
			concurrency: 2,
			gate: { pause: async () => undefined },
			kept: (_name: string, make: () => unknown) => make(),
		},
		functions: { getNode: () => node },
		hint: () => undefined,
	};
	return item as unknown as Item;
}

const anyFates = fc.array(fc.constantFrom(...fates), { minLength: 1, maxLength: 3 });
const anyLookUps = fc.array(fc.boolean(), { maxLength: 3 });
const url = 'https://example.com/';

const anyClock = fc.record({
	form: fc.constantFrom(...clocks),
	ahead: fc.constant(0),
});
/** Seconds, none of them a number of hours: a time without an offset could not be told from now. */
const anyAge = fc.constantFrom(30, 1_800, 100_000);
const made = (fatesSeen: readonly Fate[]) =>
	fatesSeen.some((fate) => !['lostBefore', 'refused'].includes(fate));

describe('createLink', () => {
	it('with an alias never makes two, and never loses one without saying so', async () => {
		await fc.assert(
			fc.asyncProperty(
				anyFates,
				anyLookUps,
				anyClock,
				async (fateOfCreates, lookUpsWork, clock) => {
					const service = new UnreliableService(fateOfCreates, lookUpsWork, clock);
					const outcome: unknown = await createLink(itemOf(service), {
						url,
						alias: 'spring',
					}).catch((error: unknown) => error);
					expect(service.records.length).toBeLessThanOrEqual(1);
					const isAnswered = String(fateOfCreates[0]) === 'noRecord';
					expect(service.creates).toBeLessThanOrEqual(isAnswered ? 1 : 2);
					if (outcome instanceof Error) {
						if (made(fateOfCreates.slice(0, service.creates))) {
							expect(isFinal(outcome)).toBe(true);
							expect(outcome.message).toContain('not known whether the link was created');
							expect(outcome).toHaveProperty('description', expect.stringContaining('"spring"'));
						}
					} else {
						expect(service.records).toEqual([outcome]);
					}
				},
			),
			{ numRuns: 1000 },
		);
	});

	it('never takes a link that was there before for the one just made', async () => {
		await fc.assert(
			fc.asyncProperty(
				anyFates,
				anyClock,
				anyAge,
				fc.constantFrom(url, 'https://other.example/'),
				async (fateOfCreates, clock, age, itsUrl) => {
					const service = new UnreliableService(fateOfCreates, [], clock);
					service.add({ alias: 'spring', url: itsUrl }, age);
					const outcome: unknown = await createLink(itemOf(service), {
						url,
						alias: 'spring',
					}).catch((error: unknown) => error);
					expect(outcome).toBeInstanceOf(Error);
					const [first] = fateOfCreates;
					if (
						first === 'lostBefore' &&
						(itsUrl !== url || ['utc', 'seconds'].includes(clock.form))
					) {
						expect((outcome as Error).message).toBe(
							'The alias "spring" belongs to another link: ID 77 (' + itsUrl + ')',
						);
						expect(outcome).toHaveProperty(
							'description',
							expect.stringContaining('"Create or Update"'),
						);
					}
				},
			),
			{ numRuns: 500 },
		);
	});

	it('looks up only what was lost, and tries again only what was not made', async () => {
		for (const [fate, creates] of [
			['lostAfter', 1],
			['webPage', 1],
			['noRecord', 1],
			['lostBefore', 2],
		] as const) {
			const service = new UnreliableService([fate]);
			const link = await createLink(itemOf(service), { url, alias: 'spring' });
			expect(link).toMatchObject({ id: 1, alias: 'spring', url });
			// Before the second create: three looks for the alias and one for the destination.
			expect(service).toMatchObject({ creates, lookUps: creates === 2 ? 4 : 1 });
		}
	});

	it.each(['ignored', 'cut', 'begun', 'ended'] as const)(
		'never makes two where the alias is %s, and tells of the one it may have made',
		async (form) => {
			for (const fate of ['lostAfter', 'webPage'] as const) {
				const service = new UnreliableService([fate], [], undefined, form);
				const creating = createLink(itemOf(service), { url, alias: 'spring' });
				const error: unknown = await creating.catch((caught: unknown) => caught);
				expect(isFinal(error)).toBe(true);
				expect(error).toHaveProperty('description', expect.stringContaining('It may be link 1.'));
				expect(service.creates).toBe(1);
			}
		},
	);

	it('without an alias is sent once, and says how to find what it may have made', async () => {
		for (const fate of ['lostAfter', 'lostBefore', 'webPage'] as const) {
			const service = new UnreliableService([fate]);
			const error: unknown = await createLink(itemOf(service), { url }).catch(
				(caught: unknown) => caught,
			);
			expect(isFinal(error)).toBe(true);
			expect(error).toHaveProperty('description', expect.stringContaining(url));
			expect(service).toMatchObject({ creates: 1, lookUps: 0 });
		}
	});

	it('passes a refusal, and a cancellation, on as they are', async () => {
		const service = new UnreliableService(['refused']);
		const creating = createLink(itemOf(service), { url, alias: 'spring' });
		await expect(creating).rejects.toThrow(/Destination URL: Not allowed \(HTTP 422\)/);
		expect(service).toMatchObject({ creates: 1, lookUps: 0 });
		let requests = 0;
		const cancelled = createLink(
			itemOf({
				answer: () => new NetworkError(requests++ === 0 ? 'ECONNRESET' : 'ERR_CANCELED'),
			}),
			{ url, alias: 'spring' },
		);
		await expect(cancelled).rejects.toBeInstanceOf(ExecutionCancelled);
	});
});

describe('createPixel', () => {
	const form = { name: 'Main', type: 'pinboard', value: 'P-1' };

	it('never takes an older twin for the new one, and never makes two', async () => {
		await fc.assert(
			fc.asyncProperty(
				anyFates,
				anyLookUps,
				anyClock,
				fc.option(anyAge, { nil: undefined }),
				async (fateOfCreates, lookUpsWork, clock, age) => {
					const service = new UnreliableService(fateOfCreates, lookUpsWork, clock);
					if (age !== undefined) service.add(form, age);
					const before = service.records.length;
					const outcome: unknown = await createPixel(itemOf(service), form).catch(
						(error: unknown) => error,
					);
					expect(service.creates).toBe(1);
					expect(service.records.length - before).toBeLessThanOrEqual(1);
					if (!(outcome instanceof Error)) expect(outcome).not.toHaveProperty('id', 77);
				},
			),
			{ numRuns: 500 },
		);
	});
});
