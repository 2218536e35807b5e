import type { Operation } from '../../shared/operation';
import { optionsCollection } from '../../shared/parameters';
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
