// What the defences broke: numbers of design/trust.md. `test` marks what still has to be mended.
import { describe, expect, test } from 'vitest';

import { linesOf, nodeOn, startScripted } from './scripted.mjs';

const service = await startScripted();
const linkManager = nodeOn('linkManager', service);
const referenceData = nodeOn('referenceData', service);

const LINK = { id: 7, alias: 'spring', url: 'https://a.example/', clicks: 1 };

const getLink = { resource: 'link', operation: 'get', linkId: '7' };
const createLink = {
	resource: 'link',
	operation: 'create',
	url: 'https://a.example/',
	domainId: '',
};

describe('A web page with HTTP 403', () => {
	const page = '<!DOCTYPE html><html><title>Attention Required! | Cloudflare</title></html>';

	// 5
	test.each<[string, object, typeof linkManager]>([
		['link', getLink, linkManager],
		['school', { resource: 'highSchool', operation: 'get', schoolId: '12' }, referenceData],
	])(
		'comes from a proxy or firewall, not from the permissions of the key: %s',
		async (_what, parameters, run) => {
			service.answers(() => ({ status: 403, body: page }));
			const { error } = await run({ ...parameters });
			expect(error?.message).not.toMatch(/permission|not found/i);
			expect(`${error?.message} ${error?.description}`).toMatch(/proxy|firewall/i);
			expect(error?.httpCode).toBe('403');
			expect(service.requests).toHaveLength(1);
		},
	);

	// 5
	test('JSON with HTTP 403 is about the permissions of the key', async () => {
		service.answers(() => ({ status: 403, body: { message: 'Forbidden' } }));
		const { error } = await linkManager(getLink);
		expect(error?.message).toMatch(/doesn't have permission/);
	});
});

describe('Retries', () => {
	const once = { options: { maxRetries: 1 } };
	/** The first request is answered with the status, each further one as usual. */
	const failsOnce = (status: number, body: unknown) =>
		service.answers(() =>
			service.requests.length === 1 ? { status, body: { message: 'Server Error' } } : { body },
		);

	// 6
	test.each([500, 520, 521, 522, 523, 524, 530])('HTTP %i on a read is retried', async (status) => {
		failsOnce(status, { data: LINK });
		const { error, records } = await linkManager({ ...getLink, ...once });
		expect(error?.message).toBeUndefined();
		expect(records).toEqual([LINK]);
		expect(linesOf(service)).toEqual(['GET /api/v1/links/7', 'GET /api/v1/links/7']);
	});

	// 6
	test('HTTP 500 on the score calculator is retried, because it is a read', async () => {
		const score = {
			aps_score: 5,
			aps_minimum: 30,
			qualifies: false,
			university: 'UCT',
			breakdown: [],
		};
		failsOnce(500, score);
		const { error, records } = await referenceData({
			resource: 'admissionPointScore',
			operation: 'calculate',
			universityId: 'uct',
			subjects: { subject: [{ name: 'Mathematics', mark: 5 }] },
			...once,
		});
		expect(error?.message).toBeUndefined();
		expect(records).toEqual([score]);
		expect(linesOf(service)).toEqual(['POST /v1/aps-calculator', 'POST /v1/aps-calculator']);
	});

	// 6
	test.each([520, 524, 530])('HTTP %i on an update is retried', async (status) => {
		failsOnce(status, { data: { ...LINK, title: 'x' } });
		const { error } = await linkManager({
			resource: 'link',
			operation: 'update',
			linkId: '7',
			updateFields: { disabled: 1 },
			...once,
		});
		expect(error?.message).toBeUndefined();
		expect(linesOf(service)).toEqual(['PUT /api/v1/links/7', 'PUT /api/v1/links/7']);
	});

	// 6
	test('HTTP 500 on an update is not retried', async () => {
		failsOnce(500, { data: LINK });
		const { error } = await linkManager({
			resource: 'link',
			operation: 'update',
			linkId: '7',
			updateFields: { disabled: 1 },
			...once,
		});
		expect(error?.httpCode).toBe('500');
		expect(linesOf(service)).toEqual(['PUT /api/v1/links/7']);
	});
});

describe('An empty list', () => {
	// 7
	test.each([
		{ data: [], message: 'Links retrieved without any error' },
		{ data: [], code: 'LINKS_LISTED', message: 'Links listed' },
	])('is a success whatever stands beside it: %j', async (body) => {
		service.answers(() => ({ body }));
		const { error, records } = await linkManager({ resource: 'link', operation: 'getAll' });
		expect(error?.message).toBeUndefined();
		expect(records).toEqual([]);
	});

	// 7
	test('is a success beside a code without a message', async () => {
		service.answers(() => ({ body: { data: [], code: 'LINKS_LISTED' } }));
		const { error, records } = await linkManager({ resource: 'link', operation: 'getAll' });
		expect(error?.message).toBeUndefined();
		expect(records).toEqual([]);
	});

	// 7
	test.each([
		{ error: { code: 'FORBIDDEN', message: 'No' } },
		{ success: false, data: [] },
		{ code: 'FORBIDDEN', message: 'No' },
	])('is none where the response says that the request failed: %j', async (body) => {
		service.answers(() => ({ body }));
		const { error } = await linkManager({ resource: 'link', operation: 'getAll' });
		expect(error?.message).toMatch(/rejected/);
	});
});

describe('Retry-After', () => {
	const unixTime = (milliseconds: number) => String(Math.ceil((Date.now() + milliseconds) / 1000));

	// 17
	test('as a Unix time is waited for', async () => {
		const moment = unixTime(1500);
		service.answers(() =>
			service.requests.length === 1
				? { status: 429, headers: { 'retry-after': moment } }
				: { body: { data: LINK } },
		);
		const { error, records } = await linkManager(getLink);
		expect(error?.message).toBeUndefined();
		expect(records).toEqual([LINK]);
		expect(service.requests).toHaveLength(2);
		const [, second] = service.requests;
		expect(second?.at).toBeGreaterThanOrEqual(Number(moment) * 1000 - 50);
		expect(second?.at).toBeLessThan(Number(moment) * 1000 + 10_000);
	});

	// 17
	test.each([
		['a Unix time', () => unixTime(60 * 60 * 1000)],
		['seconds', () => '3600'],
	])('beyond Max Wait ends the item and holds nobody else: %s', async (_form, retryAfter) => {
		service.answers(() => ({ status: 429, headers: { 'retry-after': retryAfter() } }));
		const refused = await linkManager({ ...getLink, options: { maxWait: 5 } });
		expect(refused.error?.httpCode).toBe('429');
		expect(service.requests).toHaveLength(1);
		service.answers(() => ({ body: { data: LINK } }));
		const another = await linkManager({ ...getLink, options: { maxWait: 5 } });
		expect(another.error?.message).toBeUndefined();
		expect(another.records).toEqual([LINK]);
		expect(service.requests).toHaveLength(2);
	});
});

// interface.md, last section
describe('An item that fails and continues says what became of its request', () => {
	const continues = { onError: 'continueRegularOutput' } as const;
	const noRetries = { options: { maxRetries: 0, maxWait: 1 } };

	test.each<[string, number, Record<string, string>]>([
		['refused', 301, { location: 'https://links.example/' }],
		['refused', 422, {}],
		['refused', 404, {}],
		['notSent', 429, { 'retry-after': '3600' }],
		['unknown', 408, {}],
		['unknown', 500, {}],
		['unknown', 502, {}],
	])('%s after HTTP %i', async (outcome, status, headers) => {
		service.answers(() => ({ status, headers, body: { message: 'No.' } }));
		const { records } = await linkManager({ ...createLink, ...noRetries }, continues);
		expect(records).toEqual([
			{
				error: expect.any(String) as string,
				message: expect.any(String) as string,
				details: { outcome },
			},
		]);
	});

	test('notSent after a refused connection', async () => {
		const closed = nodeOn('linkManager', { ...service, baseUrl: 'http://127.0.0.1:9' });
		const { records } = await closed({ ...createLink, ...noRetries }, continues);
		expect(records).toMatchObject([{ details: { outcome: 'notSent' } }]);
		expect(service.requests).toEqual([]);
	});

	test('unknown after a web page with status 200', async () => {
		service.answers(() => ({ body: '<html>Welcome</html>' }));
		const { records } = await linkManager({ ...createLink, ...noRetries }, continues);
		expect(records).toMatchObject([{ details: { outcome: 'unknown' } }]);
	});
});
