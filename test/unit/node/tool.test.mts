import { expect, it } from 'vitest';

import type { Left } from '../../../nodes/shared/http/pagination.js';
import { answerForModel } from '../../../nodes/shared/node/agentOutput.js';

it.each<[count: number, left: Left, said: string]>([
	[3, 0, ''],
	[3, 9, 'There are more links than the 3 returned: 9 more.'],
	[3, 'unknown', 'There may be more links than the 3 returned.'],
	[9, 0, 'There are more links than the 4 returned: 5 more.'],
	[9, 9, 'There are more links than the 4 returned: 14 more.'],
	[9, 'unknown', 'There are more links than the 4 returned: at least 5 more.'],
])('what a model reads ends with what %d records and %s beyond leave out', (count, left, said) => {
	const records = Array.from({ length: count }, (_, id) => ({ id, text: 'a'.repeat(10_000) }));
	const answer = answerForModel(records, [], { nouns: 'links', left });
	const advice = 'Narrow the search to find them.';
	expect(answer.slice(Math.min(count, 4))).toEqual(
		said === '' ? [] : [{ hint: `${said} ${advice}` }],
	);
});

it('a model reads every hint after the records, but no words to count', () => {
	const hints = [{ text: 'Left out.' }, { text: 'matched', isCounted: true }];
	const rest = { nouns: 'links', left: 0 };
	expect(answerForModel([{ id: 1 }], hints, rest)).toEqual([{ id: 1 }, { hint: 'Left out.' }]);
	expect(answerForModel([], hints, rest)).toEqual([{ hint: 'Left out.' }]);
});
