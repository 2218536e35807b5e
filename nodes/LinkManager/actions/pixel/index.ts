import type { Resource } from '../../../shared/node/operation';
import { create } from './create.operation';
import { deletePixel } from './delete.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { update } from './update.operation';
import { upsert } from './upsert.operation';

export const pixel: Resource = {
	option: {
		name: 'Pixel',
		value: 'pixel',
		description: 'A tracking snippet from an advertising or analytics platform',
	},
	operations: [create, upsert, deletePixel, get, getAll, update],
	defaultOperation: 'getAll',
};
