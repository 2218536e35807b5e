import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { expect } from 'vitest';

import { locator } from '../../sandbox/n8n/workflow.mjs';
import { isExpired } from '../../sandbox/services/data/links.mjs';
import { onlyFields } from '../../sandbox/services/pages.mjs';
import type { Fault, LinkRecord, Quirks } from '../../sandbox/services/start.mjs';
import { seed } from '../seed.mjs';
import type { Bench } from './bench.mjs';

const DAY = 86_400_000;

/** Days and three quarters, so that a time without an offset lies on the same side of every limit. */
const daysAgo = fc.integer({ min: 1, max: 60 }).map((days) => days + 0.75);

type TimeForm = 'utc' | 'offset' | 'bare' | 'seconds' | 'object' | 'unreadable';

function written(daysFromNow: number, form: TimeForm): unknown {
	const moment = Date.now() + daysFromNow * DAY;
	const iso = (shift: number) => new Date(moment + shift).toISOString().slice(0, 19);
	if (form === 'unreadable') return new Date(moment).toUTCString();
	if (form === 'seconds') return Math.floor(moment / 1000);
	if (form === 'object') return { date: `${iso(0).replace('T', ' ')}.000000`, timezone: 'UTC' };
	if (form === 'utc') return `${iso(0)}.000000Z`;
	return form === 'offset' ? `${iso(2 * 3_600_000)}+02:00` : iso(0).replace('T', ' ');
}

/** Ends in other words, none of which has come. */
const NO_END = ['never', '0000-00-00 00:00:00'];
const STILL_TO_COME = [...NO_END, '31/12/2090', '01/02/2090'];

const form = fc.constantFrom<TimeForm[]>(
	'utc',
	'utc',
	'offset',
	'bare',
	'seconds',
	'object',
	'unreadable',
);
const endsAt = fc.oneof(
	fc.constant(null),
	fc.tuple(daysAgo, form).map(([days, how]) => written(-days, how)),
	fc.tuple(daysAgo, form).map(([days, how]) => written(days, how)),
	fc.constantFrom(...STILL_TO_COME, { in: '3 days' }),
);

const pixel = (id: number) => ({ id, name: `P ${id}`, type: 'pinboard' });

/** What a service may show of an end as it was sent. */
const expirationDate = fc.oneof(
	{ weight: 3, arbitrary: fc.constant(undefined) },
	{ weight: 1, arbitrary: daysAgo.map((days) => String(written(days, 'bare')).slice(0, 10)) },
	{ weight: 1, arbitrary: daysAgo.map((days) => String(written(-days, 'bare')).slice(0, 10)) },
);

/** What a service may show beside the fields of the contract, and what it says of a link. */
interface OtherWords {
	fields: object;
	/** An end that is still to come. */
	endsLater?: boolean;
	/** The states that it says the link is not in, surely or perhaps. */
	denies?: string[];
	doubts?: string[];
}

const later = '2099-01-01T00:00:00Z';
const otherWords = fc.oneof(
	{ weight: 4, arbitrary: fc.constant<OtherWords>({ fields: {} }) },
	{
		weight: 1,
		arbitrary: fc.constantFrom<OtherWords[]>(
			{ fields: { domain_expires_at: later, owner: { active: true, ends_at: later } } },
			{ fields: { attributes: { ends_at: later } }, endsLater: true },
			{ fields: { validity: { to: later } }, endsLater: true },
			{ fields: { expiresIn: 86_400 }, endsLater: true },
			{ fields: { is_expired: 0 }, denies: ['expired'] },
			{ fields: { settings: { Disabled: '0' } }, denies: ['disabled'] },
			{ fields: { enabled: 1 }, denies: ['disabled'], doubts: ['expired'] },
			{ fields: { state: 'Active' }, denies: ['disabled'], doubts: ['expired'] },
			{ fields: { disabled_at: null, paused: false }, doubts: ['disabled'] },
			{ fields: { stop_at: later }, doubts: ['expired'] },
			{ fields: { windows: [{ to_day: later }] }, doubts: ['expired'] },
			{ fields: { meta: JSON.stringify({ any: later }) }, doubts: ['expired'] },
			{ fields: { max_clicks: 100 }, doubts: ['expired'] },
			{ fields: { phase: 'Active' }, doubts: ['expired', 'disabled'] },
		),
	},
);

const account = fc.array(
	fc.record({
		otherWords,
		ends_at: endsAt,
		expiration_date: expirationDate,
		expiration_clicks: fc.constantFrom(null, 0, 5, 10),
		clicks: fc.integer({ min: 0, max: 12 }),
		disabled: fc.constantFrom(0, 1),
		expiration_url: fc.constantFrom(null, '', 'https://www.example.org/ended'),
		updated_at: daysAgo.map((days) => written(-days, 'utc')),
		modified_at: fc.oneof(
			{ weight: 3, arbitrary: fc.constant(undefined) },
			{ weight: 1, arbitrary: fc.tuple(daysAgo, form).map(([days, how]) => written(-days, how)) },
		),
		title: fc.constantFrom('Spring sale', 'SPRING', 'Winter'),
		alias: fc.constantFrom('spring-1', 'winter-1'),
		space: fc.constantFrom(null, { id: 21, name: 'A' }, { id: 22, name: 'B' }),
		domain: fc.constantFrom(
			{ id: 11, name: 'go.example.org' },
			{ id: 12, name: 'short.example.com' },
		),
		pixels: fc.constantFrom([], [pixel(101)], [pixel(101), pixel(102)]),
	}),
	{ minLength: 5, maxLength: 30 },
);

const fields = [
	'ends_at',
	'expiration_date',
	'expiration_clicks',
	'clicks',
	'disabled',
	'expiration_url',
	'updated_at',
	'title',
	'space',
	'domain',
	'pixels',
];
const someFields = fc.oneof(
	{ weight: 3, arbitrary: fc.constant([] as string[]) },
	{ weight: 2, arbitrary: fc.subarray(fields) },
);
const quirks: fc.Arbitrary<Quirks> = fc.record({
	ignoreFilters: fc.oneof(
		fc.constant(false),
		fc.constant(true),
		fc.subarray(['status', 'search', 'space_id', 'domain_id', 'pixel_id']),
	),
	envelope: fc.constantFrom('full', 'data', 'bare'),
	overlap: fc.constantFrom(0, 0, 2),
	shift: fc.boolean(),
	ignorePage: fc.boolean(),
	wrongTotal: fc.constantFrom(0, 0, -5, 7),
	deleteAnswer: fc.constantFrom('object', 'empty'),
	listFields: fc.constantFrom(undefined, undefined, ['id', 'alias', 'clicks']),
	hideFields: someFields,
	nullFields: someFields,
});

const fault = fc.record({
	kind: fc.constantFrom(
		'status',
		'reset',
		'truncated',
		'html',
		'empty',
		'errorIn200',
		'invalidJson',
	),
	method: fc.constantFrom('DELETE', 'PUT', 'PUT', 'DELETE', 'GET'),
	probability: fc.constantFrom(0.1, 0.5),
	applied: fc.boolean(),
});

/** An empty success is how a service may answer a deletion: one that lies so cannot be told from it. */
const faults: fc.Arbitrary<Fault[]> = fc.array(
	fault.filter(({ kind, method, applied }) => applied || kind !== 'empty' || method !== 'DELETE'),
	{ maxLength: 2 },
);

const parameters = fc.record({
	target: fc.constantFrom('expired', 'disabled'),
	cleanUpAction: fc.constantFrom('report', 'disable', 'delete', 'delete'),
	maxLinks: fc.constantFrom(3, 50),
	graceDays: fc.constantFrom(0, 0, 10, 40),
	options: fc.record({
		keepWithExpirationUrl: fc.boolean(),
		includeKept: fc.boolean(),
		trustFilter: fc.boolean(),
		maxRetries: fc.constant(0),
	}),
});

/** The record as the service shows it. */
function shown(record: object, { hideFields = [], nullFields = [] }: Quirks): IDataObject {
	return Object.fromEntries(
		Object.entries(record)
			.filter(([name]) => !hideFields.includes(name))
			.map(([name, value]) => [name, nullFields.includes(name) ? null : value]),
	);
}

const sometimes = <T,>(...values: T[]) =>
	fc.oneof(
		{ weight: 4, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: fc.constantFrom(...values) },
	);

/** Filters with their values, and the one whose expression finds nothing, if any. */
const filters = fc.record({
	search: sometimes('spring', ' SPRING '),
	searchBy: sometimes('title', 'alias'),
	spaceId: sometimes(21, 22),
	domainId: sometimes(11, 12),
	pixelId: sometimes(101, 102),
});
type Filters = typeof filters extends fc.Arbitrary<infer T> ? T : never;

const nothing = fc.oneof(
	{ weight: 7, arbitrary: fc.constant(undefined) },
	{
		weight: 1,
		arbitrary: fc.record({
			filter: fc.constantFrom('search', 'spaceId', 'domainId', 'pixelId'),
			value: fc.constantFrom(undefined, null, '', '  '),
		}),
	},
);

function asParameter({ search, searchBy, ...ids }: Filters): IDataObject {
	const located = Object.entries(ids)
		.filter(([, id]) => id !== undefined)
		.map(([name, id]) => [name, locator(id)]);
	return JSON.parse(
		JSON.stringify({ search, searchBy, ...Object.fromEntries(located) }),
	) as IDataObject;
}

type Proof = 'yes' | 'no' | 'unknown' | 'unclear';

function momentOf(value: unknown): number | undefined {
	if (typeof value === 'number') return value * 1000;
	if (STILL_TO_COME.includes(value as string)) return Infinity;
	const text = typeof value === 'object' && value ? (value as IDataObject).date : value;
	if (typeof text !== 'string' || text.includes('GMT')) return undefined;
	return Date.parse(/Z|\+|^[\d-]{10}$/.test(text) ? text : `${text.replace(' ', 'T')}Z`);
}

/** The later of the two ends that a record may show. */
function endShown({ ends_at, expiration_date }: IDataObject): number | undefined {
	const ends = [momentOf(ends_at), momentOf(expiration_date)].filter((end) => end !== undefined);
	return ends.length > 0 ? Math.max(...ends) : undefined;
}

/** An oracle of its own: what the record proves, where `unknown` is no proof either way. */
function proof(record: IDataObject, target: string, words: OtherWords): Proof {
	const { endsLater = false, denies = [], doubts = [] } = words;
	const proven = proofOfContract(record, target);
	const endsByClicks = Number(record.clicks) >= Number(record.expiration_clicks || Infinity);
	const isOpen = denies.includes(target) || (endsLater && target === 'expired' && !endsByClicks);
	if (proven === 'yes' && isOpen) return 'unclear';
	return proven === 'unknown' && (isOpen || doubts.includes(target)) ? 'unclear' : proven;
}

function proofOfContract(record: IDataObject, target: string): Proof {
	if (target === 'disabled') {
		return record.disabled === 1 ? 'yes' : record.disabled === 0 ? 'no' : 'unknown';
	}
	const { ends_at, expiration_clicks: most, clicks } = record;
	const isLimited = typeof most === 'number' && most > 0;
	if (isLimited && typeof clicks === 'number' && clicks >= most) return 'yes';
	const ends = [ends_at, record.expiration_date].filter((end) => end !== null && end !== undefined);
	const moments = ends.map(momentOf);
	const mayEndByClicks = isLimited && typeof clicks !== 'number';
	if (mayEndByClicks && ends.length > 0 && ends.every((end) => NO_END.includes(end as string))) {
		return 'unknown';
	}
	if (moments.some((end) => end !== undefined && end > Date.now())) return 'no';
	if (ends.length > 0) return moments.includes(undefined) ? 'unclear' : 'yes';
	if (mayEndByClicks) return 'unknown';
	if (typeof most === 'number') return 'no';
	return ends_at === null && most === null ? 'no' : 'unknown';
}

/** What the record proves of the filters together. */
function proofOfFilters(record: IDataObject, wanted: Filters): Proof {
	const { search, searchBy = 'title', spaceId, domainId, pixelId } = wanted;
	const { space, domain, pixels } = record as Record<
		string,
		{ id: number } & Array<{ id: number }>
	>;
	const text = record[searchBy];
	const answers: Array<boolean | undefined> = [];
	if (search !== undefined) {
		const shows = typeof text === 'string';
		answers.push(shows ? text.toLowerCase().includes(search.trim().toLowerCase()) : undefined);
	}
	if (spaceId !== undefined) answers.push(space === undefined ? undefined : space?.id === spaceId);
	if (domainId !== undefined) answers.push(domain ? domain.id === domainId : undefined);
	if (pixelId !== undefined) answers.push(pixels?.some(({ id }) => id === pixelId));
	if (answers.includes(false)) return 'no';
	return answers.includes(undefined) ? 'unknown' : 'yes';
}

function daysSince(record: IDataObject, target: string): number {
	const ends = endShown(record);
	const { updated_at: updated, modified_at: modified = updated } = record;
	const changes = [updated, modified].map((moment) => momentOf(moment) ?? Infinity);
	const hasEnded = target === 'expired' && ends !== undefined && ends < Date.now();
	return (Date.now() - (hasEnded ? ends : Math.max(...changes))) / DAY;
}

type Given = typeof parameters extends fc.Arbitrary<infer T> ? T : never;

/** Whether a service that heeds its filters lists a link. */
function isOf(target: string, link: LinkRecord): boolean {
	return target === 'expired' ? isExpired(link, Date.now()) : link.disabled === 1;
}

/** Whether a record leaves no doubt that its link is to be changed. */
function isSurelyDue(
	record: IDataObject,
	words: OtherWords,
	{ target, cleanUpAction, graceDays, options }: Given,
	wanted: Filters,
): boolean {
	const isProven = proof(record, target, words) === 'yes';
	const mayWork = record.disabled !== 1 || words.denies?.includes('disabled');
	const redirects = target === 'expired' && mayWork && record.expiration_url;
	const isSilent = target === 'expired' && record.expiration_url === undefined;
	return (
		isProven &&
		proofOfFilters(record, wanted) === 'yes' &&
		!(cleanUpAction === 'disable' && record.disabled === 1) &&
		!(options.keepWithExpirationUrl && (redirects || isSilent)) &&
		(graceDays === 0 || daysSince(record, target) >= graceDays + 2)
	);
}

const cleanUps = fc.record({
	links: account,
	quirk: quirks,
	broken: faults,
	given: parameters,
	filters,
	nothing,
	/** Of a slow run, which links are renewed while it works: each second or third, or none. */
	renewal: fc.constantFrom(undefined, undefined, Infinity, 2, 3),
});

/**
 * Clean Up changes no link that does not show, by its own record, that it meets everything asked for,
 * also if its record changes while a slow run works, and never more than Max Links; where nothing fails, it
 * changes as many as leave no doubt.
 *
 * @returns how many links were changed
 * @throws Error with the smallest case that shows the contrary
 */
export async function tryCleanUps(
	{ link, linkManager, setSlow }: Bench,
	runs: number,
	from = seed,
): Promise<number> {
	let changes = 0;
	await fc.assert(
		fc.asyncProperty(
			cleanUps,
			async ({ links, quirk, broken, given, filters: wanted, nothing: empty, renewal }) => {
				fc.pre(!(given.target === 'disabled' && given.cleanUpAction === 'disable'));
				link.reset();
				const [template] = link.links.values();
				link.links.clear();
				links.forEach(({ otherWords: { fields: others }, ...values }, index) => {
					const id = 501 + index;
					link.links.set(String(id), {
						...(template as LinkRecord),
						id,
						...values,
						...others,
					} as unknown as LinkRecord);
				});
				setSlow?.(renewal !== undefined);
				const isRenewed = (id: number) =>
					setSlow !== undefined && renewal !== undefined && id % renewal === 0;
				const renewListed = links.map((_, index) => 501 + index).filter(isRenewed);
				const before = structuredClone(link.links);
				link.quirk({ ...quirk, renewListed });
				for (const fault of broken) link.fault(fault);
				const used = asParameter(wanted);
				if (empty) used[empty.filter] = '={{ $json.value }}';

				const { records: found, error } = await linkManager(
					{ resource: 'link', operation: 'cleanUp', ...given, filters: used },
					{ items: [{ value: empty?.value } as IDataObject] },
				);

				if (empty) {
					expect(error?.message).toMatch(/ is empty \[item 0\]$/);
					expect(link.requests).toEqual([]);
					return;
				}
				const { target, cleanUpAction, maxLinks, graceDays, options } = given;
				const ids = link.ledger.map(({ id }) => id);
				changes += ids.length;
				expect(new Set(ids).size).toBe(ids.length);
				expect(ids.length).toBeLessThanOrEqual(maxLinks);
				if (cleanUpAction === 'report') expect(ids).toEqual([]);
				const isRead = options.trustFilter && !wanted.search && graceDays === 0;
				const isToldEnough = broken.length === 0 && (!quirk.listFields || isRead);
				if (cleanUpAction !== 'report' && !error && !renewal && isToldEnough) {
					const due = [...before.values()].filter((old) => {
						const words = links[Number(old.id) - 501]?.otherWords ?? { fields: {} };
						return isOf(target, old) && isSurelyDue(shown(old, quirk), words, given, wanted);
					});
					expect(ids.length).toBeGreaterThanOrEqual(Math.min(maxLinks, due.length));
				}
				for (const { action, id, body, before: last } of link.ledger) {
					const old = before.get(String(id)) as LinkRecord;
					const record = shown(last ?? old, quirk);
					const words = links[id - 501]?.otherWords ?? { fields: {} };
					const proofs = [proof(record, target, words), proofOfFilters(record, wanted)];
					if (!options.trustFilter) expect(proofs).toEqual(['yes', 'yes']);
					expect(proofs).not.toContain('no');
					expect(proofs).not.toContain('unclear');
					if (quirk.ignoreFilters === false) {
						expect(isOf(target, old)).toBe(true);
					}
					const sendsNobody = target === 'disabled' || record.disabled === 1;
					if (options.keepWithExpirationUrl && !sendsNobody) {
						expect(record.expiration_url ?? '').toBe('');
					}
					if (graceDays > 0) expect(daysSince(record, target)).toBeGreaterThanOrEqual(graceDays);
					expect([action, body]).toEqual(
						cleanUpAction === 'delete' ? ['deleted', ''] : ['updated', 'disabled=1'],
					);
					expect(found.map((one) => one.id)).toContain(id);
				}
				expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
				for (const { cleanUp, ...record } of found) {
					const { action } = cleanUp as { action: string };
					const id = Number(record.id);
					const isChanged = ids.includes(id);
					if (action === 'reported' || action === 'skipped') expect(isChanged).toBe(false);
					if (!isRenewed(id)) {
						const full = shown(before.get(String(id)) as LinkRecord, quirk);
						const short = onlyFields(full, quirk.listFields ?? []);
						expect([full, short]).toContainEqual(record);
						if (action === 'skipped' && !quirk.listFields) {
							expect(options.includeKept).toBe(true);
						}
					}
					if (action === 'deleted' || action === 'disabled') expect(isChanged).toBe(true);
				}
			},
		),
		{ numRuns: runs, seed: from },
	);
	return changes;
}
