import type { Resource } from '../../../shared/node/operation';
import { cleanUp } from './cleanUp/cleanUp.operation';
import { create } from './create.operation';
import { deleteLink } from './delete.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { update } from './update.operation';
import { upsert } from './upsert.operation';

export const link: Resource = {
	option: { name: 'Link', value: 'link', description: 'A short link to a destination URL' },
	operations: [cleanUp, create, upsert, deleteLink, get, getAll, update],
	defaultOperation: 'getAll',
};
