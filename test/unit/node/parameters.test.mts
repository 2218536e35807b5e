import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	type AnyField,
	choiceField,
	choicesField,
	flagField,
	locatorField,
	numberField,
	openChoicesField,
	openField,
	rowsField,
	textField,
} from '../../../nodes/shared/node/field.js';
import { formOf } from '../forms.mjs';

const base = { displayName: 'Field', name: 'field', default: '' } as const;
const readValue = (field: AnyField, field_: unknown) =>
	field.of(formOf({ field: field_ } as IDataObject));

const text = textField({ ...base, type: 'string' });
const password = text.with({ typeOptions: { password: true } });
const requiredText = text.with({ required: true });
const flag = flagField({ ...base, type: 'boolean' });
const number = numberField({ ...base, type: 'number' });
const count = number.with({ typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 } });
const options = [
	{ name: 'All', value: 0 as string | number },
	{ name: 'Active', value: 1 },
	{ name: 'iOS', value: 'iOS' },
];
const status = choiceField({ ...base, type: 'options', options });
const onOff = choiceField({ ...base, type: 'options', options: options.slice(0, 2) });
const statuses = choicesField<'field', string | number>({ ...base, type: 'multiOptions', options });
const quintiles = ['Q1', 'Q2', 'Q3'].map((name) => ({ name, value: name }));
const quintile = choiceField({ ...base, type: 'options', options: quintiles });
const loaded = openChoicesField({
	...base,
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getPixels' },
});
const rules = rowsField(
	{ ...base, displayName: 'Rules', type: 'fixedCollection' },
	{ displayName: 'Rule', name: 'rule' },
	[
		textField({ ...base, type: 'string', displayName: 'Key', name: 'key' }),
		textField({ ...base, type: 'string', displayName: 'Value', name: 'value' }),
	],
);
const locator = locatorField({ ...base, type: 'resourceLocator' });
const json = openField({ ...base, type: 'json' });

const row = { key: 'ZA', value: 'x' };
const moment = DateTime.fromISO('2026-12-31T18:00:00.000+02:00', { setZone: true });

describe('readValue', () => {
	it.each<[string, AnyField, unknown, unknown]>([
		['text', text, ' as it is ', 'as it is'],
		['a password', password, ' as it is ', ' as it is '],
		['text', text, '\u200b\u3164I ❤️ 👩‍👧\u2060\u00a0\u2800', 'I ❤️ 👩‍👧'],
		['text', text, new Date('2026-12-31T18:00:00Z'), '2026-12-31T18:00:00.000Z'],
		['text', text, moment, '2026-12-31T18:00:00.000+02:00'],
		['required text', requiredText, 'Null', 'Null'],
		['a flag', flag, 0, false],
		['a flag', flag, ' TRUE ', true],
		['a number', number, '1.5', 1.5],
		['a whole number', count, ' 50\u200b', 50],
		['a choice', status, '\u200eios', 'iOS'],
		['a choice', onOff, true, 1],
		['a choice', onOff, ' FALSE ', 0],
		['a choice', quintile, 3, 'Q3'],
		['choices', statuses, 'iOS, 0 ,,', ['iOS', 0]],
		['choices', statuses, '["iOS", 1]', ['iOS', 1]],
		['choices of the service', loaded, '[1,2]', ['1', '2']],
		['choices of the service', loaded, '3; 5\n7|9', ['3', '5', '7', '9']],
		['choices of the service', loaded, '"22","23"', ['22', '23']],
		['choices of the service', loaded, '["22", 23]', ['22', '23']],
		['choices of the service', loaded, [null, 3, ' '], ['3']],
		['rows', rules, { rule: [{ key: '', value: null }, row] }, [{}, row]],
		['a locator', locator, { value: '' }, { mode: undefined, value: '' }],
		['a locator', locator, 7, { value: 7 }],
		['anything', json, [1], [1]],
	])('reads %s: %#', (_, property, value, expected) => {
		expect(readValue(property, value)).toEqual(expected);
	});

	it.each<[AnyField, unknown, RegExp]>([
		[loaded, [true], /must be text, but is true$/],
		[text, DateTime.invalid('no reason'), /must be text/],
		[text, NaN, /must be text/],
		[flag, null, /must be true or false, but is empty/],
		[number, true, /must be a number, but is true/],
		[number, 'Infinity', /must be a number, but is "Infinity"/],
		[count, 1.5, /whole number from 1 to 50, but is "1\.5"/],
		[count, 0, /whole number from 1 to 50, but is "0"/],
		[count, 51, /whole number from 1 to 50, but is "51"/],
		[count, [5], /whole number from 1 to 50, but is a list/],
		[status, false, /can't be false/],
		[status, 'constructor', /can't be "constructor"/],
		[statuses, { iOS: true }, /must be a list, but is an object/],
		[loaded, '[1', /must be a list, but is "\[1"/],
		[quintile, 4, /can't be "4"/],
		[quintile, 'Q', /can't be "Q"/],
		[rules, { rule: [row, { key: { a: 1 } }] }, /"Rules, row 2, Key" must be text/],
	])('refuses %#: %j, and says what to do', (property, value, sentence) => {
		const description: unknown = expect.stringMatching(/^(Enter|Use|Remove).*\.$/);
		const message: unknown = expect.stringMatching(sentence);
		const refusal = expect.objectContaining({ message, description });
		expect(() => readValue(property, value)).toThrow(refusal);
	});
});
