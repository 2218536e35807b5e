import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { afterAll, describe, expect, it } from 'vitest';

import { link } from '../../nodes/LinkManager/link/index.js';
import { pixel } from '../../nodes/LinkManager/pixel/index.js';
import { admissionPointScore } from '../../nodes/ReferenceData/admissionPointScore/index.js';
import { highSchool } from '../../nodes/ReferenceData/highSchool/index.js';
import { postalCode } from '../../nodes/ReferenceData/postalCode/index.js';
import { university } from '../../nodes/ReferenceData/university/index.js';
import type { Operation, Resource } from '../../nodes/shared/node/operation.js';
import { credentialsOf } from '../engine/sandbox.mjs';
import { type NodeName, type NodeResult, runNode } from '../engine/harness.mjs';
import { arbitraryItem, byExpression, samplesOf } from './arbitraryParameters.mjs';
import { contractProblems } from './contract.mjs';
import { startWorld } from './world.mjs';

const SEED = 20_261_120;
const CASES = 10_000;
/** Items of one execution; the services go back to their start after each. */
const BATCH = 70;
/** Failing items of a batch that are run again on their own, to see the error that they stop with. */
const STOPPED = 2;

const NODES: ReadonlyArray<{ node: NodeName; resource: Resource }> = [
	...[link, pixel].map((resource) => ({ node: 'linkManager' as const, resource })),
	...[admissionPointScore, highSchool, postalCode, university].map((resource) => ({
		node: 'referenceData' as const,
		resource,
	})),
];
const OPERATIONS = NODES.flatMap(({ node, resource }) =>
	resource.operations.map((operation) => ({
		name: `${resource.option.value}: ${operation.option.value}`,
		node,
		resource,
		operation,
	})),
);
const BATCHES = Math.ceil(CASES / OPERATIONS.length / BATCH);

const world = await startWorld({ universities: 4 });
afterAll(world.stop);

let cases = 0;
let refused = 0;
let requests = 0;

describe('random parameters', () => {
	it.each(OPERATIONS)('$name', async ({ node, resource, operation }) => {
		const service = node === 'linkManager' ? world.link : world.data;
		const base = { resource: resource.option.value, operation: operation.option.value };
		const { parameters, items } = randomItems(operation);
		const problems: string[] = [];
		for (let from = 0; from < items.length; from += BATCH) {
			const batch = items.slice(from, from + BATCH);
			const run = async (some: IDataObject[], onError?: 'continueRegularOutput') =>
				await runNode({
					node,
					parameters: { ...base, ...parameters },
					credentials: credentialsOf(service),
					items: some,
					onError,
				});
			world.reset();
			const result = await run(batch, 'continueRegularOutput');
			const failed = failures(result);
			problems.push(
				...service.requests.flatMap((request) => contractProblems(node, request)),
				...problemsOfRun(result, batch.length),
				...failed.flatMap(({ text, index }) => problemsOfText(text, index)),
			);
			cases += batch.length;
			refused += failed.length;
			requests += service.requests.length;
			for (const { index } of failed.slice(0, STOPPED)) {
				problems.push(...problemsOfStop(await run([batch[index] ?? {}])));
			}
		}
		expect([...new Set(problems)].slice(0, 20)).toEqual([]);
	});

	it('were many, of which some were refused and many were not', () => {
		console.log(`${cases} items: ${refused} ended in an error, ${requests} requests were sent`);
		expect(cases).toBeGreaterThanOrEqual(CASES);
		expect(refused).toBeGreaterThan(CASES / 10);
		expect(refused).toBeLessThan((CASES * 9) / 10);
		expect(requests).toBeGreaterThan(CASES / 2);
	});
});

function randomItems({ properties }: Operation): { parameters: IDataObject; items: IDataObject[] } {
	const { parameters, fields } = byExpression(properties);
	const arbitrary = arbitraryItem(fields, samplesOf(world.samples));
	return { parameters, items: fc.sample(arbitrary, { numRuns: BATCHES * BATCH, seed: SEED }) };
}

function failures({ items }: NodeResult): Array<{ index: number; text: string }> {
	return items.flatMap(({ json: { error, message }, pairedItem }) => {
		const index = typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : -1;
		const ofItem = typeof error === 'string' && error.endsWith(`[item ${index}]`);
		return ofItem ? [{ index, text: `${error} ${String(message ?? '')}` }] : [];
	});
}

function problemsOfRun({ error, status, items }: NodeResult, count: number): string[] {
	if (error) return [`the run stopped: ${error.message}`];
	if (status !== 'success') return [`the run ended as ${status}`];
	const lost = items.filter(
		({ pairedItem }) =>
			typeof pairedItem !== 'object' || !('item' in pairedItem) || pairedItem.item >= count,
	);
	return lost.length > 0 ? ['an output item belongs to no input item'] : [];
}

/** What an error looks like that nobody wrote for people; what it quotes of the input does not count. */
function problemsOfText(text: string, index: number): string[] {
	const own = text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
	const accident =
		/undefined|\[object |Cannot (read|convert|destructure|set)|is not (a function|iterable|a constructor|defined)|Error:|Unexpected (token|end)|Maximum call|Invalid (time|array|string)|\bat .+:\d+:\d+/;
	const problems: string[] = [];
	if (accident.test(own)) problems.push(`item ${index}: ${text}`);
	if (own.trim().length < 20) problems.push(`item ${index} says too little: ${text}`);
	return problems;
}

function problemsOfStop({ error }: NodeResult): string[] {
	const known = error?.name === 'NodeOperationError' || error?.name === 'NodeApiError';
	if (known && error?.context?.itemIndex === 0) return [];
	return [`stopped with ${error?.name}: ${error?.message}, item ${error?.context?.itemIndex}`];
}
