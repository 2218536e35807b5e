import { readFileSync } from 'node:fs';
import type { INodeParameters } from 'n8n-workflow';
import type { Workflow } from './n8n/client.mjs';
import { fullType, locator, nodeOf, type NodeName } from './n8n/workflow.mjs';
import type { SandboxCredentials } from './provision.mjs';

const site = 'https://www.example.org';

const subjects = {
	'English Home Language': 6,
	'Afrikaans First Additional Language': 5,
	Mathematics: 6,
	'Physical Sciences': 6,
	'Life Sciences': 7,
	Geography: 6,
	'Life Orientation': 7,
};

/** The nodes, one below the other. */
const steps: Array<[name: string, node: NodeName, parameters: INodeParameters]> = [
	[
		'List active links',
		'linkManager',
		{ resource: 'link', operation: 'getAll', limit: 5, filters: { status: 1 } },
	],
	[
		'Create a link',
		'linkManager',
		{
			resource: 'link',
			operation: 'create',
			url: `${site}/open-day`,
			domainId: locator('11'),
			additionalFields: {
				pixelIds: ['101', '102'],
				expirationDate: '={{ $now.plus({ days: 30 }).toISODate() }}',
			},
			targetType: 1,
			countryRules: {
				rule: [
					{ key: 'ZA', value: `${site}/za/open-day` },
					{ key: 'NA', value: `${site}/na/open-day` },
				],
			},
		},
	],
	[
		'Find a school by EMIS number',
		'referenceData',
		{ resource: 'highSchool', operation: 'get', schoolId: locator('210000007', 'emis') },
	],
	[
		'Calculate an APS',
		'referenceData',
		{
			resource: 'admissionPointScore',
			operation: 'calculate',
			marksAs: 'level',
			universityId: locator('uct'),
			subjectsFrom: 'define',
			subjects: { subject: Object.entries(subjects).map(([name, mark]) => ({ name, mark })) },
		},
	],
];

/** The workflow that a newcomer sees first: both nodes at work, with a note that says what to do. */
export function startHere(credentials: SandboxCredentials): Workflow {
	const trigger = 'Execute workflow';
	const content = readFileSync(new URL('startHere.md', import.meta.url), 'utf8');
	const note = { content, height: 440, width: 360 };
	const nodes = steps.map(([name, node, parameters], index) =>
		nodeOf(name, fullType(node), parameters, {
			position: [280, 200 * index - 140],
			credential: credentials[`${node}Api`],
		}),
	);
	return {
		name: 'Start here',
		nodes: [
			nodeOf('Read me', 'n8n-nodes-base.stickyNote', note, { position: [-420, -160] }),
			nodeOf(trigger, 'n8n-nodes-base.manualTrigger', {}, { position: [0, 160] }),
			...nodes,
		],
		connections: {
			[trigger]: { main: [nodes.map(({ name: node }) => ({ node, type: 'main', index: 0 }))] },
		},
		settings: { executionOrder: 'v1' },
	};
}
