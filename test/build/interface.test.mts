import { readFileSync } from 'node:fs';
import path from 'node:path';

import type {
	INode,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodeType,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { LinkManager } from '../../nodes/LinkManager/LinkManager.node.js';
import { LinkManagerTrigger } from '../../nodes/LinkManager/LinkManagerTrigger.node.js';
import { ReferenceData } from '../../nodes/ReferenceData/ReferenceData.node.js';
import { ReferenceDataTrigger } from '../../nodes/ReferenceData/ReferenceDataTrigger.node.js';
import { nodeOf, OPERATIONS, propertiesOf } from '../engine/least.mjs';

/** The lines of `storedNames.txt` by operation and event. That file explains them. */
const STORED = new Map(
	readFileSync(path.join(import.meta.dirname, 'storedNames.txt'), 'utf8')
		.split('# ')
		.slice(1)
		.map((section): [name: string, lines: string[]] => {
			const [name = '', ...lines] = section.trim().split('\n');
			return [name, lines];
		}),
);
const COMMON = 'every operation and event';

const NODES: INodeType[] = [new LinkManager(), new ReferenceData()];
const TRIGGERS: INodeType[] = [new LinkManagerTrigger(), new ReferenceDataTrigger()];

type Option = NonNullable<INodeProperties['options']>[number];

const isCollection = (option: Option): option is INodePropertyCollection => 'values' in option;
/** Leaves out "length", which no form shows: it marks a whole expression (`quirks.ts`). */
const isParameter = (option: Option): option is INodeProperties =>
	'type' in option && option.name !== 'length';
/** A number that is stored as text stands in quotes. */
const said = (value: unknown) =>
	typeof value === 'string' && /^\d+$/.test(value) ? `"${value}"` : String(value);
const valuesOf = ({ options: list = [] }: INodeProperties) =>
	list.flatMap((option) => ('value' in option ? [option.value] : []));

/** Every parameter with its path, including those in collections. */
function everyParameter(
	properties: INodeProperties[],
	at: string,
): Array<[string, INodeProperties]> {
	return properties.flatMap((property): Array<[string, INodeProperties]> => {
		const where = `${at}.${property.name}`;
		const inner = (property.options ?? []).flatMap((option): Array<[string, INodeProperties]> => {
			if (isCollection(option)) {
				return everyParameter(option.values.filter(isParameter), `${where}.${option.name}`);
			}
			return isParameter(option) ? everyParameter([option], where) : [];
		});
		return [[where, property], ...inner];
	});
}

/** The text after the name of a parameter: the values of its dropdown, its modes, its default. */
function described(parameter: INodeProperties): string {
	const { modes = [], default: preset } = parameter;
	const values = valuesOf(parameter);
	const shown = typeof preset === 'string' && preset.length > 20 ? '…' : said(preset);
	return [
		values.length > 0 && `(${values.length > 20 ? '…' : values.map(said).sort().join('|')})`,
		modes.length > 0 && `[${modes.map((mode) => mode.name).join('|')}]`,
		preset !== '' && typeof preset !== 'object' && `=${shown}`,
	]
		.filter(Boolean)
		.join('');
}

/** The lines for the parameters that a form shows for a choice. A parameter may occur twice. */
function shownFor({ description }: INodeType, choice: Record<string, string>): string[] {
	const shown = description.properties.filter(
		({ name, type, displayOptions: { show = {} } = {} }) =>
			type !== 'notice' &&
			!['resource', 'operation', 'event'].includes(name) &&
			Object.entries(choice).every(([key, value]) => show[key]?.includes(value) ?? true),
	);
	const lines = everyParameter(shown, '').map(([at, one]) => `${at.slice(1)}${described(one)}`);
	return [...new Set(lines)].sort();
}

const eventsOf = ({ description: { properties } }: INodeType) =>
	properties.filter(({ name }) => name === 'event').flatMap(valuesOf);

/** What each operation and each event stores, in the format of `storedNames.txt`. */
const stored = [
	...OPERATIONS.map((name): [string, string[]] => {
		const [resource = '', operation = ''] = name.split(' ');
		const node = NODES[nodeOf(name) === 'linkManager' ? 0 : 1]!;
		return [name, shownFor(node, { resource, operation })];
	}),
	...TRIGGERS.flatMap((trigger) =>
		eventsOf(trigger).map((event): [string, string[]] => [
			String(event),
			shownFor(trigger, { event: String(event) }),
		]),
	),
];

test.each(stored)(
	'%s has the stored names and values that storedNames.txt lists',
	(name, lines) => {
		const own = STORED.get(name);
		expect(own, `Add "# ${name}" to test/build/storedNames.txt`).toBeDefined();
		const advice = `Each has its line below "# ${name}" in test/build/storedNames.txt`;
		expect(lines, advice).toEqual([...(STORED.get(COMMON) ?? []), ...(own ?? [])].sort());
	},
);

test('every node keeps the name and the version that workflows store', () => {
	const stored = [...NODES, ...TRIGGERS].map(({ description }) => {
		const { name, version } = description;
		return `${name} ${String(version)}`;
	});
	expect(stored).toEqual([
		'linkManager 1',
		'referenceData 1',
		'linkManagerTrigger 1',
		'referenceDataTrigger 1',
	]);
});

test('every operation and event in storedNames.txt still exists', () => {
	const names = [COMMON, ...stored.map(([name]) => name)];
	expect(names).toEqual(expect.arrayContaining([...STORED.keys()]));
});

const PARAMETERS = [...NODES, ...TRIGGERS].flatMap(({ description }) =>
	everyParameter(description.properties, description.name),
);

test('every operation and event has a description', () => {
	for (const { name, options = [] } of PARAMETERS.map(([, parameter]) => parameter)) {
		if (name !== 'operation' && name !== 'event') continue;
		for (const option of options) expect(option, option.name).toHaveProperty('description');
	}
});

test('the entries of each dropdown and collection have different labels and values', () => {
	for (const [at, parameter] of PARAMETERS) {
		const values = valuesOf(parameter);
		expect(new Set(values).size, at).toBe(values.length);
		const { options: list = [] } = parameter;
		const labels = list.map((one) => ('displayName' in one ? one.displayName : one.name));
		expect(new Set(labels).size, at).toBe(labels.length);
	}
});

test.each([...NODES, ...TRIGGERS])(
	'$description.name has exactly the methods that its lists load from',
	({ description, methods }) => {
		const text = JSON.stringify(description);
		const named = (key: string) =>
			new Set([...text.matchAll(new RegExp(`"${key}":"(\\w+)"`, 'g'))].map(([, name]) => name));
		expect(named('searchListMethod')).toEqual(new Set(Object.keys(methods?.listSearch ?? {})));
		expect(named('loadOptionsMethod')).toEqual(new Set(Object.keys(methods?.loadOptions ?? {})));
	},
);

/** The parameters of each operation, including those in collections. */
const FORMS = OPERATIONS.map((name) => [name, everyParameter(propertiesOf(name), name)] as const);

/** The lists of rows that may be empty. */
const MAY_HAVE_NO_ROW = [
	'link create.languageRules',
	'link update.countryRules',
	'link update.languageRules',
	'link update.platformRules',
	'link update.rotationRules',
	'link upsert.languageRules',
	'admissionPointScore calculate.options.readFieldsAs',
	'admissionPointScore closeGap.options.readFieldsAs',
	'admissionPointScore compare.options.readFieldsAs',
];

test.each(FORMS)(
	'the form of %s requires a row in each list, and each column of a row',
	(_name, form) => {
		const lists = form.filter(([, { typeOptions }]) => typeOptions?.multipleValues);
		const isAsked = ({ typeOptions }: INodeProperties) =>
			Number(typeOptions?.minRequiredFields) > 0;
		const asked = lists.filter(([, list]) => isAsked(list)).map(([at]) => at);
		const noRow = lists.map(([at]) => at).filter((at) => !asked.includes(at));
		const rows =
			'Set minRequiredFields, or add it to MAY_HAVE_NO_ROW in test/build/interface.test.mts';
		expect(MAY_HAVE_NO_ROW, rows).toEqual(expect.arrayContaining(noRow));
		const columns = lists.flatMap(([at, { options = [] }]) =>
			options.filter(isCollection).flatMap(({ values }) => everyParameter(values, at)),
		);
		const cells = columns.filter(([at, { required }]) => !required && !at.includes('.subjects.'));
		const advice =
			'Each column of a row is "required". Only a subject may be empty: it is not taken.';
		expect(
			cells.map(([at]) => at),
			advice,
		).toEqual([]);
	},
);

/** Parameters that have another name in a tool. */
const AS_TOOL: Record<string, string | undefined> = { simplify: 'output' };
/** An agent always gets simplified comparisons. */
const NOT_FOR_TOOLS = ['admissionPointScore compare.simplify'];

test.each(FORMS)('%s has every parameter as a tool, too', (_name, form) => {
	const hidden = form.filter(([, { displayOptions = {} }]) => displayOptions.hide?.['@tool']);
	const shown = form.filter(([, { displayOptions = {} }]) => displayOptions.show?.['@tool']);
	const missing = hidden.filter(
		([at, { name }]) =>
			!NOT_FOR_TOOLS.includes(at) &&
			!shown.some(([own]) => own === at.replace(name, AS_TOOL[name] ?? name)),
	);
	const advice = 'Declare it by "forTools", or add it to AS_TOOL in test/build/interface.test.mts';
	expect(
		missing.map(([at]) => at),
		advice,
	).toEqual([]);
});

const LONGEST_TEXT = 200;

/** The only texts that need more characters. */
const LONG_TEXTS = ['concurrency', 'fieldsNotice', 'pixelIds', 'referenceDataTrigger'];

test('descriptions and notices have at most 200 characters', () => {
	for (const [at, { name, type, displayName, description = '', options = [] }] of PARAMETERS) {
		if (LONG_TEXTS.includes(name)) continue;
		const own = options.flatMap((option) => ('value' in option ? (option.description ?? '') : ''));
		for (const text of [description, type === 'notice' ? displayName : '', ...own]) {
			expect(text.length, `${at}: ${text}`).toBeLessThanOrEqual(LONGEST_TEXT);
		}
	}
	for (const { description } of [...NODES, ...TRIGGERS]) {
		const { name, hints = [] } = description;
		for (const text of [description.description, ...hints.map(({ message }) => message)]) {
			if (LONG_TEXTS.includes(name)) continue;
			expect(text.length, `${name}: ${text}`).toBeLessThanOrEqual(LONGEST_TEXT);
		}
	}
});

test.each<[INodeType, INodeParameters, string]>([
	[
		new LinkManager(),
		{ resource: 'link', operation: 'cleanUp', cleanUpAction: 'delete' },
		'Clean Up: delete',
	],
	[new LinkManager(), {}, 'Get many links'],
	[
		new ReferenceData(),
		{ resource: 'admissionPointScore', operation: 'compare' },
		'Compare universities by APS',
	],
	[new LinkManagerTrigger(), { event: 'linkExpired' }, 'On link expired'],
])('the canvas shows under the name of the node: %s', (type, parameters, shown) => {
	const { name, subtitle } = type.description;
	const at: INode['position'] = [0, 0];
	const node = { id: '1', name, type: name, typeVersion: 1, position: at, parameters };
	const find = () => type;
	const nodeTypes = { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const own = workflow.getNode(name)!;
	expect(workflow.expression.getSimpleParameterValue(own, subtitle, 'internal', {})).toBe(shown);
});

test('each pixel type shows the value that records have in parentheses', () => {
	const type = new LinkManager().description.properties.find(({ name }) => name === 'type');
	for (const option of type?.options ?? []) {
		if (!('value' in option) || option.value === 'custom') continue;
		expect(option.name).toMatch(new RegExp(`^[A-Z].* \\(${option.value}\\)$`));
	}
});

test.each([
	['concurrency', 'A lower number takes longer, but leaves more of the rate limit to others.'],
	['maxRetries', 'If 0, one lost connection ends the item.'],
	['maxWait', 'A request that would have to wait longer fails.'],
	['timeout', 'the service may still make a change that the node reports as failed.'],
])('every description of "%s" says what a different value costs', (wanted, cost) => {
	const said = PARAMETERS.filter(([, { name }]) => name === wanted);
	expect(said.length).toBeGreaterThan(20);
	for (const [at, { description }] of said) expect(description, at).toContain(cost);
});

test.each([
	[
		new LinkManagerTrigger(),
		/^Starts the workflow when .* The Link Manager actions create, find, /,
	],
	[new ReferenceDataTrigger(), /^Starts the workflow when .* The Reference Data actions look up /],
])(
	'the description of a trigger covers its actions, too, because n8n shows it for both (%#)',
	(type, said) => {
		expect(type.description.description).toMatch(said);
	},
);

/** Every text in one of these fields, at any depth. */
function textsUnder(keys: string[], description: INodeType['description']): string[] {
	const found: string[] = [];
	JSON.stringify(description, (key, value: unknown) => {
		if (keys.includes(key) && typeof value === 'string') found.push(value);
		return value;
	});
	return found;
}

test.each([...NODES, ...TRIGGERS])(
	'hints for assistants on $description.name are short, and their quoted names exist',
	({ description }) => {
		const keys = ['name', 'value', 'searchListMethod', 'loadOptionsMethod'];
		const names = textsUnder(keys, description);
		expect(description.builderHint?.searchHint).toBeDefined();
		const hints = textsUnder(['searchHint', 'propertyHint'], description);
		for (const hint of hints) {
			expect(hint.length, hint).toBeLessThanOrEqual(120);
			expect(hint).not.toMatch(/\{\{|\$/);
		}
		const patterns = description.builderHint?.extraTypeDefContent ?? [];
		expect(patterns).not.toEqual([]);
		const said = patterns.map(({ content }) => {
			expect(content).toMatch(
				/^<patterns>(<pattern title="[^"]+">[^<>]+<\/pattern>)+<\/patterns>$/,
			);
			return content.replace(/ title="[^"]+"/g, '');
		});
		for (const hint of [...hints, ...said]) {
			for (const [, name] of hint.matchAll(/"([^"]*)"/g)) expect(names, hint).toContain(name);
		}
	},
);

const ONCE = 'Place it next, comparing trigger.event_id, to handle each event once';

test.each<[INodeType, string, string]>([
	[
		new LinkManager(),
		'n8n-nodes-base.wait',
		'Place it before links are deleted, so that a person approves',
	],
	[new LinkManagerTrigger(), 'n8n-nodes-base.removeDuplicates', ONCE],
	[new ReferenceDataTrigger(), 'n8n-nodes-base.removeDuplicates', ONCE],
])('assistants read which node to add: %s', (type, nodeType, relationHint) => {
	expect(type.description.builderHint?.relatedNodes).toEqual([{ nodeType, relationHint }]);
});

test('hints for assistants include what labels say: seconds, and what each number means', () => {
	for (const [at, { displayName, options: list = [], builderHint }] of PARAMETERS) {
		const hint = builderHint?.propertyHint ?? '';
		if (displayName.endsWith('(Seconds)')) expect(hint, at).toContain('In seconds.');
		for (const option of list) {
			if (!('value' in option) || typeof option.value !== 'number') continue;
			const saysItself = option.name.startsWith(String(option.value));
			if (!saysItself) expect(hint, at).toContain(`${option.value} is ${option.name}`);
		}
	}
});

// n8n stops a pattern after 250 ms, so a node could fail on a busy machine.
test('display conditions work in n8n 1, and none is a pattern', () => {
	const conditions = [...NODES, ...TRIGGERS]
		.flatMap(({ description }) => everyParameter(description.properties, description.name))
		.map(([where, { displayOptions = {} }]) => [where, displayOptions] as const);
	for (const [where, displayOptions] of conditions) {
		expect(Object.values(displayOptions), where).not.toContain(undefined);
		expect(JSON.stringify(displayOptions), where).not.toMatch(
			/"(startsWith|endsWith|includes|regex)"/,
		);
	}
});
