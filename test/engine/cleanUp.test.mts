import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, test } from 'vitest';

import type { LinkRecord } from '../../sandbox/services/start.mjs';
import { hintTexts, lines, locator, pairs, records, useSandbox } from './sandbox.mjs';

const { link, linkManager } = await useSandbox({ links: 1 });

const report = { resource: 'link', operation: 'cleanUp' };
const deleteExpired = { ...report, cleanUpAction: 'delete' };
const disableExpired = { ...report, cleanUpAction: 'disable' };
const deleteDisabled = { ...deleteExpired, target: 'disabled' };

const LIST = 'GET /api/v1/links?status=2&sort_by=id&sort=asc&per_page=100';

function daysAgo(days: number): string {
	return new Date(Date.now() - days * 86_400_000 - 60_000).toISOString();
}

/** An active link without an end, and what a test gives it; odd values too. */
function record(id: number, fields: object): LinkRecord {
	return {
		id,
		alias: `link-${id}`,
		url: `https://www.example.org/page/${id}`,
		short_url: `https://go.example.org/link-${id}`,
		title: `Page ${id}`,
		disabled: 0,
		expiration_url: null,
		expiration_clicks: null,
		clicks: 7,
		space: { id: 21, name: 'Spring' },
		domain: { id: 11, name: 'go.example.org' },
		pixels: [{ id: 101, name: 'Main', type: 'retarget' }],
		ends_at: null,
		created_at: daysAgo(400),
		updated_at: daysAgo(300),
		...fields,
	} as LinkRecord;
}

/** The account has these links and no others. */
function store(links: Record<number, object>): void {
	link.links.clear();
	for (const [id, fields] of Object.entries(links)) link.links.set(id, record(Number(id), fields));
}

const ACCOUNT = {
	1: { ends_at: daysAgo(2) },
	2: { expiration_clicks: 50, clicks: 50, updated_at: daysAgo(3) },
	3: { ends_at: daysAgo(40), disabled: 1, updated_at: daysAgo(10) },
	4: { ends_at: daysAgo(5), expiration_url: 'https://www.example.org/over' },
	5: { disabled: 1, updated_at: daysAgo(10) },
	6: {},
	7: { ends_at: '2099-01-01T00:00:00.000000Z' },
};

/** The account has so many links, all expired. */
function storeExpired(count: number): void {
	store(Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, ACCOUNT[1]])));
}

/** Somebody extends a link after it was listed. */
function renew(id: number): void {
	const body = JSON.stringify({ data: record(id, { ends_at: '2099-01-01T00:00:00.000000Z' }) });
	link.fault({ kind: 'body', method: 'GET', path: `/links/${id}$`, body, status: 200 });
}

beforeEach(() => store(ACCOUNT));

function changedIds(): number[] {
	return link.ledger.map(({ id }) => id);
}

/** What became of each link in the output: its ID, the action and the reason. */
function outcomes(result: Awaited<ReturnType<typeof linkManager>>): unknown[] {
	return records(result).map(({ id, cleanUp }) => {
		const { action, reason } = cleanUp as IDataObject;
		return [id, action, reason];
	});
}

describe('what is done', () => {
	test('reports by default: only the list is read, and nothing changed', async () => {
		const result = await linkManager(report);
		expect(lines(link)).toEqual([LIST]);
		expect(records(result)).toEqual([
			{
				cleanUp: { action: 'reported', reason: 'Expired 2 days ago', days: 2 },
				...link.links.get('1'),
			},
			{
				cleanUp: {
					action: 'reported',
					reason: 'Used up its clicks (50 of 50), last changed 3 days ago',
					days: 3,
				},
				...link.links.get('2'),
			},
			{
				cleanUp: { action: 'reported', reason: 'Expired 40 days ago', days: 40 },
				...link.links.get('3'),
			},
		]);
		expect(records(result).map((one) => Object.keys(one)[0])).toEqual(Array(3).fill('cleanUp'));
		expect(pairs(result)).toEqual([0, 0, 0]);
		expect(hintTexts(result)).toEqual([
			'Found 4 expired links: 3 due (1 of them already disabled), 1 kept. Kept: has an expiration URL, so it still redirects visitors (1).',
		]);
		expect(link.ledger).toEqual([]);
	});

	test('reads each due link once more, then deletes it: the list, k reads, k deletions', async () => {
		const before = structuredClone(link.links);
		const result = await linkManager({ ...deleteExpired, options: { concurrency: 1 } });
		expect(lines(link)).toEqual([
			LIST,
			'GET /api/v1/links/1',
			'DELETE /api/v1/links/1',
			'GET /api/v1/links/2',
			'DELETE /api/v1/links/2',
			'GET /api/v1/links/3',
			'DELETE /api/v1/links/3',
		]);
		expect(records(result)).toEqual(
			[1, 2, 3].map((id) => ({
				cleanUp: expect.objectContaining({ action: 'deleted' }) as unknown,
				...before.get(String(id)),
			})),
		);
		expect(hintTexts(result)).toEqual([
			'Found 4 expired links: 3 due, 1 kept. Kept: has an expiration URL, so it still redirects visitors (1). 3 deleted. The output shows each link as it was before the change.',
		]);
		const second = await linkManager(deleteExpired);
		expect(records(second)).toEqual([]);
		expect(hintTexts(second)).toEqual([
			'Found 1 expired link: 0 due, 1 kept. Kept: has an expiration URL, so it still redirects visitors (1).',
		]);
	});

	test('disables with one field, and keeps what is disabled already', async () => {
		const result = await linkManager({ ...disableExpired, options: { includeKept: true } });
		expect(link.ledger.map(({ id, body }) => [id, body])).toEqual([
			[1, 'disabled=1'],
			[2, 'disabled=1'],
		]);
		expect(outcomes(result)).toEqual([
			[1, 'disabled', 'Expired 2 days ago'],
			[2, 'disabled', 'Used up its clicks (50 of 50), last changed 3 days ago'],
			[3, 'kept', 'Already disabled'],
			[4, 'kept', 'Has an expiration URL, so it still redirects visitors'],
		]);
		expect(records(result)[0]?.disabled).toBe(0);
		expect(hintTexts(result)).toEqual([
			'Found 4 expired links: 2 due, 2 kept. Kept: already disabled (1); has an expiration URL, so it still redirects visitors (1). 2 disabled. The output shows each link as it was before the change.',
		]);
		link.ledger.length = 0;
		await linkManager(disableExpired);
		expect(link.ledger).toEqual([]);
	});
});

describe('filters', () => {
	const filters = {
		search: 'LINK',
		searchBy: 'alias',
		spaceId: locator('21'),
		domainId: locator('11'),
		pixelId: locator('101'),
	};

	test('are sent to the service', async () => {
		const result = await linkManager({ ...report, filters });
		expect(lines(link)).toEqual([
			'GET /api/v1/links?search=LINK&search_by=alias&space_id=21&domain_id=11&pixel_id=101&status=2&sort_by=id&sort=asc&per_page=100',
		]);
		expect(records(result)).toHaveLength(3);
	});

	test.each([
		['Space', { spaceId: locator('21') }, { space: { id: 22 } }],
		['Space', { spaceId: locator('21') }, { space: null }],
		['Domain', { domainId: locator('11') }, { domain: { id: 12 } }],
		['Pixel', { pixelId: locator('101') }, { pixels: [] }],
		['Search', { search: 'page' }, { title: 'Another' }],
		['Search', { search: 'link', searchBy: 'alias' }, { alias: 'another' }],
	])(
		'Clean Up touches nothing outside the filter %s, also if the service ignores it',
		async (label, given, other) => {
			link.quirk({ ignoreFilters: ['search', 'space_id', 'domain_id', 'pixel_id'] });
			store({ 1: ACCOUNT[1], 2: { ...ACCOUNT[1], ...other } });
			const result = await linkManager({ ...deleteExpired, filters: given });
			expect(changedIds()).toEqual([1]);
			expect(hintTexts(result)[1]).toBe(
				`The service also listed 1 link that the node didn't touch, by what their own records show: doesn't meet the filter "${label}" (1). The service's filters may not work, so leave "Trust Filters" off.`,
			);
		},
	);

	test.each([
		['expired', [1, 2, 3]],
		['disabled', [3, 5]],
	])('a service that ignores the status loses only %s links', async (target, due) => {
		link.quirk({ ignoreFilters: true });
		await linkManager({ ...deleteExpired, target });
		expect(changedIds()).toEqual(due);
	});

	test('Except Space keeps its links, and those that do not show their space', async () => {
		store({
			1: { ...ACCOUNT[1], space: { id: '21' } },
			2: { ...ACCOUNT[1], space: undefined },
			3: { ...ACCOUNT[1], space: null },
			4: { ...ACCOUNT[1], space: { id: 22 } },
		});
		const result = await linkManager({
			...deleteExpired,
			options: { exceptSpaceId: locator('21'), includeKept: true, trustFilter: true },
		});
		expect(outcomes(result)).toEqual([
			[1, 'kept', 'In the space chosen in "Except Space"'],
			[2, 'kept', "The record doesn't clearly show the link's space"],
			[3, 'deleted', 'Expired 2 days ago'],
			[4, 'deleted', 'Expired 2 days ago'],
		]);
		expect(changedIds()).toEqual([3, 4]);
		expect(lines(link)[0]).toBe(LIST);
		expect(hintTexts(result)[0]).toContain(
			'Kept: in the space chosen in "Except Space" (1); the record doesn\'t clearly show the link\'s space (1).',
		);
	});
});

describe('a record', () => {
	const trusting = { options: { trustFilter: true, includeKept: true } };

	test('with fields that nobody knows is judged by those that are known', async () => {
		const others = { expiration_action: 'redirect', expired_visits: 3, days_left: -3 };
		store({
			1: { ...ACCOUNT[1], ...others },
			2: { ...ACCOUNT[5], active: true, status: 'active' },
		});
		await linkManager(deleteExpired);
		await linkManager(deleteDisabled);
		expect(changedIds()).toEqual([1, 2]);
	});

	const inSpace = { ...deleteExpired, filters: { spaceId: locator('21') } };
	const EXPIRED = 'whether the link is expired';
	const DISABLED = 'whether the link is disabled';
	const WITH_URL = 'whether the link has an expiration URL';
	const IN_SPACE = 'whether the link meets the filter "Space"';

	test.each<[string, IDataObject, string[], string]>([
		['its limits', deleteExpired, ['ends_at', 'expiration_clicks'], EXPIRED],
		['whether it is disabled', deleteDisabled, ['disabled'], DISABLED],
		['its expiration URL', deleteExpired, ['expiration_url'], WITH_URL],
		['its space', inSpace, ['space'], IN_SPACE],
	])('that does not show %s is changed only with Trust Filters', async (...given) => {
		const [, parameters, hideFields, what] = given;
		store({ 1: { ...ACCOUNT[1], disabled: what === DISABLED ? 1 : 0 } });
		link.quirk({ hideFields });
		const careful = await linkManager({ ...parameters, options: { includeKept: true } });
		expect(outcomes(careful)).toEqual([[1, 'kept', `The record doesn't show ${what}`]]);
		expect(hintTexts(careful)[0]).toContain(
			`Kept: the record doesn't show ${what} (1). To rely on the service's filters for what records don't show, turn on "Trust Filters".`,
		);
		expect(link.ledger).toEqual([]);
		await linkManager({ ...parameters, ...trusting });
		expect(changedIds()).toEqual([1]);
	});

	const lately = new Date().toISOString().slice(0, 19);
	test.each<[string, IDataObject, object, string]>([
		['an end', deleteExpired, { ends_at: 'soon' }, `clearly show ${EXPIRED}`],
		['an end of today, somewhere', deleteExpired, { ends_at: lately }, `clearly show ${EXPIRED}`],
		['a limit', deleteExpired, { expiration_clicks: 'many' }, `clearly show ${EXPIRED}`],
		['a flag', deleteDisabled, { disabled: 'off' }, `clearly show ${DISABLED}`],
		['a URL', deleteExpired, { ...ACCOUNT[1], expiration_url: {} }, `clearly show ${WITH_URL}`],
		['a space', inSpace, { ...ACCOUNT[1], space: 'Spring' }, `clearly show ${IN_SPACE}`],
		[
			'a last change, from which Grace Days count,',
			{ ...deleteDisabled, graceDays: 1 },
			{ disabled: 1, updated_at: undefined },
			'show how long the link has been disabled',
		],
	])('with %s that cannot be read is kept, with Trust Filters too', async (...given) => {
		const [, parameters, fields, what] = given;
		link.quirk({ ignoreFilters: true });
		store({ 1: fields });
		const result = await linkManager({ ...parameters, ...trusting });
		expect(outcomes(result)).toEqual([[1, 'kept', `The record doesn't ${what}`]]);
		expect(hintTexts(result)[0]).toMatch(/ \(1\)\.$/);
		expect(link.ledger).toEqual([]);
	});

	test('that plainly fails ends the trust in filters for all links of the run', async () => {
		link.quirk({ ignoreFilters: true });
		store({ 1: { ...ACCOUNT[1], space: undefined }, 2: ACCOUNT[1], 3: { space: { id: 22 } } });
		const filters = { spaceId: locator('21') };
		const result = await linkManager({ ...deleteExpired, filters, ...trusting });
		expect(outcomes(result)).toEqual([
			[1, 'kept', 'The record doesn\'t show whether the link meets the filter "Space"'],
			[2, 'deleted', 'Expired 2 days ago'],
		]);
		expect(hintTexts(result)[0]).not.toContain('turn on');
		expect(hintTexts(result)[1]).toContain('not expired (1)');
	});
});

test('Grace Days count from the end, or else from the last change', async () => {
	const options = { includeKept: true, keepWithExpirationUrl: false };
	const result = await linkManager({ ...deleteExpired, graceDays: 4, options });
	expect(outcomes(result)).toEqual([
		[1, 'kept', 'Expired for less than 4 days'],
		[2, 'kept', 'Expired for less than 4 days'],
		[3, 'deleted', 'Expired 40 days ago'],
		[4, 'deleted', 'Expired 5 days ago'],
	]);
	expect(hintTexts(result)[0]).toContain('Kept: expired for less than 4 days (2).');
	await linkManager({ ...deleteExpired, graceDays: 3 });
	expect(changedIds()).toEqual([3, 4, 2]);
});

describe('Max Links', () => {
	const few = { ...deleteExpired, maxLinks: 2 };
	const reads = () => lines(link).filter((text) => /^GET .*\/\d+$/.test(text));

	beforeEach(() => storeExpired(5));

	test('holds for a run; the next one goes on', async () => {
		const result = await linkManager({ ...few, options: { includeKept: true } });
		expect(outcomes(result)).toEqual([
			[1, 'deleted', 'Expired 2 days ago'],
			[2, 'deleted', 'Expired 2 days ago'],
			...[3, 4, 5].map((id) => [
				id,
				'left',
				'Left for the next run, because "Max Links" allows 2 per run',
			]),
		]);
		expect(reads()).toHaveLength(2);
		expect(hintTexts(result)).toEqual([
			'Found 5 expired links: 5 due, 0 kept. 2 deleted. 3 left for the next run, because "Max Links" allows 2 per run. The output shows each link as it was before the change.',
		]);
		expect(records(await linkManager(few)).map(({ id }) => id)).toEqual([3, 4]);
	});

	test('holds for all items together', async () => {
		const result = await linkManager(few, { items: [{}, {}, {}] });
		expect(changedIds()).toEqual([1, 2]);
		expect(pairs(result)).toEqual([0, 0]);
	});

	test('holds across the tries of Retry On Fail', async () => {
		link.fault({ kind: 'status', status: 403, method: 'GET', path: '/links$', after: 1, times: 1 });
		const result = await linkManager(few, { items: [{}, {}], tries: 2 });
		expect(result.error).toBeUndefined();
		expect(changedIds()).toEqual([1, 2]);
	});

	test.each([
		['GET', 403, 'failed'],
		['GET', 404, 'deleted'],
		['DELETE', 403, 'failed'],
		['DELETE', 404, 'deleted'],
	])('bounds what is asked of a service that answers every %s with %i', async (...given) => {
		const [method, status, action] = given;
		link.fault({ kind: 'status', status, method, path: '/\\d+$' });
		const result = await linkManager(few);
		expect(records(result)).toMatchObject([{ cleanUp: { action } }, { cleanUp: { action } }]);
		expect(reads()).toHaveLength(2);
		expect(link.ledger).toEqual([]);
	});

	test.each([1, 10])(
		'a link that is kept when read again makes room (%i at once)',
		async (concurrency) => {
			renew(1);
			renew(2);
			await linkManager({ ...few, maxLinks: 1, options: { concurrency } });
			expect(changedIds()).toEqual([3]);
			expect(reads()).toHaveLength(3);
		},
	);
});

describe('a link that changes or fails while the run works', () => {
	test.each([
		[deleteExpired, 'DELETE', 'deleted', 'deleted', '2 deleted, 1 failed, 1 kept when read again.'],
		[
			disableExpired,
			'PUT',
			'disabled',
			'kept',
			'1 disabled, 1 failed, 1 already gone, 1 kept when read again.',
		],
	])('is judged again by what is read right before the change', async (...given) => {
		const [parameters, method, done, gone, summary] = given;
		storeExpired(4);
		renew(1);
		link.fault({ kind: 'status', status: 404, method: 'GET', path: '/2$' });
		link.fault({ kind: 'status', status: 403, method: 'GET', path: '/3$' });
		const options = { concurrency: 1, includeKept: true };
		const result = await linkManager({ ...parameters, options });
		expect(lines(link).slice(1)).toEqual([
			'GET /api/v1/links/1',
			'GET /api/v1/links/2',
			'GET /api/v1/links/3',
			'GET /api/v1/links/4',
			`${method} /api/v1/links/4`,
		]);
		expect(outcomes(result)).toEqual([
			[1, 'kept', 'Not expired'],
			[2, gone, 'The link was already gone'],
			[3, 'failed', expect.stringContaining('(HTTP 403)')],
			[4, done, 'Expired 2 days ago'],
		]);
		expect(records(result)[0]?.ends_at).toBe('2099-01-01T00:00:00.000000Z');
		expect(result.hints).toEqual([
			expect.objectContaining({
				message: `Found 4 expired links: 4 due, 0 kept. ${summary} The output shows each link as it was before the change.`,
				type: 'warning',
			}),
		]);
	});

	test.each([
		[
			'"not found" by a web page, as a proxy gives it',
			{ kind: 'html', status: 404, method: 'GET' },
		],
		['a rejected change', { kind: 'status', status: 422, method: 'DELETE' }],
	] as const)('has failed with %s, and the others go on', async (_what, fault) => {
		link.fault({ ...fault, path: '/1$' });
		const result = await linkManager(deleteExpired);
		const reason = expect.stringContaining(`(HTTP ${fault.status})`) as unknown;
		expect(outcomes(result)[0]).toEqual([1, 'failed', reason]);
		expect(changedIds()).toEqual([2, 3]);
	});
});

test('a list that cannot be read in full changes nothing', async () => {
	storeExpired(150);
	link.fault({ kind: 'status', status: 403, method: 'GET', after: 1 });
	const { error } = await linkManager(deleteExpired);
	expect(error?.message).toContain('(HTTP 403)');
	expect(link.ledger).toEqual([]);
});
