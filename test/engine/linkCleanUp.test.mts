import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

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

function outcomeOf(record: IDataObject): { action: string; reason: string } {
	return record.cleanUp as { action: string; reason: string };
}

function byAction(found: IDataObject[], action: string): number[] {
	return found.filter((record) => outcomeOf(record).action === action).map(({ id }) => Number(id));
}

test('reports expired links by default: all pages read, nothing changed, oldest first', async () => {
	const before = snapshot();
	const result = await linkManager(cleanUp);
	expect(lines(link)).toEqual([
		'GET /api/v1/links?status=2&sort_by=id&sort=asc&per_page=100',
		'GET /api/v1/links?status=2&sort_by=id&sort=asc&per_page=100&page=2',
	]);
	expect(link.links).toEqual(before);
	const found = records(result);
	expect(found.map(({ id }) => id)).toEqual(
		idsOf('expiredByDate', 'expiredByClicks', 'disabledAndExpired', 'expiredWithUrl'),
	);
	expect(byAction(found, 'reported')).toEqual(
		idsOf('expiredByDate', 'expiredByClicks', 'disabledAndExpired'),
	);
	expect(byAction(found, 'skipped')).toEqual(idsOf('expiredWithUrl'));
	for (const { cleanUp: outcome, ...record } of found) {
		expect(record).toEqual(before.get(String(record.id)));
		expect(outcome).toEqual({ action: expect.any(String), reason: expect.any(String) });
	}
	expect(pairs(result)).toEqual(found.map(() => 0));
});

test('deletes what is expired, keeps what still redirects, and a second run finds no more', async () => {
	const before = snapshot();
	const due = idsOf('expiredByDate', 'expiredByClicks', 'disabledAndExpired');
	const result = await linkManager(deleteExpired);
	expect(changedIds()).toEqual(due);
	expect(byAction(records(result), 'deleted')).toEqual(due);
	for (const { cleanUp: outcome, ...record } of records(result)) {
		expect(record).toEqual(before.get(String(record.id)));
		expect(outcome).toBeDefined();
	}
	expect(hintTexts(result)).toContain('90 links deleted.');

	link.ledger.length = 0;
	const second = await linkManager(deleteExpired);
	expect(link.ledger).toEqual([]);
	expect(byAction(records(second), 'skipped')).toEqual(idsOf('expiredWithUrl'));
	expect(records(second)).toHaveLength(30);
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
			expect.stringContaining(`also listed ${300 - due.length - kept} links not ${target}`),
		);
	});
});

test.each<[string, IDataObject, boolean]>([
	['repeats records', { overlap: 3 }, true],
	['reports too many', { wrongTotal: 40 }, true],
	['reports too few', { wrongTotal: -30 }, true],
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
			const result = await linkManager({ ...deleteExpired, options: { graceDays: days } });
			expect(changedIds()).toEqual(due);
			const waiting = records(result).filter(
				({ id }) => all.includes(Number(id)) && !due.includes(Number(id)),
			);
			for (const record of waiting) {
				expect(outcomeOf(record).action).toBe('skipped');
				expect(outcomeOf(record).reason).toMatch(new RegExp(`^expired for \\d+ of ${days} days$`));
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
		await linkManager({ ...deleteExpired, target: 'disabled', options: { graceDays: 1 } });
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
		expect(records(result)).toHaveLength(120);
		expect(hintTexts(result)).toContainEqual(
			expect.stringContaining('83 more links to clean up: "Max Links" allows 7 a run.'),
		);
		await linkManager({ ...deleteExpired, maxLinks: 7 });
		expect(changedIds()).toEqual(due.slice(0, 14));
	});

	test('caps the run, not each of its items', async () => {
		const due = idsOf('expiredByDate', 'expiredByClicks', 'disabledAndExpired');
		const result = await linkManager(
			{ ...deleteExpired, maxLinks: 5 },
			{ items: [{ a: 1 }, { a: 2 }, { a: 3 }] },
		);
		expect(changedIds()).toEqual(due.slice(0, 5));
		expect(byAction(records(result), 'deleted')).toEqual(due.slice(0, 5));
		expect(new Set(pairs(result))).toEqual(new Set([0, 1, 2]));
	});

	test('a report shows all, and says how many more than one run would change', async () => {
		const result = await linkManager({ ...cleanUp, maxLinks: 7 });
		expect(byAction(records(result), 'reported')).toHaveLength(90);
		expect(hintTexts(result)).toEqual([
			'That is 83 links more than the 7 that "Max Links" lets one run change.',
		]);
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
	expect(result.hints).toContainEqual({
		message: '89 links deleted, 1 failed.',
		type: 'warning',
		location: 'outputPane',
	});
});

test('a change that the service accepts but does not make has failed', async () => {
	link.fault({ kind: 'empty', method: 'PUT', path: '/1014$', applied: false });
	const result = await linkManager({ ...cleanUp, cleanUpAction: 'disable', maxLinks: 500 });
	expect(records(result).find(({ id }) => id === 1014)?.cleanUp).toEqual({
		action: 'failed',
		reason: 'the service accepted the change, but the link is still active',
	});
});

test('a change without an answer counts only if the record shows it', async () => {
	link.quirk({ nullFields: ['disabled'] });
	link.fault({ kind: 'empty', method: 'PUT', path: '/1014$', applied: false });
	const result = await linkManager({ ...cleanUp, cleanUpAction: 'disable', maxLinks: 500 });
	expect(records(result).find(({ id }) => id === 1014)?.cleanUp).toEqual({
		action: 'failed',
		reason:
			'the service accepted the change without an answer, and the link does not show whether it is disabled',
	});
	expect(byAction(records(result), 'disabled')).toEqual(changedIds());
});

test('a link that is gone already counts as deleted', async () => {
	link.fault({ kind: 'status', status: 404, method: 'DELETE', path: '/1014$' });
	const result = await linkManager(deleteExpired);
	expect(byAction(records(result), 'failed')).toEqual([]);
	expect(records(result).find(({ id }) => id === 1014)?.cleanUp).toEqual({
		action: 'deleted',
		reason: 'it was gone already',
	});
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
		const careful = await linkManager(deleteExpired);
		expect(link.ledger).toEqual([]);
		expect(byAction(records(careful), 'skipped')).toEqual(due());
		const expected = due().filter((id) => link.links.get(String(id))?.expiration_url === null);
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
		await linkManager({ ...deleteExpired, target: 'disabled', options: { graceDays: 1 } });
		expect(link.ledger).toEqual([]);
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
	expect(hintTexts(result)).toEqual(['The service has no expired links.']);
});
