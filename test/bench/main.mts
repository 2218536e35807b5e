/*
 * npm run bench: the jobs of docs/reliability.md, on n8n's engine with real HTTP against the sandbox's
 * services, beside what a user would use instead. All who do a job take turns, round by round, so that
 * what slows the machine slows them all. Ratios are medians of the ratios of the rounds.
 *
 * --only <text>: the jobs with this in their titles. --rounds <number>: how often each job is done.
 * --package <folder>: measures that build instead; several take turns.
 */
import { fork } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { installN8n } from '../../sandbox/n8n/install.mjs';
import { MAIN_DOMAIN } from '../../sandbox/services/data/links.mjs';
import type { RateLimit } from '../../sandbox/services/start.mjs';
import { useOwnTemporaryFolder } from '../../sandbox/temporary.mjs';
import type { Facts, NodeToRun, Outcome, Serving, Tasks } from './child.mjs';

/** How long the services hold back each answer, in milliseconds. */
const LATENCY = 20;

/** What one run sends, and how many output items it must give in all. */
type Run = Omit<NodeToRun, 'from' | 'credentials'> & { done: number };

/** A way to do a job with the package; more than one where they are compared. */
interface Way {
	name?: string;
	run(facts: Facts): Run;
	serving?: Serving;
	/** On the services of the way before it, whose limit the account has learned. */
	isWarm?: true;
}

interface Job {
	title: string;
	serving?: Serving;
	ways: Way[];
	/** How HTTP Request does it. */
	instead?(facts: Facts): Run;
	rounds?: number;
	/** Each run in a process of its own, which shows its memory. */
	isFresh?: true;
	/** Leaves out all builds but the first, because its ways are compared with each other. */
	isWithinBuild?: true;
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const mainDomain = { __rl: true, mode: 'id', value: String(MAIN_DOMAIN.id) };

/** A look-up by EMIS number for each of the items. */
function getSchools(items: IDataObject[], options: IDataObject, executions = 1): Run {
	const schoolId = { __rl: true, mode: 'emis', value: '={{ $json.emis }}' };
	const parameters = {
		resource: 'highSchool',
		operation: 'get',
		schoolId,
		simplify: false,
		options,
	};
	return { node: 'referenceData', parameters, items, executions, done: items.length * executions };
}

/** HTTP Request with the service's key in a header; the URL may have expressions. */
function httpRequest(
	{ baseUrl, apiKey }: Facts['link'],
	{ url, ...more }: IDataObject,
	items: IDataObject[],
	done = items.length,
): Run {
	const keys = { Authorization: `Bearer ${apiKey}`, 'X-API-Key': apiKey };
	const headers = Object.entries(keys).map(([name, value]) => ({ name, value }));
	const send = { sendHeaders: true, headerParameters: { parameters: headers } };
	const parameters = { url: `=${baseUrl}${String(url)}`, ...send, ...more };
	return { node: 'referenceData', parameters, items, done };
}

function getSchoolsByUrl({ data }: Facts, items: IDataObject[]): Run {
	return httpRequest(data, { url: '/v1/high-schools/{{ $json.emis }}' }, items);
}

const SCHOOLS = 20_000;

function listSchools(): Run {
	const parameters = {
		resource: 'highSchool',
		operation: 'getAll',
		returnAll: true,
		simplify: false,
	};
	return { node: 'referenceData', parameters, items: [{}], done: SCHOOLS };
}

/** With HTTP Request's pagination, as its documentation shows it for a page number. */
function listSchoolsByUrl({ data }: Facts): Run {
	const read = (name: string) => `$response.body.pagination.${name}`;
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }] },
		paginationCompleteWhen: 'other',
		completeExpression: `={{ ${read('page')} * ${read('per_page')} >= ${read('total')} }}`,
	};
	const request = { url: '/v1/high-schools?per_page=100', options: { pagination: { pagination } } };
	return httpRequest(data, request, [{}], SCHOOLS / 100);
}

function lookUps(concurrency: number): Way[] {
	return [{ run: ({ schools }) => getSchools(schools.slice(0, 1_000), { concurrency }) }];
}

const newUrls = range(1_000).map((index) => ({ url: `https://example.com/offer/${index}` }));

function createLinks(): Run {
	const form = { url: '={{ $json.url }}', domainId: mainDomain };
	const parameters = { resource: 'link', operation: 'create', ...form };
	return { node: 'linkManager', parameters, items: newUrls, done: newUrls.length };
}

function createLinksByUrl({ link }: Facts): Run {
	const { value: id } = mainDomain;
	const fields = { url: '={{ $json.url }}', domain_id: id, domain: id };
	const parameters = Object.entries(fields).map(([name, value]) => ({ name, value }));
	const body = { sendBody: true, contentType: 'form-urlencoded', bodyParameters: { parameters } };
	return httpRequest(link, { method: 'POST', url: '/api/v1/links', ...body }, newUrls);
}

function learners({ schools }: Facts): IDataObject[] {
	return range(5_000).map((index) => ({ ...schools[index % 80] }));
}

/** A learner compared in each execution: the list of universities, and 26 calculations. */
function compare(executions: number): Run {
	const names = ['English Home Language', 'Mathematics', 'Physical Sciences', 'Life Sciences'];
	const subjectsJson = JSON.stringify(names.map((name) => ({ name, level: 5 })));
	const form = { subjectsFrom: 'json', subjectsJson };
	const parameters = { resource: 'admissionPointScore', operation: 'compare', ...form };
	return { node: 'referenceData', parameters, items: [{}], executions, done: executions * 26 };
}

/** Before the account has been refused a request, and right after it has. */
function coldAndWarm(run: Way['run']): Way[] {
	return [
		{ name: 'cold', run },
		{ name: 'warm', run, isWarm: true },
	];
}

/** Names as people type them: without capitals, every tenth without a letter. */
function matchNames({ schools }: Facts): Run {
	const items = schools.slice(0, 5_000).map(({ name }, index) => {
		const typed = name.replace(' (sample)', '').toLowerCase();
		return { name: index % 10 === 0 ? typed.replace(/(?<=\w{3})\w(?=\w{3})/, '') : typed };
	});
	const parameters = {
		resource: 'highSchool',
		operation: 'match',
		schoolName: '={{ $json.name }}',
	};
	return { node: 'referenceData', parameters, items, done: items.length };
}

/** Create or Update of links half of which are there. */
function createOrUpdate({ aliases }: Facts): Run {
	const known = aliases.slice(-500).map((alias) => ({ alias }));
	const items = [...known, ...range(500).map((index) => ({ alias: `new-${index}` }))];
	const form = { matchBy: 'alias', alias: '={{ $json.alias }}', url: 'https://example.com/offer' };
	const parameters = { resource: 'link', operation: 'upsert', ...form, domainId: mainDomain };
	return { node: 'linkManager', parameters, items, done: items.length };
}

const directory: Serving = { schools: 9_202 };
/** 2,000 on each of three domains. */
const links: Serving = { links: 6_000, rateLimit: { requests: 60, windowMs: 1_000 } };

const jobs: Job[] = [
	{
		title: 'All of 20,000 schools',
		serving: { schools: SCHOOLS },
		ways: [{ run: listSchools }],
		instead: listSchoolsByUrl,
		rounds: 3,
		isFresh: true,
	},
	{ title: '1,000 look-ups, 10 in flight', ways: lookUps(10) },
	{
		title: '1,000 look-ups, 50 in flight',
		ways: lookUps(50),
		instead: (facts) => getSchoolsByUrl(facts, facts.schools.slice(0, 1_000)),
	},
	{ title: '1,000 links created', ways: [{ run: createLinks }], instead: createLinksByUrl },
	{
		title: '5,000 learners at 80 schools',
		ways: [{ run: (facts) => getSchools(learners(facts), {}) }],
		instead: (facts) => getSchoolsByUrl(facts, learners(facts)),
	},
	{
		title: 'Rush: 20 x 27 requests, 100 per 5 s',
		serving: { rateLimit: { requests: 100, windowMs: 5_000 } },
		ways: coldAndWarm(() => compare(20)),
		rounds: 2,
	},
	{
		title: '4 x 75 look-ups, 60 per 2 s',
		serving: { rateLimit: { requests: 60, windowMs: 2_000 } },
		ways: coldAndWarm(({ schools }) => getSchools(schools.slice(0, 75), {}, 4)),
		rounds: 3,
	},
	{
		title: '5,000 names on 9,202 schools',
		serving: directory,
		ways: [
			{ name: 'by the directory', run: matchNames },
			// A list whose total is wrong isn't used.
			{ name: 'one by one', run: matchNames, serving: { ...directory, quirks: { wrongTotal: 1 } } },
		],
		rounds: 1,
		isFresh: true,
		isWithinBuild: true,
	},
	{
		title: '1,000 aliases on 2,000 links, 60 per s',
		serving: links,
		ways: [
			{ name: 'by the list', run: createOrUpdate },
			// A list whose pages are all the same isn't used.
			{
				name: 'one by one',
				run: createOrUpdate,
				serving: { ...links, quirks: { ignorePage: true } },
			},
		],
		rounds: 1,
		isWithinBuild: true,
	},
];

/** A process that does the tasks of child.mts, one after another. */
function startChild() {
	const child = fork(path.join(import.meta.dirname, 'child.mts'));
	return {
		async ask<T extends keyof Tasks>(task: T, argument: Parameters<Tasks[T]>[0]) {
			child.send({ task, argument });
			const { value, error } = await new Promise<{ value?: unknown; error?: string }>((answer) => {
				child.once('message', answer).once('exit', () => answer({ error: 'it ended early' }));
			});
			child.removeAllListeners();
			if (error !== undefined) throw new Error(`${task}: ${error}`);
			return value as Awaited<ReturnType<Tasks[T]>>;
		},
		stop: () => child.kill(),
	};
}

type Child = ReturnType<typeof startChild>;

/** A build, or HTTP Request, with the process that runs it. */
interface Contestant {
	name: string;
	from: string;
	child: Child;
}

type Round = Outcome & { requests: number; refused: number };

/** One who does a job, with what each round showed. */
interface Row {
	by: string;
	contestant: Contestant;
	way: Way;
	rounds: Round[];
}

function rowsOf(job: Job, builds: Contestant[], instead: Contestant): Row[] {
	const rows = builds.slice(0, job.isWithinBuild ? 1 : Infinity).flatMap((contestant) =>
		job.ways.map((way): Row => {
			const by = [contestant.name, way.name].filter(Boolean).join(', ');
			return { by, contestant, way, rounds: [] };
		}),
	);
	if (!job.instead) return rows;
	return [
		...rows,
		{ by: instead.name, contestant: instead, way: { run: job.instead }, rounds: [] },
	];
}

/** Has all who do a job do it in turn, so many times. */
async function measure(job: Job, rows: Row[], services: Child, count: number): Promise<void> {
	for (let round = 0; round < count; round++) {
		let facts: Facts | undefined;
		for (const { by, contestant, way, rounds } of rows) {
			const serving = { latencyMs: LATENCY, ...(way.serving ?? job.serving) };
			if (!way.isWarm || !facts) facts = await services.ask('serve', serving);
			const { done, ...run } = way.run(facts);
			const credentials = facts[run.node === 'linkManager' ? 'link' : 'data'];
			const child = job.isFresh ? startChild() : contestant.child;
			const outcome = await child.ask('run', { ...run, from: contestant.from, credentials });
			if (job.isFresh) child.stop();
			if (outcome.done !== done) {
				throw new Error(`${job.title}, ${by}: ${outcome.done} of ${done}; ${outcome.error ?? ''}`);
			}
			rounds.push({ ...outcome, ...(await services.ask('seen', undefined)) });
		}
	}
}

function median(values: number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const [low, high] = [Math.floor, Math.ceil].map(
		(round) => sorted[round((sorted.length - 1) / 2)],
	);
	return ((low ?? NaN) + (high ?? NaN)) / 2;
}

function rounded(value: number, digits = 0): number {
	return Number(value.toFixed(digits));
}

/** The time beside the opening of the window in which the last request can be accepted. */
function ofLimit({ requests, refused, milliseconds }: Round, limit: RateLimit): number {
	const windows = Math.ceil((requests - refused) / limit.requests) - 1;
	return milliseconds / (windows * limit.windowMs);
}

/** The lines of a job in the table. Ratios compare with the first of them. */
function table({ title: job, serving: { rateLimit } = {} }: Job, rows: Row[]): object[] {
	return rows.map(({ by, rounds }) => {
		const of = (value: (round: Round, index: number) => number) => median(rounds.map(value));
		const first = (index: number) => rows[0]?.rounds[index]?.milliseconds ?? NaN;
		return {
			...{ job, by, requests: of(({ requests }) => requests) },
			'refused %': rounded(100 * of(({ refused, requests }) => refused / requests), 1),
			ms: rounded(of(({ milliseconds }) => milliseconds)),
			ratio: rounded(
				of(({ milliseconds }, index) => milliseconds / first(index)),
				2,
			),
			...(rateLimit && {
				'of limit': rounded(
					of((round) => ofLimit(round, rateLimit)),
					2,
				),
			}),
			MB: rounded(of(({ memory }) => memory)),
			'blocked ms': rounded(of(({ blocked }) => blocked)),
		};
	});
}

const LOADING = 'Loading by n8n';

/** How long n8n takes to load each build, in turn, each time in a new process. */
async function measureLoading(builds: Contestant[], n8nNodes: string, count: number) {
	const times = builds.map((): number[] => []);
	for (let round = 0; round < count; round++) {
		for (const [index, { from }] of builds.entries()) {
			const child = startChild();
			times[index]?.push(await child.ask('load', { from, n8nNodes }));
			child.stop();
		}
	}
	return builds.map(({ name: by }, index): object => {
		return { job: LOADING, by, ms: rounded(median(times[index] ?? []), 1) };
	});
}

const checkout = path.resolve(import.meta.dirname, '..', '..');
const { values: options } = parseArgs({
	options: {
		only: { type: 'string', default: '' },
		rounds: { type: 'string' },
		package: { type: 'string', multiple: true, default: [checkout] },
	},
});

/** Copies the builds to where all of them find the same n8n-workflow. */
async function install(folder: string): Promise<Contestant[]> {
	const builds = options.package.map(async (from, index): Promise<Contestant> => {
		const own = path.join(folder, String(index));
		await cp(path.join(from, 'dist'), path.join(own, 'dist'), { recursive: true });
		await cp(path.join(from, 'package.json'), path.join(own, 'package.json'));
		const name = options.package.length === 1 ? 'this package' : path.basename(path.resolve(from));
		return { name, from: own, child: startChild() };
	});
	return await Promise.all(builds);
}

async function run(): Promise<object[]> {
	useOwnTemporaryFolder();
	const isWanted = (title: string) => title.toLowerCase().includes(options.only.toLowerCase());
	const n8n = await installN8n();
	const n8nNodes = path.join(n8n.folder, 'node_modules', 'n8n-nodes-base');
	const file = path.join(n8nNodes, 'dist', 'nodes', 'HttpRequest', 'HttpRequest.node.js');
	const folder = await mkdtemp(path.join(checkout, 'node_modules', '.bench-'));
	const builds = await install(folder);
	const instead: Contestant = { name: 'HTTP Request', from: file, child: startChild() };
	const services = startChild();
	try {
		const loads = isWanted(LOADING) ? Number(options.rounds ?? 9) : 0;
		const lines = loads > 0 ? await measureLoading(builds, n8nNodes, loads) : [];
		for (const job of jobs.filter(({ title }) => isWanted(title))) {
			console.log(`${new Date().toLocaleTimeString('en')}  ${job.title}`);
			const rows = rowsOf(job, builds, instead);
			await measure(job, rows, services, Number(options.rounds ?? job.rounds ?? 5));
			lines.push(...table(job, rows));
		}
		return lines;
	} finally {
		for (const { child } of [...builds, instead]) child.stop();
		services.stop();
		await rm(folder, { recursive: true });
	}
}

console.table(await run());
