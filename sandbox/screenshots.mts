import { tmpdir } from 'node:os';
import path from 'node:path';
import type { INode, INodeParameters } from 'n8n-workflow';
import { Editor } from './browser/editor.mjs';
import { N8nClient, newOwner, type Workflow } from './n8n/client.mjs';
import { installN8n } from './n8n/install.mjs';
import { startN8n } from './n8n/instance.mjs';
import { buildInto, checkout } from './n8n/package.mjs';
import { afterTrigger, fullType, nodeOf } from './n8n/workflow.mjs';
import { provideCredentials } from './provision.mjs';
import { startHere } from './startHere.mjs';
import { useOwnTemporaryFolder } from './temporary.mjs';
import { startWorld } from './world.mjs';

/** Takes the pictures of the README and the docs. */

const subjects = {
	'English Home Language': 6,
	Mathematics: 6,
	'Physical Sciences': 5,
	'Life Sciences': 6,
	Geography: 5,
	'Life Orientation': 7,
};

/** Nodes of Reference Data whose panel is shown, with what came out of them. */
const panels: Array<{ name: string; type: string; parameters: INodeParameters }> = [
	{
		name: 'match',
		type: '',
		parameters: {
			resource: 'highSchool',
			operation: 'match',
			schoolName: 'Pta Boys High',
			filters: { province: 'Gauteng' },
		},
	},
	{
		name: 'admissionPointScore',
		type: '',
		parameters: {
			resource: 'admissionPointScore',
			operation: 'compare',
			universityScope: 'province',
			province: 'Gauteng',
			subjectsFrom: 'json',
			marksAs: 'level',
			subjectsJson: JSON.stringify(subjects, null, 2),
		},
	},
	{
		name: 'trigger',
		type: 'Trigger',
		parameters: { event: 'applicationsCloseSoon', pollTimes: { item: [{ mode: 'everyDay' }] } },
	},
];

/** What a link service with spaces answers. The nodes don't ask for them. */
const spaces = {
	data: [
		{ id: 21, name: 'Open days' },
		{ id: 22, name: 'Bursaries' },
	],
};

useOwnTemporaryFolder();
const stops: Array<() => Promise<void>> = [];
try {
	await takeAll(tmpdir());
} finally {
	for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
}

async function takeAll(userFolder: string): Promise<void> {
	await buildInto(userFolder);
	const world = await startWorld();
	stops.push(world.stop);
	const n8n = await startN8n({ installation: await installN8n(), userFolder });
	stops.push(n8n.stop);
	const owner = newOwner();
	const client = await N8nClient.connect(n8n.baseUrl, owner);
	const credentials = await provideCredentials(client, world);
	const editor = await Editor.open(n8n.baseUrl, owner);
	stops.push(async () => await editor.close());

	const first = await client.createWorkflow(startHere(credentials));
	await editor.page.goto(`${n8n.baseUrl}/workflow/${first.id}`);
	await editor.page.getByTestId('execute-workflow-button').first().click();
	await editor.page.getByText('Workflow executed successfully').waitFor();
	await take(editor, 'workflow');
	for (const { name, type, parameters } of panels) {
		const credential = credentials.referenceDataApi;
		const title = type ? `Reference Data ${type}` : 'Reference Data';
		const node = nodeOf(title, fullType('referenceData') + type, parameters, { credential });
		const workflow = type ? { name, nodes: [node], connections: {} } : afterTrigger(name, node);
		await takePanel(name, node, workflow);
	}
	const { baseUrl } = world.link;
	world.link.fault({ kind: 'body', path: '/spaces$', body: JSON.stringify(spaces) });
	const parameters: INodeParameters = {
		url: `${baseUrl}/api/v1/spaces`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'linkManagerApi',
		options: { redirect: { redirect: { followRedirects: false } } },
	};
	const more = { credential: credentials.linkManagerApi, typeVersion: 4.4 };
	const node = nodeOf('HTTP Request', 'n8n-nodes-base.httpRequest', parameters, more);
	// So high that the option is in the picture.
	await editor.page.setViewportSize({ width: 1400, height: 940 });
	await takePanel('httpRequest', node, afterTrigger('HTTP Request', node));

	async function takePanel(name: string, { id }: INode, workflow: Workflow): Promise<void> {
		const stored = await client.createWorkflow(workflow);
		await editor.page.goto(`${n8n.baseUrl}/workflow/${stored.id}/${id}`);
		await editor.executeStep();
		await editor.output.getByTestId('radio-button-json').click();
		await take(editor, name);
	}
}

/** Takes a picture of the open panel, or else of the whole window, with no message lying over it. */
async function take(editor: Editor, name: string): Promise<void> {
	const clip = (await editor.panel.isVisible()) ? await editor.panel.boundingBox() : null;
	const file = path.join(checkout, 'docs', 'images', `${name}.png`);
	const style = '.el-notification, [data-test-id="floating-nodes"] { visibility: hidden }';
	const options = { path: file, style, animations: 'disabled' } as const;
	await editor.page.screenshot({ ...options, clip: clip ?? undefined });
	console.log(path.relative(checkout, file));
}
