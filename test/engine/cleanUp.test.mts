import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, test } from 'vitest';

import type { NodeResult } from './harness.mjs';
import { requests } from './least.mjs';
import { lines, locator, useSandbox } from './sandbox.mjs';
import { linkOf } from './scripted.mjs';

const { link, holds, linkManager } = await useSandbox({ links: 1 });

const report = { resource: 'link', operation: 'cleanUp' };
const deleteExpired = { ...report, cleanUpAction: 'delete' };
const disableExpired = { ...report, cleanUpAction: 'disable' };
const deleteDisabled = { ...deleteExpired, target: 'disabled' };
const includeKept = true;

const LIST = 'GET /api/v1/links?status=2&sort_by=id&sort=asc&per_page=100';
const NEVER = '2099-01-01T00:00:00.000000Z';
const WITH_URL = 'has an expiration URL (see "Keep Links with Expiration URL")';

function daysAgo(days: number): string {
	return new Date(Date.now() - days * 86_400_000 - 60_000).toISOString();
}

const EXPIRED = { ends_at: daysAgo(2), space: { id: 21 }, pixels: [{ id: 101 }] };
const DISABLED = { disabled: 1, updated_at: daysAgo(10) };
const ACCOUNT = {
	1: EXPIRED,
	2: { expiration_clicks: 50, clicks: 50, updated_at: daysAgo(3) },
	3: { ...DISABLED, ends_at: daysAgo(40) },
	4: { ends_at: daysAgo(5), expiration_url: 'https://www.example.org/over' },
	5: DISABLED,
	6: {},
	7: { ends_at: NEVER },
};

/** The account has this many links, all expired. */
function storeExpired(count: number): void {
	holds(Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, EXPIRED])));
}

/** Somebody extends a link after it was listed. */
function renew(id: number): void {
	const body = JSON.stringify({ data: linkOf(id, { ends_at: NEVER }) });
	link.fault({ kind: 'body', method: 'GET', path: `/links/${id}$`, body, status: 200 });
}

beforeEach(() => holds(ACCOUNT));

const changedIds = () => link.ledger.map(({ id }) => id);

/** The ID, action and reason of each link in the output. */
function outcomes({ records }: NodeResult): unknown[] {
	return records.map(({ id, clean_up }) => {
		const { action, reason } = clean_up as IDataObject;
		return [id, action, reason];
	});
}

describe('Clean Up', () => {
	test('reports by default: it reads the list and changes nothing', async () => {
		const { records, pairs, texts } = await linkManager(report);
		expect(lines(link)).toEqual([LIST]);
		const used = 'Used up its clicks (50 of 50), last changed 3 days ago';
		expect(records.map(({ clean_up, ...shown }) => [clean_up, shown])).toEqual([
			[{ action: 'reported', reason: 'Expired 2 days ago', days: 2 }, link.links.get('1')],
			[{ action: 'reported', reason: used, days: 3 }, link.links.get('2')],
			[{ action: 'reported', reason: 'Expired 40 days ago', days: 40 }, link.links.get('3')],
		]);
		expect(records.map((one) => Object.keys(one)[0])).toEqual(Array(3).fill('clean_up'));
		expect(pairs).toEqual([0, 0, 0]);
		expect(texts).toEqual([`Found 4 expired links: 3 due, 1 kept. Kept: ${WITH_URL} (1).`]);
	});

	test('says that nothing was found, and mentions filters if there are any', async () => {
		holds({});
		const filters = { searchBy: 'title', search: 'spring' };
		expect((await linkManager(report)).texts).toEqual(['No expired links were found.']);
		expect((await linkManager({ ...report, filters })).texts).toEqual([
			'No expired links were found that meet your filters.',
		]);
	});

	test('reports more links than Max Links allows, and says how many a run would leave', async () => {
		const { records, texts } = await linkManager({ ...report, maxLinks: 2 });
		expect(records).toHaveLength(3);
		expect(texts[0]).toContain('1 would be left for the next run, because "Max Links" allows 2');
	});

	test('disables links by sending only that field, and keeps links that are already disabled', async () => {
		const result = await linkManager({ ...disableExpired, options: { includeKept } });
		expect(link.ledger.map(({ id, body }) => [id, body])).toEqual([
			[1, 'disabled=1'],
			[2, 'disabled=1'],
		]);
		expect(outcomes(result)).toEqual([
			[1, 'disabled', 'Expired 2 days ago'],
			[2, 'disabled', 'Used up its clicks (50 of 50), last changed 3 days ago'],
			[3, 'kept', 'Already disabled'],
			[4, 'kept', 'Has an expiration URL (see "Keep Links with Expiration URL")'],
		]);
		expect(result.records[0]?.disabled).toBe(0);
		expect(result.texts).toEqual([
			`Found 4 expired links: 2 due, 2 kept. Kept: already disabled (1); ${WITH_URL} (1). 2 disabled.`,
		]);
	});

	test('counts Grace Period (Days) from the expiration date, or from the last change without one', async () => {
		const options = { includeKept, keepWithExpirationUrl: false };
		const result = await linkManager({ ...deleteExpired, graceDays: 4, options });
		expect(outcomes(result)).toEqual([
			[1, 'kept', 'Expired for less than 4 days'],
			[2, 'kept', 'Expired for less than 4 days'],
			[3, 'deleted', 'Expired 40 days ago'],
			[4, 'deleted', 'Expired 5 days ago'],
		]);
		await linkManager({ ...deleteExpired, graceDays: 3 });
		expect(changedIds()).toEqual([3, 4, 2]);
	});
});

describe('filters', () => {
	const bySpace = { spaceId: locator('21') };

	test('Except Space keeps links in that space and links that do not show their space', async () => {
		const spaces = [{ id: '21' }, undefined, null, { id: 22 }];
		holds(Object.fromEntries(spaces.map((space, index) => [index + 1, { ...EXPIRED, space }])));
		const options = { exceptSpaceId: locator('21'), includeKept, trustFilter: true };
		const result = await linkManager({ ...deleteExpired, options });
		expect(outcomes(result)).toEqual([
			[1, 'kept', 'In the space chosen in "Except Space"'],
			[2, 'kept', "The record doesn't clearly show the link's space"],
			[3, 'deleted', 'Expired 2 days ago'],
			[4, 'deleted', 'Expired 2 days ago'],
		]);
		expect(changedIds()).toEqual([3, 4]);
		expect(lines(link)[0]).toBe(LIST);
	});

	test.each<[string, IDataObject, string[], string]>([
		[
			'its expiration date and clicks',
			deleteExpired,
			['ends_at', 'expiration_clicks'],
			'the link is expired',
		],
		['whether it is disabled', deleteDisabled, ['disabled'], 'the link is disabled'],
		['its expiration URL', deleteExpired, ['expiration_url'], 'the link has an expiration URL'],
		[
			'its space',
			{ ...deleteExpired, filters: bySpace },
			['space'],
			'the link meets the filter "Space"',
		],
	])('a record that does not show %s is changed only with Trust Filters', async (...given) => {
		const [, parameters, hideFields, what] = given;
		holds({ 1: { ...EXPIRED, disabled: hideFields.includes('disabled') ? 1 : 0 } });
		link.quirk({ hideFields });
		const careful = await linkManager({ ...parameters, options: { includeKept } });
		const kept = `he record doesn't show whether ${what} (see "Trust Filters")`;
		expect(outcomes(careful)).toEqual([[1, 'kept', `T${kept}`]]);
		expect(careful.texts[0]).toContain(`Kept: t${kept} (1).`);
		expect(link.ledger).toEqual([]);
		await linkManager({ ...parameters, options: { trustFilter: true } });
		expect(changedIds()).toEqual([1]);
	});

	test.each<[string, IDataObject, IDataObject]>([
		['an end in words', deleteExpired, { ends_at: 'soon' }],
		...['0001-01-01T00:00:00Z', '1970-01-01 00:00:00', '1899-12-30', '1900-01-01'].map(
			(never): [string, IDataObject, IDataObject] => [
				`an end on ${never}, as systems write "never"`,
				deleteExpired,
				{ ends_at: never },
			],
		),
		['an unknown value of "disabled"', deleteDisabled, { disabled: 'off' }],
		['an expiration URL that is not text', deleteExpired, { ...EXPIRED, expiration_url: {} }],
		[
			'a space that is not an object',
			{ ...deleteExpired, filters: bySpace },
			{ ...EXPIRED, space: 'Spring' },
		],
		[
			'no last change to count Grace Period (Days) from',
			{ ...deleteDisabled, graceDays: 1 },
			{ disabled: 1, updated_at: undefined },
		],
	])('a record with %s is kept, even with Trust Filters', async (_what, parameters, fields) => {
		link.quirk({ ignoreFilters: true });
		holds({ 1: fields });
		const options = { trustFilter: true, includeKept };
		const result = await linkManager({ ...parameters, options });
		expect(outcomes(result)).toEqual([
			[1, 'kept', expect.stringMatching(/^The record doesn't (clearly )?show [^,]*$/)],
		]);
		expect(link.ledger).toEqual([]);
	});

	test('Trust Filters stops working in the run after a record that does not meet the filters', async () => {
		link.quirk({ ignoreFilters: true });
		holds({ 1: { ...EXPIRED, space: undefined }, 2: EXPIRED, 3: { space: { id: 22 } } });
		const options = { trustFilter: true, includeKept };
		const result = await linkManager({ ...deleteExpired, filters: bySpace, options });
		expect(outcomes(result)).toEqual([
			[1, 'kept', expect.stringMatching(/^The record doesn't show whether .* filter "Space"/)],
			[2, 'deleted', 'Expired 2 days ago'],
		]);
		expect(result.texts[0]).toMatch(/not expired \(1\)\..* leave "Trust Filters" off\.$/);
	});

	test('Trust Filters then stops working for the other items, too', async () => {
		holds({ 1: { ...EXPIRED, pixels: undefined } });
		const body = JSON.stringify({ data: [linkOf(2)] });
		link.fault({ kind: 'body', method: 'GET', path: '/links$', body, status: 200, times: 1 });
		link.quirk({ ignoreFilters: true });
		const filters = { pixelId: '={{ $json.pixel }}' };
		const parameters = { ...deleteExpired, filters, options: { trustFilter: true } };
		await linkManager(parameters, { items: [{ pixel: 101 }, { pixel: 102 }] });
		expect(link.ledger).toEqual([]);
	});
});

test('an item whose list fails leaves the links to the next item', async () => {
	link.fault({ kind: 'status', status: 403, method: 'GET', path: '/links$', times: 1 });
	const onError = 'continueRegularOutput';
	const { records } = await linkManager(deleteExpired, { items: [{}, {}], onError });
	expect(records[0]?.error).toContain('(HTTP 403) [item 0]');
	expect(changedIds()).toEqual([1, 2, 3]);
});

describe('Max Links', () => {
	const few = { ...deleteExpired, maxLinks: 2 };
	const reads = () => lines(link).filter((text) => /^GET .*\/\d+$/.test(text));

	beforeEach(() => storeExpired(5));

	test('limits a run, and the next run continues', async () => {
		const result = await linkManager({ ...few, options: { includeKept } });
		const left = 'Left for the next run, because "Max Links" allows 2 per run';
		expect(outcomes(result)).toEqual([
			...[1, 2].map((id) => [id, 'deleted', 'Expired 2 days ago']),
			...[3, 4, 5].map((id) => [id, 'left', left]),
		]);
		expect(reads()).toHaveLength(2);
		expect(result.texts).toEqual([
			`Found 5 expired links: 5 due, 0 kept. 2 deleted. 3 left for the next run, because "Max Links" allows 2 per run.`,
		]);
		await linkManager(few);
		expect(changedIds()).toEqual([1, 2, 3, 4]);
	});

	test('limits all items together, including the tries of Retry On Fail', async () => {
		link.fault({ kind: 'status', status: 403, method: 'GET', path: '/links$', after: 1, times: 1 });
		const { error, pairs } = await linkManager(few, { items: [{}, {}, {}], tries: 2 });
		expect(error).toBeUndefined();
		expect(changedIds()).toEqual([1, 2]);
		expect(pairs).toEqual([0, 0]);
	});

	test.each([
		['GET', 403, 'failed'],
		['GET', 404, 'deleted'],
		['DELETE', 403, 'failed'],
		['DELETE', 404, 'deleted'],
	])(
		'limits the requests if the service returns an error for every %s: HTTP %i',
		async (...given) => {
			const [method, status, action] = given;
			link.fault({ kind: 'status', status, method, path: '/\\d+$' });
			const { records } = await linkManager(few);
			expect(records).toMatchObject([{ clean_up: { action } }, { clean_up: { action } }]);
			expect(reads()).toHaveLength(2);
			expect(link.ledger).toEqual([]);
		},
	);

	test.each([1, 10])(
		'does not count links that are kept or already gone when checked again (Concurrency %i)',
		async (concurrency) => {
			renew(1);
			renew(2);
			await linkManager({ ...few, maxLinks: 1, options: requests({ concurrency }) });
			expect(changedIds()).toEqual([3]);
			expect(reads()).toHaveLength(3);
		},
	);
});

describe('a link that changes or fails during the run', () => {
	test('is read again right before its change, and kept if it is no longer due', async () => {
		storeExpired(4);
		renew(1);
		link.fault({ kind: 'status', status: 404, method: 'GET', path: '/2$' });
		link.fault({ kind: 'status', status: 403, method: 'GET', path: '/3$' });
		const options = { includeKept, ...requests({ concurrency: 1 }) };
		const result = await linkManager({ ...disableExpired, options });
		expect(lines(link).slice(1)).toEqual([
			...[1, 2, 3, 4].map((id) => `GET /api/v1/links/${id}`),
			'PUT /api/v1/links/4',
		]);
		expect(outcomes(result)).toEqual([
			[1, 'kept', 'Not expired'],
			[2, 'kept', 'The link was already gone'],
			[3, 'failed', expect.stringContaining('(HTTP 403)')],
			[4, 'disabled', 'Expired 2 days ago'],
		]);
		expect(result.records[0]?.ends_at).toBe(NEVER);
		const message =
			'Found 4 expired links: 4 due, 0 kept. 1 disabled, 1 failed, 2 kept or already gone when checked again.';
		expect(result.hints).toMatchObject([{ message, type: 'warning' }]);
	});

	test('counts as disabled if the response has no record', async () => {
		link.fault({ kind: 'empty', method: 'PUT', status: 204, applied: true });
		const result = await linkManager({ ...disableExpired, maxLinks: 1 });
		expect(outcomes(result)).toEqual([[1, 'disabled', 'Expired 2 days ago']]);
		expect(lines(link)).toEqual([LIST, 'GET /api/v1/links/1', 'PUT /api/v1/links/1']);
	});

	test.each([
		['15', 'failed', []],
		[null, 'deleted', [14]],
		['14', 'deleted', [14]],
	])('with the ID 14 and a record that shows the ID %s: %s', async (id, action, changed) => {
		holds({ 14: EXPIRED, 15: { ends_at: NEVER } });
		const body = JSON.stringify({ data: { ...linkOf(14, EXPIRED), id } });
		link.fault({ kind: 'body', method: 'GET', path: '/14$', body, status: 200 });
		const result = await linkManager(deleteExpired);
		const reason =
			action === 'deleted'
				? 'Expired 2 days ago'
				: 'The link management service returned another record for link 14: "15". A cache or a proxy in front of the service may mix up responses. Try again later.';
		expect(outcomes(result)).toEqual([[id === null ? null : expect.anything(), action, reason]]);
		expect(changedIds()).toEqual(changed);
	});

	test('has failed, not gone, if HTTP 404 comes with a web page, as proxies return it', async () => {
		link.fault({ kind: 'html', status: 404, path: '/1$' });
		const result = await linkManager(deleteExpired);
		expect(outcomes(result)[0]).toEqual([1, 'failed', expect.stringContaining('(HTTP 404)')]);
		expect(changedIds()).toEqual([2, 3]);
	});
});

test('a hint says that the list may be incomplete', async () => {
	link.quirk({ wrongTotal: 2 });
	const { texts } = await linkManager(deleteExpired);
	expect(texts.join()).toContain(
		'should have returned 6 records, but returned 4 different records',
	);
	expect(changedIds()).toEqual([1, 2, 3]);
});

test('nothing is changed if a page of the list fails', async () => {
	storeExpired(150);
	link.fault({ kind: 'status', status: 403, method: 'GET', after: 1 });
	const { error } = await linkManager(deleteExpired);
	expect(error?.message).toContain('(HTTP 403)');
	expect(link.ledger).toEqual([]);
});
