import { operation } from '../../../shared/node/operation';
import { findUniversity, universityId } from './universityId';

export const get = operation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get university',
		description: 'Retrieve a university with its minimum APS and application dates',
	},
	changes: false,
	fields: [universityId.with({ description: 'The university to retrieve' })],
	run: async ({ universityId: university }, item) => [await findUniversity(item, university)],
});
