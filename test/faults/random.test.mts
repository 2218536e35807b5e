import fc from 'fast-check';
import { expect, test } from 'vitest';

import { answerFor, linkOf, useScripted } from '../engine/scripted.mjs';
import { skipWaits } from '../engine/waits.mjs';

// The same cases each time; others with SEED=random (test/engine/environment.mts).

const { service, linkManager } = await useScripted();
skipWaits();

test('Create or Update never doubles a link, whatever is lost', async () => {
	const anyFault = fc.record({
		at: fc.integer({ min: 1, max: 8 }),
		isDone: fc.boolean(),
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
				const links = before.map((fields, index) => linkOf(index + 1, fields));
				service.requests.length = 0;
				service.answers((request) => {
					// The service refuses no second link.
					const answer = () => answerFor(links, request, { takesDoubles: true });
					const fault = faults.find(({ at }) => at === service.requests.length);
					if (!fault) return answer();
					if (fault.isDone && fault.status !== 422) answer();
					return { status: fault.status, body: { message: 'No.' } };
				});
				const { error, records } = await linkManager(
					{
						resource: 'link',
						operation: 'upsert',
						matchBy,
						domainId: '',
						alias: byUrl ? '' : '={{ $json.alias }}',
						url: '=https://a.example/{{ $json.page }}',
						options: { maxRetries: 1, concurrency: 1 },
					},
					{ items: rows, tries },
				);
				const keys = links.map(({ [matchBy]: key }) => key);
				expect(keys).toEqual([...new Set(keys)]);
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
