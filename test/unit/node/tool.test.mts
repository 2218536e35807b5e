import { expect, it } from 'vitest';

import { answerForModel } from '../../../nodes/shared/node/agentOutput.js';

it('a model reads every hint after the records, but no words to count', () => {
	const hints = [{ text: 'Left out.' }, { text: 'matched', isCounted: true }];
	expect(answerForModel([{ id: 1 }], hints)).toEqual([{ id: 1 }, { hint: 'Left out.' }]);
	expect(answerForModel([], hints)).toEqual([{ hint: 'Left out.' }]);
});
