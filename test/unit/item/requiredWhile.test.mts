import { type INodeParameters, type INodeTypeDescription, NodeHelpers } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { LinkManager } from '../../../nodes/LinkManager/LinkManager.node.js';
import { ReferenceData } from '../../../nodes/ReferenceData/ReferenceData.node.js';

const upsert = { resource: 'link', operation: 'upsert' };
const pixel = { resource: 'pixel', operation: 'create', name: 'x', value: '1' };
const compare = { resource: 'admissionPointScore', operation: 'compare' };
const link = new LinkManager().description;
const data = new ReferenceData().description;

test.each<
	[INodeTypeDescription, INodeParameters, name: string, value: INodeParameters[string], string]
>([
	[link, { ...upsert, url: 'https://a.example', matchBy: 'alias' }, 'alias', 'a', 'required'],
	[link, { ...upsert, url: 'https://a.example', matchBy: 'url' }, 'alias', 'a', 'optional'],
	[link, { ...upsert, url: 'https://a.example', matchBy: '={{ 1 }}' }, 'alias', 'a', 'optional'],
	[link, { ...pixel, type: 'custom' }, 'customType', 'a', 'required'],
	[link, { ...pixel, type: 'retarget' }, 'customType', '', 'hidden'],
	[link, { ...pixel, type: '={{ 1 }}' }, 'customType', 'a', 'optional'],
	[data, { ...compare, universityScope: 'selected' }, 'universityIds', ['uct'], 'required'],
	[data, { ...compare, universityScope: 'all' }, 'universityIds', [], 'hidden'],
	[data, { ...compare, universityScope: '={{ 1 }}' }, 'universityIds', ['uct'], 'optional'],
])(
	'%#: n8n shows one entry at most, asks for it where it must, and keeps its value',
	(description, others, name, value, expected) => {
		const { properties } = description;
		const parameters = { ...others, [name]: value };
		const kept = (given: INodeParameters) =>
			NodeHelpers.getNodeParameters(
				properties,
				given,
				true,
				false,
				{ typeVersion: 1 },
				description,
			);
		const shown = properties.filter(
			(property) =>
				property.name === name &&
				NodeHelpers.displayParameter(
					kept(parameters) ?? {},
					property,
					{ typeVersion: 1 },
					description,
				),
		);
		expect(shown.map(({ required }) => (required ? 'required' : 'optional'))).toEqual(
			expected === 'hidden' ? [] : [expected],
		);
		if (expected !== 'hidden') expect(kept(parameters)?.[name]).toEqual(value);
	},
);
