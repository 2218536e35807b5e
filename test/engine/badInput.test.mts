import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { readList } from '../list.mjs';
import { OPERATIONS, propertiesOf } from './least.mjs';
import { useScripted } from './scripted.mjs';

// What can't be used becomes an error that names its item and what to do, and nothing is sent.

const { service, runLeast } = await useScripted();

const value = '={{ $json.value }}';
const byId = { __rl: true, mode: 'id', value };
const byAlias = { linkId: { ...byId, mode: 'alias' } };
const byEmis = { ...byId, mode: 'emis' };

/** Two items hold the value that an expression of the parameters finds. */
async function expectRefused(operation: string, given: IDataObject, bad: unknown, start: string) {
	const items = [{ value: bad }, { value: bad }] as IDataObject[];
	const onError = 'continueRegularOutput';
	const { records } = await runLeast(operation, given, { items, onError });
	expect(records).toEqual(
		[0, 1].map((item) => ({
			error: expect.stringMatching(new RegExp(` \\[item ${item}\\]$`)) as string,
			message: expect.stringMatching(/^["A-Z].*\.$/s) as string,
			details: { outcome: 'notSent' },
		})),
	);
	expect(String(records[0]?.error).slice(0, start.length)).toBe(start);
	expect(service.requests).toEqual([]);
}

type Row = [label: string, operation: string, given: IDataObject];
/**
 * Every parameter whose value becomes part of a path, so a new operation needs no row here. A university's
 * ID doesn't.
 */
const onOneRecord = OPERATIONS.flatMap((operation) =>
	propertiesOf(operation)
		.filter(({ type, required }) => type === 'resourceLocator' && required)
		.filter(({ name }) => name !== 'universityId')
		.map(({ displayName, name }): Row => [displayName, operation, { [name]: value }]),
);

test.each<Row>([
	...onOneRecord,
	['Link', 'link delete', { linkId: byId }],
	['High School', 'highSchool get', { schoolId: byEmis }],
])('"%s" of %s is refused if it could leave its path: %j', async (label, operation, given) => {
	const texts = [' ', '.', '..', '../pixels', '1?x=1', '%2e%2e', '1\n2', 'a'.repeat(256)];
	for (const bad of [...texts, null, 2 ** 53 + 2, 1.5, [1], true]) {
		await expectRefused(operation, given, bad, `"${label}" `);
	}
});

const columns = ['operation', 'given', 'bad', 'start'] as const;

test.each(readList(import.meta.dirname, 'refused.txt', columns))(
	'$operation refuses $given with $bad',
	async ({ operation, given, bad, start }) => {
		const parameters = JSON.parse(given.replaceAll('"$"', JSON.stringify(value))) as IDataObject;
		await expectRefused(operation, parameters, JSON.parse(bad), start);
	},
);

const ofNewLink = { additionalFields: { alias: value } };
const search = { filters: { search: '=promo-{{ $json.value }}' } };

test.each<[string, IDataObject, unknown, string]>([
	['link delete', byAlias, 'a.'.repeat(150), '"Link" is too long: 300 characters'],
	['link delete', byAlias, '/'.repeat(300), '"Link" is too long: 300 characters'],
	['link create', ofNewLink, 'a'.repeat(256), '"Alias" is too long: 256 characters'],
	['link delete', byAlias, Number.NaN, '"Link" must be text'],
	['link cleanUp', search, '', '"Search" looks incomplete: "promo-"'],
])('%s refuses %j with %j', expectRefused);
