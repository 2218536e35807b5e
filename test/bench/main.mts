/*
 * npm run bench: the jobs of docs/reliability.md, on n8n's engine with real HTTP against the sandbox's
 * services, beside what a user would use instead. All who do a job take turns, round by round, so that
 * what slows the machine slows them all. Ratios are medians of the ratios of the rounds.
 *
 * --only <text>: the jobs with this in their titles. --rounds <number>: how often each job is done.
 * --package <folder>: measures that build instead; several take turns.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
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
	type LinkService,
	type Quirks,
	type RateLimit,
	type ReferenceService,
	type Service,
	type ServicesOptions,
} from '../../sandbox/services/start.mjs';
import { useOwnTemporaryFolder } from '../../sandbox/temporary.mjs';
import type { NodeToRun, Outcome } from './child.mjs';

/** How long the services hold back each answer, in milliseconds. */
const LATENCY = 20;

interface Services {
	link: LinkService;
	data: ReferenceService;
}

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

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const mainDomain = locator(String(MAIN_DOMAIN.id));

/** A look-up by EMIS number for each of the items. */
function getSchools(items: IDataObject[], options: IDataObject, executions = 1): Run {
	const schoolId = locator('={{ $json.emis }}', 'emis');
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
	{ baseUrl, apiKey }: Service,
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

function getSchoolsByUrl({ data }: Services, items: IDataObject[]): Run {
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
function listSchoolsByUrl({ data }: Services): Run {
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

const thousand = ({ data }: Services) =>
	data.schools.slice(0, 1_000).map(({ nat_emis: emis }) => ({ emis }));
const learners = ({ data }: Services) =>
	range(5_000).map((index): IDataObject => ({ emis: data.schools[index % 80]?.nat_emis }));

const newUrls = range(1_000).map((index) => ({ url: `https://example.com/offer/${index}` }));

function createLinks(): Run {
	const form = { url: '={{ $json.url }}', domainId: mainDomain };
	const parameters = { resource: 'link', operation: 'create', ...form };
	return { node: 'linkManager', parameters, items: newUrls, done: newUrls.length };
}

function createLinksByUrl({ link }: Services): Run {
	const { value: id } = mainDomain;
	const fields = { url: '={{ $json.url }}', domain_id: id, domain: id };
	const parameters = Object.entries(fields).map(([name, value]) => ({ name, value }));
	const body = { sendBody: true, contentType: 'form-urlencoded', bodyParameters: { parameters } };
	const run = httpRequest(link, { method: 'POST', url: '/api/v1/links', ...body }, newUrls);
	return { ...run, node: 'linkManager' };
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
function createOrUpdate({ link }: Services): Run {
	const there = [...link.links.values()].filter(({ domain }) => domain === MAIN_DOMAIN);
	const known = there.slice(-500).map(({ alias }) => ({ alias }));
	const items = [...known, ...range(500).map((index) => ({ alias: `new-${index}` }))];
	const form = { matchBy: 'alias', alias: '={{ $json.alias }}', url: 'https://example.com/offer' };
	const parameters = { resource: 'link', operation: 'upsert', ...form, domainId: mainDomain };
	return { node: 'linkManager', parameters, items, done: items.length };
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
	{
		title: 'All of 20,000 schools',
		services: { schools: SCHOOLS },
		run: listSchools,
		instead: listSchoolsByUrl,
		rounds: 3,
	},
	{
		title: '1,000 look-ups, 10 at the same time',
		run: (services) => getSchools(thousand(services), { concurrency: 10 }),
	},
	{
		title: '1,000 look-ups',
		run: (services) => getSchools(thousand(services), {}),
		instead: (services) => getSchoolsByUrl(services, thousand(services)),
	},
	{ title: '1,000 links created', run: createLinks, instead: createLinksByUrl },
	{
		title: '5,000 learners at 80 schools',
		run: (services) => getSchools(learners(services), {}),
		instead: (services) => getSchoolsByUrl(services, learners(services)),
	},
	{
		title: 'Rush: 20 x 27 requests, 100 per 5 s',
		services: { rateLimit: { requests: 100, windowMs: 5_000 } },
		run: () => compare(20),
		isRepeated: true,
		rounds: 2,
	},
	{
		title: '4 x 75 look-ups, 60 per 2 s',
		services: { rateLimit: { requests: 60, windowMs: 2_000 } },
		run: (services) => getSchools(thousand(services).slice(0, 75), {}, 4),
		isRepeated: true,
		rounds: 3,
	},
	names,
	// A list whose total is wrong isn't used.
	{ ...names, title: `${names.title}, one by one`, quirks: { wrongTotal: 1 } },
	aliases,
	// A list whose pages are all the same isn't used.
	{ ...aliases, title: `${aliases.title}, one by one`, quirks: { ignorePage: true } },
];

function startChild() {
	const file = path.join(import.meta.dirname, 'child.mts');
	const child = execaNode(file, { ipc: true, reject: false, stdio: 'inherit' });
	return {
		/** @throws Error if the process ends instead of answering */
		async ask<T>(task: NodeToRun): Promise<T> {
			const [answer] = await Promise.all([child.getOneMessage(), child.sendMessage({ ...task })]);
			return answer as T;
		},
		async stop() {
			child.kill();
			await child;
		},
	};
}

/** A build, or HTTP Request. */
interface Contestant {
	name: string;
	from: string;
}

type Round = Outcome & { requests: number; refused: number };

/** Has all who do a job do it in turn, so many times: what each round showed, by who did it. */
async function measure(
	job: Job,
	builds: Contestant[],
	instead: Contestant,
	count: number,
): Promise<Map<string, Round[]>> {
	const all = builds.map((build) => ({ ...build, runOn: job.run }));
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
				const outcome = await child.ask<Outcome>(task);
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
function table({ title, services: { rateLimit } = {} }: Job, rows: Map<string, Round[]>): object[] {
	const [first = []] = rows.values();
	return [...rows].map(([by, rounds]) => {
		const of = (value: (round: Round, index: number) => number, digits = 0) =>
			rounded(median(rounds.map(value)), digits);
		return {
			...{ job: title, by, requests: of(({ requests }) => requests) },
			'refused %': of(({ refused, requests }) => (100 * refused) / requests, 1),
			ms: of(({ milliseconds }) => milliseconds),
			ratio: of(({ milliseconds }, index) => milliseconds / (first[index]?.milliseconds ?? NaN), 2),
			...(rateLimit && { 'of limit': of((round) => ofLimit(round, rateLimit), 2) }),
			MB: of(({ memory }) => memory),
			'blocked ms': of(({ blocked }) => blocked),
		};
	});
}

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
		return { name, from: own };
	});
	return await Promise.all(builds);
}

async function run(): Promise<object[]> {
	useOwnTemporaryFolder();
	const isWanted = (title: string) => title.toLowerCase().includes(options.only.toLowerCase());
	const n8n = await installN8n();
	const n8nNodes = path.join(n8n.folder, 'node_modules', 'n8n-nodes-base');
	const file = path.join(n8nNodes, 'dist', 'nodes', 'HttpRequest', 'HttpRequest.node.js');
	const instead = { name: 'HTTP Request', from: file };
	const folder = await mkdtemp(path.join(checkout, 'node_modules', '.bench-'));
	try {
		const builds = await install(folder);
		const lines: object[] = [];
		for (const job of jobs.filter(({ title }) => isWanted(title))) {
			console.log(`${new Date().toLocaleTimeString('en')}  ${job.title}`);
			const rows = await measure(job, builds, instead, Number(options.rounds ?? job.rounds ?? 5));
			lines.push(...table(job, rows));
		}
		return lines;
	} finally {
		await rm(folder, { recursive: true });
	}
}

console.table(await run());
