import type { Resource } from '../../shared/node/operation';
import { create } from './create';
import { deletePixel } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';
import { upsert } from './upsert';

export const pixel: Resource = {
	option: {
		name: 'Pixel',
		value: 'pixel',
		description: 'A tracking snippet from an advertising or analytics platform',
	},
	operations: [create, upsert, deletePixel, get, getAll, update],
	defaultOperation: 'getAll',
};
