import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { type Answer, answerFor, linkOf, useScripted } from '../engine/scripted.mjs';
import { skipWaits } from '../engine/waits.mjs';

/*
 * What a fault costs, by class of operation: the requests sent, how the item ends ("success" or the
 * outcome of its error) and, for a create, the links made. The fault hits the first request.
 */

const { service, linkManager: run } = await useScripted();
skipWaits();

interface Fault extends Answer {
	/** The service does its work before it fails. */
	isDone?: boolean;
	/** Every request meets the fault. */
	isLasting?: boolean;
}

/** In the order of the columns below. */
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

const HTML = '<!DOCTYPE html><html><title>Welcome</title></html>';
const JSON_TYPE = { 'content-type': 'application/json' };

const lost = ['2 success', '2 success', '2 success', '3 success, 1 made', '1 unknown, 0 made'];
const answerLost = [
	'2 success',
	'2 success',
	'2 success',
	'2 success, 1 made',
	'1 unknown, 1 made',
];
const refused = ['1 refused', '1 refused', '1 refused', '1 refused, 0 made', '1 refused, 0 made'];
const noAnswer = ['1 unknown', '1 unknown', '1 unknown', '3 success, 1 made', '1 unknown, 0 made'];

test.each<[string, Fault, string[]]>([
	['HTTP 502', { status: 502 }, lost],
	['HTTP 520 by a web page', { status: 520, body: HTML }, lost],
	['a reset connection', { isReset: true }, lost],
	['HTTP 502 after the work', { status: 502, isDone: true }, answerLost],
	['a reset connection after the work', { isReset: true, isDone: true }, answerLost],
	['a timeout after the work', { delay: Infinity, isDone: true }, answerLost],
	['HTTP 301', { status: 301, headers: { location: 'https://b.example/' } }, refused],
	['HTTP 422', { status: 422, body: { message: { alias: ['Too short.'] } } }, refused],
	['a web page with HTTP 200', { body: HTML }, noAnswer],
	['half a JSON text', { body: '{"data":', headers: JSON_TYPE }, noAnswer],
	['"success": false with HTTP 200', { body: { success: false } }, noAnswer],
	[
		'HTTP 500',
		{ status: 500 },
		['2 success', '1 unknown', '1 unknown', '3 success, 1 made', '1 unknown, 0 made'],
	],
	[
		'HTTP 500 after the work',
		{ status: 500, isDone: true },
		['2 success', '1 unknown', '1 unknown', '2 success, 1 made', '1 unknown, 1 made'],
	],
	[
		'an empty response after the work',
		{ body: '', isDone: true },
		['1 unknown', '2 success', '1 success', '2 success, 1 made', '1 unknown, 1 made'],
	],
	[
		'JSON without a record after the work',
		{ body: { data: {} }, isDone: true },
		['1 unknown', '2 success', '1 success', '2 success, 1 made', '1 unknown, 1 made'],
	],
	[
		'HTTP 429 that asks for a second',
		{ status: 429, headers: { 'retry-after': '1' } },
		['2 success', '2 success', '2 success', '2 success, 1 made', '2 success, 1 made'],
	],
	[
		'HTTP 429 that asks for more than Max Wait',
		{ status: 429, headers: { 'retry-after': '60' } },
		['1 notSent', '1 notSent', '1 notSent', '1 notSent, 0 made', '1 notSent, 0 made'],
	],
	[
		'HTTP 503 that lasts',
		{ status: 503, isLasting: true },
		['2 unknown', '2 unknown', '2 unknown', '3 unknown, 0 made', '1 unknown, 0 made'],
	],
])(
	'%s: what a read, an update, a deletion and creates with and without an alias come to',
	async (_fault, fault, expected) => {
		const ends: string[] = [];
		for (const operation of OPERATIONS) ends.push(await runThrough(fault, operation));
		expect(ends).toEqual(expected);
	},
);
