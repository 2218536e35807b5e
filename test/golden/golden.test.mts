import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { FILES } from './cases.mjs';
import { NOW } from './data.mjs';
import { ORDINARY } from './ordinary.mjs';
import { outputOf, recordOf } from './record.mjs';
import { startService, stopService } from './service.mjs';

/**
 * What every operation and every event does, on n8n's engine and over HTTP. A difference is either a
 * regression or explained in the commit that runs this with GOLDEN=write.
 */
let baseUrl: string;

beforeAll(async () => {
	// Moves on, since the nodes measure their waits by it.
	vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW), shouldAdvanceTime: true });
	baseUrl = await startService();
});

afterAll(() => {
	vi.useRealTimers();
	stopService();
});

test.concurrent.each(FILES)('$name does what is on record', async ({ name, node, cases }) => {
	const texts = await Promise.all(cases.map((one) => recordOf(node, baseUrl, one)));
	compare(name, texts.join('\n\n'));
});

test.concurrent('ordinary rows are read as is on record', async () => {
	const texts = ORDINARY.map((one) => outputOf('referenceData', baseUrl, one));
	compare('ordinary', (await Promise.all(texts)).join('\n\n'));
});

/** Compares the parts of a record, so that only the parts that differ are printed. */
function compare(name: string, text: string): void {
	const file = new URL(`${name}.golden.txt`, import.meta.url);
	if (process.env.GOLDEN === 'write') writeFileSync(file, `${text}\n`);
	const found = text.split('\n\n');
	const recorded = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n\n') : [];
	const differing = (parts: string[], others: string[]) =>
		parts.filter((part) => !others.includes(part)).join('\n\n');
	expect(differing(found, recorded)).toBe(differing(recorded, found));
}
