import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { optionsCollection } from '../../shared/node/options';
import type { Item, Operation } from '../../shared/node/operation';
import { getRecord, updateRecord } from '../api';
import type { FormFields } from '../form';
import { knownList } from '../linkList';
import type { Field, LinkValues } from './field';
import {
	allLinkFields,
	clearableFields,
	clearFieldOptions,
	linkLabels,
	updateFieldProperties,
} from './fields';
import { linkForm, warnAboutUnused, withoutFields } from './linkForm';
import { linkIdProperty, withLink } from './linkId';
import { pixelIdsOf } from './linkState';

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
	description:
		'What to do with the pixels selected in "Update Fields". Not in use if you select no pixels there.',
};

const properties: INodeProperties[] = [
	{ ...linkIdProperty, description: 'The link to change' },
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
	pixelModeProperty,
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
		const { parameters } = item;
		const entries = parameters.choices('clearFields');
		const cleared = allLinkFields.filter(({ clear }) => entries.includes(clear?.entry.value ?? ''));
		const unsaid = cleared.map(({ property }) => property.name);
		const values = parameters.added<LinkValues>('updateFields', unsaid);
		const names = parameters.names('updateFields');
		const empty = names.filter((name) => !(name in values));
		const added = withoutFields(linkForm(item, values), empty);
		const form = { ...added, ...formOfCleared(cleared, added) };
		if (names.length + entries.length === 0) {
			throw new UserError('There is nothing to update', {
				description: 'Add at least one field to "Update Fields", or choose one in "Clear Fields".',
			});
		}
		const mode = parameters.choice<PixelMode>('pixelMode');
		const record = await withLink(item, async (id) => await changeLink(item, id, form, mode));
		warnAboutUnused(item, form, record);
		return [record];
	},
};

/** @throws UserError for a field that is both added and cleared */
function formOfCleared(cleared: readonly Field[], added: FormFields): FormFields {
	const form: FormFields = {};
	for (const { apiNames, clear } of cleared) {
		if (!clear) continue;
		if (apiNames.some((name) => name in added)) {
			throw new UserError(`"${clear.entry.name}" is in both "Update Fields" and "Clear Fields"`, {
				description: 'Remove it from one of the two.',
			});
		}
		for (const name of apiNames) form[name] = clear.sends;
	}
	return form;
}

type PixelMode = 'add' | 'remove' | 'replace';

/** The link afterwards; as it is if there is nothing to change. */
async function changeLink(
	item: Item,
	id: string,
	form: FormFields,
	mode: PixelMode,
): Promise<IDataObject> {
	const { client } = item;
	let changes = form;
	// An empty list clears the pixels, whatever the mode is.
	if (form.pixel_ids?.length && mode !== 'replace') {
		const before = await getRecord(client, 'links', id);
		changes = withAllPixels(form, before, mode);
		if (Object.keys(changes).length === 0) return before;
	}
	// Removed first, because an update whose answer is lost may have changed the alias.
	const list = 'alias' in changes ? knownList(item) : undefined;
	list?.remove(id);
	const record = await updateRecord(client, 'links', id, changes, linkLabels);
	list?.enter(record);
	return record;
}

/**
 * The changes with all pixels that the link is to have, since the service replaces the whole set; without
 * them if the link has them already.
 *
 * @throws UserError when the record doesn't show its pixels
 */
function withAllPixels(form: FormFields, record: IDataObject, mode: 'add' | 'remove'): FormFields {
	const present = pixelIdsOf(record);
	if (present === undefined) {
		throw new UserError(
			`The service didn't return the pixels of link ${String(record.id)}, so the node can't ${mode} pixels without losing the others`,
			{
				description:
					'Set "Pixel Mode" to Replace and choose all the pixels that the link should have.',
			},
		);
	}
	const { pixel_ids: given, ...others } = form as FormFields & { pixel_ids: string[] };
	const wanted =
		mode === 'add'
			? [...new Set([...present, ...given])]
			: present.filter((pixel) => !given.includes(pixel));
	return wanted.length === present.length ? others : { ...others, pixel_ids: wanted };
}
