import { UserError } from 'n8n-workflow';

import { quoted } from '../../shared/text';
import { operation } from '../../shared/node/operation';
import { optionsField } from '../../shared/node/options';
import { listRecords } from '../../shared/http/records';
import { universityWithId } from './lookUp';
import { universityId } from './universityId';

export const get = operation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get university',
		description: 'Retrieve a university with its minimum APS and application dates',
	},
	fields: [universityId.with({ description: 'The university to retrieve' }), optionsField()],
	async run({ universityId: id }, item) {
		const { records, incomplete } = await listRecords(item.client, 'universities', {});
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
});
