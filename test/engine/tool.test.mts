import { expect, test } from 'vitest';

import { useSandbox } from './sandbox.mjs';

const { link, data, linkManager, referenceData } = await useSandbox({ schools: 1000, links: 300 });
const asTool = { asTool: true };

test('an agent reads whole records within 50,000 characters, and how many are left', async () => {
	const getAll = { resource: 'highSchool', operation: 'getAll', returnAll: true };
	const raw = { simplify: false, output: 'raw' };
	const { items, records } = await referenceData({ ...getAll, ...raw }, asTool);
	expect(JSON.stringify(items).length).toBeLessThan(50_000);
	const count = records.length - 1;
	expect(count).toBeGreaterThan(50);
	const emisNumbers = data.schools.slice(0, count).map((school) => school.nat_emis);
	expect(records.slice(0, count).map((school) => school.nat_emis)).toEqual(emisNumbers);
	const hint = `There is room for ${count} of these 1000 records. Narrow the search to find the others.`;
	expect(records[count]).toEqual({ hint });
});

test('an agent reads what a clean-up did and left, and of each link what tells it from others', async () => {
	for (const [id, record] of link.links) {
		link.links.set(id, { ...record, url: `https://a.example/${'x'.repeat(1000)}` });
	}
	const cleanUp = { resource: 'link', operation: 'cleanUp', cleanUpAction: 'delete', maxLinks: 40 };
	const { records } = await linkManager(cleanUp, asTool);
	expect(link.ledger).toHaveLength(40);
	expect(records).toHaveLength(41);
	expect(Object.keys(records[0] ?? {})).toEqual(['cleanUp', 'id', 'alias', 'short_url']);
	expect(records[0]).toMatchObject({ cleanUp: { action: 'deleted' } });
	const left = /^Found \d+ expired links.* 40 deleted\. \d+ left for the next run/;
	expect(records[40]?.hint).toMatch(left);
});

test('an agent reads the advice of an error with it, and of a school what its builder chose', async () => {
	const { error } = await linkManager({ resource: 'link', operation: 'get', linkId: '9' }, asTool);
	expect(error?.message).toMatch(/^Not found: link 9 \(HTTP 404\)\. Check that it exists/);
	const missing = { resource: 'link', operation: 'get', linkId: '9' };
	const [failed] = (await linkManager(missing, { ...asTool, onError: 'continueRegularOutput' }))
		.records;
	expect(failed).toEqual({ error: error?.message, details: { outcome: 'refused' } });
	const getAll = { resource: 'highSchool', operation: 'getAll', limit: 1 };
	const chosen = { ...getAll, output: 'selectedFields', outputFields: ['town', 'nat_emis'] };
	const [shown] = (await referenceData(chosen, asTool)).records;
	expect(Object.keys(shown ?? {}).sort()).toEqual(['nat_emis', 'town']);
	const [byDefault] = (await referenceData({ ...chosen, outputFields: [] }, asTool)).records;
	expect(Object.keys(byDefault ?? {})).toEqual(['name', 'nat_emis']);
});

test('an agent reads what it deleted, and a workflow only that it did', async () => {
	const remove = { resource: 'link', operation: 'delete', linkId: '1005' };
	const record = { ...link.links.get('1005') };
	const gone = { id: 1005, object: 'link', deleted: true };
	expect((await linkManager(remove, asTool)).records).toEqual([{ ...gone, record }]);
	expect((await linkManager({ ...remove, linkId: '1006' })).records).toEqual([
		{ ...gone, id: 1006 },
	]);
});

test('an agent reads with an error what was left out before it', async () => {
	const create = { resource: 'link', operation: 'create', url: 'https://a.example' };
	link.fault({ kind: 'status', method: 'POST', status: 422, body: '{"message":"No domain."}' });
	const domainId = { __rl: true, mode: 'id', value: '={{ $json.none }}' };
	const { error } = await linkManager({ ...create, domainId }, asTool);
	expect(error?.message).toMatch(/No domain.* "Domain" is empty, so it was left out\.$/);
});

test('an agent reads each hint once, though Options are read more than once', async () => {
	const options = { timeout: '={{ $json.none }}' };
	const parameters = { resource: 'university', operation: 'getAll', limit: 3, options };
	const { records } = await referenceData(parameters, asTool);
	expect(String(records[3]?.hint).split('"Timeout (Seconds)" is empty')).toHaveLength(2);
});

test('an agent reads the input fields that its builder includes, and no word to count', async () => {
	const validate = { resource: 'postalCode', operation: 'validate', postalCode: '0083' };
	const options = { includeInputFields: true };
	const items = [{ sheet_row: 7 }];
	const { records } = await referenceData({ ...validate, options }, { ...asTool, items });
	expect(records).toMatchObject([{ input: { sheet_row: 7 } }]);
});
