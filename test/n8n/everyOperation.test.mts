import type { INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import { beforeEach, expect, it } from 'vitest';
import { client, fullType, json, nodeNames, resetServices, runNode } from './harness.mjs';

beforeEach(resetServices);

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const subjects = { subject: [{ name: 'Mathematics', mark: 5 }] };

/** One run of each operation that gives at least one item, with no more than it requires. */
const runs: Record<string, INodeParameters> = {
	'linkManager link cleanUp': {},
	'linkManager link create': { url: 'https://www.example.org/', domainId: byId('11') },
	'linkManager link delete': { linkId: byId('1001') },
	'linkManager link get': { linkId: byId('1001') },
	'linkManager link getAll': {},
	'linkManager link update': { linkId: byId('1001'), updateFields: { alias: 'renamed' } },
	'linkManager link upsert': {
		url: 'https://www.example.org/',
		alias: 'campaign',
		domainId: byId('11'),
	},
	'linkManager pixel create': { name: 'New', type: 'retarget', value: '1' },
	'linkManager pixel delete': { pixelId: byId('101') },
	'linkManager pixel get': { pixelId: byId('101') },
	'linkManager pixel getAll': {},
	'linkManager pixel update': { pixelId: byId('101'), updateFields: { name: 'Renamed' } },
	'linkManager pixel upsert': { name: 'New', type: 'retarget', value: '1' },
	'referenceData admissionPointScore calculate': { universityId: byId('uct'), subjects },
	'referenceData admissionPointScore compare': { subjects },
	'referenceData highSchool get': { schoolId: byId('1') },
	'referenceData highSchool getAll': {},
	'referenceData highSchool getDistricts': {},
	'referenceData highSchool getProvinces': {},
	'referenceData highSchool match': { schoolName: 'Pretoria' },
	'referenceData postalCode get': {
		postalCodeId: byId('74959957-4ef9-4a94-a26f-38cab922aecf'),
	},
	'referenceData postalCode getAll': {},
	'referenceData postalCode validate': { postalCode: '0083' },
	'referenceData university get': { universityId: byId('uct') },
	'referenceData university getAll': {},
};

it('knows every operation that the editor offers', async () => {
	const types = await client.nodeTypes();
	const offered = nodeNames.flatMap((node) =>
		types
			.filter(({ name }) => name === fullType(node))
			.flatMap(({ properties }) => properties)
			.filter(({ name }) => name === 'operation')
			.flatMap(({ displayOptions, options = [] }) =>
				(displayOptions?.show?.resource ?? []).flatMap((resource) =>
					(options as INodePropertyOptions[]).map(({ value }) => `${node} ${resource} ${value}`),
				),
			),
	);
	// n8n adds an entry of its own to every node whose credential can authenticate a request.
	const own = offered.filter((operation) => !operation.includes('__CUSTOM_API_CALL__'));
	expect([...new Set(own)].sort()).toEqual(Object.keys(runs).sort());
});

it.each(Object.keys(runs))('runs %s', async (operation) => {
	const node = nodeNames.find((name) => operation.startsWith(name)) ?? 'linkManager';
	const [, resource, name] = operation.split(' ');
	const run = await runNode(node, {
		parameters: { resource, operation: name, ...runs[operation] },
	});
	expect(json(run).length).toBeGreaterThan(0);
});
