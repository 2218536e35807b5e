import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	createRecord,
	deleteRecord,
	fetchPage,
	getRecord,
	linkService,
	updateRecord,
} from '../../../nodes/LinkManager/api.js';
import type { Client } from '../../../nodes/shared/client/client.js';
import { fakeClient } from '../client/fakeService.mjs';

const calls: Array<[string, (client: Client) => Promise<IDataObject | undefined>]> = [
	['get', async (client) => await getRecord(client, 'links', '7')],
	['list', async (client) => (await fetchPage(client, 'links', {}, 1)).records[0]],
	['create', async (client) => await createRecord(client, 'links', {})],
	['update', async (client) => await updateRecord(client, 'links', '7', {})],
	['delete', async (client) => await deleteRecord(client, 'links', '7')],
];

describe.each(calls)('the record that %s gives', (name, call) => {
	it.each([
		['in words', 'hunter2-secret', 'stats-secret', true],
		['as numbers', 48151623, 4815, true],
		['empty', '', '', false],
		['as flags', false, 0, false],
	])(
		'shows whether passwords are set, not the passwords: %s',
		async (_, password, other, isSet) => {
			const record = { id: 7, password, privacy_password: other, url: 'https://x.example/' };
			const data = name === 'list' ? [record] : record;
			const client = fakeClient(() => ({ status: 200, body: { data } }), { of: linkService });
			expect(await call(client)).toMatchObject({
				id: 7,
				password: isSet,
				privacy_password: isSet,
				url: 'https://x.example/',
			});
		},
	);
});
