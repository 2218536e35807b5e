/*
 * npm run bench: the jobs of docs/reliability.md, on n8n's engine with real HTTP against the sandbox's
 * services, beside what a user would use instead. All who do a job take turns, round by round, so that
 * what slows the machine slows them all. Ratios are medians of the ratios of the rounds.
 *
 * --only <text>: the jobs with this in their titles. --rounds <number>: how often each job is done.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { execaNode } from 'execa';
import type { IDataObject } from 'n8n-workflow';
import { installN8n } from '../../sandbox/n8n/install.mjs';
import { checkout } from '../../sandbox/n8n/package.mjs';
import { locator } from '../../sandbox/n8n/workflow.mjs';
import { MAIN_DOMAIN } from '../../sandbox/services/data/links.mjs';
import {
	startServices,
	type Quirks,
	type RateLimit,
	type ServicesOptions,
} from '../../sandbox/services/start.mjs';
import { useOwnTemporaryFolder } from '../../sandbox/temporary.mjs';
import type { NodeToRun, Outcome } from './child.mjs';

/** The latency of the services, in milliseconds. */
const LATENCY = 20;

type Services = Awaited<ReturnType<typeof startServices>>;

/** What one run sends, and how many output items it must give in all. */
type Run = Omit<NodeToRun, 'from' | 'credentials'> & { done: number };

interface Job {
	title: string;
	services?: ServicesOptions;
	quirks?: Quirks;
	run(services: Services): Run;
	/** How HTTP Request does it. */
	instead?(services: Services): Run;
	/** A second run follows each, with the limit that the account has learned. */
	isRepeated?: true;
	rounds?: number;
}

const thousandSchools = ({ data }: Services) =>
	data.schools.slice(0, 1_000).map(({ nat_emis: emis }): IDataObject => ({ emis }));

function lookUp(services: Services): Run {
	const schoolId = locator('={{ $json.emis }}', 'emis');
	const form = { resource: 'highSchool', operation: 'get', schoolId, simplify: false };
	return { node: 'referenceData', parameters: form, items: thousandSchools(services), done: 1_000 };
}

function lookUpByUrl(services: Services): Run {
	const { baseUrl, apiKey } = services.data;
	const header = { name: 'X-API-Key', value: apiKey };
	const parameters = {
		url: `=${baseUrl}/v1/high-schools/{{ $json.emis }}`,
		sendHeaders: true,
		headerParameters: { parameters: [header] },
	};
	return { node: 'referenceData', parameters, items: thousandSchools(services), done: 1_000 };
}

/** A learner compared in each execution: the list of universities, and 26 calculations. */
function compare(executions: number): Run {
	const names = ['English Home Language', 'Mathematics', 'Physical Sciences', 'Life Sciences'];
	const subjectsJson = JSON.stringify(names.map((name) => ({ name, level: 5 })));
	const form = { subjectsFrom: 'json', subjectsJson };
	const parameters = { resource: 'admissionPointScore', operation: 'compare', ...form };
	return { node: 'referenceData', parameters, items: [{}], executions, done: executions * 26 };
}

/** Names as people type them: without capitals, every tenth without a letter. */
function matchNames({ data }: Services): Run {
	const items = data.schools.slice(0, 5_000).map(({ name }, index) => {
		const typed = name.toLowerCase();
		return { name: index % 10 === 0 ? typed.replace(/(?<=\w{3})\w(?=\w{3})/, '') : typed };
	});
	const parameters = {
		resource: 'highSchool',
		operation: 'match',
		schoolName: '={{ $json.name }}',
	};
	return { node: 'referenceData', parameters, items, done: items.length };
}

/** Create or Update of links half of which are there, with On Error set to Continue. */
function createOrUpdate({ link }: Services): Run {
	const there = [...link.links.values()].filter(({ domain }) => domain === MAIN_DOMAIN);
	const known = there.slice(-500).map(({ alias }) => ({ alias }));
	const items = [...known, ...known.map((_, index) => ({ alias: `new-${index}` }))];
	const domainId = locator(String(MAIN_DOMAIN.id));
	const form = { matchBy: 'alias', alias: '={{ $json.alias }}', url: 'https://example.com/offer' };
	const parameters = { resource: 'link', operation: 'upsert', ...form, domainId };
	const onError = 'continueRegularOutput';
	return { node: 'linkManager', parameters, items, onError, done: items.length };
}

/** The same with links that already have every value. */
function createOrUpdateAgain(services: Services): Run {
	const there = [...services.link.links.values()].filter(({ domain }) => domain === MAIN_DOMAIN);
	const items = there.slice(-1_000).map(({ alias, url }) => ({ alias, url }));
	const run = createOrUpdate(services);
	return { ...run, parameters: { ...run.parameters, url: '={{ $json.url }}' }, items };
}

const names: Job = {
	title: '5,000 names on 9,202 schools',
	services: { schools: 9_202 },
	run: matchNames,
	rounds: 1,
};
const aliases: Job = {
	title: '1,000 aliases on 2,000 links, 60 per s',
	// 2,000 on each of three domains.
	services: { links: 6_000, rateLimit: { requests: 60, windowMs: 1_000 } },
	run: createOrUpdate,
	rounds: 1,
};

const jobs: Job[] = [
	{ title: '1,000 look-ups', run: lookUp, instead: lookUpByUrl },
	{
		title: 'Rush: 20 x 27 requests, 100 per 5 s',
		services: { rateLimit: { requests: 100, windowMs: 5_000 } },
		run: () => compare(20),
		isRepeated: true,
		rounds: 3,
	},
	names,
	// A list whose total is wrong isn't used.
	{ ...names, title: `${names.title}, one by one`, quirks: { wrongTotal: 1 } },
	aliases,
	{
		...aliases,
		title: `${aliases.title}, On Error set to Stop`,
		run: (services) => ({ ...createOrUpdate(services), onError: undefined }),
	},
	// A list whose pages are all the same isn't used.
	{ ...aliases, title: `${aliases.title}, one by one`, quirks: { ignorePage: true } },
	{ ...aliases, title: `${aliases.title}, unchanged`, run: createOrUpdateAgain },
	{
		...aliases,
		title: `${aliases.title}, unchanged, one by one`,
		run: createOrUpdateAgain,
		quirks: { ignorePage: true },
	},
];

function startChild() {
	const file = path.join(import.meta.dirname, 'child.mts');
	const child = execaNode(file, { ipc: true, reject: false, stdio: 'inherit' });
	return {
		/** @throws Error if the process ends without a response */
		async ask(task: NodeToRun): Promise<Outcome> {
			const [answer] = await Promise.all([child.getOneMessage(), child.sendMessage({ ...task })]);
			return answer as Outcome;
		},
		async stop() {
			child.kill();
			await child;
		},
	};
}

type Round = Outcome & { requests: number; refused: number };

/** Runs all contenders of a job in turn, for this many rounds. Returns their results per round. */
async function measure(
	job: Job,
	instead: { name: string; from: string },
	count: number,
): Promise<Map<string, Round[]>> {
	const all = [{ name: 'this package', from: checkout, runOn: job.run }];
	if (job.instead) all.push({ ...instead, runOn: job.instead });
	const rows = new Map<string, Round[]>();
	const services = await startServices({ latencyMs: LATENCY, ...job.services });
	for (let round = 0; round < count; round++) {
		for (const { name, from, runOn } of all) {
			const child = startChild();
			for (const by of job.isRepeated ? [`${name}, cold`, `${name}, warm`] : [name]) {
				for (const service of [services.link, services.data]) {
					service.reset();
					service.quirk(job.quirks ?? {});
				}
				const { done, ...run } = runOn(services);
				const service = services[run.node === 'linkManager' ? 'link' : 'data'];
				const { baseUrl, apiKey, requests } = service;
				const task = { ...run, from, credentials: { baseUrl, apiKey } };
				const outcome = await child.ask(task);
				if (outcome.done !== done) {
					throw new Error(`${job.title}, ${by}: ${outcome.done} of ${done}; ${outcome.error}`);
				}
				const refused = requests.filter(({ status }) => status === 429).length;
				const shown = { ...outcome, requests: requests.length, refused };
				rows.set(by, [...(rows.get(by) ?? []), shown]);
			}
			await child.stop();
		}
	}
	await services.stop();
	return rows;
}

/** The median. Of an even number of values, the greater of the middle two. */
function median(values: number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** The time beside the opening of the window in which the last request can be accepted. */
function ofLimit({ requests, refused, milliseconds }: Round, limit: RateLimit): number {
	const windows = Math.ceil((requests - refused) / limit.requests) - 1;
	return milliseconds / (windows * limit.windowMs);
}

/** The lines of a job in the table. Ratios compare with the first of them. */
function table({ title, services: { rateLimit } = {} }: Job, rows: Map<string, Round[]>): object[] {
	const [first = []] = rows.values();
	return [...rows].map(([by, rounds]) => {
		const of = (value: (round: Round, index: number) => number, digits = 0) =>
			Number(median(rounds.map(value)).toFixed(digits));
		return {
			job: title,
			by,
			requests: of(({ requests }) => requests),
			'refused %': of(({ refused, requests }) => (100 * refused) / requests, 1),
			ms: of(({ milliseconds }) => milliseconds),
			ratio: of(({ milliseconds }, index) => milliseconds / (first[index]?.milliseconds ?? NaN), 2),
			...(rateLimit && { 'of limit': of((round) => ofLimit(round, rateLimit), 2) }),
		};
	});
}

const { values: options } = parseArgs({
	options: {
		only: { type: 'string', default: '' },
		rounds: { type: 'string' },
	},
});

useOwnTemporaryFolder();
const n8n = await installN8n();
const n8nNodes = path.join(n8n.folder, 'node_modules', 'n8n-nodes-base');
const file = path.join(n8nNodes, 'dist', 'nodes', 'HttpRequest', 'HttpRequest.node.js');
const wanted = options.only.toLowerCase();
const lines: object[] = [];
for (const job of jobs.filter(({ title }) => title.toLowerCase().includes(wanted))) {
	console.log(`${new Date().toLocaleTimeString('en')}  ${job.title}`);
	const instead = { name: 'HTTP Request', from: file };
	const rows = await measure(job, instead, Number(options.rounds ?? job.rounds ?? 5));
	lines.push(...table(job, rows));
}
console.table(lines);
