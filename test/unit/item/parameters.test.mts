import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { ItemParameters, readValue } from '../../../nodes/shared/item/parameters.js';
import { refusal } from '../refusal.mjs';

const base = { displayName: 'Field', name: 'field', default: '' };
const text: INodeProperties = { ...base, type: 'string' };
const requiredText: INodeProperties = { ...text, required: true };
const flag: INodeProperties = { ...base, type: 'boolean' };
const number: INodeProperties = { ...base, type: 'number' };
const count: INodeProperties = {
	...number,
	typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
};
const status: INodeProperties = {
	...base,
	type: 'options',
	options: [
		{ name: 'All', value: 0 },
		{ name: 'Active', value: 1 },
		{ name: 'iOS', value: 'iOS' },
	],
};
const statuses: INodeProperties = { ...status, type: 'multiOptions' };
const loaded: INodeProperties = {
	...base,
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getPixels' },
};
const collection: INodeProperties = {
	...base,
	type: 'collection',
	options: [
		{ ...count, displayName: 'Concurrency', name: 'concurrency' },
		{ ...text, displayName: 'Alias', name: 'alias' },
	],
};
const rules: INodeProperties = {
	...base,
	displayName: 'Rules',
	type: 'fixedCollection',
	options: [
		{
			displayName: 'Rule',
			name: 'rule',
			values: [
				{ ...text, displayName: 'Key', name: 'key' },
				{ ...text, displayName: 'Value', name: 'value' },
			],
		},
	],
};
const locator: INodeProperties = { ...base, type: 'resourceLocator' };
const json: INodeProperties = { ...base, type: 'json' };

const row = { key: 'ZA', value: 'x' };
const moment = DateTime.fromISO('2026-12-31T18:00:00.000+02:00', { setZone: true });

describe('readValue', () => {
	it.each<[string, INodeProperties, unknown, unknown]>([
		['text', text, ' as it is ', ' as it is '],
		['text', text, 12, '12'],
		['text', text, 0, '0'],
		['text', text, false, 'false'],
		['text', text, null, ''],
		['text', text, undefined, ''],
		['text', text, 9007199254740993n, '9007199254740993'],
		['text', text, new Date('2026-12-31T18:00:00Z'), '2026-12-31T18:00:00.000Z'],
		['text', text, moment, '2026-12-31T18:00:00.000+02:00'],
		['required text', requiredText, 'a', 'a'],
		['a flag', flag, true, true],
		['a flag', flag, 'true', true],
		['a flag', flag, 1, true],
		['a flag', flag, '1', true],
		['a flag', flag, false, false],
		['a flag', flag, 'false', false],
		['a flag', flag, 0, false],
		['a flag', flag, '0', false],
		['a number', number, '1.5', 1.5],
		['a number', number, -3, -3],
		['a whole number', count, ' 50 ', 50],
		['a whole number', count, 1, 1],
		['a choice', status, 0, 0],
		['a choice', status, '0', 0],
		['a choice', status, ' 1 ', 1],
		['a choice', status, 'iOS', 'iOS'],
		['choices', statuses, ['iOS', '1'], ['iOS', 1]],
		['choices', statuses, 'iOS, 0 ,,', ['iOS', 0]],
		['choices', statuses, 1, [1]],
		['choices', statuses, '', []],
		['choices', statuses, null, []],
		['choices of the service', loaded, '3, 5', ['3', '5']],
		['choices of the service', loaded, [3, '5'], ['3', '5']],
		['a collection', collection, {}, {}],
		['a collection', collection, '', {}],
		['a collection', collection, { concurrency: '5' }, { concurrency: 5 }],
		['a collection', collection, { alias: '', concurrency: undefined }, { alias: '' }],
		['rows', rules, { rule: [row, row] }, [row, row]],
		['rows', rules, { rule: row }, [row]],
		['rows', rules, [row], [row]],
		['rows', rules, row, [row]],
		['rows', rules, {}, []],
		['rows', rules, { rule: [] }, []],
		['rows', rules, '', []],
		['rows', rules, [{ key: 1 }], [{ key: '1' }]],
		['a locator', locator, { __rl: true, mode: 'id', value: 7 }, { mode: 'id', value: 7 }],
		['a locator', locator, { value: '' }, { mode: undefined, value: '' }],
		['a locator', locator, 7, { value: 7 }],
		['a locator', locator, undefined, { value: undefined }],
		['anything', json, '[1]', '[1]'],
		['anything', json, [1], [1]],
	])('reads %s: %#', (_, property, value, expected) => {
		expect(readValue(property, value, 'Field')).toEqual(expected);
	});

	it.each<[INodeProperties, unknown, RegExp]>([
		[text, {}, /^"Field" must be text, but is an object$/],
		[text, ['a'], /must be text, but is a list/],
		[text, Number.NaN, /must be text/],
		[text, new Date(Number.NaN), /must be text/],
		[text, DateTime.invalid('no reason'), /must be text/],
		[requiredText, '', /^"Field" is empty$/],
		[requiredText, ' \n', /is empty/],
		[requiredText, undefined, /is empty/],
		[flag, 'yes', /must be true or false, but is "yes"/],
		[flag, 2, /must be true or false/],
		[flag, '', /must be true or false/],
		[flag, null, /must be true or false, but is nothing/],
		[number, '', /must be a number/],
		[number, 'abc', /must be a number, but is "abc"/],
		[number, Infinity, /must be a number/],
		[number, true, /must be a number, but is true/],
		[number, null, /must be a number, but is nothing/],
		[count, 0, /must be a whole number from 1 to 50, but is "0"/],
		[count, 51, /from 1 to 50/],
		[count, 1.5, /whole number/],
		[count, [5], /whole number from 1 to 50, but is a list/],
		[status, 2, /does not know "2"/],
		[status, 'ios', /does not know "ios"/],
		[status, '', /does not know ""/],
		[status, false, /does not know false/],
		[status, [0], /does not know a list/],
		[status, 'constructor', /does not know "constructor"/],
		[statuses, ['iOS', 'Symbian'], /does not know "Symbian"/],
		[statuses, { iOS: true }, /must be a list, but is an object/],
		[statuses, true, /must be a list, but is true/],
		[loaded, [{ id: 3 }], /must be text, but is an object/],
		[collection, 'x', /must be a set of fields, but is "x"/],
		[collection, [1], /must be a set of fields, but is a list/],
		[collection, { concurency: 5 }, /has no field "concurency"/],
		[collection, JSON.parse('{"__proto__":{"concurrency":5}}'), /has no field "__proto__"/],
		[collection, { concurrency: 500 }, /"Concurrency" must be a whole number from 1 to 50/],
		[rules, 'ZA', /"Field" must be a list of rows, but is "ZA"/],
		[rules, { rule: 'ZA' }, /must be a list of rows/],
		[rules, 5, /must be a list of rows/],
		[rules, [row, 'ZA'], /row 2" must be a set of fields/],
		[rules, [row, { key: {} }], /row 2.*Key.*must be text/],
		[rules, [{ land: 'ZA' }], /row 1" has no field "land"/],
	])('refuses %#: %j', (property, value, sentence) => {
		expect(refusal(() => readValue(property, value, 'Field')).message).toMatch(sentence);
	});

	it('gives the type of the definition or refuses, whatever comes', () => {
		const isOfType: Array<[INodeProperties, (value: unknown) => boolean]> = [
			[text, (value) => typeof value === 'string'],
			[requiredText, (value) => typeof value === 'string' && value.trim() !== ''],
			[flag, (value) => typeof value === 'boolean'],
			[number, (value) => Number.isFinite(value)],
			[count, (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 50],
			[status, (value) => [0, 1, 'iOS'].includes(value as number)],
			[
				statuses,
				(value) => Array.isArray(value) && value.every((one) => [0, 1, 'iOS'].includes(one)),
			],
			[loaded, (value) => Array.isArray(value) && value.every((one) => typeof one === 'string')],
			[
				collection,
				(value) => Object.keys(value as object).every((key) => /^(concurrency|alias)$/.test(key)),
			],
			[rules, (value) => Array.isArray(value) && value.every((one) => typeof one === 'object')],
			[locator, (value) => 'value' in (value as object)],
		];
		const anyValue = fc.oneof(
			fc.anything(),
			fc.jsonValue(),
			fc.record({ rule: fc.anything(), concurrency: fc.anything() }, { requiredKeys: [] }),
		);
		fc.assert(
			fc.property(fc.constantFrom(...isOfType), anyValue, ([property, isRight], value) => {
				try {
					expect(isRight(readValue(property, value, 'Field'))).toBe(true);
				} catch (error) {
					expect(error).toBeInstanceOf(UserError);
					expect((error as UserError).message.length).toBeLessThan(300);
				}
			}),
			{ numRuns: 3000 },
		);
	});
});

describe('ItemParameters', () => {
	it("reads its own item's value, the default where there is none", () => {
		const asked: unknown[] = [];
		const getNodeParameter = (name: string, index: number, fallback: unknown) => {
			asked.push([name, index]);
			return name === 'missing' ? fallback : `${name} of ${index}`;
		};
		const parameters = new ItemParameters(
			{ getNodeParameter } as never,
			[text, { ...text, name: 'missing', default: 'the default' }],
			3,
		);
		expect(parameters.text('field')).toBe('field of 3');
		expect(parameters.text('missing')).toBe('the default');
		expect(asked).toEqual([
			['field', 3],
			['missing', 3],
		]);
		expect(refusal(() => parameters.text('other')).message).toContain('"other"');
	});
});
