import { operation } from '../../../shared/node/operation';
import { createOnce } from '../../records/createOnce';
import { createOrUpdate } from '../../records/createOrUpdate';
import { keyOf } from '../../records/key';
import { showsSame } from '../../records/shown';
import { updateRecord } from '../../transport/api';
import { ifExistsField } from '../ifExists';
import { refuseIncompleteKey } from '../incompleteKey';
import { nameField, newPixelFields, pixelBody, pixelTexts } from './pixelFields';

const matchedName = nameField.map(refuseIncompleteKey).with({
	description:
		'The display name of the pixel. If a pixel with exactly this name exists, it is updated instead of created again.',
});

export const upsert = operation({
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update pixel',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
	},
	changes: true,
	fields: [matchedName, ifExistsField, ...newPixelFields],
	read: (values) => ({
		key: keyOf('name', values.name),
		pixel: pixelBody(values),
		// The matched name needs no change.
		changes: pixelBody({ ...values, name: undefined }),
		ifExists: values.ifExists,
	}),
	async run(wanted, item) {
		const { key, pixel, changes } = wanted;
		const record = await createOrUpdate(item, wanted, {
			shows: (record, field, sent) => showsSame(record[field], sent),
			create: async (stillMissing) =>
				await createOnce(item.client, 'pixels', pixel, { ...pixelTexts, key, stillMissing }),
			update: async (id, _existing, check) =>
				await updateRecord(item.client, 'pixels', id, changes, pixelTexts, check),
		});
		return [record];
	},
});
