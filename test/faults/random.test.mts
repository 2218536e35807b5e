import fc from 'fast-check';
import { expect, test } from 'vitest';

import { useSandbox } from '../engine/sandbox.mjs';
import { skipWaits } from '../engine/waits.mjs';

// The same cases each time; others with SEED=random (test/engine/environment.mts).

const { link, holds, linkManager } = await useSandbox({ links: 1, schools: 1 });
skipWaits();

test('Create or Update never doubles a link, whatever is lost', async () => {
	const anyFault = fc.record({
		after: fc.nat(7),
		applied: fc.boolean(),
		status: fc.constantFrom(500, 502, 503, 422),
	});
	const aliases = ['spring', 'spring-sale', 'summer'];
	const url = (page: number) => `https://a.example/${page}`;
	const known = aliases.map((alias, index) => ({ alias, url: url(index) }));
	const anyRow = fc.record({
		alias: fc.constantFrom(...aliases),
		page: fc.nat(aliases.length - 1),
	});
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom<Array<'alias' | 'url'>>('alias', 'url'),
			fc.array(anyRow, { minLength: 1, maxLength: 4 }),
			fc.subarray(known),
			fc.array(anyFault, { maxLength: 3 }),
			fc.integer({ min: 1, max: 3 }),
			async (matchBy, rows, before, faults, tries) => {
				const byUrl = matchBy === 'url';
				link.reset();
				holds(before);
				for (const { applied, ...fault } of faults) {
					const isDone = applied && fault.status !== 422;
					link.fault({ kind: 'status', times: 1, ...fault, applied: isDone });
				}
				const { error, records } = await linkManager(
					{
						resource: 'link',
						operation: 'upsert',
						matchBy,
						domainId: '11',
						alias: byUrl ? '' : '={{ $json.alias }}',
						url: '=https://a.example/{{ $json.page }}',
						options: { maxRetries: 1, concurrency: 1 },
					},
					{ items: rows, tries },
				);
				const links = [...link.links.values()];
				const keys = links.map(({ [matchBy]: key }) => key);
				expect(keys).toEqual([...new Set(keys)]);
				// The service itself refuses an alias that another link has.
				const refused = link.requests.filter(({ status, fault }) => status === 422 && !fault);
				expect(refused).toEqual([]);
				if (error) return;
				expect(records.map(({ url: stored }) => stored)).toEqual(rows.map(({ page }) => url(page)));
				if (byUrl) return;
				expect(records.map(({ alias }) => alias)).toEqual(rows.map(({ alias }) => alias));
				for (const { alias, url: stored } of links) {
					const last = rows.findLast((row) => row.alias === alias);
					if (last) expect(stored).toBe(url(last.page));
				}
			},
		),
		{ numRuns: 120 },
	);
});
