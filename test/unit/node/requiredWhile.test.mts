import { type INodeParameters, type INodeTypeDescription, NodeHelpers } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { LinkManager } from '../../../nodes/LinkManager/LinkManager.node.js';

const upsert = { resource: 'link', operation: 'upsert', url: 'https://a.example' };
const pixel = { resource: 'pixel', operation: 'create', name: 'x', value: '1' };
const link = new LinkManager().description;

type Shown = 'required' | 'optional' | 'hidden';

test.each<[INodeTypeDescription, INodeParameters, name: string, Shown]>([
	[link, { ...upsert, matchBy: 'alias' }, 'alias', 'required'],
	[link, { ...upsert, matchBy: 'url' }, 'alias', 'optional'],
	[link, { ...pixel, type: 'custom' }, 'customType', 'required'],
	[link, { ...pixel, type: 'retarget' }, 'customType', 'hidden'],
	[link, { ...pixel, type: '={{ 1 }}' }, 'customType', 'optional'],
])(
	'%#: n8n shows one entry at most, asks for it where it must, and keeps its value',
	(description, others, name, expected) => {
		const { properties } = description;
		const version = { typeVersion: 1 };
		const given = { ...others, [name]: 'a' };
		const kept =
			NodeHelpers.getNodeParameters(properties, given, true, false, version, description) ?? {};
		const shown = properties.filter(
			(property) =>
				property.name === name &&
				NodeHelpers.displayParameter(kept, property, version, description),
		);
		expect(shown.map(({ required }): Shown => (required ? 'required' : 'optional'))).toEqual(
			expected === 'hidden' ? [] : [expected],
		);
		expect(kept[name]).toBe(expected === 'hidden' ? undefined : 'a');
	},
);
