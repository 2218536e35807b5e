import { operation } from '../../../shared/node/operation';
import { listProvinces } from '../../transport/api';

export const getProvinces = operation({
	option: {
		name: 'Get Provinces',
		value: 'getProvinces',
		action: 'Get provinces',
		description: 'Retrieve a list of provinces with the number of high schools in each',
	},
	changes: false,
	fields: [],
	run: async (_, { client }) => await listProvinces(client),
});
