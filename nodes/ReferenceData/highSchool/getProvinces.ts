import type { Operation } from '../../shared/item/operation';
import { optionsCollection } from '../../shared/item/commonProperties';
import { fetchAll } from '../api';

export const getProvinces: Operation = {
	option: {
		name: 'Get Provinces',
		value: 'getProvinces',
		action: 'Get provinces of high schools',
		description: 'List the provinces with the number of high schools in each',
	},
	properties: [optionsCollection()],
	async execute({ client }) {
		return await fetchAll(client, ['high-schools', 'provinces'], {}, 'the list of provinces');
	},
};
