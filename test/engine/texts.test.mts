import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { LinkManager } from '../../nodes/LinkManager/LinkManager.node.js';
import { ReferenceData } from '../../nodes/ReferenceData/ReferenceData.node.js';
import { linkOf, nodeOn, startScripted } from './scripted.mjs';

// Messages and hints name things as the form does, and say what to do (the wording rules).

const service = await startScripted();

/** Words that the vocabulary replaces. */
const REPLACED =
	/\b(look-ups?|time-outs?|e-mail|web site|for good|short address|held back|switch(ed)? (on|off)|sheets?|box code|mistake|cannot)\b/i;

type Named = INodeProperties & INodePropertyCollection;

/** The labels of the form, and the names under which a workflow stores what they stand for. */
function namesIn(entries: Named[]): Array<{ label: string; stored: string }> {
	return entries.flatMap(({ displayName = '', name, options = [], values = [] }) => [
		{ label: displayName, stored: name },
		...namesIn([...(options as Named[]), ...(values as Named[])]),
	]);
}

const NAMES = [new LinkManager(), new ReferenceData()].flatMap(({ description }) =>
	namesIn(description.properties as Named[]),
);
const LABELS = new Set(NAMES.map(({ label }) => label));
const STORED = new Set(NAMES.map(({ stored }) => stored).filter((name) => /^[a-z]/.test(name)));

function expectGood(text: string): void {
	for (const [, quoted = ''] of text.matchAll(/"([^"]+)"/g)) {
		expect(STORED.has(quoted), `"${quoted}" is a stored name: ${text}`).toBe(false);
		const isHalf =
			!LABELS.has(quoted) && [...LABELS].some((label) => label.startsWith(`${quoted} (`));
		expect(isHalf, `"${quoted}" is half of a label: ${text}`).toBe(false);
	}
	expect(text.replace(/"[^"]*"/g, '')).not.toMatch(REPLACED);
}

const link = { resource: 'link', operation: 'get', linkId: '1' };
const create = { resource: 'link', operation: 'create', url: 'https://a.example/' };
const getAll = { resource: 'link', operation: 'getAll' };
const calculate = {
	...{ resource: 'admissionPointScore', operation: 'calculate', universityId: 'uct' },
	subjectsFrom: 'fields',
};

test.each<[string, 'linkManager' | 'referenceData', IDataObject]>([
	['of a wrong date', 'linkManager', { ...create, additionalFields: { expirationDate: 'x' } }],
	['of a wrong option', 'linkManager', { ...link, options: { maxWait: 'long' } }],
	['of a wrong choice', 'linkManager', { ...getAll, filters: { searchBy: 'x' } }],
	['of half an alias', 'linkManager', { ...create, operation: 'upsert', alias: '={{ "a-" }}' }],
	[
		'of an empty filter',
		'linkManager',
		{ ...link, operation: 'cleanUp', filters: { search: '={{ "" }}' } },
	],
	['of nothing to update', 'linkManager', { ...link, operation: 'update', updateFields: {} }],
	[
		'of a wrong school',
		'referenceData',
		{ resource: 'highSchool', operation: 'get', schoolId: 'x' },
	],
	['of no subjects', 'referenceData', calculate],
	...[301, 401, 403, 404, 408, 409, 413, 422, 429, 500].map(
		(status): [string, 'linkManager', IDataObject] => [
			`of HTTP ${status}`,
			'linkManager',
			{ ...link, options: { maxRetries: 0, maxWait: 0 }, status },
		],
	),
])('the error %s says what to do, without a period at its end', async (_what, node, given) => {
	const { status, ...parameters } = given;
	service.answers(() => ({ status: Number(status ?? 200), body: {} }));
	const { error } = await nodeOn(node, service)(parameters);
	expectGood(`${error?.message}. ${error?.description}`);
	expect(error?.message).toMatch(/[^.] \[item 0\]$/);
	expect(error?.description).toMatch(/^["A-Z].*[.]$/s);
});

test('hints are whole sentences', async () => {
	service.answers(() => ({ body: { data: [linkOf(1, { title: 'x' })], meta: { total: 9 } } }));
	const runs = [
		{ ...getAll, returnAll: true, filters: { search: 'abc', status: '={{ "" }}' } },
		{ resource: 'link', operation: 'cleanUp' },
		{ ...getAll, limit: '={{ 1 }}' },
	];
	for (const parameters of runs) {
		const { texts } = await nodeOn('linkManager', service)(parameters);
		expect(texts.length).toBeGreaterThan(0);
		for (const text of texts) {
			expectGood(text);
			expect(text).toMatch(/^["A-Z\d].*[.?]$/s);
		}
	}
});
