import type { INodeParameters } from 'n8n-workflow';
import { afterAll, expect, test } from 'vitest';

import { credentialTypes } from '../../sandbox/n8n/workflow.mjs';
import { startServices } from '../../sandbox/services/start.mjs';
import type { Bench } from '../faults/bench.mjs';
import { tryCleanUps } from '../faults/cleanUpLedger.mjs';
import { tryKeys } from '../faults/keyLedger.mjs';
import { seed } from '../seed.mjs';
import { client, runNode } from './harness.mjs';

/** How many random cases each of the two tries, divided among the lanes. */
const RUNS = Number(process.env.LEDGER_RUNS ?? 30);
/** Each with a service of its own, so that n8n always has something to do. */
const LANES = 3;

const lanes = await Promise.all(Array.from({ length: LANES }, openLane));
afterAll(async () => {
	await Promise.all(lanes.map(async ({ stop }) => await stop()));
});

async function openLane(): Promise<Bench & { stop(): Promise<void> }> {
	const { link, stop } = await startServices({ links: 1, schools: 1 });
	const { baseUrl, apiKey } = link;
	const credential = await client.createCredential(baseUrl, credentialTypes.linkManager, {
		baseUrl,
		apiKey,
	});
	return {
		link,
		stop,
		async linkManager(parameters, given) {
			const { outputs, error } = await runNode('linkManager', {
				parameters: parameters as INodeParameters,
				credential,
				...given,
			});
			return { records: (outputs[0] ?? []).map(({ json }) => json), error };
		},
	};
}

/** The sum of what all lanes changed. */
async function inLanes(
	attempt: (bench: Bench, runs: number, from: number) => Promise<number>,
): Promise<number> {
	const changes = await Promise.all(
		lanes.map(async (lane, index) => await attempt(lane, Math.ceil(RUNS / LANES), seed + index)),
	);
	return changes.reduce((sum, one) => sum + one, 0);
}

test('Clean Up changes no link that does not show, by its own record, that it meets everything asked for', async () => {
	expect(await inLanes(tryCleanUps)).toBeGreaterThan(RUNS / 10);
}, 3_600_000);

test('Create or Update leaves one record for each key, however it is spelt and whatever fails', async () => {
	expect(await inLanes(tryKeys)).toBeGreaterThan(RUNS);
}, 3_600_000);
