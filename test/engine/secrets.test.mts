import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { everythingShown, locator, records, useSandbox } from './sandbox.mjs';

const { link, data, linkManager, referenceData } = await useSandbox({ links: 20, schools: 20 });

const PASSWORD = 'hünter & "2"/<ä>+%41';
const STATISTICS = 'Stat1stics\\pass word';
const passwords = { password: PASSWORD, privacy: 2, privacyPassword: STATISTICS };

const spellings = (secret: string) => [
	secret,
	JSON.stringify(secret).slice(1, -1),
	encodeURIComponent(secret),
	new URLSearchParams({ x: secret }).toString().slice(2),
];

const WRITES: Array<[string, IDataObject]> = [
	[
		'create',
		{
			resource: 'link',
			operation: 'create',
			url: 'https://www.example.org/new',
			domainId: locator('11'),
			additionalFields: { alias: 'secret-link', ...passwords },
		},
	],
	['update', { resource: 'link', operation: 'update', linkId: '1001', updateFields: passwords }],
	[
		'upsert of a new link',
		{
			resource: 'link',
			operation: 'upsert',
			alias: 'secret-link',
			url: 'https://www.example.org/new',
			domainId: locator('11'),
			additionalFields: passwords,
		},
	],
	[
		'upsert of a link that is there',
		{
			resource: 'link',
			operation: 'upsert',
			matchBy: 'url',
			url: 'https://www.example.org/sample/open-day/1',
			additionalFields: passwords,
		},
	],
];

function noSecretIn(text: string): void {
	for (const secret of [PASSWORD, STATISTICS, link.apiKey, data.apiKey]) {
		for (const spelling of spellings(secret)) {
			expect(text).not.toContain(spelling);
			expect(text).not.toContain(JSON.stringify(spelling).slice(1, -1));
		}
	}
}

describe.each(WRITES)('the passwords of a link and the key: %s', (_name, parameters) => {
	test('are sent, and not shown', async () => {
		const result = await linkManager(parameters);
		expect(result.error).toBeUndefined();
		expect(link.ledger[0]?.fields).toMatchObject({
			password: PASSWORD,
			privacy_password: STATISTICS,
		});
		expect(records(result)).toMatchObject([{ password: true, privacy_password: true }]);
		noSecretIn(everythingShown(result));
	});

	test.each([200, 400, 401, 403, 404, 409, 422, 500])(
		'are not shown when the service echoes them with %i',
		async (status) => {
			for (const onError of [undefined, 'continueRegularOutput', 'continueErrorOutput'] as const) {
				for (const method of ['POST', 'PUT']) link.fault({ kind: 'echo', status, method });
				const result = await linkManager(
					{ ...parameters, options: { maxRetries: 0 } },
					{ onError },
				);
				expect(link.requests.some(({ fault }) => fault === 'echo')).toBe(true);
				noSecretIn(everythingShown(result));
			}
		},
	);
});

test.each([200, 400, 401, 403, 422, 500])(
	'the key is not shown when a read is echoed with %i',
	async (status) => {
		link.fault({ kind: 'echo', status });
		data.fault({ kind: 'echo', status });
		for (const onError of [undefined, 'continueRegularOutput'] as const) {
			for (const operation of ['get', 'getAll', 'delete', 'cleanUp']) {
				noSecretIn(
					everythingShown(
						await linkManager({ resource: 'link', operation, linkId: '1001' }, { onError }),
					),
				);
			}
			for (const operation of ['getProvinces', 'getAll']) {
				noSecretIn(
					everythingShown(await referenceData({ resource: 'highSchool', operation }, { onError })),
				);
			}
		}
	},
);

test('a password that a service returns in a record comes out as set or not', async () => {
	const record = link.links.get('1001');
	Object.assign(record ?? {}, { password: PASSWORD, privacy_password: '' });
	const one = await linkManager({ resource: 'link', operation: 'get', linkId: '1001' });
	const all = await linkManager({ resource: 'link', operation: 'getAll', returnAll: true });
	expect(records(one)).toMatchObject([{ password: true, privacy_password: false }]);
	noSecretIn(everythingShown(one));
	noSecretIn(everythingShown(all));
});
