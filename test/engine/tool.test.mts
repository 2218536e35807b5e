import {
	type IDataObject,
	type INodeProperties,
	type INodePropertyCollection,
	NodeHelpers,
	type NodeParameterValue,
} from 'n8n-workflow';
import { expect, test } from 'vitest';

import { OPERATIONS, propertiesOf, requests } from './least.mjs';
import { useSandbox } from './sandbox.mjs';
import { skipWaits } from './waits.mjs';

const { link, data, put, runLeast } = await useSandbox({ schools: 1000, links: 300 });
const waited = skipWaits();
const asTool = { asTool: true };

test('an agent gets full records up to 50,000 characters, and the number of records left', async () => {
	const raw = { returnAll: true, simplify: false, output: 'raw' };
	const { items, records } = await runLeast('highSchool getAll', raw, asTool);
	expect(JSON.stringify(items).length).toBeLessThan(50_000);
	const count = records.length - 1;
	expect(count).toBeGreaterThan(50);
	const emisNumbers = data.schools.slice(0, count).map((school) => school.nat_emis);
	expect(records.slice(0, count).map((school) => school.nat_emis)).toEqual(emisNumbers);
	const hint = `There is room for ${count} of these 1000 records. Narrow the search to find the others.`;
	expect(records[count]).toEqual({ hint });
});

test('an agent gets the result of Clean Up, with the ID, alias and short URL of each link', async () => {
	const url = `https://a.example/${'x'.repeat(1000)}`;
	for (const id of link.links.keys()) put(Number(id), { url });
	const deletion = { cleanUpAction: 'delete', maxLinks: 40 };
	const { records } = await runLeast('link cleanUp', deletion, asTool);
	expect(link.ledger).toHaveLength(40);
	expect(records).toHaveLength(41);
	expect(Object.keys(records[0] ?? {})).toEqual(['clean_up', 'id', 'alias', 'short_url']);
	expect(records[0]).toMatchObject({ clean_up: { action: 'deleted' } });
	const left = /^Found \d+ expired links.* 40 deleted\. \d+ left for the next run/;
	expect(records[40]?.hint).toMatch(left);
});

test('an agent gets the advice in the message of an error, and the fields that its builder chose', async () => {
	const missing = { linkId: '9' };
	const { error } = await runLeast('link get', missing, asTool);
	expect(error?.message).toMatch(/^Not found: link 9 \(HTTP 404\)\. Check that it exists/);
	// n8n appends a description unless it is empty or part of the message.
	expect(error?.description).toBe('');
	const goingOn = { ...asTool, onError: 'continueRegularOutput' } as const;
	const [failed] = (await runLeast('link get', missing, goingOn)).records;
	expect(failed).toEqual({ error: error?.message, details: { outcome: 'refused' } });
	const chosen = { limit: 1, output: 'selectedFields', outputFields: ['town', 'nat_emis'] };
	const [shown] = (await runLeast('highSchool getAll', chosen, asTool)).records;
	expect(Object.keys(shown ?? {}).sort()).toEqual(['id', 'nat_emis', 'town']);
	const none = { ...chosen, outputFields: [] };
	const [byDefault] = (await runLeast('highSchool getAll', none, asTool)).records;
	expect(Object.keys(byDefault ?? {})).toEqual(['id', 'name', 'nat_emis']);
});

test('an agent gets the deleted record, and a workflow only its ID', async () => {
	const record = { ...link.links.get('1005') };
	const gone = { deleted: true, id: '1005' };
	expect((await runLeast('link delete', {}, asTool)).records).toEqual([{ ...gone, record }]);
	const { records } = await runLeast('link delete', { linkId: '1006' });
	expect(records).toEqual([{ ...gone, id: '1006' }]);
});

test('an agent gets the hints on left-out parameters with an error', async () => {
	link.fault({ kind: 'status', method: 'POST', status: 422, body: '{"message":"No domain."}' });
	const domainId = { __rl: true, mode: 'id', value: '={{ $json.none }}' };
	const { error } = await runLeast('link create', { domainId }, asTool);
	expect(error?.message).toMatch(/No domain.* "Domain" is empty, so it was left out\.$/);
});

test('an agent gets each hint once', async () => {
	const given = { limit: 3, options: requests({ timeout: '={{ $json.none }}' }) };
	const { records } = await runLeast('university getAll', given, asTool);
	expect(String(records[3]?.hint).split('"Timeout (Seconds)" is empty')).toHaveLength(2);
});

test.each<[string, IDataObject, boolean, unknown]>([
	['a workflow', {}, false, undefined],
	['a tool', {}, true, 'notSent'],
	['a tool with other Requests', requests({ timeout: 50 }), true, 'notSent'],
	['a tool with a longer Max Wait', requests({ maxWait: 31 }), true, undefined],
])(
	'%s waits or ends, as its Max Wait says, if the service asks for 31 seconds',
	async (_, options, isTool, outcome) => {
		link.fault({ kind: 'rateLimit', retryAfter: 31, times: 1 });
		const { error } = await runLeast('link get', { options }, { asTool: isTool });
		expect(error?.context?.outcome).toBe(outcome);
		expect(waited() > 30_000).toBe(outcome === undefined);
	},
);

test('an agent gets the input fields that its builder includes', async () => {
	const given = { options: { includeInputFields: true } };
	const items = [{ sheet_row: 7 }];
	const { records } = await runLeast('postalCode validate', given, { ...asTool, items });
	expect(records).toMatchObject([{ input: { sheet_row: 7 } }]);
});

/** What n8n calls a field to a model: its label, after the number of its row. Dropdowns have no stars. */
function namesForModel(property: INodeProperties): string[] {
	const { type, displayName, displayOptions, options = [] } = property;
	if (displayOptions?.hide?.['@tool']) return [];
	if (type === 'collection') return (options as INodeProperties[]).flatMap(namesForModel);
	if (type === 'fixedCollection') {
		const row = property.typeOptions?.multipleValues ? '0_' : '';
		const groups = options as INodePropertyCollection[];
		return groups.flatMap(({ values }) => values.flatMap(namesForModel).map((name) => row + name));
	}
	return ['options', 'notice'].includes(type) ? [] : [displayName];
}

/** Whether a form can show both: there are choices with which it shows one and the other. */
function areShownTogether(
	fields: INodeProperties[],
	...[one, other]: [INodeProperties, INodeProperties]
): boolean {
	const conditions = [one, other].map(({ displayOptions = {} }) => displayOptions);
	const names = conditions.flatMap(({ show, hide }) => Object.keys({ ...show, ...hide }));
	return names.every((name) => {
		const { options = [] } = fields.find((field) => field.name === name) ?? {};
		const choices = options.flatMap((option) => ('value' in option ? [option.value] : []));
		// Of resource and operation, which are the same, and of flags.
		const shown = conditions[0]?.show?.[name] as NodeParameterValue[] | undefined;
		const values = choices.length > 0 ? choices : (shown ?? [true]);
		return values.some((value) =>
			conditions.every(
				({ show, hide }) =>
					(!show?.[name] || NodeHelpers.checkConditions(show[name], [value])) &&
					!(hide?.[name] && NodeHelpers.checkConditions(hide[name], [value])),
			),
		);
	});
}

test.each(OPERATIONS)('no two fields of %s have the same name for a model', (operation) => {
	const fields = propertiesOf(operation);
	for (const field of fields) {
		const others = fields.filter(
			(other) => other !== field && areShownTogether(fields, field, other),
		);
		const names = namesForModel(field);
		expect(new Set(names).size).toBe(names.length);
		expect(others.flatMap(namesForModel).filter((name) => names.includes(name))).toEqual([]);
	}
});
