import { operation } from '../../shared/node/operation';
import { optionsField } from '../../shared/node/options';
import { listProvinces } from '../api';

export const getProvinces = operation({
	option: {
		name: 'Get Provinces',
		value: 'getProvinces',
		action: 'Get provinces',
		description: 'Retrieve a list of provinces with the number of high schools in each',
	},
	fields: [optionsField()],
	run: async (_, item) => await listProvinces(item.client),
});
