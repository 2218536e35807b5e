import { expect, test, vi } from 'vitest';

import { systemClock } from '../../nodes/shared/clock.js';
import { records, useSandbox } from '../engine/sandbox.mjs';
import type { Bench } from './bench.mjs';
import { tryCleanUps } from './cleanUpLedger.mjs';
import { tryKeys } from './keyLedger.mjs';

const { link, linkManager } = await useSandbox({ links: 1 });

/** The clock jumps once the list is asked for. It never goes back, since accounts remember times by it. */
let [isSlow, passed] = [false, 0];
vi.spyOn(systemClock, 'now').mockImplementation(() => {
	if (isSlow && link.requests.length > 0) [isSlow, passed] = [false, passed + 11_000];
	return Date.now() + passed;
});

const engine: Bench = {
	link,
	setSlow: (slow) => void (isSlow = slow),
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
