import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { systemClock } from '../../nodes/shared/clock.js';
import type { LinkRecord } from '../../sandbox/services/start.mjs';
import { hintTexts, lines, locator, pairs, records, useSandbox } from './sandbox.mjs';

const { link, linkManager } = await useSandbox({ links: 300 });

const cleanUp = { resource: 'link', operation: 'cleanUp' };
const deleteExpired = { ...cleanUp, cleanUpAction: 'delete', maxLinks: 500 };

/** The states of the sample links come in turn: every tenth link is in the same one. */
const STATES = {
	expiredByDate: [2],
	expiredByClicks: [4],
	disabled: [6],
	disabledAndExpired: [8],
	expiredWithUrl: [0],
};

function idsOf(...states: Array<keyof typeof STATES>): number[] {
	const digits = states.flatMap((state) => STATES[state]);
	return [...link.links.values()]
		.map(({ id }) => id)
		.filter((id) => digits.includes(id % 10))
		.sort((a, b) => a - b);
}

function snapshot(): Map<string, LinkRecord> {
	return structuredClone(link.links);
}

function changedIds(): number[] {
	return link.ledger.map(({ id }) => id).sort((a, b) => a - b);
}

interface Outcome {
	action: string;
	reason: string;
	days: number | null;
}

function outcomeOf(record: IDataObject): Outcome {
	return record.cleanUp as unknown as Outcome;
}

function byAction(found: IDataObject[], action: string): number[] {
	return found.filter((record) => outcomeOf(record).action === action).map(({ id }) => Number(id));
}

test('reports what is due by default: all pages read, nothing changed, oldest first', async () => {
	const before = snapshot();
	const due = idsOf('expiredByDate', 'expiredByClicks', 'disabledAndExpired');
	const result = await linkManager(cleanUp);
	expect(lines(link)).toEqual([
		'GET /api/v1/links?status=2&sort_by=id&sort=asc&per_page=100',
		'GET /api/v1/links?status=2&sort_by=id&sort=asc&per_page=100&page=2',
	]);
	expect(link.links).toEqual(before);
	expect(byAction(records(result), 'reported')).toEqual(due);
	expect(records(result)).toHaveLength(due.length);
	for (const record of records(result)) {
		expect(Object.keys(record)[0]).toBe('cleanUp');
		expect({ ...record, cleanUp: undefined }).toEqual({
			...before.get(String(record.id)),
			cleanUp: undefined,
		});
	}
	const outcomes = Object.fromEntries(records(result).map((one) => [one.id, outcomeOf(one)]));
	expect(outcomes[1002]).toEqual({ action: 'reported', reason: 'Expired 2 days ago', days: 2 });
	expect(outcomes[1004]?.reason).toBe('Used up its clicks (50 of 50)');
	expect(pairs(result)).toEqual(due.map(() => 0));
	expect(hintTexts(result)).toEqual([
		'Found 120 expired links: 90 due, 30 kept. Kept: 30 have an expiration URL. "Max Links" allows 50 changes per run, so 40 links would be left for the next run.',
	]);
});

test('deletes what is due and keeps what still redirects; a second run finds no more', async () => {
	const before = snapshot();
	const due = idsOf('expiredByDate', 'expiredByClicks', 'disabledAndExpired');
	const result = await linkManager(deleteExpired);
	expect(changedIds()).toEqual(due);
	expect(byAction(records(result), 'deleted')).toEqual(due);
	for (const { cleanUp: outcome, ...record } of records(result)) {
		expect(record).toEqual(before.get(String(record.id)));
		expect(outcome).toBeDefined();
	}
	expect(hintTexts(result)).toEqual([
		'Found 120 expired links: 90 due, 30 kept. Kept: 30 have an expiration URL. 90 deleted.',
	]);

	link.ledger.length = 0;
	expect(records(await linkManager(deleteExpired))).toEqual([]);
	const kept = await linkManager({ ...deleteExpired, options: { includeKept: true } });
	expect(link.ledger).toEqual([]);
	expect(byAction(records(kept), 'skipped')).toEqual(idsOf('expiredWithUrl'));
	expect(outcomeOf(records(kept)[0] ?? {}).reason).toBe(
		'The link has an expiration URL, so it still redirects visitors',
	);
});

test('a disabled link sends nobody anywhere: its expiration URL does not keep it', async () => {
	const id = 1008;
	const stored = link.links.get(String(id)) as LinkRecord;
	link.links.set(String(id), { ...stored, expiration_url: 'https://www.example.org/over' });
	for (const target of ['disabled', 'expired']) {
		const result = await linkManager({ ...cleanUp, target });
		expect(byAction(records(result), 'reported')).toContain(id);
	}
});

test('disables what is expired and not disabled yet; a second run finds nothing', async () => {
	const parameters = {
		...cleanUp,
		cleanUpAction: 'disable',
		maxLinks: 500,
		options: { keepWithExpirationUrl: false },
	};
	const due = idsOf('expiredByDate', 'expiredByClicks', 'expiredWithUrl');
	const result = await linkManager(parameters);
	expect(byAction(records(result), 'disabled')).toEqual(due);
	expect(records(result)).toHaveLength(due.length);
	expect(changedIds()).toEqual(due);
	expect(new Set(link.ledger.map(({ body }) => body))).toEqual(new Set(['disabled=1']));

	link.ledger.length = 0;
	const second = await linkManager(parameters);
	expect(records(second)).toEqual([]);
	expect(link.ledger).toEqual([]);
});

test('the target Disabled finds disabled links, expired or not', async () => {
	const due = idsOf('disabled', 'disabledAndExpired');
	const result = await linkManager({ ...deleteExpired, target: 'disabled' });
	expect(lines(link)[0]).toBe('GET /api/v1/links?status=3&sort_by=id&sort=asc&per_page=100');
	expect(byAction(records(result), 'deleted')).toEqual(due);
	expect(changedIds()).toEqual(due);
});

test('passes its filters to the service', async () => {
	await linkManager({
		...cleanUp,
		filters: {
			search: 'sample',
			searchBy: 'alias',
			spaceId: locator('21'),
			domainId: locator('12'),
			pixelId: locator('101'),
		},
	});
	expect(lines(link)).toEqual([
		'GET /api/v1/links?search=sample&search_by=alias&space_id=21&domain_id=12&pixel_id=101&status=2&sort_by=id&sort=asc&per_page=100',
	]);
});

describe('a server that ignores the status filter', () => {
	test.each<[string, IDataObject, Array<keyof typeof STATES>]>([
		['expired', {}, ['expiredByDate', 'expiredByClicks', 'disabledAndExpired']],
		['disabled', {}, ['disabled', 'disabledAndExpired']],
		['expired', { trustFilter: true }, ['expiredByDate', 'expiredByClicks', 'disabledAndExpired']],
		['disabled', { trustFilter: true }, ['disabled', 'disabledAndExpired']],
	])('loses only what is %s by its own record (%j)', async (target, options, states) => {
		link.quirk({ ignoreFilters: true });
		const due = idsOf(...states);
		const kept = target === 'expired' ? idsOf('expiredWithUrl').length : 0;
		const result = await linkManager({ ...deleteExpired, target, options });
		expect(changedIds()).toEqual(due);
		expect(byAction(records(result), 'deleted')).toEqual(due);
		expect(hintTexts(result)).toContainEqual(
			expect.stringContaining(
				`also listed ${300 - due.length - kept} links that aren't ${target} according to`,
			),
		);
	});
});

test.each<[string, IDataObject, boolean]>([
	['repeats records', { overlap: 3 }, true],
	['reports too many', { wrongTotal: 40 }, true],
	['moves records between pages', { shift: true }, false],
	['ignores the page', { ignorePage: true }, false],
])(
	'a server that %s loses no other link, and no link is listed twice',
	async (_name, quirk, all) => {
		link.quirk(quirk);
		const due = idsOf('expiredByDate', 'expiredByClicks', 'disabledAndExpired');
		const result = await linkManager(deleteExpired);
		const ids = records(result).map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(due).toEqual(expect.arrayContaining(changedIds()));
		if (all) expect(changedIds()).toEqual(due);
		else expect(hintTexts(result).join()).toContain('may be incomplete');
	},
);

describe('graceDays', () => {
	test.each([1, 30, 90])(
		'%i days: counted from the end, or else from the last change',
		async (days) => {
			const day = 86_400_000;
			const wait = ({ ends_at, updated_at }: LinkRecord) =>
				Date.now() - Date.parse(ends_at ?? updated_at);
			const due = idsOf('expiredByDate', 'expiredByClicks', 'disabledAndExpired').filter(
				(id) => wait(link.links.get(String(id)) as LinkRecord) >= days * day,
			);
			const all = idsOf('expiredByDate', 'expiredByClicks', 'disabledAndExpired');
			expect(due.length).toBeGreaterThan(0);
			if (days > 1) expect(due.length).toBeLessThan(all.length);
			const result = await linkManager({
				...deleteExpired,
				graceDays: days,
				options: { includeKept: true },
			});
			expect(changedIds()).toEqual(due);
			const waiting = records(result).filter(
				({ id }) => all.includes(Number(id)) && !due.includes(Number(id)),
			);
			for (const record of waiting) {
				expect(outcomeOf(record).action).toBe('skipped');
				expect(outcomeOf(record).reason).toMatch(
					new RegExp(`^The link has been expired for \\d+ of ${days} grace days$`),
				);
			}
		},
	);

	test('a disabled link that was changed today waits', async () => {
		await linkManager({
			resource: 'link',
			operation: 'update',
			linkId: '1006',
			updateFields: { disabled: 1 },
		});
		link.ledger.length = 0;
		const others = idsOf('disabled', 'disabledAndExpired').filter((id) => id !== 1006);
		await linkManager({ ...deleteExpired, target: 'disabled', graceDays: 1 });
		expect(changedIds()).toEqual(others);
		expect(link.links.has('1006')).toBe(true);
	});
});

describe('maxLinks', () => {
	test('caps what a run changes; a hint says how many are left, and the next run goes on', async () => {
		const due = idsOf('expiredByDate', 'expiredByClicks', 'disabledAndExpired');
		const result = await linkManager({ ...deleteExpired, maxLinks: 7 });
		expect(changedIds()).toEqual(due.slice(0, 7));
		expect(byAction(records(result), 'deleted')).toEqual(due.slice(0, 7));
		expect(records(result)).toHaveLength(7);
		expect(hintTexts(result).join()).toContain(
			'7 deleted. 83 links left for the next run, because "Max Links" allows 7 per run.',
		);
		await linkManager({ ...deleteExpired, maxLinks: 7 });
		expect(changedIds()).toEqual(due.slice(0, 14));
	});

	test('caps the run, not each of its items', async () => {
		const due = idsOf('expiredByDate', 'expiredByClicks', 'disabledAndExpired');
		const result = await linkManager(
			{ ...deleteExpired, maxLinks: 5, options: { includeKept: true } },
			{ items: [{ a: 1 }, { a: 2 }, { a: 3 }] },
		);
		expect(changedIds()).toEqual(due.slice(0, 5));
		expect(byAction(records(result), 'deleted')).toEqual(due.slice(0, 5));
		expect(new Set(pairs(result))).toEqual(new Set([0, 1, 2]));
	});
});

test('a failing link does not stop the rest', async () => {
	const due = idsOf('expiredByDate', 'expiredByClicks', 'disabledAndExpired');
	link.fault({ kind: 'status', status: 500, method: 'DELETE', path: '/1014$' });
	const result = await linkManager(deleteExpired);
	expect(result.error).toBeUndefined();
	expect(changedIds()).toEqual(due.filter((id) => id !== 1014));
	const failed = records(result).filter((record) => outcomeOf(record).action === 'failed');
	expect(failed).toMatchObject([
		{ id: 1014, cleanUp: { reason: expect.stringContaining('(HTTP 500)') as string } },
	]);
	expect(result.hints).toMatchObject([
		{ message: expect.stringContaining('89 deleted, 1 failed.') as string, type: 'warning' },
	]);
});

test('a change that the service accepts but does not make has failed', async () => {
	link.fault({ kind: 'empty', method: 'PUT', path: '/1014$', applied: false });
	const result = await linkManager({ ...cleanUp, cleanUpAction: 'disable', maxLinks: 500 });
	expect(records(result).find(({ id }) => id === 1014)?.cleanUp).toMatchObject({
		action: 'failed',
		reason: 'The service accepted the change, but the link is still active',
	});
});

test('a change without an answer counts only if the record shows it', async () => {
	link.quirk({ nullFields: ['disabled'] });
	link.fault({ kind: 'empty', method: 'PUT', path: '/1014$', applied: false });
	const result = await linkManager({ ...cleanUp, cleanUpAction: 'disable', maxLinks: 500 });
	expect(records(result).find(({ id }) => id === 1014)?.cleanUp).toMatchObject({
		action: 'failed',
		reason:
			"The service accepted the change but didn't return the link, and its record doesn't show whether it is disabled",
	});
	expect(byAction(records(result), 'disabled')).toEqual(changedIds());
});

test('a change that was accepted counts toward Max Links, also if the link cannot be found then', async () => {
	link.fault({ kind: 'empty', method: 'PUT', applied: true });
	link.fault({ kind: 'status', status: 404, method: 'GET', path: '/\\d+$' });
	const result = await linkManager({ ...cleanUp, cleanUpAction: 'disable', maxLinks: 3 });
	expect(changedIds()).toEqual(idsOf('expiredByDate', 'expiredByClicks').slice(0, 3));
	expect(records(result).map((record) => outcomeOf(record))).toMatchObject(
		[1002, 1004, 1012].map((id) => ({
			action: 'failed',
			reason: expect.stringMatching(
				new RegExp(`^The service accepted the change to link ${id} but .+ Not found: link ${id}`),
			) as string,
		})),
	);
});

describe('a run that takes a while', () => {
	const now = () => Date.now() + (link.requests.length > 0 ? 11_000 : 0);
	beforeEach(() => void vi.spyOn(systemClock, 'now').mockImplementation(now));
	afterEach(() => void vi.restoreAllMocks());

	test.each([
		['delete', 'DELETE', 'deleted', 'deleted'],
		['disable', 'PUT', 'disabled', 'skipped'],
	])('reads each link again before anything is sent (%s)', async (...given) => {
		const [cleanUpAction, method, done, gone] = given;
		const due = idsOf('expiredByDate').slice(0, 4);
		const [renewed, lost, failing, last] = due as [number, number, number, number];
		for (const { id } of [...link.links.values()]) {
			if (!due.includes(id)) link.links.delete(String(id));
		}
		link.quirk({ renewListed: [renewed] });
		link.fault({ kind: 'status', status: 404, method: 'GET', path: `/${lost}$` });
		link.fault({ kind: 'status', status: 403, method: 'GET', path: `/${failing}$` });
		const result = await linkManager({
			...deleteExpired,
			cleanUpAction,
			maxLinks: 3,
			options: { concurrency: 1 },
		});
		expect(lines(link).slice(1)).toEqual([
			...due.map((id) => `GET /api/v1/links/${id}`),
			`${method} /api/v1/links/${last}`,
		]);
		expect(records(result).map((one) => [one.id, one.ends_at, outcomeOf(one)])).toMatchObject([
			[
				renewed,
				'2099-01-01T00:00:00.000000Z',
				{
					action: 'skipped',
					reason: "Read again, the record shows that the link isn't expired",
					days: null,
				},
			],
			[lost, expect.any(String), { action: gone, reason: 'The link was already gone' }],
			[
				failing,
				expect.any(String),
				{ action: 'failed', reason: expect.stringContaining('(HTTP 403)') as string },
			],
			[last, expect.any(String), { action: done }],
		]);
		expect(hintTexts(result).join()).toContain('1 not due when read again');
	});
});

test.each([
	['delete', 404, 'DELETE', 'deleted'],
	['delete', 410, 'DELETE', 'deleted'],
	['disable', 404, 'PUT', 'skipped'],
])(
	'a link that is gone already has not failed, but takes room: it may have been there (%s, %i)',
	async (...given) => {
		const [cleanUpAction, status, method, action] = given;
		const others = idsOf('expiredByDate', 'expiredByClicks').filter((id) => id !== 1014);
		if (action === 'deleted') others.push(...idsOf('disabledAndExpired'));
		link.fault({ kind: 'status', status, method, path: '/1014$' });
		const result = await linkManager({ ...deleteExpired, cleanUpAction, maxLinks: others.length });
		expect(changedIds()).toEqual(others.sort((a, b) => a - b).slice(0, -1));
		expect(byAction(records(result), 'failed')).toEqual([]);
		expect(records(result).find(({ id }) => id === 1014)?.cleanUp).toMatchObject({
			action,
			reason: 'The link was already gone',
		});
	},
);

test.each(['{}', '{"message":"Not Found"}', '{"code":"NOT_FOUND","path":"/api/v1/links/1014"}'])(
	'a 404 of %s says that the link is gone, and nothing more is sent',
	async (body) => {
		link.fault({ kind: 'body', body, status: 404, method: 'DELETE', path: '/1014$' });
		const result = await linkManager(deleteExpired);
		expect(byAction(records(result), 'failed')).toEqual([]);
		expect(lines(link)).not.toContain('GET /api/v1/links/1014');
	},
);

describe('filters', () => {
	const filters = {
		search: 'sample',
		searchBy: 'alias',
		spaceId: locator('21'),
		domainId: locator('12'),
		pixelId: locator('101'),
	};

	test('hold for every link that is touched, also where the service ignores them', async () => {
		const space = link.links.get('1002')?.space?.id;
		link.quirk({ ignoreFilters: ['space_id'] });
		const result = await linkManager({ ...deleteExpired, filters: { spaceId: locator(space) } });
		expect(changedIds().length).toBeGreaterThan(0);
		for (const { before } of link.ledger) {
			expect(before).toMatchObject({ space: { id: space } });
		}
		expect(hintTexts(result).join()).toContain('don\'t meet the filter "Space" according to');
	});

	test.each(Object.keys(filters))(
		'%s that holds nothing is refused, and nothing is sent',
		async (name) => {
			const items = [undefined, null, '', '  '].map((value) => ({ value }));
			const result = await linkManager(
				{ ...deleteExpired, filters: { [name]: '={{ $json.value }}' } },
				{ items, onError: 'continueRegularOutput' },
			);
			expect(records(result).map(({ error }) => String(error))).toEqual(
				items.map(
					(_, index) =>
						expect.stringMatching(new RegExp(`^".*" is empty \\[item ${index}\\]$`)) as string,
				),
			);
			expect(link.requests).toEqual([]);
		},
	);
});

test('a list that cannot be read in full changes nothing', async () => {
	link.quirk({ ignoreFilters: true, envelope: 'data' });
	link.fault({ kind: 'status', status: 500, method: 'GET', after: 1 });
	const { error } = await linkManager(deleteExpired);
	expect(error?.message).toContain('(HTTP 500)');
	expect(link.ledger).toEqual([]);
});

describe('records that do not show their state', () => {
	const due = () =>
		idsOf('expiredByDate', 'expiredByClicks', 'disabledAndExpired', 'expiredWithUrl');

	test.each<[string, IDataObject]>([
		['hidden', { hideFields: ['ends_at', 'expiration_clicks'] }],
		['half hidden', { hideFields: ['ends_at'], nullFields: ['expiration_clicks'] }],
	])('are touched only with trustFilter (%s)', async (_name, quirk) => {
		link.quirk(quirk);
		const careful = await linkManager({ ...deleteExpired, options: { includeKept: true } });
		expect(link.ledger).toEqual([]);
		expect(byAction(records(careful), 'skipped')).toEqual(due());
		const expected = idsOf('expiredByDate', 'expiredByClicks', 'disabledAndExpired');
		const trusting = await linkManager({ ...deleteExpired, options: { trustFilter: true } });
		expect(byAction(records(trusting), 'deleted')).toEqual(expected);
		expect(changedIds()).toEqual(expected);
	});

	test('say that the link never expires when both limits are null: left alone at all events', async () => {
		link.quirk({ nullFields: ['ends_at', 'expiration_clicks'] });
		await linkManager({ ...deleteExpired, options: { trustFilter: true } });
		expect(link.ledger).toEqual([]);
	});

	test('as disabled are touched only with trustFilter', async () => {
		link.quirk({ hideFields: ['disabled'] });
		const expected = idsOf('disabled', 'disabledAndExpired');
		await linkManager({ ...deleteExpired, target: 'disabled' });
		expect(link.ledger).toEqual([]);
		await linkManager({ ...deleteExpired, target: 'disabled', options: { trustFilter: true } });
		expect(changedIds()).toEqual(expected);
	});

	test('since when are not touched with days of grace', async () => {
		link.quirk({ hideFields: ['updated_at'] });
		await linkManager({ ...deleteExpired, target: 'disabled', graceDays: 1 });
		expect(link.ledger).toEqual([]);
	});
});

describe('a list that shows less than the links of their own', () => {
	const trusting = { ...deleteExpired, options: { trustFilter: true, concurrency: 1 } };
	const listFields = ['id', 'alias', 'url', 'title', 'clicks'];
	const reads = () => lines(link).filter((line) => /^GET \S+\/\d+$/.test(line));
	const due = () => idsOf('expiredByDate', 'expiredByClicks', 'disabledAndExpired');
	const withUrl = () => idsOf('expiredWithUrl');

	test.each([[true], [false]])(
		'is not relied on: each link is read first (filters ignored: %s)',
		async (ignoreFilters) => {
			link.quirk({ ignoreFilters, listFields });
			const expected = due();
			const listed = ignoreFilters ? 300 : expected.length + withUrl().length;
			const options = { ...trusting.options, includeKept: true };
			const result = await linkManager({ ...trusting, options });
			expect(changedIds()).toEqual(expected);
			expect(reads()).toHaveLength(listed);
			expect(byAction(records(result), 'deleted')).toEqual(expected);
			expect(byAction(records(result), 'skipped')).toEqual(idsOf('expiredWithUrl'));
			expect(hintTexts(result)[0]).toBe(
				'Found 120 expired links: 90 due, 30 kept. Kept: 30 have an expiration URL. 90 deleted.',
			);
			expect(hintTexts(result).join()).toMatch(
				ignoreFilters ? /also listed 180 links that aren't expired according to/ : /deleted\.$/,
			);
		},
	);

	test('shows no filter either: what the record shows holds', async () => {
		const space = link.links.get('1002')?.space?.id;
		link.quirk({ ignoreFilters: true, listFields });
		await linkManager({ ...trusting, filters: { spaceId: locator(space) } });
		expect(link.ledger.length).toBeGreaterThan(0);
		for (const { before } of link.ledger) expect(before).toMatchObject({ space: { id: space } });
	});

	test.each([
		[true, 1],
		[true, 10],
		[false, 1],
		[false, 10],
	])(
		'costs only the reads up to the last link that Max Links lets it change (filters ignored: %s, %i at once)',
		async (ignoreFilters, concurrency) => {
			link.quirk({ ignoreFilters, listFields });
			const all = due();
			const listed = ignoreFilters
				? [...link.links.values()].map(({ id }) => id)
				: idsOf('expiredByDate', 'expiredByClicks', 'disabledAndExpired', 'expiredWithUrl');
			for (const run of [1, 2]) {
				const options = { trustFilter: true, concurrency };
				const result = await linkManager({ ...trusting, maxLinks: 5, options });
				expect(changedIds()).toEqual(all.slice(0, 5 * run));
				expect(records(result).map(({ id }) => id)).toEqual(all.slice(5 * run - 5, 5 * run));
				if (run === 2) continue;
				const last = Number(changedIds().at(-1));
				expect(reads()).toHaveLength(listed.filter((id) => id <= last).length);
				expect(hintTexts(result)[0]).toBe(
					ignoreFilters
						? 'Found 6 expired links: 5 due, 1 kept. Kept: 1 has an expiration URL. 5 deleted. 286 links (286 unchecked) left for the next run, because "Max Links" allows 5 per run.'
						: 'Found 120 expired links: 119 due, 1 kept. Kept: 1 has an expiration URL. 5 deleted. 114 links left for the next run, because "Max Links" allows 5 per run.',
				);
			}
		},
	);

	test('is read for no report, and a full list for nothing', async () => {
		link.quirk({ listFields });
		await linkManager({ ...trusting, cleanUpAction: 'report' });
		link.quirk({ listFields: undefined as never });
		await linkManager({ ...trusting, maxLinks: 5 });
		expect([reads().length, link.ledger.length]).toEqual([0, 5]);
	});

	test('of a service that is down is given up after Max Links reads', async () => {
		link.quirk({ listFields });
		link.fault({ kind: 'status', status: 403, method: 'GET', path: '/\\d+$' });
		const result = await linkManager({ ...trusting, maxLinks: 5 });
		expect(reads()).toHaveLength(5);
		expect(hintTexts(result)).toEqual([
			'Found 120 expired links: 120 due, 0 kept. 5 failed. 115 links left for the next run, because "Max Links" allows 5 per run.',
		]);
	});

	test('a link that shows otherwise ends the trust in filters, before any is changed', async () => {
		link.quirk({ ignoreFilters: true, listFields });
		const [silent, ...others] = due();
		const stored = link.links.get(String(silent)) as LinkRecord;
		const bare: object = { ...stored, ends_at: undefined, expiration_clicks: undefined };
		link.links.set(String(silent), bare as LinkRecord);
		const options = { ...trusting.options, includeKept: true };
		const result = await linkManager({ ...trusting, options });
		expect(changedIds()).toEqual(others);
		expect(records(result).find(({ id }) => id === silent)?.cleanUp).toMatchObject({
			action: 'skipped',
			reason: "The record doesn't show whether the link is expired",
		});
	});

	test.each(['GET', 'DELETE'])(
		'Max Links holds where every %s is answered "not found"',
		async (method) => {
			if (method === 'GET') link.quirk({ listFields });
			link.fault({ kind: 'status', status: 404, method, path: '/links/' });
			await linkManager({ ...(method === 'GET' ? trusting : deleteExpired), maxLinks: 3 });
			const sent = lines(link).filter((line) => /\/\d+$/.test(line));
			expect(sent.filter((line) => line.startsWith(method))).toHaveLength(3);
		},
	);

	test('a link that cannot be read has failed, and nothing is sent for it', async () => {
		for (const id of withUrl()) link.links.delete(String(id));
		const [failing, gone, ...others] = due();
		link.quirk({ listFields });
		link.fault({ kind: 'status', status: 403, method: 'GET', path: `/${failing}$` });
		link.fault({ kind: 'status', status: 404, method: 'GET', path: `/${gone}$` });
		const result = await linkManager({ ...trusting, maxLinks: 3 });
		expect(changedIds()).toEqual(others.slice(0, 3));
		expect(records(result).map(outcomeOf)).toMatchObject([
			{ action: 'failed', reason: expect.stringContaining('(HTTP 403)') as string },
			{ action: 'deleted', reason: 'The link was already gone' },
			{ action: 'deleted' },
			{ action: 'deleted' },
			{ action: 'deleted' },
		]);
	});
});

test('an account without expired links says so', async () => {
	for (const id of idsOf(
		'expiredByDate',
		'expiredByClicks',
		'disabledAndExpired',
		'expiredWithUrl',
	)) {
		link.links.delete(String(id));
	}
	const result = await linkManager(cleanUp);
	expect(records(result)).toEqual([]);
	expect(hintTexts(result)).toEqual(['No expired links were found.']);
});
