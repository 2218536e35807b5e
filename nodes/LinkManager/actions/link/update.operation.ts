import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Client } from '../../../shared/http/client';
import { Outdated } from '../../../shared/http/errors';
import { updateFieldsField } from '../../../shared/node/collection';
import { tell } from '../../../shared/node/emptiness';
import { choiceField, choicesField } from '../../../shared/node/field';
import { isSet } from '../../../shared/node/form';
import { operation } from '../../../shared/node/operation';
import { alphabetical } from '../../../shared/node/options';
import { cut } from '../../../shared/text';
import { pixelIdsOf } from '../../records/linkState';
import { type FieldTexts, findById, getById, updateRecord } from '../../transport/api';
import type { BodyFields } from '../../transport/formBody';
import { linkBody } from './linkBody';
import { additionalLinkFields, linkTexts, SENT_FIELDS, urlField } from './linkFields';
import { linkId } from './linkId';
import { type NamedLink, withLink } from './namedLink';
import { targetingFields, targetingOf } from './targeting';

const pixelModeField = choiceField({
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
	description: 'What to do with the pixels in "Pixel Names or IDs". Add is the default.',
});

const clearFieldsField = choicesField({
	displayName: 'Clear Fields',
	name: 'clearFields',
	type: 'multiOptions',
	options: [
		{ name: 'Expiration Clicks', value: 'expirationClicks' },
		{ name: 'Expiration Date and Time', value: 'expiration' },
		{ name: 'Expiration URL', value: 'expirationUrl' },
		{ name: 'Password', value: 'password' },
		{ name: 'Pixels', value: 'pixels', description: 'Remove every pixel from the link' },
		{ name: 'Privacy Password', value: 'privacyPassword' },
		{ name: 'Space', value: 'space', description: 'Remove the link from its space' },
		{
			name: 'Targeting',
			value: 'targeting',
			description: 'Remove all country, language, platform and rotation rules',
		},
	],
	default: [],
	description: "The fields to empty. A field can't be both set and emptied.",
});

/** What each entry of Clear Fields empties, by the service's names. An empty list is sent whatever Pixel Mode is. */
const CLEARED: Readonly<Record<string, readonly string[]>> = {
	password: ['password'],
	space: ['space_id'],
	pixels: ['pixel_ids'],
	privacyPassword: ['privacy_password'],
	expirationUrl: ['expiration_url'],
	expiration: ['expiration_date', 'expiration_time'],
	expirationClicks: ['expiration_clicks'],
	targeting: ['target_type', 'country', 'platform', 'language', 'rotation'],
} satisfies Record<ReturnType<typeof clearFieldsField.of>[number], readonly string[]>;

const updateFields = updateFieldsField(
	alphabetical([
		...additionalLinkFields('They are added to those of the link, unless you add "Pixel Mode".'),
		urlField.with({ required: false }),
		pixelModeField,
	]),
	(given) => tell(given, 'it was left out', '"Clear Fields" lists the fields that can be emptied.'),
);

export const update = operation({
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update link',
		description: 'Update a link. Only the fields you add are changed.',
	},
	changes: true,
	fields: [
		linkId.with({ description: 'The link to change' }),
		...targetingFields,
		updateFields,
		clearFieldsField,
	],
	read(values, form) {
		const { linkId: reference, updateFields, clearFields } = values;
		const { values: added, empty } = updateFields;
		const set = linkBody({ ...added, ...targetingOf(values, form, false) }, form);
		const cleared = bodyOfCleared(clearFields);
		const both = Object.keys(cleared).find((name) => name in set);
		if (both !== undefined) {
			throw new UserError(`"${linkTexts.fieldLabels[both]}" is both set and in "Clear Fields"`, {
				description: 'Set it or clear it, not both.',
			});
		}
		const changes = { ...set, ...cleared };
		const isSetByExpression = [targetingFields[0], clearFieldsField].some(({ property }) =>
			isSet(form.given(property)),
		);
		const isAsked = isSetByExpression || values.targetType !== undefined;
		if (Object.keys(changes).length + empty.length === 0 && !isAsked) {
			throw new UserError('There is nothing to update', {
				description:
					'Add a field to "Update Fields", choose one in "Clear Fields", or set "Targeting Type". "Pixel Mode" alone changes nothing.',
			});
		}
		return { ...reference, changes, mode: added.pixelMode ?? 'add' };
	},
	async run({ changes, mode, ...reference }, item) {
		const { client } = item;
		const { alias: newAlias, pixel_ids: pixels = [] } = changes;
		// The service replaces the whole set.
		const change = pixels.length > 0 && mode !== 'replace' ? mode : undefined;
		const wanted = { newAlias, needsRecord: change !== undefined };
		return [
			await withLink(item, reference, wanted, async (link) => {
				const { id, check } = link;
				if (change) return await changePixels(client, link, changes, change);
				return await updateRecord(client, 'links', id, changes, textsFor(changes), check);
			}),
		];
	},
});

/** What is sent for entries of Clear Fields, in the order of the table of fields. */
function bodyOfCleared(entries: readonly string[]): BodyFields {
	const names = new Set(entries.flatMap((entry) => CLEARED[entry] ?? []));
	const fields = Object.entries(SENT_FIELDS).filter(([name]) => names.has(name));
	return Object.fromEntries(fields.map(([name, { empty = '' }]) => [name, empty]));
}

/** Sends only what was added. The service decides whether a date or a time alone is enough. */
function textsFor({ expiration_date: date, expiration_time: time }: BodyFields): FieldTexts {
	if ((date === undefined) === (time === undefined)) return linkTexts;
	const advice = 'The service may need "Expiration Date" and "Expiration Time" together.';
	return {
		...linkTexts,
		fieldAdvice: { ...linkTexts.fieldAdvice, expiration_date: advice, expiration_time: advice },
	};
}

/** Sends changes with pixels to add or remove; anew if someone changed those of the link while it had to wait. */
async function changePixels(
	client: Client,
	link: NamedLink,
	changes: BodyFields,
	mode: 'add' | 'remove',
): Promise<IDataObject> {
	const { id } = link;
	const read = async () => await findById(client, 'links', id);
	const record = link.record ?? (await getById(client, 'links', id));
	const sent = withAllPixels({ id, record }, changes, mode);
	let changed: IDataObject | undefined;
	const check = async (mayHaveChanged: boolean) => {
		const now = await (link.check ?? read)(mayHaveChanged);
		const wanted = now && withAllPixels({ id, record: now }, changes, mode);
		if (!wanted || String(wanted.pixel_ids) === String(sent.pixel_ids)) return;
		changed = now;
		throw new Outdated();
	};
	try {
		return await updateRecord(client, 'links', id, sent, textsFor(sent), check);
	} catch (error) {
		if (!changed) throw error as Error;
		return await changePixels(client, { ...link, record: changed }, changes, mode);
	}
}

/**
 * The changes with all pixels that the link is to have.
 *
 * @throws UserError when the record doesn't show its pixels
 */
function withAllPixels(
	{ id, record }: { id: string; record: IDataObject },
	set: BodyFields,
	mode: 'add' | 'remove',
): BodyFields {
	const present = pixelIdsOf(record);
	if (present === undefined) {
		throw new UserError(
			`The service didn't return the pixels of link ${cut(id)}, so the node can't ${mode} pixels without losing the others`,
			{
				description:
					'Set "Pixel Mode" to Replace and choose all the pixels that the link should have.',
			},
		);
	}
	const { pixel_ids: given } = set as { pixel_ids: string[] };
	const named = new Set(given);
	const wanted =
		mode === 'add'
			? [...new Set([...present, ...given])]
			: present.filter((pixel) => !named.has(pixel));
	return { ...set, pixel_ids: wanted };
}
