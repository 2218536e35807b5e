import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import type { Fault } from '../../sandbox/services/start.mjs';
import { requests } from '../engine/least.mjs';
import { useSandbox } from '../engine/sandbox.mjs';
import { skipWaits } from '../engine/waits.mjs';
import { readList } from '../list.mjs';

const { link, holds, linkManager: run } = await useSandbox({ links: 1, schools: 1 });
skipWaits();

/** In the order of the columns in `faults.txt`. */
const OPERATIONS: IDataObject[] = [
	{ operation: 'get', linkId: '1001' },
	{ operation: 'update', linkId: '1001', updateFields: { disabled: 1 } },
	{ operation: 'delete', linkId: '1001' },
	{ operation: 'create', url: 'https://a.example/', additionalFields: { alias: 'spring' } },
	{ operation: 'create', url: 'https://a.example/' },
];

async function runThrough(fault: Fault, operation: IDataObject) {
	link.reset();
	link.fault({ times: 1, ...fault });
	const options = requests({ maxRetries: 1, maxWait: 5, timeout: 1 });
	const { records } = await run(
		{ resource: 'link', domainId: '11', ...operation, options },
		{ onError: 'continueRegularOutput' },
	);
	const [{ details, id } = {}] = records;
	const ending = id === undefined ? (details as IDataObject).outcome : 'success';
	const made = link.ledger.filter(({ action }) => action === 'created').length;
	const isCreate = operation.operation === 'create';
	return `${link.requests.length} ${String(ending)}${isCreate ? `, ${made} made` : ''}`;
}

// The fault affects the first request. `faults.txt` has the results.
const columns = ['name', 'fault', 'read', 'update', 'deletion', 'alias', 'none'] as const;

test.each(readList(import.meta.dirname, 'faults.txt', columns))(
	'$name: requests and outcome of a read, an update, a deletion, and a create with and without an alias',
	async ({ fault, read, update, deletion, alias, none }) => {
		const ends: string[] = [];
		const answer = JSON.parse(fault) as Fault;
		for (const operation of OPERATIONS) ends.push(await runThrough(answer, operation));
		expect(ends).toEqual([read, update, deletion, alias, none]);
	},
);

// The same cases in each run. SEED=random chooses others (test/engine/environment.mts).
test('Create or Update never creates a link twice, whichever responses are lost', async () => {
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
				const { error, records } = await run(
					{
						resource: 'link',
						operation: 'upsert',
						matchBy,
						domainId: '11',
						alias: byUrl ? '' : '={{ $json.alias }}',
						url: '=https://a.example/{{ $json.page }}',
						options: requests({ maxRetries: 1, concurrency: 1 }),
					},
					{ items: rows, tries },
				);
				const links = [...link.links.values()];
				const keys = links.map(({ [matchBy]: key }) => key);
				expect(keys).toEqual([...new Set(keys)]);
				// The service rejects an alias that another link has.
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
