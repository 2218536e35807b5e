import { describe, expect, test } from 'vitest';

import { readFieldName } from '../../../nodes/ReferenceData/southAfrica/subjects/fieldName.js';
import { FORM_TOOLS } from '../../../nodes/ReferenceData/southAfrica/subjects/formTools.js';
import {
	AROUND_NAME,
	CAVEATS,
	HINTS,
	MARKS_IN_TEXT,
	REASONS,
	REWRITES,
} from '../../../nodes/ReferenceData/southAfrica/subjects/questionTable.js';
import { readSubjects } from '../../../nodes/ReferenceData/southAfrica/subjects/readSubjects.js';
import { stemOf, wordsIn } from '../../../nodes/ReferenceData/southAfrica/subjects/findSubject.js';

const asked = (question: string) => ` ${wordsIn(question).map(stemOf).join(' ')} `;

describe('each rule is needed by its example:', () => {
	test.each(REWRITES.map(([example], index) => [example, index] as const))(
		'%s is rewritten by its own row',
		(example, index) => {
			let text = asked(example);
			const texts = REWRITES.map(([, pattern, by]) => (text = text.replace(pattern, by)));
			expect(texts[index]).not.toBe(texts[index - 1] ?? asked(example));
		},
	);

	test.each(REASONS)('%s is no mark', (example, pattern, why) => {
		expect(asked(example)).toMatch(pattern);
		expect(readFieldName(example)).toMatchObject({ why });
	});

	test.each(AROUND_NAME.filter(([, example]) => example !== 'Type a question'))(
		'%s: %s is a subject',
		(_of, example, pattern) => {
			expect(example).toMatch(pattern);
			expect(readFieldName(example).subject).toMatch(/^[A-Z]/);
		},
	);

	test.each(HINTS)('%s is a subject', (example, pattern) => {
		const inner = /\(([^)]*)\)/.exec(example)?.[1] ?? '';
		expect(wordsIn(inner).join(' ')).toMatch(pattern);
		expect(readFieldName(example).subject).toMatch(/^[A-Z]/);
	});

	test.each(CAVEATS)('%s is a caveat', (example, pattern) => {
		expect(wordsIn(example).some((word) => pattern.test(word))).toBe(true);
	});

	test.each(MARKS_IN_TEXT)('%s says a mark', (example, pattern) => {
		expect(example).toMatch(pattern);
	});

	test.each(FORM_TOOLS.map(({ of, example }) => [of, example] as const))('%s', (_of, example) => {
		const options = { marksAs: 'percentage', levelScale: 7 } as const;
		const { subjects } = readSubjects({ from: 'fields', data: example }, options);
		expect(subjects).toContainEqual({ name: 'Mathematics', level: 6 });
	});
});
