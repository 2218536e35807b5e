import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { LinkManager } from '../../nodes/LinkManager/LinkManager.node.js';
import { ReferenceData } from '../../nodes/ReferenceData/ReferenceData.node.js';
import { isFailed, trimmed } from '../../nodes/shared/values.js';
import { quoted } from '../../nodes/shared/text.js';
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
	{ x: [] },
	{ x: '\u00a0\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2800\u3164\ufeff' },
	{ x: 'undefined' },
	{ x: 'Invalid DateTime' },
	{ x: '[]' },
	{ x: '[null, ""]' },
	{ x: 'undefined undefined' },
	{ x: '#N/A' },
];

test.each(
	[new LinkManager(), new ReferenceData()].flatMap((node) =>
		entriesOf(node).map((entry) => ({ ...entry, node })),
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
		if (name === Object.keys((parameters[collection] ?? {}) as IDataObject)[0]) break;
		const given = { ...(parameters[collection] as IDataObject | undefined), [name]: expression };
		const word = typeof item.x === 'string' ? trimmed(item.x) : '';
		const held = word !== '' && entry.type !== 'fixedCollection' ? quoted(word) : 'empty';
		const result = await run({ ...parameters, [collection]: given } as IDataObject, {
			items: [item],
		});
		if (name === 'exceptSpaceId') {
			expect(result.error?.message).toBe('"Except Space" is empty [item 0]');
			expect(sent()).toEqual([]);
		} else if (parameters.operation === 'cleanUp' && collection === 'filters') {
			expect(result.error?.message).toBe(`"${label}" is ${held} [item 0]`);
			expect(sent()).toEqual([]);
		} else if (entry.type === 'dateTime' && isFailed(item.x)) {
			expect(result.error?.message).toBe(`"${label}" is not a date: ${held} [item 0]`);
			expect(sent()).toEqual([]);
		} else {
			expect(result.error?.message).toBeUndefined();
			expect(sent()).toEqual(expected);
			const hints = hintTexts(result).join('\n');
			expect(hints).toContain(`"${label}" is ${held}, so `);
			if (entry.type === 'fixedCollection') expect(hints).toContain('a single expression');
			const isChange = entry.operation === 'link: update' && collection === 'updateFields';
			const canBeCleared = isChange && !NEVER_CLEARED.includes(name);
			expect(hints.includes('use "Clear Fields"')).toBe(canBeCleared);
		}
	}
});

/** Texts of which an expression finds nothing, and what a message says of them. */
const HALVES: Array<[string, string]> = [
	['=1{{ $json.x }}', 'incomplete, because {{ $json.x }} is empty'],
	[
		'=1{{ 2 }}{{ $json.x || undefined }}',
		'incomplete, because {{ $json.x || undefined }} is empty',
	],
	['={{ "a-" + $json.x }}', '"a-undefined"'],
	['={{ `${$json.x}/1` }}', '"undefined/1"'],
];

test.each(entriesOf(new LinkManager()).filter(({ type }) => type !== 'fixedCollection'))(
	'$operation: half of "$label" is refused',
	async ({ collection, name, label, parameters, type }) => {
		const [field, beside] = BESIDE[name] ?? [];
		const given = { ...(parameters[collection] as IDataObject), ...(field && { [field]: beside }) };
		for (const [expression, reason] of HALVES) {
			const value = type === 'resourceLocator' ? locator(expression) : expression;
			const result = await linkManager({
				...parameters,
				[collection]: { ...given, [name]: value },
			} as IDataObject);
			expect(result.error?.message).toBe(`"${label}" is ${reason} [item 0]`);
		}
		expect(link.requests).toEqual([]);
	},
);

test.each([
	['=promo{{ $json.x ?? "" }}', 'promo'],
	['=promo{{ $json.x ? "-vip" : "" }}', 'promo'],
	["=a{{ $if($json.x, '-vip', '') }}{{ $json.zero }}", 'a0'],
	['={{ $json.text + "-1" }}', 'null-island-1'],
	['={{ $json.text }}', 'null-island'],
	['=p\\{{x}}', 'p\\{{x}}'],
])(
	'a part that may be empty, and a word for nothing in a text, are taken: %s',
	async (alias, sent) => {
		await linkManager(
			{ ...LEAST.link?.create, resource: 'link', operation: 'create', additionalFields: { alias } },
			{ items: [{ zero: 0, text: 'null-island' }] },
		);
		const [post] = link.requests;
		expect(post && new URLSearchParams(post.body).get('alias')).toBe(sent);
	},
);

test.each<[string, IDataObject]>([
	['URL', { ...LEAST.link?.upsert, matchBy: 'url', url: '=https://x.org/{{ $json.x }}' }],
	['Alias', { ...LEAST.link?.upsert, alias: '=promo-{{ $json.x }}' }],
	['Domain', { ...LEAST.link?.upsert, domainId: locator('=1{{ $json.x }}') }],
	['Link', { ...LEAST.link?.delete, operation: 'delete', linkId: locator('=100{{ $json.x }}') }],
	['Name', { ...LEAST.pixel?.upsert, resource: 'pixel', name: '=Pixel {{ $json.x }}' }],
])('half of a key is none: %s', async (label, parameters) => {
	for (const x of [undefined, null, '', ' ', []]) {
		const result = await linkManager(
			{ resource: 'link', operation: 'upsert', ...parameters } as IDataObject,
			{ items: [{ x }] },
		);
		expect(result.error?.message).toMatch(
			`${label}" is incomplete, because {{ $json.x }} is empty`,
		);
	}
	expect(link.requests).toEqual([]);
	const whole = { resource: 'link', operation: 'upsert', ...parameters } as IDataObject;
	const { error } = await linkManager(whole, { items: [{ x: '1' }] });
	expect(error?.message ?? '').not.toContain('incomplete');
	expect(link.requests).not.toEqual([]);
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
