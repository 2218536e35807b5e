import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { startServices } from '../../sandbox/services/start.mjs';
import type { Fault, LedgerEntry } from '../../sandbox/services/start.mjs';
import { credentialsOf, locator } from '../engine/sandbox.mjs';
import { runNode } from '../engine/harness.mjs';

const ROUNDS = 10;
/** Items of one execution; a round creates, reads, updates and deletes as many. */
const BATCH = 520;

const { link, stop } = await startServices({ schools: 1, links: 0 });
afterAll(stop);

/**
 * Faults that hit requests at random, one in seven in all. What a service does although it refuses is
 * not among them: no client can know of that.
 */
const FAULTS: Fault[] = [
	{ kind: 'rateLimit', retryAfter: 0.1, probability: 0.003 },
	{ kind: 'rateLimit', retryAfter: 'none', probability: 0.001 },
	...[true, false].flatMap((applied): Fault[] => [
		{ kind: 'reset', applied, probability: 0.01 },
		{ kind: 'truncated', applied, probability: 0.01 },
		{ kind: 'timeout', applied, probability: 0.001 },
		{ kind: 'status', status: 502, applied, probability: 0.01 },
		{ kind: 'status', status: 503, applied, probability: 0.01 },
		{ kind: 'status', status: 500, applied, probability: 0.005 },
		{ kind: 'html', applied, probability: 0.004 },
		{ kind: 'invalidJson', applied, probability: 0.004 },
		{ kind: 'empty', applied, method: 'POST', probability: 0.01 },
		{ kind: 'wrongEnvelope', applied, method: 'POST', probability: 0.01 },
	]),
	{ kind: 'empty', applied: true, probability: 0.004 },
	{ kind: 'wrongEnvelope', applied: true, probability: 0.004 },
	{ kind: 'errorIn200', probability: 0.003 },
	{ kind: 'validation', probability: 0.003 },
	{ kind: 'status', status: 401, probability: 0.002 },
	{ kind: 'redirect', probability: 0.002 },
];

interface Sent {
	name: string;
	alias: string;
	id?: string;
}

interface Outcome extends Sent {
	json: IDataObject;
	failed: boolean;
	/** The error says that the change was, or may have been, made. */
	unsure: boolean;
}

const problems: string[] = [];
const counts = { items: 0, failed: 0, unsure: 0, requests: 0, faults: 0 };
const heap: number[] = [];

beforeAll(async () => {
	for (let round = 0; round < ROUNDS; round++) {
		link.reset();
		await soak(round);
		heap.push(heapInUse());
	}
}, 900_000);

/** One round: what is created is read, updated and deleted; each against the service's ledger. */
async function soak(round: number): Promise<void> {
	const sent = Array.from({ length: BATCH }, (_, index): Sent => {
		const name = `${round}-${String(index).padStart(4, '0')}`;
		return { name, alias: `soak-${name}-end` };
	});
	const domainId = locator('11');
	const created = await run('create', sent, {
		url: '=https://example.com/{{ $json.name }}',
		domainId,
		additionalFields: { alias: '={{ $json.alias }}' },
	});
	for (const outcome of created) judge(outcome, entriesOf('created', 'alias', outcome.alias));

	const present = [...link.links.values()].map(({ id, alias }) => ({
		name: alias.slice(5, -4),
		alias,
		id: String(id),
	}));
	const known = { linkId: '={{ $json.id }}' };
	for (const { name, alias, id, json, failed } of await run('get', present, known)) {
		if (!failed && (String(json.id) !== id || json.alias !== alias)) {
			problems.push(`${name} was read as ${String(json.alias)}`);
		}
	}

	const updateFields = { url: '=https://example.net/{{ $json.name }}' };
	for (const outcome of await run('update', present, { ...known, updateFields })) {
		const made = entriesOf('updated', 'id', outcome.id);
		const url = link.links.get(String(outcome.id))?.url;
		// The same update twice is one change.
		judge(outcome, made.slice(0, 1));
		const changed = url === `https://example.net/${outcome.name}`;
		if (changed !== made.length > 0) problems.push(`${outcome.name} leads to ${url}`);
	}

	const deleted = await run('delete', present, known);
	for (const outcome of deleted) {
		judge(outcome, entriesOf('deleted', 'id', outcome.id));
		const isThere = link.links.has(String(outcome.id));
		const says = outcome.failed ? outcome.unsure || isThere : !isThere;
		if (!says) problems.push(`${outcome.name} is ${isThere ? 'still' : 'not'} there`);
	}
}

/** Runs an operation over these items with faults; N in are N out, each at its place. */
async function run(operation: string, sent: Sent[], parameters: IDataObject): Promise<Outcome[]> {
	byKey.clear();
	for (const fault of FAULTS) link.fault(fault);
	const options = { concurrency: 50, maxRetries: 1, timeout: 1 };
	const { items, error } = await runNode({
		node: 'linkManager',
		parameters: { resource: 'link', operation, options, ...parameters },
		credentials: credentialsOf(link),
		items: sent.map((item) => ({ ...item })),
		onError: 'continueRegularOutput',
	});
	link.clearFaults();
	if (error) problems.push(`${operation} stopped: ${error.message}`);
	const places = items.map(placeOf);
	if (places.join() !== sent.map((_, index) => index).join()) {
		problems.push(`${operation}: ${sent.length} items in, ${items.length} out, or out of order`);
	}
	const outcomes = sent.map((item, index): Outcome => {
		const json = items[index]?.json ?? {};
		const failed = typeof json.error === 'string';
		const text = `${String(json.error)} ${String(json.message)}`;
		const unsure = failed && /not known whether|may have been made|accepted the change/.test(text);
		return { ...item, json, failed, unsure };
	});
	counts.items += sent.length;
	counts.failed += outcomes.filter(({ failed }) => failed).length;
	counts.unsure += outcomes.filter(({ unsure }) => unsure).length;
	counts.requests += link.requests.length;
	counts.faults += link.requests.filter(({ fault }) => fault !== undefined).length;
	link.requests.length = 0;
	return outcomes;
}

function placeOf({ pairedItem }: INodeExecutionData): number {
	return typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : -1;
}

/** A success made the change once; an error made none, or says that it may have. */
function judge({ name, failed, unsure, json }: Outcome, made: LedgerEntry[]): void {
	const [entry] = made;
	if (made.length > 1) problems.push(`${name} was ${entry?.action} ${made.length} times`);
	if (!failed && made.length === 0) problems.push(`${name} came out, but nothing happened`);
	if (failed && !unsure && made.length > 0) {
		problems.push(`${name} was ${entry?.action} in spite of: ${String(json.error)}`);
	}
	const id = json.id;
	if (!failed && entry && String(id) !== String(entry.id)) {
		problems.push(`${name} came out as ${String(id)}, but is ${entry.id}`);
	}
}

const byKey = new Map<string, LedgerEntry[]>();

/** The ledger's entries about one link, from an index made anew for each run. */
function entriesOf(
	action: LedgerEntry['action'],
	key: 'alias' | 'id',
	value: string | undefined,
): LedgerEntry[] {
	if (byKey.size === 0) {
		for (const entry of link.ledger) {
			const alias = String((entry.after as IDataObject | undefined)?.alias);
			for (const index of [`${entry.action} ${alias}`, `${entry.action} ${entry.id}`]) {
				byKey.set(index, [...(byKey.get(index) ?? []), entry]);
			}
		}
	}
	return byKey.get(`${action} ${key === 'id' ? String(value) : value}`) ?? [];
}

/** Bytes in use once everything that can be freed is. */
function heapInUse(): number {
	if (!globalThis.gc)
		throw new Error('Run this with --expose-gc, as the vitest project "faults" does');
	globalThis.gc();
	return process.memoryUsage().heapUsed;
}

it('20,000 items agree with the ledger of the service to the record', () => {
	const { items, failed, unsure, requests, faults } = counts;
	console.log(
		`${items} items, ${requests} requests, ${faults} of them faulty; ${failed} items ended in an error, ${unsure} of which said that the change may have been made`,
	);
	expect(problems.slice(0, 20)).toEqual([]);
	expect(items).toBeGreaterThanOrEqual(20_000);
	expect(faults).toBeGreaterThan(items / 20);
	expect(failed).toBeGreaterThan(0);
	expect(failed).toBeLessThan(items / 5);
});

it('memory stays flat after the first tenth', () => {
	const megabytes = heap.map((bytes) => Math.round(bytes / 2 ** 20));
	console.log(`heap in use after each tenth: ${megabytes.join(', ')} MB`);
	const [first = 0, ...later] = megabytes;
	expect(Math.max(...later)).toBeLessThanOrEqual(first * 1.1 + 10);
});
