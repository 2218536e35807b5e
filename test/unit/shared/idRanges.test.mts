import { expect, it } from 'vitest';

import { readIds, writeIds } from '../../../nodes/shared/trigger/idRanges.js';

it('stores whole numbers as ranges, and other IDs as they are', () => {
	const stored = ['1-3,5', 'a1', '007', '9007199254740992'];
	expect(writeIds(['3', 'a1', '5', '1', '007', '2', '9007199254740992'])).toEqual(stored);
	expect(readIds(stored).sort()).toEqual(
		['1', '2', '3', '5', 'a1', '007', '9007199254740992'].sort(),
	);
	expect(readIds(writeIds([]))).toEqual([]);
});
