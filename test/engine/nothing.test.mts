import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { LinkManager } from '../../nodes/LinkManager/LinkManager.node.js';
import { ReferenceData } from '../../nodes/ReferenceData/ReferenceData.node.js';
import { LEAST } from '../contract/least.mjs';
import { hintTexts, line, locator, useSandbox } from './sandbox.mjs';

// The rule: what an expression leaves missing, null, empty or blank never widens, erases or creates.

const { link, data, linkManager, referenceData } = await useSandbox({ links: 20, schools: 50 });

const BESIDE: Record<string, [string, unknown]> = {
	privacyPassword: ['privacy', 2],
};

/** Fields of a link that always have a value. */
const NEVER_CLEARED = ['alias', 'url', 'disabled', 'privacy', 'targetType'];

interface Entry {
	operation: string;
	collection: string;
	name: string;
	label: string;
	parameters: IDataObject;
	expression: unknown;
	type: string;
}

/** Every entry of every collection of every operation. */
function entriesOf(node: LinkManager | ReferenceData): Entry[] {
	return node.description.properties
		.filter(({ type }) => type === 'collection')
		.flatMap(({ name: collection, options, displayOptions }) => {
			const [resource, operation] = ['resource', 'operation'].map((name) =>
				String(displayOptions?.show?.[name]?.[0]),
			) as [string, string];
			const entries = (options as INodeProperties[]).filter(
				(option) => !['length', 'customType'].includes(option.name),
			);
			return entries.map(({ name, displayName, type }) => ({
				operation: `${resource}: ${operation}`,
				collection,
				name,
				label: displayName,
				type,
				parameters: { resource, operation, ...LEAST[resource]?.[operation] },
				expression: type === 'resourceLocator' ? locator('={{ $json.x }}') : '={{ $json.x }}',
			}));
		});
}

const NOTHINGS: IDataObject[] = [
	{},
	{ x: null },
	{ x: '' },
	{ x: ' \n' },
	{ x: '\u00a0\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2800\u3164\ufeff' },
];

/** The entry that the operation can't do without, which its own tests cover. */
const isNeeded = ({ parameters, collection, name }: Entry) =>
	name in ((parameters[collection] ?? {}) as IDataObject);

test.each(
	[new LinkManager(), new ReferenceData()].flatMap((node) =>
		entriesOf(node)
			.filter((entry) => !isNeeded(entry))
			.map((entry) => ({ ...entry, node })),
	),
)('$operation: an empty "$label" is no value', async (entry) => {
	const { collection, name, label, parameters, expression, node } = entry;
	const isLink = node instanceof LinkManager;
	const [run, service] = isLink ? [linkManager, link] : [referenceData, data];
	const sent = () =>
		service.requests.map((request) => [line(request), request.body.replace(/&?_.*/, '')]);

	// Shown, and so handed over, only beside another entry of the collection.
	const [field, beside] = BESIDE[name] ?? [];
	if (field)
		parameters[collection] = {
			...(parameters[collection] as IDataObject),
			[field]: beside,
		} as IDataObject;
	const plain = await run(parameters);
	expect(plain.error?.message).toBeUndefined();
	const expected = sent();
	for (const item of NOTHINGS) {
		service.reset();
		const given = { ...(parameters[collection] as IDataObject | undefined), [name]: expression };
		const result = await run({ ...parameters, [collection]: given } as IDataObject, {
			items: [item],
		});
		const isRefused =
			parameters.operation === 'cleanUp' && (collection === 'filters' || name === 'exceptSpaceId');
		if (isRefused) {
			expect(result.error?.message).toBe(`"${label}" is empty [item 0]`);
			expect(sent()).toEqual([]);
		} else {
			expect(result.error?.message).toBeUndefined();
			expect(sent()).toEqual(expected);
			const hints = hintTexts(result).join('\n');
			expect(hints).toContain(`"${label}" is empty, so `);
			if (entry.type === 'fixedCollection') expect(hints).toContain('a single expression');
			const isChange = entry.operation === 'link: update' && collection === 'updateFields';
			const canBeCleared = isChange && !NEVER_CLEARED.includes(name);
			expect(hints.includes('use "Clear Fields"')).toBe(canBeCleared);
		}
	}
});

test.each(
	[new LinkManager(), new ReferenceData()].flatMap((node) =>
		[...new Map(entriesOf(node).map((entry) => [entry.operation + entry.collection, entry]))].map(
			([, entry]) => ({ ...entry, isLink: node instanceof LinkManager }),
		),
	),
)('$operation: "$collection" as one expression is refused', async (entry) => {
	const { collection, parameters, isLink } = entry;
	const run = isLink ? linkManager : referenceData;
	for (const x of [{}, { search: 'x' }, null, '']) {
		const { error } = await run(
			{ ...parameters, [collection]: '={{ $json.x }}' },
			{ items: [{ x }] },
		);
		expect(error?.message).toMatch(/ can't be a single expression \[item 0\]$/);
	}
	expect([...link.requests, ...data.requests]).toEqual([]);
});

test.each(['calculate', 'compare'])('%s: rows as one expression are refused', async (operation) => {
	const subjects = { subject: [{ name: 'Mathematics', mark: 6 }] };
	for (const given of ['={{ $json.x }}', { subject: '={{ $json.x.subject }}' }]) {
		const { error } = await referenceData(
			{
				resource: 'admissionPointScore',
				operation,
				...LEAST.admissionPointScore?.[operation],
				subjects: given,
			},
			{ items: [{ x: subjects }] },
		);
		expect(error?.message).toBe('No subjects were found in "Subjects" [item 0]');
		expect(error?.description).toContain(
			'If "Subjects" is a single expression, n8n doesn\'t pass it on to the node. Set "Subjects From" to JSON or Input Fields instead.',
		);
	}
	expect(data.requests).toEqual([]);
});
