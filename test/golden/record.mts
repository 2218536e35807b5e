import type { IDataObject, INodeListSearchResult } from 'n8n-workflow';

import {
	loadDropdown,
	type NodeResult,
	type NodeRun,
	publish,
	runNode,
	testCredentials,
} from '../engine/harness.mjs';
import { link, recordsOf } from './data.mjs';
import { addWorld, type Fault, type World } from './service.mjs';

/** One use of an operation, of an event or of a dropdown. */
export interface Case {
	title: string;
	parameters: IDataObject;
	items?: IDataObject[];
	/** Only recorded as it normally goes. */
	plain?: true;
	onError?: NodeRun['onError'];
	tries?: number;
	/** The calls that failures strike, where they are not the first and the last kind of call. */
	strikes?: string[];
	/** For a trigger: what happens between its first poll and its second. */
	change?: (world: World) => void;
	/** For a trigger: the test in the editor. */
	manual?: true;
	/** For a dropdown: its method, or `credential` for the test of the credential. */
	dropdown?: { method: string; filter?: string };
}

interface Situation {
	title: string;
	amount?: 'all' | 'none';
	mostPerPage?: number;
	fault?: Omit<Fault, 'call'>;
	onlyWrites?: true;
}

const page = '<html><head><title>403 Forbidden</title></head><body>Request blocked.</body></html>';

const NORMAL: readonly Situation[] = [
	{ title: 'ok' },
	{ title: 'empty', amount: 'none' },
	{ title: 'three pages', amount: 'all', mostPerPage: 8 },
];

function faultsOf(node: NodeRun['node']): Situation[] {
	const isLink = node.startsWith('link');
	const body = (code: string, linkBody: unknown, message: string) =>
		JSON.stringify(isLink ? linkBody : { error: { code, message } });
	const missing = body('NOT_FOUND', { message: 'Resource not found.' }, 'It does not exist.');
	const invalid = body(
		'VALIDATION_ERROR',
		{ message: { url: ['The URL must be valid.'] } },
		'The request is invalid.',
	);
	const limited = body('RATE_LIMITED', { message: 'Too Many Attempts.' }, 'Too many requests.');
	const wait = (seconds: number) => ({ 'retry-after': String(seconds) });
	return [
		{ title: '404', fault: { status: 404, body: missing } },
		{ title: '422', fault: { status: 422, body: invalid } },
		{ title: '429', fault: { status: 429, headers: wait(1), body: limited, times: 1 } },
		{ title: '429, too long a wait', fault: { status: 429, headers: wait(120), body: limited } },
		{ title: 'lost answer', fault: { lost: true, times: 1 } },
		{ title: 'every answer lost', fault: { lost: true }, onlyWrites: true },
		{
			title: '403 page',
			fault: { status: 403, headers: { 'content-type': 'text/html' }, body: page },
		},
	];
}

/** The record of one case in all its situations. */
export async function recordOf(node: NodeRun['node'], baseUrl: string, one: Case): Promise<string> {
	const ok = await runIn(node, baseUrl, one, { title: 'ok' });
	const texts = [ok.text];
	if (!one.plain) {
		const calls = ok.world.requests.map(({ call }) => call);
		const first = calls[0] ?? '';
		const strikes = one.strikes ?? [...new Set([first, calls.at(-1) ?? first])];
		const others = [
			...NORMAL.slice(1).map((situation) => runIn(node, baseUrl, one, situation)),
			...strikes.flatMap((call) =>
				faultsOf(node)
					.filter(({ onlyWrites }) => !onlyWrites || !call.startsWith('GET'))
					.map((situation) => runIn(node, baseUrl, one, situation, call)),
			),
		];
		texts.push(...(await Promise.all(others)).map(({ text }) => text));
	}
	return texts.map((text) => `== ${one.title} · ${text}`).join('\n\n');
}

/** The record of a case on everything that the service has, without the requests. */
export async function outputOf(node: NodeRun['node'], baseUrl: string, one: Case): Promise<string> {
	const { key, world } = addWorld(recordsOf('all'));
	world.records.universities.splice(5);
	const run: NodeRun = { ...one, node, credentials: { baseUrl, apiKey: key } };
	const lines = linesOfResult(await runNode(run), world, one.items);
	return masked([`== ${one.title}`, ...lines].join('\n'), baseUrl, key);
}

async function runIn(
	node: NodeRun['node'],
	baseUrl: string,
	one: Case,
	{ title, amount, mostPerPage, fault }: Situation,
	call = '',
): Promise<{ text: string; world: World }> {
	const { key, world } = addWorld(recordsOf(amount ?? 'few'), mostPerPage);
	const options = { concurrency: 1, maxRetries: 1, maxWait: 5 };
	const parameters = { ...one.parameters };
	parameters.options = { ...options, ...(parameters.options as IDataObject) };
	const run: NodeRun = { ...one, node, parameters, credentials: { baseUrl, apiKey: key } };
	const strike = () => {
		if (fault) world.fault = { ...fault, call };
	};
	const lines = await inTurn(() => steps(one, run, world, strike));
	const text = [fault ? `${title} on ${call}` : title, ...lines].join('\n');
	return { text: masked(text, baseUrl, key), world };
}

const MOST_AT_ONCE = 64;
const waiting: Array<() => void> = [];
let running = 0;

/** Few enough runs at the same time that none meets a timeout on a busy machine. */
async function inTurn<T>(run: () => Promise<T>): Promise<T> {
	if (running >= MOST_AT_ONCE) await new Promise<void>((start) => waiting.push(start));
	running += 1;
	try {
		return await run();
	} finally {
		running -= 1;
		waiting.shift()?.();
	}
}

async function steps(one: Case, run: NodeRun, world: World, strike: () => void): Promise<string[]> {
	const { dropdown, change } = one;
	const write = writerOf(world);
	if (dropdown) {
		strike();
		const isTest = dropdown.method === 'credential';
		const loading = isTest
			? testCredentials(run.node, run.credentials)
			: loadDropdown({ ...run, ...dropdown });
		return await write(async () => linesOfDropdown(await loading));
	}
	if (!run.node.endsWith('Trigger')) {
		strike();
		return await write(async () => linesOfResult(await runNode(run), world, run.items));
	}
	const { poll } = publish(run, { mode: one.manual ? 'manual' : 'trigger' });
	const writePoll = async () =>
		await write(async () =>
			linesOfItems(((await poll()) ?? []).map((json) => `→ ${inShort(json, world)}`)),
		);
	if (!change) strike();
	const first = await writePoll();
	if (!change) return first;
	change(world);
	strike();
	const second = await writePoll();
	world.fault = undefined;
	const third = await writePoll();
	return ['first poll:', ...first, 'after the change:', ...second, 'next poll:', ...third];
}

/** What was asked since the last step, then what came of it. */
function writerOf(world: World) {
	let written = 0;
	return async (step: () => Promise<string[]>): Promise<string[]> => {
		const lines = await step().catch((error: NodeResult['error']) => linesOfError(error));
		const requests = world.requests.slice(written).map(({ line }) => line);
		written = world.requests.length;
		return [...requests, ...lines];
	};
}

/** The items, hints and error of a run. */
function linesOfResult(
	{ records, pairs, hints, error }: NodeResult,
	world: World,
	input: IDataObject[] = [{}],
): string[] {
	const from = (index: number) => (input.length > 1 ? `item ${String(pairs[index])} ` : '');
	return [
		...linesOfItems(records.map((json, index) => `${from(index)}→ ${inShort(json, world)}`)),
		...hints.map(({ message, type = 'info' }) => `hint (${type}): ${message}`),
		...(error ? linesOfError(error) : []),
	];
}

/** Lines of items; records of one kind that follow each other share a line. */
function linesOfItems(items: string[]): string[] {
	const lines: string[] = [];
	for (const item of items) {
		const [, start, id] = /^(→ the record [a-z-]+)\/(\S+)$/.exec(item) ?? [];
		const last = lines.at(-1);
		if (start && last?.startsWith(`${start}/`) && !last.includes(' + ')) {
			lines[lines.length - 1] = `${last}, ${id}`;
		} else {
			lines.push(item);
		}
	}
	return lines.length > 0 ? lines : ['→ no items'];
}

function linesOfDropdown(loaded: object): string[] {
	const { results = [], ...rest } = { ...loaded } as Partial<INodeListSearchResult>;
	const lines = results.map((entry) => `→ ${JSON.stringify(entry)}`);
	return Object.keys(rest).length > 0
		? [...lines, `→ ${JSON.stringify(rest)}`]
		: linesOfItems(lines);
}

function linesOfError(error: NodeResult['error']): string[] {
	const { message, description } = error ?? {};
	return [`error: ${message}`, ...(description ? [`  ${description}`] : [])];
}

/** An item that is a record of the service by the record's ID, with what it has else; others in full. */
function inShort(json: IDataObject, { initial }: World): string {
	for (const [kind, records] of Object.entries(initial)) {
		const record = records.find(({ id }) => id === json.id) ?? NEW_RECORDS[kind];
		if (!record || !Object.keys(record).every((name) => name in json)) continue;
		const others = Object.entries(json).filter(
			([name, value]) => JSON.stringify(value) !== JSON.stringify(record[name]),
		);
		const isNew = record === NEW_RECORDS[kind];
		const name = isNew ? `a new record in ${kind}` : `the record ${kind}/${String(record.id)}`;
		return others.length > 0 ? `${name} + ${JSON.stringify(Object.fromEntries(others))}` : name;
	}
	return JSON.stringify(json);
}

const NEW_RECORDS: Record<string, IDataObject> = { links: link({ alias: '' }) };

/** Without what differs from run to run: the address, the key, the time and what is left of a wait. */
function masked(text: string, baseUrl: string, key: string): string {
	const { host } = new URL(baseUrl);
	return text
		.replaceAll(host, '{host}')
		.replaceAll(key, '{key}')
		.replace(/2026-03-16T10:\d\d:\d\d(\.\d+)?Z/g, '{now}')
		.replace(/\b1(1\d|20) seconds/g, '120 seconds');
}
