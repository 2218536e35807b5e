import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Instance } from '../../sandbox/n8n/instance.mjs';
import { fullType, nodeOf, wires } from '../../sandbox/n8n/workflow.mjs';
import { provideCredentials } from '../../sandbox/provision.mjs';
import { startServices } from '../../sandbox/services/start.mjs';
import { findServers, startCluster, workerConcurrency, type Cluster } from './cluster.mjs';

const inFlight = 20;
const rateLimit = { requests: 60, windowMs: 2_000 };

type Services = Awaited<ReturnType<typeof startServices>>;

const servers = await findServers();
if ('missing' in servers) console.log(`Skipped. ${servers.missing}`);

describe.skipIf('missing' in servers)('both nodes in queue mode', () => {
	let cluster: Cluster;
	let services: Services;
	let limited: Services;
	let webhook: string;

	beforeAll(async () => {
		if ('missing' in servers) return;
		services = await startServices({ latencyMs: 100 });
		limited = await startServices({ latencyMs: 100, rateLimit });
		cluster = await startCluster(servers);
		webhook = await publishWorkflow(cluster, await leadTo(cluster, services));
	}, 600_000);

	afterAll(async () => {
		await cluster?.stop();
		await services?.stop();
		await limited?.stop();
	}, 60_000);

	it('runs 200 executions on both workers and loses none', async () => {
		const aliases = names('spread', 200);
		const started = performance.now();
		await send(webhook, aliases);
		const statuses = await untilAllEnded(cluster);
		const seconds = (performance.now() - started) / 1_000;

		expect(statuses).toEqual(aliases.map(() => 'success'));
		expect(created(services).sort()).toEqual(aliases.sort());
		const lookUps = services.data.requests.filter(({ path }) => path.endsWith('/210000007'));
		expect(lookUps).toHaveLength(200);
		const shares = await Promise.all(cluster.workers.map(executionsOf));
		for (const { begun } of shares) expect(begun.length).toBeGreaterThan(20);
		const all = shares.flatMap(({ begun }) => begun);
		expect(all).toHaveLength(200);
		expect(new Set(all).size).toBe(200);
		console.log(
			`200 executions in ${seconds.toFixed(1)} s, ` +
				`${shares.map(({ begun }) => begun.length).join(' and ')} on the two workers.`,
		);
	}, 180_000);

	it('keeps to a limit that both workers meet, and loses none', async () => {
		await leadTo(cluster, limited);
		const before = (await untilAllEnded(cluster)).length;
		const aliases = names('limited', 200);
		await send(webhook, aliases);
		const statuses = (await untilAllEnded(cluster)).slice(before);

		expect(statuses).toEqual(aliases.map(() => 'success'));
		expect(created(limited).sort()).toEqual(aliases.sort());
		const { requests } = limited.link;
		const refused = requests.filter(({ status }) => status === 429).length;
		const arrivals = requests.map(({ at }) => at);
		const span = Math.max(...arrivals) - Math.min(...arrivals);
		const windows = Math.ceil((requests.length - refused) / rateLimit.requests) - 1;
		const limit = windows * rateLimit.windowMs;
		expect(span).toBeGreaterThanOrEqual(limit);
		expect(refused).toBeLessThan(requests.length / 4);
		console.log(
			`200 executions against a limit: ${requests.length} requests to the link service, ` +
				`${refused} of them refused, in ${(span / 1_000).toFixed(1)} s, where the limit takes ` +
				`${(limit / 1_000).toFixed(0)} s.`,
		);
	}, 180_000);

	it('goes on when a worker is killed, and makes no link twice', async () => {
		await leadTo(cluster, services);
		const [victim, survivor] = cluster.workers;
		const before = Number((await cluster.query('SELECT count(*) FROM execution_entity'))[0]?.[0]);
		const aliases = names('killed', 120);
		const sending = send(webhook, aliases);
		await until(() => created(services).filter(isOf('killed')).length >= 30);
		process.kill(victim.pid, 'SIGKILL');
		await victim.ended;
		await sending;
		const killedAt = performance.now();
		const statuses = (await untilAllEnded(cluster)).slice(before);
		const seconds = (performance.now() - killedAt) / 1_000;

		const { begun, ended } = await executionsOf(victim);
		const cutShort = begun.filter((id) => !ended.includes(id));
		const failed = await cluster.query(
			"SELECT id, status FROM execution_entity WHERE status <> 'success' ORDER BY id",
		);
		expect(cutShort.length).toBeGreaterThan(0);
		expect(statuses).toHaveLength(120);
		// The killed worker may have taken one more that its log does not tell of any more.
		expect(failed.length).toBeLessThanOrEqual(workerConcurrency);
		const completed = [...ended, ...(await executionsOf(survivor)).ended];
		expect(failed.filter(([id = '']) => completed.includes(id))).toEqual([]);
		expect(failed.map(([, status]) => status)).toEqual(
			failed.map(() => expect.stringMatching(/^(error|crashed)$/)),
		);
		expect((await executionsOf(survivor)).begun.length).toBeGreaterThan(20);
		const firstRound = created(services).filter(isOf('killed'));
		expect(new Set(firstRound).size).toBe(firstRound.length);

		// Whoever runs all of them again gets what was cut short, and nothing twice.
		await send(webhook, aliases);
		const again = (await untilAllEnded(cluster)).slice(before + 120);
		expect(again).toEqual(aliases.map(() => 'success'));
		expect(created(services).filter(isOf('killed')).sort()).toEqual(aliases.sort());
		const links = [...services.link.links.values()].filter(({ alias }) =>
			isOf('killed')(alias ?? ''),
		);
		expect(links).toHaveLength(120);
		console.log(
			`${cutShort.length} executions ran on the killed worker: ${failed.length} ended as failed, ` +
				`the last ${seconds.toFixed(0)} s after it was gone; ${statuses.length - failed.length} of ` +
				'120 succeeded, and all 120 when sent again.',
		);
	}, 300_000);
});

/** Gives the credentials, which lead to these services from now on. */
async function leadTo(
	{ client }: Cluster,
	{ link, data }: Services,
): Promise<Awaited<ReturnType<typeof provideCredentials>>> {
	return await provideCredentials(client, {
		link,
		data,
		model: { baseUrl: link.baseUrl, apiKey: link.apiKey },
	});
}

/** Webhook → create or update a link → look up a school; answers at once. Gives the webhook's URL. */
async function publishWorkflow(
	{ client, main }: Cluster,
	{ linkManagerApi, referenceDataApi }: Awaited<ReturnType<typeof leadTo>>,
): Promise<string> {
	const stored = await client.createWorkflow({
		name: 'Queue mode',
		nodes: [
			nodeOf(
				'Webhook',
				'n8n-nodes-base.webhook',
				{ httpMethod: 'POST', path: 'campaign', responseMode: 'onReceived' },
				{ webhookId: 'campaign' },
			),
			nodeOf(
				'Link',
				fullType('linkManager'),
				{
					resource: 'link',
					operation: 'upsert',
					matchBy: 'alias',
					url: 'https://www.example.org/campaign',
					alias: '={{ $json.body.alias }}',
					domainId: { __rl: true, mode: 'id', value: '11' },
				},
				{ credential: linkManagerApi },
			),
			nodeOf(
				'School',
				fullType('referenceData'),
				{
					resource: 'highSchool',
					operation: 'get',
					schoolId: { __rl: true, mode: 'emis', value: '210000007' },
				},
				{ credential: referenceDataApi },
			),
		],
		connections: { ...wires('Webhook', 'Link'), ...wires('Link', 'School') },
	});
	await client.activateWorkflow(stored.id);
	return `${main.baseUrl}/webhook/campaign`;
}

function names(prefix: string, count: number): string[] {
	return Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
}

function isOf(prefix: string) {
	return (alias: string) => alias.startsWith(`${prefix}-`);
}

/**
 * Starts one execution per alias, some at a time; each must be taken. An n8n too busy to hear from its
 * database answers 503 before it starts anything, and is asked again.
 */
async function send(webhook: string, aliases: string[]): Promise<void> {
	const waiting = [...aliases];
	const lane = async () => {
		for (let alias = waiting.shift(); alias !== undefined; alias = waiting.shift()) {
			const response = await fetch(webhook, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ alias }),
			});
			await response.body?.cancel();
			if (response.status === 503) {
				waiting.push(alias);
				await wait(1_000);
				continue;
			}
			expect(response.status).toBe(200);
		}
	};
	await Promise.all(Array.from({ length: inFlight }, lane));
}

/** The aliases of the links that the service has really created, one entry per creation. */
function created({ link }: Services): string[] {
	return link.ledger
		.filter(({ action }) => action === 'created')
		.map(({ after }) => (after && 'alias' in after ? (after.alias ?? '') : ''));
}

/** Waits until no execution is queued or running, and gives the status of each in order. */
async function untilAllEnded({ query }: Cluster): Promise<string[]> {
	for (;;) {
		const rows = await query('SELECT status FROM execution_entity ORDER BY id');
		const statuses = rows.map(([status]) => status ?? '');
		if (!statuses.some((status) => ['new', 'running'].includes(status))) return statuses;
		await wait(250);
	}
}

/** The executions that a worker's log says it has begun, and those that it has ended. */
async function executionsOf(worker: Instance): Promise<{ begun: string[]; ended: string[] }> {
	const log = await readFile(worker.logFile, 'utf8');
	const ids = (verb: string) =>
		[...log.matchAll(new RegExp(`Worker ${verb} execution (\\d+)`, 'g'))].map(([, id]) => id ?? '');
	return { begun: ids('started'), ended: ids('finished') };
}

async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await wait(20);
}
