import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../../nodes/shared/values.js';
import type { LedgerEntry, RecordedRequest } from '../../sandbox/services/start.mjs';
import { credentialsOf, everythingShown } from '../engine/sandbox.mjs';
import { runNode, type NodeResult } from '../engine/harness.mjs';
import { FAULT_KINDS, type FaultKind, MAX_RETRIES } from './faultKinds.mjs';
import { allColumns, type Column, PASSWORDS } from './operations.mjs';
import { type Expectation, expectationOf } from './rules.mjs';
import { startWorld, type World } from './world.mjs';

/** What was measured for one operation and one fault. */
export interface Cell {
	column: Column;
	kind: FaultKind;
	expected: Expectation;
	/** Calls of the whole run, and of the run without the fault. */
	calls: number;
	callsWithoutFault: number;
	/** Where the run was not as expected; empty when all is well. */
	problems: string[];
}

/** The columns, for tests that are declared before anything is measured: without samples. */
export const COLUMNS: readonly Column[] = allColumns({
	schools: [],
	postalCodes: [],
	codes: [],
	universities: [],
	inGauteng: 0,
});
export const COLUMN_NAMES = COLUMNS.map(({ name }) => name);

/** How many worlds share the faults of a column: most of the time goes into waiting. */
const WORLDS = 2;

/** Measures one column: every fault, and in each world first a run without one. */
export async function measureColumn(name: string): Promise<Cell[]> {
	const shares = Array.from({ length: WORLDS }, (_, world) =>
		FAULT_KINDS.filter((_kind, index) => index % WORLDS === world),
	);
	const cells = (await Promise.all(shares.map((kinds) => measureFaults(name, kinds)))).flat();
	return FAULT_KINDS.flatMap((kind) => cells.filter((cell) => cell.kind === kind));
}

async function measureFaults(name: string, kinds: readonly FaultKind[]): Promise<Cell[]> {
	const world = await startWorld();
	try {
		const column = allColumns(world.samples).find((one) => one.name === name);
		if (!column) throw new Error(`There is no column ${name}`);
		const plain = await measure(column, world);
		const cells: Cell[] = [];
		for (const kind of kinds) {
			const expected = expectationOf(column.callClass, kind, column.gone !== undefined);
			const faulty = await measure(column, world, kind);
			cells.push({
				column,
				kind,
				expected,
				calls: faulty.requests.length,
				callsWithoutFault: plain.requests.length,
				problems: [
					...problemsOfCalls(column, kind, expected, plain, faulty),
					...problemsOfChanges(column, expected, faulty),
					...problemsOfOutput(column, kind, expected, plain, faulty),
					...problemsOfSecrecy(faulty),
				],
			});
		}
		return cells;
	} finally {
		await world.stop();
	}
}

interface Measured {
	result: NodeResult;
	apiKey: string;
	requests: RecordedRequest[];
	ledger: LedgerEntry[];
}

/** One run on fresh data; strictly one request after another, so that the fault hits a known item. */
async function measure(column: Column, world: World, kind?: FaultKind): Promise<Measured> {
	const service = column.node === 'linkManager' ? world.link : world.data;
	world.reset();
	const { method, path, after = 1, callClass } = column;
	if (kind) {
		const times = kind.lasting && !/Blind|Findable/.test(callClass) ? MAX_RETRIES + 1 : 1;
		service.fault({ ...kind.fault, times, method, path, after });
	}
	const options = {
		...(column.parameters.options as IDataObject | undefined),
		concurrency: 1,
		maxRetries: MAX_RETRIES,
		maxWait: 20,
		timeout: 20,
		...kind?.options,
	};
	const result = await runNode({
		node: column.node,
		parameters: { ...column.parameters, options },
		credentials: credentialsOf(service),
		items: column.items,
		onError: 'continueRegularOutput',
	});
	const { requests, apiKey } = service;
	const timely = requests.filter((_, index) => !isSecondLook(column, requests, index));
	return { result, apiKey, requests: timely, ledger: [...world.link.ledger] };
}

/** Whether Clean Up reads a link before it changes it, which it does where waiting took ten seconds. */
function isSecondLook(
	{ failsIn, method }: Column,
	requests: readonly RecordedRequest[],
	index: number,
): boolean {
	const [first, one, next] = [requests[0], requests[index], requests[index + 1]];
	if (failsIn !== 'cleanUp' || !first || !one || one.at - first.at < 5_000) return false;
	return one.method === 'GET' && next?.method === method && next.path === one.path;
}

function problemsOfCalls(
	column: Column,
	kind: FaultKind,
	expected: Expectation,
	plain: Measured,
	faulty: Measured,
): string[] {
	const hits = faulty.requests.filter(({ fault }) => fault === kind.fault.kind).length;
	if (hits === 0) return ['the fault hit no call'];
	const proof = expected.sent > 1 && expected.lookUps > 0 ? (column.proof ?? 0) : 0;
	const more = expected.sent - 1 + expected.lookUps + proof;
	const further = kind.reaction === 'unfiltered' && column.readsOn ? 1 : 0;
	const fewer = expected.outcome === 'success' ? 0 : (column.callsAfter ?? 0);
	const calls = expected.stops
		? positionOfHit(column, plain.requests)
		: plain.requests.length + more + further - fewer;
	return calls === faulty.requests.length
		? []
		: [`${faulty.requests.length} calls instead of ${calls}`];
}

/** Which call of the run is the one that the fault hits, counted from 1. */
function positionOfHit({ method, path, after = 1 }: Column, requests: RecordedRequest[]): number {
	const matching = requests.filter(
		(request) => request.method === method && new RegExp(path).test(request.path),
	);
	const hit = matching[after];
	if (!hit) throw new Error('The run makes too few calls for the fault to hit one');
	return requests.indexOf(hit) + 1;
}

/** No change doubled, none lost, none made that the output does not know of. */
function problemsOfChanges(
	{ changes, callClass, after = 1, hitChange = after }: Column,
	expected: Expectation,
	{ ledger }: Measured,
): string[] {
	const { action, keys } = changes ?? { action: 'created', keys: [] };
	const times = (index: number): number => {
		if (index < hitChange) return 1;
		if (expected.stops) return 0;
		if (index > hitChange) return 1;
		if (callClass !== 'read') return expected.made;
		return expected.outcome === 'success' ? 1 : 0;
	};
	const found = ledger.map((entry) => `${entry.action} ${keyOf(entry, keys)}`);
	const wanted = keys.flatMap((key, index) =>
		Array.from({ length: times(index) }, () => `${action} ${key}`),
	);
	return found.join() === wanted.join()
		? []
		: [`the service noted [${found.join()}] instead of [${wanted.join()}]`];
}

function keyOf(entry: LedgerEntry, keys: readonly string[]): string {
	const after = (entry.after ?? {}) as IDataObject;
	const known = [entry.id, after.alias, after.url, after.name].map(String);
	return known.find((key) => keys.includes(key)) ?? String(entry.id);
}

function problemsOfOutput(
	column: Column,
	kind: FaultKind,
	expected: Expectation,
	plain: Measured,
	faulty: Measured,
): string[] {
	const { hitItem = 1, after = 1, failsIn = 'item' } = column;
	const { error, status } = faulty.result;
	if (error) return [`the run stopped: ${error.message}`];
	if (status !== 'success') return [`the run ended as ${status}`];
	const isHit = (index: number) =>
		expected.outcome !== 'success' && (expected.stops ? index >= hitItem : index === hitItem);
	return column.items.flatMap((_, index) => {
		const wanted = outputOf(plain.result, index);
		const found = outputOf(faulty.result, index);
		if (index === hitItem && kind.fault.status === 404 && column.gone instanceof RegExp) {
			const shown = JSON.stringify(found.map(({ json }) => json));
			return column.gone.test(shown) ? [] : [`item ${index} came out as ${shown}`];
		}
		if (index === hitItem && kind.reaction === 'unfiltered' && column.passesStrays) {
			const hints = faulty.result.hints.filter(({ message }) =>
				/may ignore this filter/.test(message),
			);
			return found.length > wanted.length && hints.length === 1
				? []
				: [`${found.length} records came out, with the hints ${JSON.stringify(hints)}`];
		}
		if (!isHit(index)) return problemsOfEquality(column, index, wanted, found);
		// A comparison of which every part fails has nothing to show but the error.
		const isAllLost = failsIn === 'comparison' && index > hitItem;
		if (failsIn === 'item' || isAllLost) return problemsOfErrorItem(kind, expected, index, found);
		const firstHit = failsIn === 'cleanUp' ? after : 0;
		return problemsOfRows(column, kind, expected, wanted, found, firstHit);
	});
}

function outputOf({ items }: NodeResult, index: number): INodeExecutionData[] {
	return items.filter(({ pairedItem }) =>
		typeof pairedItem === 'object' && !Array.isArray(pairedItem)
			? pairedItem.item === index
			: false,
	);
}

/** What differs from run to run even without a fault. */
const VOLATILE = ['id', 'created_at', 'updated_at'];

/** Without an alias of its own, a link is named after its id. */
const NAMED_BY_ID = ['alias', 'short_url'];

function problemsOfEquality(
	{ callClass, parameters }: Column,
	index: number,
	wanted: INodeExecutionData[],
	found: INodeExecutionData[],
): string[] {
	const ownNames = callClass !== 'createBlind' && parameters.matchBy !== 'url';
	const ignored = ownNames ? VOLATILE : [...VOLATILE, ...NAMED_BY_ID];
	const only =
		callClass === 'delete' && parameters.operation === 'delete' ? ['deleted'] : undefined;
	const print = (items: INodeExecutionData[]) =>
		JSON.stringify(
			items.map(({ json: { cleanUp, ...json } }) => [
				...Object.entries(json).filter(
					([name]) => !ignored.includes(name) && (only === undefined || only.includes(name)),
				),
				isObject(cleanUp) ? cleanUp.action : '',
			]),
		);
	return print(wanted) === print(found)
		? []
		: [`item ${index} came out as ${print(found)} instead of ${print(wanted)}`];
}

function problemsOfErrorItem(
	kind: FaultKind,
	expected: Expectation,
	index: number,
	found: INodeExecutionData[],
): string[] {
	const [item, ...more] = found;
	if (!item || more.length > 0) return [`item ${index} came out as ${found.length} items`];
	const { error, message, ...others } = item.json;
	if (typeof error !== 'string') return [`item ${index} has no error`];
	const problems: string[] = [];
	if (!error.endsWith(`[item ${index}]`)) problems.push(`"${error}" does not end in its item`);
	if (Object.keys(others).length > 0) problems.push('the error item has further fields');
	if (typeof message !== 'string') problems.push(`"${error}" does not say what to check`);
	return [...problems, ...problemsOfText(kind, expected, `${error} ${String(message)}`)];
}

function problemsOfText(kind: FaultKind, expected: Expectation, text: string): string[] {
	const problems: string[] = [];
	if (!kind.text.test(text)) problems.push(`"${text}" does not say ${kind.text}`);
	const unsure = /not known whether|may have been made/.test(text);
	if (unsure !== (expected.outcome === 'unknown')) {
		problems.push(`"${text}" ${unsure ? 'says' : 'does not say'} that the outcome is unknown`);
	}
	const again = kind.lasting && !/not known whether .+ was created/.test(text);
	if (again && !text.includes(`after ${MAX_RETRIES + 1} tries`)) {
		problems.push(`"${text}" does not say how often it was tried`);
	}
	if (/undefined|NaN|\[object|TypeError|\bat .+:\d+:\d+/.test(text)) {
		problems.push(`"${text}" is no text for people`);
	}
	return problems;
}

/** A failure that is one row's: the others of the item are as they would have been. */
function problemsOfRows(
	column: Column,
	kind: FaultKind,
	expected: Expectation,
	wanted: INodeExecutionData[],
	found: INodeExecutionData[],
	firstHit: number,
): string[] {
	if (wanted.length !== found.length) return [`${found.length} rows instead of ${wanted.length}`];
	const failed = found.filter((item) => failureIn(item) !== undefined);
	const count = expected.stops ? failed.length : 1;
	if (failed.length !== count || count === 0) return [`${failed.length} rows failed`];
	const rest = found.filter((item) => failureIn(item) === undefined);
	const names = new Set(rest.map(identityOf));
	const others = wanted.filter((item) => names.has(identityOf(item)));
	const problems = problemsOfEquality(column, column.hitItem ?? 1, others, rest);
	const isCleanUp = column.failsIn === 'cleanUp';
	if (isCleanUp) {
		const keys = column.changes?.keys.slice(firstHit, expected.stops ? undefined : firstHit + 1);
		const ids = failed.map(({ json }) => String(json.id));
		if (ids.join() !== keys?.join()) problems.push(`${ids.join()} failed, not ${keys?.join()}`);
	}
	const rowKind = isCleanUp ? kind : { ...kind, text: shortened(kind.text) };
	const outcome = isCleanUp ? expected : { ...expected, outcome: 'error' as const };
	return [
		...problems,
		...failed.flatMap((item) => problemsOfText(rowKind, outcome, failureIn(item) ?? '')),
	];
}

/** A row of a comparison has one line for its failure and no room for advice. */
function shortened(text: RegExp): RegExp {
	return text.source.includes('Max Wait')
		? /asked to wait .+ seconds before .+ \(HTTP 429\)/
		: text;
}

function failureIn({ json }: INodeExecutionData): string | undefined {
	if (typeof json.error === 'string') return json.error;
	const outcome = json.cleanUp as { action: string; reason: string } | undefined;
	return outcome?.action === 'failed' ? outcome.reason : undefined;
}

function identityOf({ json }: INodeExecutionData): string {
	return String(json.university_id ?? json.id);
}

function problemsOfSecrecy({ apiKey, result }: Measured): string[] {
	const shown = everythingShown(result);
	return [apiKey, ...PASSWORDS]
		.flatMap(writtenForms)
		.filter((form) => shown.includes(form))
		.map((form) => `the output shows ${form}`);
}

/** A secret as it is and as it looks in an address, a form, in JSON, and in JSON within JSON. */
function writtenForms(secret: string): string[] {
	const json = (text: string) => JSON.stringify(text).slice(1, -1);
	const form = new URLSearchParams({ '': secret }).toString().slice(1);
	return [secret, encodeURIComponent(secret), form, json(secret), json(json(secret))];
}
