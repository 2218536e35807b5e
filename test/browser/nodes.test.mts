import waitFor from 'p-wait-for';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { Editor } from '../../sandbox/browser/editor.mjs';
import { fullType, locator, nodeOf, wires } from '../../sandbox/n8n/workflow.mjs';
import { client, credentials, data, link, owner, resetWorld } from '../n8n/harness.mjs';

// What only the editor shows: forms that a person fills in by hand.

const editor = await Editor.open(client.baseUrl, owner);

afterAll(async () => await editor.close());

beforeEach(({ onTestFinished }) => {
	resetWorld();
	editor.complaints.length = 0;
	onTestFinished(({ task }) => {
		if (task.result?.state === 'pass') expect(editor.complaints).toEqual([]);
	});
});

it('creates a link from a form that is filled in by hand', async () => {
	await editor.addNode('Link Manager', 'Create link');
	await editor.type('url', 'https://www.example.org/open-day');
	await editor.pick('domainId', 'go.example.org');
	await editor.add('Add field', 'Pixel Names or IDs');
	const pixels = ['Sample pinboard (pinboard)', 'Sample microblog (microblog)'];
	await editor.choose('additionalFields.pixelIds', ...pixels);
	await editor.choose('targetType', 'Geographic');
	await editor.panel.getByText('Add country', { exact: true }).click();
	await editor.choose('countryRules.rule[0].key', 'Namibia');
	await editor.type('countryRules.rule[0].value', 'https://www.example.org/na');
	await editor.executeStep();

	expect(link.ledger).toMatchObject([
		{
			action: 'created',
			after: {
				url: 'https://www.example.org/open-day',
				domain: { name: 'go.example.org' },
				target_type: 1,
				country_target: [{ key: 'NA', value: 'https://www.example.org/na' }],
				pixels: [{ name: 'Sample pinboard' }, { name: 'Sample microblog' }],
			},
		},
	]);
	await editor.output.getByText('Namibia').or(editor.output.getByText('NA')).first().waitFor();
});

it('calculates a score from a form that is filled in by hand', async () => {
	await editor.addNode('Reference Data', 'Calculate admission point score (APS)');
	await editor.pick('universityId', 'University of Cape Town (UCT)', 'Cape Town');
	for (const [index, [subject, mark]] of [
		['Mathematics', '6'],
		['Physical Sciences', '5'],
	].entries()) {
		await editor.panel.getByText('Add subject', { exact: true }).click();
		await editor.choose(`subjects.subject[${index}].name`, subject ?? '');
		await editor.type(`subjects.subject[${index}].mark`, mark ?? '');
	}
	await editor.executeStep();

	const [calculation] = data.requests.filter(({ method }) => method === 'POST');
	expect(JSON.parse(calculation?.body ?? '')).toEqual({
		university_id: 'uct',
		subjects: [
			{ name: 'Mathematics', level: 6 },
			{ name: 'Physical Sciences', level: 5 },
		],
	});
});

it('reads the other half of a form with Read Fields As', async () => {
	const form = {
		'English HL': 66,
		'Life Orientation': 80,
		'How did it go in numbers?': 58,
		'Points in sport': 65,
	};
	const fields = { mode: 'raw', jsonOutput: JSON.stringify(form), options: {} };
	const parameters = {
		resource: 'admissionPointScore',
		operation: 'calculate',
		universityId: locator('uct'),
		subjectsFrom: 'fields',
		marksAs: 'percentage',
	};
	const credential = credentials.referenceDataApi;
	const { id } = await client.createWorkflow({
		name: 'Read Fields As',
		nodes: [
			nodeOf('Start', 'n8n-nodes-base.manualTrigger'),
			nodeOf('Form', 'n8n-nodes-base.set', fields, { typeVersion: 3.4 }),
			nodeOf('Reference Data', fullType('referenceData'), parameters, { credential }),
		],
		connections: { ...wires('Start', 'Form'), ...wires('Form', 'Reference Data') },
	});
	await editor.page.goto(`${client.baseUrl}/workflow/${id}/Reference Data`);
	await editor.executeStep();
	await editor.output.getByTestId('radio-button-json').click();
	await editor.output.getByText(/weren't read: .*How did it go in numbers/).waitFor();

	await editor.add('Add option', 'Read Fields As');
	for (const [index, [name, readAs]] of [
		['How did it go in numbers?', 'Accounting'],
		['Points in sport', 'Not a Mark'],
	].entries()) {
		await editor.panel.getByText('Add field', { exact: true }).click();
		await editor.type(`options.readFieldsAs.field[${index}].name`, name ?? '');
		await editor.choose(`options.readFieldsAs.field[${index}].readAs`, readAs ?? '');
	}
	data.requests.length = 0;
	await editor.page.getByTestId('node-execute-button').click();
	await waitFor(() => data.requests.some(({ method }) => method === 'POST'), { timeout: 30_000 });
	const calculation = data.requests.find(({ method }) => method === 'POST');
	expect(JSON.parse(calculation?.body ?? '')).toMatchObject({
		subjects: [
			{ name: 'English Home Language', level: 5 },
			{ name: 'Life Orientation', level: 7 },
			{ name: 'Accounting', level: 4 },
		],
	});
	await editor.output.getByText(/weren't read/).waitFor({ state: 'detached' });
});

it('finds a school in the list by its name, and loads the districts of a province', async () => {
	await editor.addNode('Reference Data', 'Get high school');
	await editor.pick('schoolId', 'Ellen Kuzwayo', 'Kuzwayo');
	await editor.executeStep();
	await editor.output.getByText('Ellen Kuzwayo').first().waitFor();

	await editor.addNode('Reference Data', 'Get many high schools');
	await editor.add('Add filter', 'Province');
	await editor.choose('filters.province', 'Limpopo');
	await editor.add('Add filter', 'District Name or ID');
	const entries = await editor.openDropdown('filters.district');
	await entries.filter({ hasText: /^Mopani East/ }).waitFor();
	expect(await entries.filter({ hasText: 'Johannesburg' }).count()).toBe(0);
});

it.each([
	['Link Manager', 'Get many links', link],
	['Reference Data', 'Get many universities', data],
] as const)('the credential dialog of %s says what is wrong until it is right', async (...row) => {
	const [node, action, { baseUrl, apiKey }] = row;
	await editor.addNode(node, action);
	await editor.page.getByTestId('node-credentials-select').click();
	await editor.page.getByTestId('node-credentials-select-item-new').click();

	await editor.saveCredential({ baseUrl, apiKey: 'wrong' });
	await editor.dialog.getByText('More details').click();
	await editor.dialog.getByText(/refused the API key/).waitFor();

	await editor.saveCredential({ baseUrl, apiKey });
	await editor.dialog.waitFor({ state: 'hidden' });
});
