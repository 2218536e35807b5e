import type { Operation } from '../../shared/node/operation';
import { optionsCollection } from '../../shared/node/options';
import { listProvinces } from '../api';

export const getProvinces: Operation = {
	option: {
		name: 'Get Provinces',
		value: 'getProvinces',
		action: 'Get provinces',
		description: 'Retrieve a list of provinces with the number of high schools in each',
	},
	properties: [optionsCollection()],
	async execute(item) {
		return await listProvinces(item);
	},
};
