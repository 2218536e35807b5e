import { beforeAll, describe, expect, it } from 'vitest';

import { ENDPOINTS } from '../contract/endpoints.mjs';
import { type Cell, COLUMN_NAMES, COLUMNS, measureColumn } from './cell.mjs';
import { FAULT_KINDS } from './faultKinds.mjs';
import { measuredPart, pageWith, readPage, writePage } from './report.mjs';

let columns: Cell[][] = [];

/** Most of the time goes into waiting, so all columns are measured at once, each on its own services. */
beforeAll(async () => {
	columns = await Promise.all(COLUMN_NAMES.map(measureColumn));
}, 300_000);

describe('every fault, on', () => {
	it.each(COLUMN_NAMES)('%s', (name) => {
		const cells = columns[COLUMN_NAMES.indexOf(name)] ?? [];
		expect(cells).toHaveLength(FAULT_KINDS.length);
		const problems = cells.flatMap((cell) =>
			cell.problems.map((problem) => `${cell.kind.name}: ${problem}`),
		);
		expect(problems).toEqual([]);
	});
});

it('hits every endpoint of the contract', () => {
	const unhit = Object.keys(ENDPOINTS).filter((name) => {
		const [method, path = ''] = name.split(' ');
		const call = path.replace(/\{\w+\}/, '1');
		return !COLUMNS.some((one) => one.method === method && new RegExp(one.path).test(call));
	});
	expect(unhit).toEqual([]);
});

it('is what docs/reliability.md says', async () => {
	expect(columns.flat().flatMap(({ problems }) => problems)).toEqual([]);
	const part = measuredPart(columns);
	const page = await pageWith(part);
	if (process.env.RELIABILITY_PAGE === 'write') {
		console.log(part);
		await writePage(page);
	}
	expect(await readPage()).toBe(page);
});
