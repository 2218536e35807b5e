import { getList } from '../../../shared/http/get';
import { operation } from '../../../shared/node/operation';

export const getProvinces = operation({
	option: {
		name: 'Get Provinces',
		value: 'getProvinces',
		action: 'Get provinces',
		description: 'Retrieve a list of provinces with the number of high schools in each',
	},
	changes: false,
	fields: [],
	async run(_, { client }) {
		const path = ['high-schools', 'provinces'];
		return (await getList(client, { path, subject: 'the list of provinces' })).records;
	},
});
