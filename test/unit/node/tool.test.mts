import { expect, it } from 'vitest';

import { answerForModel } from '../../../nodes/shared/node/agentOutput.js';

it.each<[count: number, said: object[]]>([
	[3, []],
	[
		9,
		[
			{
				hint: 'There is room for 4 of these 9 records. Narrow the search to find the others.',
			},
		],
	],
])('what a model reads of %d long records ends with what there is no room for', (count, said) => {
	const records = Array.from({ length: count }, (_, id) => ({ id, text: 'a'.repeat(10_000) }));
	const answer = answerForModel(records, []);
	expect(answer.slice(Math.min(count, 4))).toEqual(said);
});

it('a model reads every hint after the records, but no words to count', () => {
	const hints = [{ text: 'Left out.' }, { text: 'matched', isCounted: true }];
	expect(answerForModel([{ id: 1 }], hints)).toEqual([{ id: 1 }, { hint: 'Left out.' }]);
	expect(answerForModel([], hints)).toEqual([{ hint: 'Left out.' }]);
});
