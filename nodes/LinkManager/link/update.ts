import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { optionsCollection } from '../../shared/node/options';
import type { Item, Operation } from '../../shared/node/operation';
import { isSameId } from '../../shared/identifiers';
import { quoted } from '../../shared/text';
import { getRecord, updateRecord } from '../api';
import type { FormFields } from '../form';
import { requireAdded } from '../requireAdded';
import {
	clearableFields,
	clearedFields,
	clearedLinkForm,
	clearFieldOptions,
	linkForm,
	type LinkValues,
	updateFieldProperties,
	withoutDefaults,
} from './fields';
import { linkIdProperty, readLinkId } from './linkId';
import { pixelIdsOf } from './linkState';
import { warnAboutUnusedRules } from './targeting';

/**
 * Twice in the form, as n8n looks at it in two ways. Whoever fills it in sees it beside the pixels. When
 * n8n saves or runs a workflow it looks at no collection, and would throw away what depends on one: then
 * Update Fields is no object, and the second one holds.
 */
const pixelModeProperty: INodeProperties = {
	displayName: 'Pixel Mode',
	name: 'pixelMode',
	type: 'options',
	options: [
		{ name: 'Add', value: 'add', description: 'Add these pixels and keep the others' },
		{ name: 'Remove', value: 'remove', description: 'Remove these pixels and keep the others' },
		{
			name: 'Replace',
			value: 'replace',
			description: 'Add these pixels and remove all others',
		},
	],
	default: 'add',
	description: 'What to do with the pixels selected in "Update Fields"',
};

const properties: INodeProperties[] = [
	linkIdProperty,
	{
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		description: 'Only the fields you add are changed. All others stay as they are.',
		builderHint: {
			propertyHint:
				'An empty value changes nothing. To empty a field, name it in "clearFields" instead.',
		},
		options: updateFieldProperties,
	},
	{
		...pixelModeProperty,
		displayOptions: { show: { '/updateFields.pixelIds': [{ _cnd: { exists: true } }] } },
	},
	{
		...pixelModeProperty,
		displayOptions: { hide: { '/updateFields.constructor.name': ['Object'] } },
	},
	{
		displayName: 'Clear Fields',
		name: 'clearFields',
		type: 'multiOptions',
		options: clearFieldOptions,
		default: [],
		description:
			'The fields to empty. A field can\'t be in both "Update Fields" and "Clear Fields".',
	},
	optionsCollection(),
];

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update link',
		description: 'Update a link. Only the fields you add are changed.',
	},
	properties,
	clearableFields,
	async execute(item) {
		const { parameters, client } = item;
		const clearing = parameters.choices('clearFields');
		const values = parameters.added<LinkValues>('updateFields', clearedFields(clearing));
		const added = parameters.names('updateFields');
		const form = withoutDefaults(linkForm(item, values), values, added);
		for (const name of clearing) {
			const cleared = clearedLinkForm(name);
			if (Object.keys(cleared).some((field) => field in form)) {
				const label = clearFieldOptions.find(({ value }) => value === name)?.name ?? name;
				throw new UserError(`"${label}" is in both "Update Fields" and "Clear Fields"`, {
					description: 'Remove it from one of the two.',
				});
			}
			Object.assign(form, cleared);
		}
		if (Object.keys(form).length === 0) requireAdded(parameters, 'clearFields');
		const mode =
			values.pixelIds === undefined ? 'replace' : parameters.choice<PixelMode>('pixelMode');
		const id = await readLinkId(item);
		const record = await item.serialize(`link ${id}`, async () => {
			if (Object.keys(form).length === 0) return await getRecord(client, 'links', id);
			if (mode === 'replace') return await updateRecord(item, 'links', id, form);
			return await changePixels(item, id, form, mode);
		});
		warnAboutUnusedRules(item, form, record);
		return [record];
	},
};

type PixelMode = 'add' | 'remove' | 'replace';

/** Reads the link's pixels, adds or removes some, and writes the set back with the other fields. */
async function changePixels(
	item: Item,
	id: string,
	form: FormFields,
	mode: 'add' | 'remove',
): Promise<IDataObject> {
	const record = await getRecord(item.client, 'links', id);
	const { pixel_ids: given, ...others } = form as FormFields & { pixel_ids: string[] };
	const present = pixelIdsOf(record);
	// Names in the place of IDs can't be sent, nor be compared with IDs.
	const unlike = given.find((id) => present?.some((pixel) => isSameId(pixel, id) === undefined));
	if (unlike !== undefined && !/^\d+$/.test(unlike)) {
		const label = item.parameters.label('updateFields', 'pixelIds');
		throw new UserError(`"${label}" has an entry that is not a pixel ID: ${quoted(unlike)}`, {
			description: `Link ${id} shows its pixels by their IDs. Choose the pixels from the list or enter their IDs.`,
		});
	}
	if (present === undefined || unlike !== undefined) {
		throw new UserError(
			`The service didn't return the pixels of link ${id}, so the node can't ${mode} pixels without losing the others`,
			{
				description:
					'Set "Pixel Mode" to Replace and choose all the pixels that the link should have.',
			},
		);
	}
	const wanted =
		mode === 'add'
			? [...new Set([...present, ...given])]
			: present.filter((pixel) => !given.includes(pixel));
	const same = wanted.length === present.length;
	if (same && Object.keys(others).length === 0) return record;
	return await updateRecord(item, 'links', id, same ? others : { ...others, pixel_ids: wanted });
}
