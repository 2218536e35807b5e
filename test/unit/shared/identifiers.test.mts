import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { readIdentifier } from '../../../nodes/shared/identifiers.js';
import { refusal } from '../refusal.mjs';

/** What an address is made of, and what breaks one. */
const pathPieces = fc.array(
	fc.constantFrom(
		...['.', '..', '/', '\\', '?', '#', '%', '%2e', '%2F', '%00', ':', '@', ';', '~', ' '],
		...['\n', '\r', '\t', '\0', '\u2028', '\u00a0', '\u202e', '．', '／', 'é', '😀', '\ud800'],
		...['links', '12', 'a'],
	),
	{ maxLength: 8 },
);

describe('readIdentifier', () => {
	it('either refuses a value or gives exactly one segment of a path', () => {
		fc.assert(
			fc.property(
				fc.oneof(
					pathPieces.map((pieces) => pieces.join('')),
					fc.string({ unit: 'binary' }),
					fc.anything(),
				),
				(value) => {
					let id: string;
					try {
						id = readIdentifier(value, 'Link');
					} catch (error) {
						expect(error).toBeInstanceOf(UserError);
						expect((error as UserError).message).toContain('"Link"');
						expect((error as UserError).message.length).toBeLessThan(200);
						return;
					}
					const url = new URL(`https://x.example/api/v1/links/${encodeURIComponent(id)}`);
					expect(url.pathname.split('/').slice(1, 4)).toEqual(['api', 'v1', 'links']);
					expect(url.pathname.split('/')).toHaveLength(5);
					expect(decodeURIComponent(url.pathname.split('/')[4] ?? '')).toBe(id);
					expect(id.trim()).toBe(id);
				},
			),
			{ numRuns: 3000 },
		);
	});

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
		['.', /is not an ID: "\."/],
		['a'.repeat(256), /is too long: 256 characters/],
		['\ud800', /is not an ID/],
		[{ id: 1 }, /must be an ID, but is an object/],
	])('refuses %j', (value, sentence) => {
		expect(refusal(() => readIdentifier(value, 'Link')).message).toMatch(sentence);
	});
});
