import { expect, test } from 'vitest';

import { records, useSandbox } from '../engine/sandbox.mjs';
import type { Bench } from './bench.mjs';
import { tryCleanUps } from './cleanUpLedger.mjs';
import { tryKeys } from './keyLedger.mjs';

const { link, linkManager } = await useSandbox({ links: 1 });
const engine: Bench = {
	link,
	async linkManager(parameters, given) {
		const result = await linkManager(parameters, given);
		return { records: records(result), error: result.error };
	},
};

/** How many random cases each of the two tries. */
const RUNS = Number(process.env.LEDGER_RUNS ?? 60);

test('Clean Up changes no link that does not show, by its own record, that it meets everything asked for', async () => {
	expect(await tryCleanUps(engine, RUNS)).toBeGreaterThan(RUNS / 10);
}, 600_000);

test('Create or Update leaves one record for each key, however it is spelt and whatever fails', async () => {
	expect(await tryKeys(engine, RUNS)).toBeGreaterThan(RUNS);
}, 1_800_000);
