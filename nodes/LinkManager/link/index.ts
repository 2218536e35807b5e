import type { Resource } from '../../shared/node/operation';
import { cleanUp } from './cleanUp';
import { create } from './create';
import { deleteLink } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';
import { upsert } from './upsert';

export const link: Resource = {
	option: { name: 'Link', value: 'link', description: 'A short link to a destination URL' },
	operations: [cleanUp, create, upsert, deleteLink, get, getAll, update],
	defaultOperation: 'getAll',
};
