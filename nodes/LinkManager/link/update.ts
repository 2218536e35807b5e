import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Item, Operation } from '../../shared/item/operation';
import { alphabetical, optionsCollection } from '../../shared/item/commonProperties';
import { getRecord, updateRecord } from '../api';
import type { FormFields } from '../form';
import {
	linkFieldProperties,
	linkFields,
	type LinkValues,
	pixelIdsOf,
	urlProperty,
} from './fields';
import { linkIdProperty, readLinkId } from './locator';
import { noTargeting } from './targeting';

/** What each entry of Clear Fields empties, in the service's names. */
const CLEARED: Readonly<Record<string, FormFields>> = {
	expiration: { expiration_date: '', expiration_time: '' },
	expirationClicks: { expiration_clicks: '' },
	expirationUrl: { expiration_url: '' },
	password: { password: '' },
	pixels: { pixel_ids: [] },
	privacyPassword: { privacy_password: '' },
	space: { space_id: '' },
	targeting: noTargeting,
};

const properties: INodeProperties[] = [
	linkIdProperty,
	{
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		description: 'Only the fields you add are changed; all others stay as they are',
		options: alphabetical([...linkFieldProperties, { ...urlProperty, required: false }]),
	},
	{
		displayName: 'Clear Fields',
		name: 'clearFields',
		type: 'multiOptions',
		options: [
			{ name: 'Expiration Clicks', value: 'expirationClicks' },
			{ name: 'Expiration Date and Time', value: 'expiration' },
			{ name: 'Expiration URL', value: 'expirationUrl' },
			{ name: 'Password', value: 'password' },
			{ name: 'Pixels', value: 'pixels', description: 'Detach every pixel from the link' },
			{ name: 'Space', value: 'space', description: 'Take the link out of its space' },
			{ name: 'Statistics Password', value: 'privacyPassword' },
			{
				name: 'Targeting',
				value: 'targeting',
				description: 'Remove all country, language, platform and rotation rules',
			},
		],
		default: [],
		description: 'What to empty. A field cannot be set and emptied at once.',
	},
	optionsCollection({
		displayName: 'Pixel Mode',
		name: 'pixelMode',
		type: 'options',
		options: [
			{ name: 'Add', value: 'add', description: 'Attach these pixels and keep the others' },
			{ name: 'Remove', value: 'remove', description: 'Detach these pixels and keep the others' },
			{
				name: 'Replace',
				value: 'replace',
				description: 'Attach these pixels and detach all others',
			},
		],
		default: 'replace',
		description: 'What to do with the pixels chosen in Update Fields',
	}),
];

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update link',
		description: 'Change settings of one link; what you do not add stays as it is',
	},
	properties,
	async execute(item) {
		const { parameters, functions, client, run } = item;
		const values = parameters.collection<LinkValues>('updateFields');
		const fields = {
			...linkFields(values, functions.getTimezone()),
		};
		for (const name of parameters.choices('clearFields')) {
			const cleared = CLEARED[name] ?? {};
			const both = Object.keys(cleared).find((field) => field in fields);
			if (both !== undefined) {
				throw new UserError(`"Clear Fields" empties what "Update Fields" sets: ${name}`, {
					description: 'Remove it from one of the two.',
				});
			}
			Object.assign(fields, cleared);
		}
		if (Object.keys(fields).length === 0) {
			throw new UserError('There is nothing to update', {
				description: 'Add at least one field to "Update Fields", or choose one in "Clear Fields".',
			});
		}
		const { pixelMode = 'replace' } = parameters.collection<{ pixelMode: PixelMode }>('options');
		const id = await readLinkId(item);
		if (pixelMode === 'replace' || values.pixelIds === undefined) {
			return [await updateRecord(client, 'links', id, fields)];
		}
		const mode = pixelMode;
		return [
			await run.serially(`link ${id}`, async () => await changePixels(item, id, fields, mode)),
		];
	},
};

type PixelMode = 'add' | 'remove' | 'replace';

/** Reads the link's pixels, adds or removes some, and writes the set back with the other fields. */
async function changePixels(
	{ client }: Item,
	id: string,
	fields: FormFields,
	mode: 'add' | 'remove',
): Promise<IDataObject> {
	const record = await getRecord(client, 'links', id);
	const present = pixelIdsOf(record);
	if (present === undefined) {
		throw new UserError(
			`The link ${id} does not show its pixels, so none can be ${mode === 'add' ? 'added' : 'removed'} without losing others`,
			{
				description: 'Set "Pixel Mode" to Replace and give all pixels that the link shall have.',
			},
		);
	}
	const { pixel_ids: given, ...others } = fields as FormFields & { pixel_ids: string[] };
	const wanted =
		mode === 'add'
			? [...new Set([...present, ...given])]
			: present.filter((pixel) => !given.includes(pixel));
	const same = wanted.length === present.length;
	if (same && Object.keys(others).length === 0) return record;
	return await updateRecord(client, 'links', id, same ? others : { ...others, pixel_ids: wanted });
}
