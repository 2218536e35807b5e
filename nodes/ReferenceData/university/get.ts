import { UserError } from 'n8n-workflow';

import { quoted } from '../../shared/text';
import type { Operation } from '../../shared/node/operation';
import { optionsCollection } from '../../shared/node/options';
import { listRecords } from '../api';
import { readUniversityId } from '../identifiers';
import { universityWithId } from './lookUp';
import { universityIdProperty } from './universityId';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get university',
		description: 'Retrieve a university with its minimum APS and application dates',
	},
	properties: [
		{ ...universityIdProperty, description: 'The university to retrieve' },
		optionsCollection(),
	],
	async execute(item) {
		const id = readUniversityId(item.parameters.locator('universityId').value);
		const { records, incomplete } = await listRecords(item, 'universities', {});
		const found = universityWithId(records, id);
		if (found) return [found];
		if (incomplete !== undefined) {
			throw new UserError(`The node couldn't check all universities for the ID ${quoted(id)}`, {
				description: incomplete,
			});
		}
		throw new UserError(`No university has the ID ${quoted(id)}`, {
			description:
				'Choose the university from the list, or copy its ID from the output of "Get Many".',
		});
	},
};
