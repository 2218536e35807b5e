import { describe, expect, it } from 'vitest';

import { readIdentifier } from '../../../nodes/shared/identifiers.js';
import { refusal } from '../refusal.mjs';

// What could leave its path is refused by each operation in test/engine/badInput.test.mts.

describe('readIdentifier', () => {
	it.each<[unknown, string]>([
		['12.0', '12'],
		[' 9007199254740993.00 ', '9007199254740993'],
		['1e3a', '1e3a'],
		[' 12\n\u200b', '12'],
		['0012', '0012'],
		[Number.MAX_SAFE_INTEGER, '9007199254740991'],
		['9007199254740993', '9007199254740993'],
		['Ünïcode-🙂', 'Ünïcode-🙂'],
	])('takes %j', (value, id) => {
		expect(readIdentifier(value, 'Link')).toBe(id);
	});

	it.each<[unknown, RegExp]>([
		['1e3', /is not an ID: "1e3"/],
		['-1', /is not an ID: "-1"/],
		[' \u200b\u3164', /is empty/],
		['\ud800', /is not an ID/],
		[{ id: 1 }, /must be an ID, but is an object/],
	])('refuses %j', (value, sentence) => {
		expect(refusal(() => readIdentifier(value, 'Link')).message).toMatch(sentence);
	});
});
