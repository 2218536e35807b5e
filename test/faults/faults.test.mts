import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import type { Fault } from '../../sandbox/services/start.mjs';
import { useSandbox } from '../engine/sandbox.mjs';
import { skipWaits } from '../engine/waits.mjs';
import { readList } from '../list.mjs';

// The fault hits the first request; `faults.txt` says what it costs.

const { link, linkManager: run } = await useSandbox({ links: 1, schools: 1 });
skipWaits();

/** In the order of the columns of `faults.txt`. */
const OPERATIONS: IDataObject[] = [
	{ operation: 'get', linkId: '1001' },
	{ operation: 'update', linkId: '1001', updateFields: { disabled: 1 } },
	{ operation: 'delete', linkId: '1001' },
	{ operation: 'create', url: 'https://a.example/', additionalFields: { alias: 'spring' } },
	{ operation: 'create', url: 'https://a.example/' },
];

/** Each run is of an account of its own, because the requests of one share what a 429 taught. */
let accounts = 0;

async function runThrough(fault: Fault, operation: IDataObject) {
	link.reset();
	link.fault({ times: 1, ...fault });
	const options = { maxRetries: 1, maxWait: 5, timeout: 1 };
	const { records } = await run(
		{ resource: 'link', domainId: '11', ...operation, options },
		{
			onError: 'continueRegularOutput',
			credentials: { ...link, apiKey: `${link.apiKey}#${(accounts += 1)}` },
		},
	);
	const [{ details, id } = {}] = records;
	const ending = id === undefined ? (details as IDataObject).outcome : 'success';
	const made = link.ledger.filter(({ action }) => action === 'created').length;
	const isCreate = operation.operation === 'create';
	return `${link.requests.length} ${String(ending)}${isCreate ? `, ${made} made` : ''}`;
}

const columns = ['name', 'fault', 'read', 'update', 'deletion', 'alias', 'none'] as const;

test.each(readList(import.meta.dirname, 'faults.txt', columns))(
	'$name: what a read, an update, a deletion and creates with and without an alias come to',
	async ({ fault, read, update, deletion, alias, none }) => {
		const ends: string[] = [];
		const answer = JSON.parse(fault) as Fault;
		for (const operation of OPERATIONS) ends.push(await runThrough(answer, operation));
		expect(ends).toEqual([read, update, deletion, alias, none]);
	},
);
