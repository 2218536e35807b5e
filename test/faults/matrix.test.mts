import { beforeAll, describe, expect, it } from 'vitest';

import { type Cell, COLUMN_NAMES, measureColumn } from './cell.mjs';
import { FAULT_KINDS } from './faultKinds.mjs';

const measured = new Map<string, Cell[]>();

/** Most of the time goes into waiting, so all columns are measured at once, each on its own services. */
beforeAll(async () => {
	const columns = await Promise.all(COLUMN_NAMES.map(measureColumn));
	columns.forEach((cells, index) => measured.set(COLUMN_NAMES[index] ?? '', cells));
}, 300_000);

describe('every fault, on', () => {
	it.each(COLUMN_NAMES)('%s', (name) => {
		const cells = measured.get(name) ?? [];
		expect(cells).toHaveLength(FAULT_KINDS.length);
		const problems = cells.flatMap((cell) =>
			cell.problems.map((problem) => `${cell.kind.name}: ${problem}`),
		);
		expect(problems).toEqual([]);
	});
});
