import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { type Answer, answerFor, linkOf, useScripted } from '../engine/scripted.mjs';
import { skipWaits } from '../engine/waits.mjs';
import { readList } from '../list.mjs';

// The fault hits the first request; `faults.txt` says what it costs.

const { service, linkManager: run } = await useScripted();
skipWaits();

interface Fault extends Answer {
	/** The service does its work before it fails. */
	isDone?: boolean;
	/** Every request meets the fault. */
	isLasting?: boolean;
}

/** In the order of the columns of `faults.txt`. */
const OPERATIONS: IDataObject[] = [
	{ operation: 'get', linkId: '1' },
	{ operation: 'update', linkId: '1', updateFields: { disabled: 1 } },
	{ operation: 'delete', linkId: '1' },
	{ operation: 'create', url: 'https://a.example/', additionalFields: { alias: 'spring' } },
	{ operation: 'create', url: 'https://a.example/' },
];

/** Each run is of an account of its own, because the requests of one share what a 429 taught. */
let accounts = 0;

async function runThrough(fault: Fault, operation: IDataObject) {
	const links = [linkOf(1)];
	service.requests.length = 0;
	service.answers((request) => {
		if (service.requests.length > 1 && !fault.isLasting) return answerFor(links, request);
		if (fault.isDone) answerFor(links, request);
		return fault;
	});
	const options = { maxRetries: 1, maxWait: 5, timeout: 1 };
	const { records } = await run(
		{ resource: 'link', ...operation, options },
		{
			onError: 'continueRegularOutput',
			credentials: { ...service, apiKey: `key-${(accounts += 1)}` },
		},
	);
	const [{ details, id } = {}] = records;
	const ending = id === undefined ? (details as IDataObject).outcome : 'success';
	const made = links.filter((link) => link.id !== 1).length;
	const isCreate = operation.operation === 'create';
	return `${service.requests.length} ${String(ending)}${isCreate ? `, ${made} made` : ''}`;
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
