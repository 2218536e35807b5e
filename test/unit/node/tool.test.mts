import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Left } from '../../../nodes/shared/http/pagination.js';
import { answerForModel } from '../../../nodes/shared/node/agentOutput.js';

const anyText = fc
	.tuple(fc.integer({ min: 0, max: 3000 }), fc.constantFrom('a', '"', 'é'))
	.map(([length, letter]) => letter.repeat(length));
const anyRecord = fc.dictionary(fc.string({ minLength: 1, maxLength: 12 }), anyText, {
	maxKeys: 6,
	noNullPrototype: true,
});
const anyLeft = fc.oneof(fc.nat(), fc.constantFrom<Left>('some', 'perhaps'));

const answerOf = (records: Parameters<typeof answerForModel>[0], left: Left) =>
	answerForModel(records, [], { nouns: 'links', left });

describe('what a model reads', () => {
	it('is whole records within 50,000 characters, in their order', () => {
		fc.assert(
			fc.property(fc.array(anyRecord, { maxLength: 12 }), anyLeft, (texts, left) => {
				const records: IDataObject[] = texts.map((fields, id) => ({ id, ...fields }));
				const items = answerOf(records, left).map((json) => ({ json, pairedItem: { item: 0 } }));
				expect(JSON.stringify(items).length).toBeLessThan(50_000);
				const answer = items.map(({ json }) => json).filter((json) => !('hint' in json));
				expect(answer).toEqual(
					records.slice(0, answer.length).map((record) => {
						const filled = Object.entries(record).filter(([, value]) => value !== '');
						return records.length > 1 ? Object.fromEntries(filled) : record;
					}),
				);
			}),
		);
	});

	it.each<[count: number, left: Left, said: string]>([
		[3, 0, ''],
		[3, 9, 'There are more links than the 3 returned: 9 more.'],
		[3, 'some', 'There are more links than the 3 returned.'],
		[3, 'perhaps', 'There may be more links than the 3 returned.'],
		[9, 0, 'There are more links than the 4 returned: 5 more.'],
		[9, 9, 'There are more links than the 4 returned: 14 more.'],
		[9, 'some', 'There are more links than the 4 returned: at least 6 more.'],
		[9, 'perhaps', 'There are more links than the 4 returned: at least 5 more.'],
	])('ends with what %d records and %s beyond leave out', (count, left, said) => {
		const records = Array.from({ length: count }, (_, id) => ({ id, text: 'a'.repeat(10_000) }));
		const hints = answerOf(records, left).slice(Math.min(count, 4));
		const advice = 'Narrow the search to find them.';
		expect(hints).toEqual(said === '' ? [] : [{ hint: `${said} ${advice}` }]);
	});
});
