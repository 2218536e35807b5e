import { expect, test } from 'vitest';

import { REWRITES } from '../../../nodes/ReferenceData/southAfrica/subjects/questionTable.js';
import { stemOf, wordsIn } from '../../../nodes/ReferenceData/southAfrica/subjects/subjectNames.js';

const textsOf = (question: string) => {
	let text = ` ${wordsIn(question).map(stemOf).join(' ')} `;
	return REWRITES.map(([, pattern, by]) => (text = text.replace(pattern, by)));
};

test.each(REWRITES.map(([example], index) => [example, index] as const))(
	'%s is rewritten by its own row',
	(example, index) => {
		const texts = textsOf(example);
		expect(texts[index]).not.toBe(
			texts[index - 1] ?? ` ${wordsIn(example).map(stemOf).join(' ')} `,
		);
	},
);
