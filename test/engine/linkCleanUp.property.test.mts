import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { isExpired } from '../../sandbox/services/data/links.mjs';
import type { Fault, LinkRecord, Quirks } from '../../sandbox/services/start.mjs';
import { records, useSandbox } from './sandbox.mjs';

const { link, linkManager } = await useSandbox({ links: 1 });

const DAY = 86_400_000;

/** Days and three quarters, so that a time without an offset lies on the same side of every limit. */
const daysAgo = fc.integer({ min: 1, max: 60 }).map((days) => days + 0.75);

function written(daysFromNow: number, form: 'utc' | 'offset' | 'bare'): string {
	const moment = Date.now() + daysFromNow * DAY;
	const iso = (shift: number) => new Date(moment + shift).toISOString().slice(0, 19);
	if (form === 'utc') return `${iso(0)}.000000Z`;
	return form === 'offset' ? `${iso(2 * 3_600_000)}+02:00` : iso(0).replace('T', ' ');
}

const form = fc.constantFrom('utc', 'offset', 'bare');
const endsAt = fc.oneof(
	fc.constant(null),
	fc.tuple(daysAgo, form).map(([days, how]) => written(-days, how)),
	fc.tuple(daysAgo, form).map(([days, how]) => written(days, how)),
);

const account = fc.array(
	fc.record({
		ends_at: endsAt,
		expiration_clicks: fc.constantFrom(null, 0, 5, 10),
		clicks: fc.integer({ min: 0, max: 12 }),
		disabled: fc.constantFrom(0, 1),
		expiration_url: fc.constantFrom(null, '', 'https://www.example.org/ended'),
		updated_at: daysAgo.map((days) => written(-days, 'utc')),
	}),
	{ maxLength: 30 },
);

const fields = [
	'ends_at',
	'expiration_clicks',
	'clicks',
	'disabled',
	'expiration_url',
	'updated_at',
];
const someFields = fc.oneof(
	{ weight: 3, arbitrary: fc.constant([] as string[]) },
	{ weight: 2, arbitrary: fc.subarray(fields) },
);
const quirks: fc.Arbitrary<Quirks> = fc.record({
	ignoreFilters: fc.constantFrom(false, true, ['status']),
	envelope: fc.constantFrom('full', 'data', 'bare'),
	overlap: fc.constantFrom(0, 0, 2),
	shift: fc.boolean(),
	ignorePage: fc.boolean(),
	wrongTotal: fc.constantFrom(0, 0, -5, 7),
	deleteAnswer: fc.constantFrom('object', 'empty'),
	hideFields: someFields,
	nullFields: someFields,
});

const fault = fc.record({
	kind: fc.constantFrom(
		'status',
		'reset',
		'truncated',
		'html',
		'empty',
		'errorIn200',
		'invalidJson',
	),
	method: fc.constantFrom('DELETE', 'PUT', 'PUT', 'DELETE', 'GET'),
	probability: fc.constantFrom(0.1, 0.5),
	applied: fc.boolean(),
});

/** An empty success is how a service may answer a deletion: one that lies so cannot be told from it. */
const faults: fc.Arbitrary<Fault[]> = fc.array(
	fault.filter(({ kind, method, applied }) => applied || kind !== 'empty' || method !== 'DELETE'),
	{ maxLength: 2 },
);

const parameters = fc.record({
	target: fc.constantFrom('expired', 'disabled'),
	cleanUpAction: fc.constantFrom('report', 'disable', 'delete', 'delete'),
	maxLinks: fc.constantFrom(3, 50),
	options: fc.record({
		keepWithExpirationUrl: fc.boolean(),
		graceDays: fc.constantFrom(0, 0, 10, 40),
		trustFilter: fc.boolean(),
		maxRetries: fc.constant(0),
	}),
});

/** The record as the service shows it. */
function shown(record: object, { hideFields = [], nullFields = [] }: Quirks): IDataObject {
	return Object.fromEntries(
		Object.entries(record)
			.filter(([name]) => !hideFields.includes(name))
			.map(([name, value]) => [name, nullFields.includes(name) ? null : value]),
	);
}

function momentOf(text: unknown): number | undefined {
	if (typeof text !== 'string') return undefined;
	return Date.parse(/Z|\+/.test(text) ? text : `${text.replace(' ', 'T')}Z`);
}

/** An oracle of its own: what the record proves, where `unknown` is no proof either way. */
function proof(record: IDataObject, target: string): 'yes' | 'no' | 'unknown' {
	if (target === 'disabled') {
		return record.disabled === 1 ? 'yes' : record.disabled === 0 ? 'no' : 'unknown';
	}
	const { ends_at, expiration_clicks: most, clicks } = record;
	const ends = momentOf(ends_at);
	if (ends !== undefined && ends < Date.now()) return 'yes';
	if (typeof most === 'number' && most > 0 && typeof clicks === 'number' && clicks >= most) {
		return 'yes';
	}
	if (ends !== undefined || typeof most === 'number') return 'no';
	return ends_at === null && most === null ? 'no' : 'unknown';
}

function daysSince(record: IDataObject, target: string): number | undefined {
	const ends = momentOf(record.ends_at);
	const since =
		target === 'expired' && ends !== undefined && ends < Date.now()
			? ends
			: momentOf(record.updated_at);
	return since === undefined ? undefined : (Date.now() - since) / DAY;
}

test('no link is ever changed that is not, by its own record, in the state asked for', async () => {
	let changes = 0;
	await fc.assert(
		fc.asyncProperty(account, quirks, faults, parameters, async (links, quirk, broken, given) => {
			fc.pre(!(given.target === 'disabled' && given.cleanUpAction === 'disable'));
			const [template] = link.links.values();
			link.reset();
			link.links.clear();
			links.forEach((values, index) => {
				const id = 501 + index;
				link.links.set(String(id), { ...(template as LinkRecord), id, ...values });
			});
			const before = structuredClone(link.links);
			link.quirk(quirk);
			for (const fault of broken) link.fault(fault);

			const result = await linkManager({ resource: 'link', operation: 'cleanUp', ...given });

			const { target, cleanUpAction, maxLinks, options } = given;
			const found = records(result);
			const ids = link.ledger.map(({ id }) => id);
			changes += ids.length;
			expect(new Set(ids).size).toBe(ids.length);
			expect(ids.length).toBeLessThanOrEqual(maxLinks);
			if (cleanUpAction === 'report') expect(ids).toEqual([]);
			for (const { action, id, body } of link.ledger) {
				const old = before.get(String(id)) as LinkRecord;
				const record = shown(old, quirk);
				const proved = proof(record, target);
				if (!options.trustFilter) expect(proved).toBe('yes');
				expect(proved).not.toBe('no');
				if (quirk.ignoreFilters === false) {
					expect(target === 'expired' ? isExpired(old, Date.now()) : old.disabled === 1).toBe(true);
				}
				if (options.keepWithExpirationUrl) expect(record.expiration_url ?? '').toBe('');
				if (options.graceDays > 0) {
					expect(daysSince(record, target)).toBeGreaterThanOrEqual(options.graceDays);
				}
				expect([action, body]).toEqual(
					cleanUpAction === 'delete' ? ['deleted', ''] : ['updated', 'disabled=1'],
				);
				expect(found.map((one) => one.id)).toContain(id);
			}
			expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
			for (const { cleanUp, ...record } of found) {
				const { action } = cleanUp as { action: string };
				expect(record).toEqual(shown(before.get(String(record.id)) as LinkRecord, quirk));
				const isChanged = ids.includes(Number(record.id));
				if (action === 'reported' || action === 'skipped') expect(isChanged).toBe(false);
				if (action === 'deleted' || action === 'disabled') expect(isChanged).toBe(true);
			}
		}),
		{ numRuns: 300 },
	);
	expect(changes).toBeGreaterThan(50);
});
