import { operation } from '../../../shared/node/operation';
import { locatorField } from '../../../shared/node/field';
import { checkedBy, listMode } from '../../../shared/node/resourceLocator';
import { getRecord } from '../../../shared/http/get';
import { readUuid, UUID } from '../../records/emisAndPostalCode';

export const get = operation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get postal code',
		description: "Retrieve a suburb's record with its postal codes",
	},
	changes: false,
	fields: [
		locatorField({
			displayName: 'Suburb',
			name: 'postalCodeId',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			required: true,
			description:
				'The suburb whose record to retrieve. To look up a code such as 0181, use "Get Many" with the filter "Postal Code".',
			builderHint: {
				propertyHint:
					'Takes the UUID of a record. For a code such as 0181, use "getAll" with the filter "postalCode", or "validate".',
			},
			modes: [
				listMode('searchPostalCodes', 'suburb'),
				{
					displayName: 'By ID',
					name: 'id',
					type: 'string',
					placeholder: 'e.g. 3f2b8c1e-5d47-4a90-…',
					hint: 'The ID of the record (a UUID), not the postal code itself',
					validation: checkedBy(
						`\\s*${UUID}\\s*`,
						'The ID of a record is a UUID, not a postal code',
					),
				},
			],
		}).map(({ value }) => readUuid(value)),
	],
	async run({ postalCodeId: id }, item) {
		return [
			await getRecord(item.client, {
				path: ['postal-codes', id],
				subject: `postal code record ${id}`,
				notFound: {
					message: `No postal code record has the ID ${id}`,
					description: 'Check the ID, or copy it from the output of "Get Many".',
				},
			}),
		];
	},
});
