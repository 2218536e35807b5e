import { operation } from '../../../shared/node/operation';
import { getPostalCode } from '../../transport/api';
import { postalCodeId } from './postalCodeId';

export const get = operation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get postal code',
		description: "Retrieve a suburb's record with its postal codes",
	},
	changes: false,
	fields: [postalCodeId],
	run: async (input, item) => [await getPostalCode(item.client, input.postalCodeId)],
});
