import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { useSandbox } from './sandbox.mjs';

const { link, linkManager, referenceData } = await useSandbox({ schools: 1000, links: 300 });

const runs = { linkManager, referenceData };
const marks = {
	subjectsFrom: 'json',
	subjectsJson: { Mathematics: 6, 'English Home Language': 6, 'Life Sciences': 5 },
};

// Limits by expression: where one is typed as a number, the editor has the hint instead.
test.each<[keyof typeof runs, string, IDataObject]>([
	['linkManager', 'link getAll', { returnAll: true }],
	['linkManager', 'link getAll', { limit: '={{ 7 }}' }],
	['linkManager', 'link cleanUp', { target: 'expired', options: { includeKept: true } }],
	['linkManager', 'pixel getAll', { returnAll: true }],
	['referenceData', 'highSchool getAll', { returnAll: true, simplify: false, output: 'raw' }],
	['referenceData', 'highSchool getDistricts', {}],
	['referenceData', 'postalCode getAll', { limit: '={{ 400 }}' }],
	['referenceData', 'university getAll', { limit: '={{ 3 }}' }],
	[
		'referenceData',
		'admissionPointScore compare',
		{ ...marks, options: { includeBreakdown: true } },
	],
])('%s: %s %j answers an agent within 50,000 characters', async (node, place, more) => {
	const [resource, operation] = place.split(' ');
	const parameters = { resource, operation, ...more };
	const workflow = await runs[node](parameters);
	const tool = await runs[node](parameters, { asTool: true });
	expect(JSON.stringify(tool.items).length).toBeLessThan(50_000);

	const all = workflow.records.map(withoutEmpty);
	const answer = tool.records.filter((record) => !('hint' in record));
	expect(answer.length).toBeGreaterThan(0);
	expect(answer).toEqual(all.slice(0, answer.length));

	const said = /: (\d+) more\./;
	const beyond = workflow.texts.map((text) => Number(said.exec(text)?.[1] ?? 0));
	const left = all.length - answer.length + Math.max(0, ...beyond);
	const last = String(tool.records.at(-1)?.hint);
	expect(Number(said.exec(last)?.[1] ?? 0)).toBe(left);
});

function withoutEmpty(record: IDataObject): IDataObject {
	const isFilled = (value: unknown) => !['null', '""', '[]', '{}'].includes(JSON.stringify(value));
	return Object.fromEntries(Object.entries(record).filter(([, value]) => isFilled(value)));
}

test('an agent reads what a clean-up did and left', async () => {
	const { records } = await linkManager(
		{ resource: 'link', operation: 'cleanUp', cleanUpAction: 'delete', maxLinks: 2 },
		{ asTool: true },
	);
	const deleted = link.requests.filter(({ method }) => method === 'DELETE');
	expect(deleted).toHaveLength(2);
	expect(records).toEqual([
		expect.objectContaining({ cleanUp: expect.objectContaining({ action: 'deleted' }) }),
		expect.objectContaining({ cleanUp: expect.objectContaining({ action: 'deleted' }) }),
		{
			hint: expect.stringMatching(
				/^Found \d+ expired links.* 2 deleted\. \d+ left for the next run/,
			),
		},
	]);
});

test('an agent reads why there is nothing', async () => {
	const filters = { search: 'nowhere' };
	const find = { resource: 'highSchool', operation: 'getAll', filters };
	const { records } = await referenceData(find, { asTool: true });
	expect(records).toEqual([
		{ hint: expect.stringMatching(/^No high schools were found\. .*"Name Contains"/) },
	]);
});
