import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';

import {
	ageInState,
	showsDisabled,
	showsExpired,
	showsFilters,
} from '../../../nodes/LinkManager/link/cleanUp/judge.js';

const HOUR = 3_600_000;
const now = Date.UTC(2026, 5, 15, 12);
const past = '2026-06-01T00:00:00Z';
const future = '2026-07-01T00:00:00Z';

describe('showsExpired', () => {
	it.each([
		[{ ends_at: past }, 'yes'],
		[{ ends_at: future }, 'no'],
		[{ ends_at: '2026-06-15T12:00:00Z' }, 'yes'],
		[{ ends_at: '2026-06-15T12:00:01Z' }, 'no'],
		[{ ends_at: '2026-06-15T14:00:00+02:00' }, 'yes'],
		[{ ends_at: '2026-06-15T14:00:01+0200' }, 'no'],
		[{ expiration_clicks: 10, clicks: 10 }, 'yes'],
		[{ expiration_clicks: '10', clicks: '11' }, 'yes'],
		[{ expiration_clicks: 10, clicks: 9 }, 'no'],
		[{ expiration_clicks: 0, clicks: 9 }, 'no'],
		[{ ends_at: future, expiration_clicks: 1, clicks: 1 }, 'yes'],
		[{ ends_at: past, expiration_clicks: 10, clicks: 1 }, 'yes'],
		[{ ends_at: Date.parse(past) / 1000 }, 'yes'],
		[{ ends_at: String(Date.parse(past)) }, 'yes'],
		[{ ends_at: Date.parse(future) }, 'no'],
		[{ ends_at: { date: '2026-06-15 13:59:59.000000', timezone: 'Africa/Johannesburg' } }, 'yes'],
		[{ ends_at: { date: '2026-06-15 14:00:01.000000', timezone: '+02:00' } }, 'no'],
		[{ ends_at: { date: '2026-06-15 12:00:01.000000' } }, 'unclear'],
		[{ ends_at: 'soon', expiration_clicks: 10, clicks: 1 }, 'unclear'],
		[{ ends_at: past, expiration_date: 'soon' }, 'unclear'],
		[{ ends_at: past, expiration_date: 'never' }, 'unclear'],
		[{ ends_at: 'Never' }, 'no'],
		[{ ends_at: '0000-00-00 00:00:00' }, 'no'],
		[{ ends_at: '-0001-11-30T00:00:00.000000Z' }, 'no'],
		[{ ends_at: '0001-01-01T00:00:00Z' }, 'no'],
		[{ ends_at: 0 }, 'no'],
		[{ ends_at: 'never', expiration_clicks: 1, clicks: 1 }, 'yes'],
		[{ ends_at: 'never', expiration_clicks: 1 }, 'unknown'],
		[{ ends_at: '31/12/2090' }, 'no'],
		[{ ends_at: '12.31.2090, 10:00' }, 'no'],
		[{ ends_at: '31-05-2026 10:00' }, 'yes'],
		[{ ends_at: '01/02/2030' }, 'no'],
		[{ ends_at: '01/02/2026' }, 'yes'],
		[{ ends_at: '01/07/2026' }, 'unclear'],
		[{ ends_at: null, expiration_clicks: 10 }, 'unknown'],
		[{ ends_at: null, expiration_clicks: 'many', clicks: 1 }, 'unclear'],
		[{ ends_at: null, expiration_clicks: 10, clicks: '1,204' }, 'unclear'],
		[{ ends_at: null, expiration_clicks: null }, 'no'],
		[{ ends_at: null, expiration_clicks: 0 }, 'no'],
		[{ expiration_date: '2026-06-16', expiration_time: '23:59' }, 'no'],
		[{ expiration_date: '2026-06-13', expiration_time: '12:00' }, 'yes'],
		[{ expiration_date: '2026-06-15', expiration_time: '12:00' }, 'unclear'],
		[{ expiration_date: '2026-06-12' }, 'yes'],
		[{ expiration_date: '2030-01-01', expiration_time: 'noon' }, 'no'],
		[{ expiration_date: '2030-01-01', ends_at: past }, 'no'],
		[{ expiration_date: 'soon', active: true }, 'no'],
		[{ expiration_date: '', status: 'active' }, 'no'],
		[{ ends_at: past, active: true }, 'yes'],
		[{ is_expired: false }, 'no'],
		[{ expired: true }, 'unknown'],
		[{}, 'unknown'],
		[{ ends_at: null }, 'unknown'],
		[{ clicks: 5 }, 'unknown'],
		[{ ends_at: '' }, 'unknown'],
		...[
			{ expires_at: future },
			{ expired_at: '1 July' },
			{ endsAt: future },
			{ end_date: '2026-07-01' },
			{ expiration: { date: future } },
			{ expiry: 'in 3 days' },
			{ valid_until: Date.parse(future) },
		].flatMap(
			(end): Array<[object, string]> => [
				[end, 'unclear'],
				[{ ends_at: past, ...end }, 'unclear'],
			],
		),
		[{ ends_at: past, expired_at: past }, 'yes'],
		[{ ends_at: past, expires_at: null, expiration: { date: '' }, endsAt: '' }, 'yes'],
		[{ ends_at: past, endsAt: 'never' }, 'unclear'],
		[{ ends_at: past, expiration: { at: past, isOn: true }, expired_url: 'https://a.b' }, 'yes'],
		[{ ends_at: past, expired: false }, 'unclear'],
		[{ expiration_clicks: 1, clicks: 1, isExpired: '0' }, 'unclear'],
		[
			{ ends_at: past, status: 'active', enabled: 1, last_click_at: null, starts_at: future },
			'yes',
		],
		[{ status: 'expired' }, 'unknown'],
		[{ status: 'draft' }, 'unclear'],
		[{ published: true }, 'unclear'],
		[{ ends_at: past, expired: true, expires: true }, 'yes'],
		[{ expires_at: past }, 'unknown'],
		[{ id: 4_102_444_800, title: future, tags: ['open'], link_id: 4e9 }, 'unknown'],
		[{ domain: { renewed_on: future }, owner: { phase: 'active' } }, 'unknown'],
		[{ last_visit: '2026-06-15 12:30:00', clicked_at: '2026-06-15 12:30:00' }, 'unknown'],
		[{ stop_at: '2026-06-15 12:30:00' }, 'unclear'],
		[{ ends_at: past, stop_at: future, phase: 'active', click_limit: 5 }, 'yes'],
		[{ maxClicks: 5, clicks: 5, clicks_left: 0 }, 'unknown'],
		[{ maxClicks: 5, clicks: 4 }, 'unclear'],
		[{ limits: { clicks: 5 }, clicks: 4 }, 'unclear'],
		[{ clicks_left: 1, clicks: 4 }, 'unclear'],
		[{ status_text: 'Active' }, 'unclear'],
		[{ states: ['new', 'live'] }, 'unclear'],
		[{ qr_code: { mode: 'live' } }, 'unknown'],
		[{ alive: true }, 'unclear'],
		[{ expires_at: future, expiration_clicks: 1, clicks: 1 }, 'yes'],
		[{ ends_at: null, expiration_clicks: null, expires_at: future }, 'no'],
	])('says of %j: %s', (record, evidence) => {
		expect(showsExpired(record, now)).toBe(evidence);
	});

	it('never says yes of a time that may still be to come, however it is written', () => {
		const formats = [
			"yyyy-MM-dd'T'HH:mm:ssZZ",
			"yyyy-MM-dd'T'HH:mm:ss.SSS'000'ZZ",
			'yyyy-MM-dd HH:mm:ssZZZ',
			'yyyy-MM-dd HH:mm:ss ZZZ',
			"yyyy-MM-dd HH:mm:ss 'UTC'",
			'yyyy-MM-dd HH:mm:ss',
			"yyyy-MM-dd'T'HH:mm",
			'yyyy-MM-dd',
			'dd/MM/yyyy HH:mm',
			'MM/dd/yyyy HH:mm',
			'dd-MM-yyyy',
			'MM-dd-yyyy HH:mm:ss',
			'd MMMM yyyy HH:mm',
			'EEE, dd MMM yyyy HH:mm:ss',
			'yyyy',
			'yyyyMMdd',
			'HH:mm',
			"yyyy-MM-dd'T'HH:mm:ss'-'12:00",
		];
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 400 * 24 }),
				fc.constantFrom('Pacific/Kiritimati', 'Etc/GMT+12', 'UTC', 'America/New_York'),
				fc.constantFrom(...formats),
				(hours, zone, format) => {
					const end = DateTime.fromMillis(now + hours * HOUR, { zone });
					const written = (format.endsWith("'UTC'") ? end.toUTC() : end).toFormat(format);
					expect(showsExpired({ ends_at: written, expiration_clicks: 0 }, now)).not.toBe('yes');
				},
			),
			{ numRuns: 2000 },
		);
	});

	it('says yes of any time that is past anywhere on earth', () => {
		const formats = ['yyyy-MM-dd HH:mm:ss', "yyyy-MM-dd'T'HH:mm:ss.SSS", 'yyyy-MM-dd'];
		fc.assert(
			fc.property(
				fc.integer({ min: 51, max: 9000 }),
				fc.constantFrom(...formats),
				(hours, format) => {
					const written = DateTime.fromMillis(now - hours * HOUR, { zone: 'utc' }).toFormat(format);
					expect(showsExpired({ ends_at: written }, now)).toBe('yes');
				},
			),
		);
	});

	it('takes any time to come for an end where the record shows none, and no past one', () => {
		const names = fc.constantFrom(
			'stop_at',
			'bis',
			'tot',
			'windowEnd',
			'x1',
			'deactivated',
			'dueOn',
		);
		const forms = fc.constantFrom<Array<(at: number) => unknown>>(
			(at) => new Date(at).toISOString(),
			(at) => new Date(at).toUTCString(),
			(at) => DateTime.fromMillis(at, { zone: 'utc' }).toFormat('dd/MM/yyyy'),
			(at) => at,
			(at) => String(at / 1000),
			(at) => ({ date: new Date(at).toISOString() }),
		);
		const places = fc.constantFrom<Array<(name: string, value: unknown) => object>>(
			(name, value) => ({ [name]: value }),
			(name, value) => ({ rules: [{ kind: 'x' }, { [name]: value }] }),
			(name, value) => ({ [name]: ['x', value] }),
			(name, value) => ({ config: JSON.stringify([{ [name]: value }]) }),
			(name, value) => ({ a: { b: { c: { [name]: value } } } }),
		);
		fc.assert(
			fc.property(
				names,
				forms,
				places,
				fc.integer({ min: 360, max: 3000 }),
				fc.boolean(),
				(name, form, place, days, isPast) => {
					const at = now + days * 24 * HOUR * (isPast ? -1 : 1);
					const record = { title: 'A', ends_at: null, ...place(name, form(at)) };
					expect(showsExpired(record as never, now)).toBe(isPast ? 'unknown' : 'unclear');
				},
			),
		);
	});

	it.each(['31/02/2026', '1970-01-01T00:00:00Z', 16_000, true, {}, [past], Number.NaN, '2020'])(
		'does not take %j for a time',
		(endsAt) => {
			expect(showsExpired({ ends_at: endsAt } as never, now)).toBe('unclear');
		},
	);
});

describe('showsDisabled', () => {
	it.each([
		[true, 'yes'],
		[1, 'yes'],
		['1', 'yes'],
		['TRUE', 'yes'],
		['yes', 'yes'],
		[false, 'no'],
		[0, 'no'],
		['0', 'no'],
		['false', 'no'],
		['', 'no'],
		[2, 'no'],
		[null, 'unknown'],
		[undefined, 'unknown'],
	])('says of %j: %s', (disabled, evidence) => {
		expect(showsDisabled({ disabled })).toBe(evidence);
	});

	it.each([
		[{ enabled: true }, 'no'],
		[{ status: 'Active' }, 'no'],
		[{ is_disabled: 0 }, 'no'],
		[{ disabled: 1, active: true }, 'unclear'],
		[{ disabled: 1, status: 1 }, 'unclear'],
		[{ disabled: 1, status: 'archived', paused: false, disabled_at: null }, 'yes'],
		[{ disabled: 1, ends_at: future, domain: { active: true }, pixels: [{ active: true }] }, 'yes'],
		[{ disabled: 1, qr_code: { enabled: true }, campaign: { id: 5, status: 'active' } }, 'yes'],
		[{ disabled: 1, created_by: { active: true }, owner: { account: { active: true } } }, 'yes'],
		[{ campaign: { active: true } }, 'unclear'],
		[{ active: false }, 'unknown'],
		[{ status: 3 }, 'unknown'],
		[{ active: 'perhaps' }, 'unclear'],
		[{ current_phase: 'Enabled', stop_at: future }, 'unclear'],
		[{ stop_at: future }, 'unknown'],
	])('says of the record %j: %s', (record, evidence) => {
		expect(showsDisabled(record)).toBe(evidence);
	});
});

describe('what a record says in other words', () => {
	const spellings: Array<(words: string[]) => string> = [
		(words) => words.join('_'),
		(words) => words.join('-').toUpperCase(),
		(words) => words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join(' '),
		([first = '', ...rest]) =>
			first + rest.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join(''),
		(words) => `link_${words.join('')}`,
	];
	const around = fc.array(fc.constantFrom('attributes', 'settings', 'dates', 'data'), {
		maxLength: 3,
	});
	const within = (names: string[], fields: object) =>
		names.reduceRight<object>((inner, name) => ({ [name]: inner }), fields);
	const spelt = (...said: Array<[words: string, values: unknown[]]>) =>
		fc
			.tuple(fc.constantFrom(...said), fc.constantFrom(...spellings), around)
			.chain(([[words, values], spell, names]) =>
				fc
					.constantFrom(...values)
					.map((value) => within(names, { [spell(words.split(' '))]: value })),
			);
	const others = fc.constantFrom('domain', 'space', 'user', 'created_by', 'pixels', 'rules');
	const aside = (fields: object, name: string) => ({
		[name]: name === 'pixels' || name === 'rules' ? [fields] : fields,
	});

	it('of an end that is not surely past: the link may not have expired', () => {
		const ends = spelt(
			['end at', [future, 'soon', 'never', [past]]],
			['expires at', [future, Date.parse(future), false]],
			['expires in', [1, '3 days']],
			['valid until', [future, { date: future }]],
			['valid to', [future]],
			['not after', [future]],
			['deadline', [future]],
			['ttl', [0, 86_400]],
		);
		fc.assert(
			fc.property(ends, others, (fields, name) => {
				expect(showsExpired(fields as never, now)).toBe('unclear');
				expect(showsExpired({ ends_at: past, ...fields }, now)).toBe('unclear');
				expect(showsExpired({ ends_at: past, ...aside(fields, name) }, now)).toBe('yes');
			}),
			{ numRuns: 500 },
		);
	});

	it('of a link that is in use: it is neither expired nor disabled', () => {
		const inUse = spelt(
			['active', [true, 1, 'yes']],
			['is enabled', ['1', 'TRUE']],
			['inactive', [false, 0]],
			['state', ['Active', ' enabled ', 1]],
		);
		const notDisabled = spelt(['is disabled', [false, 0, '0', 'no']]);
		fc.assert(
			fc.property(inUse, notDisabled, others, (fields, flag, name) => {
				expect(showsExpired(fields as never, now)).toBe('no');
				for (const denial of [fields, flag]) {
					expect(showsDisabled(denial as never)).toBe('no');
					expect(showsDisabled({ disabled: 1, ...denial })).toBe('unclear');
					expect(showsDisabled({ disabled: 1, ...aside(denial, name) })).toBe('yes');
				}
			}),
			{ numRuns: 500 },
		);
	});

	it('of something that is not surely disabled: it is unclear', () => {
		const doubts = spelt(
			['paused', [false, null]],
			['disabled at', [null, '', past]],
			['archived', [0]],
			['live', [true]],
			['status', ['odd', { code: 1 }]],
		);
		fc.assert(
			fc.property(doubts, (fields) => {
				expect(showsDisabled(fields as never)).toBe('unclear');
				expect(showsDisabled({ disabled: 1, ...fields })).toBe('yes');
			}),
		);
	});
});

describe('ageInState', () => {
	const changed = '2026-06-10T00:00:00Z';

	it.each<[object, 'expired' | 'disabled', number | null, string]>([
		[{ ends_at: past, updated_at: changed }, 'expired', 14, 'Expired 14 days ago'],
		[{ ends_at: '2026-06-14T12:00:00Z' }, 'expired', 1, 'Expired 1 day ago'],
		[{ ends_at: '2026-06-15T11:00:00Z' }, 'expired', 0, 'Expired less than 1 day ago'],
		[{ ends_at: '2026-06-14T20:00:00Z' }, 'expired', 0, 'Expired less than 1 day ago'],
		[{ ends_at: '2026-06-13' }, 'expired', 1, 'Expired 1 day ago'],
		[{ ends_at: '2026-06-14 00:00:00' }, 'expired', 1, 'Expired 1 day ago'],
		[{ ends_at: '2026-06-14 12:00:00' }, 'expired', 0, 'Expired less than 2 days ago'],
		[
			{ ends_at: future, updated_at: changed, expiration_clicks: 5, clicks: 6 },
			'expired',
			5,
			'Used up its clicks (6 of 5)',
		],
		[{ updated_at: changed }, 'expired', 5, 'Expired, according to the service'],
		[
			{ updated_at: changed },
			'disabled',
			5,
			'Disabled according to the service, last changed 5 days ago',
		],
		[{ ends_at: past }, 'disabled', null, 'Disabled according to the service'],
		...(
			[
				[{ ends_at: past }, 5],
				[{ updated_at: '2026-06-10 00:00:00' }, 5],
				[{ updated_at: '2026-06-10 00:00:01' }, 4],
				[{ disabled_at: '2026-06-13T00:00:00Z' }, 2],
				[{ lastModified: '2026-06-13T00:00:00Z' }, 2],
				[{ meta: { changedOn: Date.parse('2026-06-13T00:00:00Z') } }, 2],
				[{ created_at: '2026-06-14T00:00:00Z' }, 1],
				[{ created_at: past, starts_at: future, space: { updated_at: '2026-06-14' } }, 5],
				[{ last_click_at: null, deleted_at: '0000-00-00', clicks_on: 0 }, 5],
			] as Array<[object, number]>
		).map(([fields, days]): [object, 'disabled', number, string] => [
			{ disabled: 1, updated_at: changed, ...fields },
			'disabled',
			days,
			`Disabled, last changed ${days === 1 ? '1 day' : `${days} days`} ago`,
		]),
		[{ disabled: 1, updated_at: changed, disabled_at: 'last week' }, 'disabled', null, 'Disabled'],
		[{ disabled: 1, disabled_at: changed, created_at: past }, 'disabled', null, 'Disabled'],
		[{ disabled: 1, updated_at: future, created_at: past }, 'disabled', null, 'Disabled'],
	])('reads %j of an %s link', (record, target, days, reason) => {
		expect(ageInState(record as never, target, now)).toEqual({ days, reason });
	});
});

describe('showsFilters', () => {
	const uuid = '0b5ad2e1-7c3f-4e64-9a1d-5f2c8e7b6a90';
	const record = {
		title: 'Café and Co',
		alias: 'Open-Day',
		space: { id: 21 },
		domain: { id: '12' },
		pixels: [{ id: 101 }],
	};

	it.each<[object, object, string]>([
		[{ search: 'cafe' }, record, 'unclear'],
		[{ search: 'café and' }, record, 'yes'],
		[{ search: 'day' }, record, 'no'],
		[{ search: 'DAY', searchBy: 'alias' }, record, 'yes'],
		[{ search: 'day', searchBy: 'url' }, record, 'unknown'],
		[{ search: 'CAFÉ' }, { title: 'Cafe\u0301' }, 'yes'],
		[{ search: 'दिल' }, { title: 'दल' }, 'no'],
		[{ search: 'दिल' }, { title: 'मेरा दिल' }, 'yes'],
		[{ search: 'кий' }, { title: 'кии' }, 'no'],
		[{ search: '´' }, { title: 'a b' }, 'no'],
		[{ search: '\u094d' }, { title: 'abc' }, 'no'],
		[{ search: '\u0301' }, { title: 'é' }, 'no'],
		[{ search: '1️⃣' }, { title: '1 x' }, 'no'],
		[{ search: '20' }, { title: 2026 }, 'yes'],
		[{ search: '20' }, { title: ['2026'] }, 'unclear'],
		[{ spaceId: '21' }, record, 'yes'],
		[{ spaceId: '2' }, record, 'no'],
		[{ spaceId: '21' }, { space: null }, 'no'],
		[{ spaceId: '21' }, {}, 'unknown'],
		...[
			{ space_id: null },
			{ space: {} },
			{ space: { id: null } },
			{ attributes: { space: { data: null } } },
			{ has_space: false },
		].map((none): [object, object, string] => [{ spaceId: '21' }, none, 'no']),
		[{ spaceId: '21' }, { space: { name: 'Other' } }, 'unclear'],
		[{ spaceId: '21' }, { space: { id: 21 }, spaceId: null }, 'yes'],
		[{ pixelId: '101' }, { has_pixels: false }, 'no'],
		[{ pixelId: '101' }, { has_pixels: true }, 'unknown'],
		[{ pixelId: '101' }, { pixelsCount: '0' }, 'no'],
		[{ pixelId: '101' }, { pixel_count: 2 }, 'unknown'],
		[{ pixelId: '101' }, { relationships: { pixels: { data: [] } } }, 'no'],
		[{ domainId: '12' }, { domain: {} }, 'unknown'],
		[{ search: 'go', searchBy: 'alias' }, { alias: 'https://go.x/winter' }, 'no'],
		[{ search: 'sale', searchBy: 'alias' }, { short_url: 'https://go.x/winter' }, 'no'],
		[{ search: 'win', searchBy: 'alias' }, { alias: null, short_url: 'go.x/winter' }, 'yes'],
		[{ search: 'sale', searchBy: 'alias' }, { alias: null }, 'unclear'],
		[{ search: 'sale' }, { title: null }, 'unclear'],
		[{ spaceId: '21' }, { space: 'Spring' }, 'unclear'],
		[{ spaceId: '21' }, { space: { id: 21 }, space_id: '21' }, 'yes'],
		[{ spaceId: '21' }, { space: { id: 21 }, space_id: 4 }, 'unclear'],
		[{ spaceId: '21' }, { space: 'Spring', space_id: 21 }, 'yes'],
		[{ spaceId: '21' }, { space: { id: 21 }, spaceId: 4 }, 'unclear'],
		[{ spaceId: '21' }, { space: { id: 21 }, workspace_id: 4 }, 'yes'],
		[{ spaceId: '21' }, { workspace_id: 4 }, 'unclear'],
		[{ spaceId: '21' }, { attributes: { space: 'Spring' } }, 'unclear'],
		[{ spaceId: '21' }, { spaceId: 21, attributes: { space_id: 4 } }, 'unclear'],
		[{ domainId: '12' }, { domain: { id: 12 }, domainId: 11 }, 'unclear'],
		[{ pixelId: '101' }, { pixels: [{ id: 101 }], pixel_ids: [102] }, 'unclear'],
		[{ pixelId: '101' }, { pixelIds: [102, 'Main'] }, 'unclear'],
		[{ domainId: '12' }, record, 'yes'],
		[{ domainId: '12' }, { domain: null }, 'unknown'],
		[{ domainId: 'Ab3' }, { domain: { id: 'aB3' } }, 'no'],
		[{ domainId: 'aB-3' }, { domain_id: 'Ab-3' }, 'no'],
		[{ domainId: uuid }, { domain: { id: uuid.toUpperCase() } }, 'yes'],
		[{ pixelId: '101' }, record, 'yes'],
		[{ pixelId: '10' }, record, 'no'],
		[{ pixelId: '101' }, { pixels: null }, 'unknown'],
		[{ pixelId: '101' }, { pixels: '101' }, 'unclear'],
		[{ status: 1 }, { disabled: 0, ends_at: future }, 'yes'],
		[{ status: 1 }, { disabled: 0, ends_at: past }, 'no'],
		[{ status: 1 }, { ends_at: future }, 'unknown'],
		[{ status: 1 }, { disabled: 0, ends_at: 'soon' }, 'unclear'],
		[{ status: 3 }, { disabled: 1 }, 'yes'],
		[{ status: 0 }, {}, 'yes'],
	])('says of %j and %j: %s', (filters, one, evidence) => {
		const shown = showsFilters(one as never, filters, now);
		expect(shown.map(([, shows]) => shows)).toEqual([evidence]);
	});

	it('reads an ID under any name of its kind, and takes none of another thing for it', () => {
		const kinds = fc.constantFrom('space', 'domain', 'pixel');
		const forms = fc.constantFrom<Array<(kind: string, id: unknown) => object>>(
			(kind, id) => ({ [`${kind}Id`]: id }),
			(kind, id) => ({ [`${kind.toUpperCase()}-ID`]: [id] }),
			(kind, id) => ({ attributes: { [`${kind}_id`]: id } }),
			(kind, id) => ({ attributes: { [`${kind}s`]: [{ id }] } }),
			(kind, id) => ({ relationships: { [kind]: { id } } }),
			(kind, id) => ({ data: { relationships: { [kind]: { data: { type: kind, id } } } } }),
			(kind, id) => ({ [`${kind}Ids`]: [id, id] }),
		);
		const others = fc.constantFrom('created_by', 'user', 'account', 'campaign', 'parent');
		fc.assert(
			fc.property(kinds, forms, others, fc.integer({ min: 1 }), (kind, form, other, id) => {
				const judged = (shown: object, wanted: number) =>
					showsFilters(shown as never, { [`${kind}Id`]: String(wanted) }, now).map(([, is]) => is);
				expect(judged(form(kind, id), id + 1)).toEqual(['no']);
				expect(judged(form(kind, String(id)), id)).toEqual(['unknown']);
				expect(judged({ [other]: form(kind, id) }, id + 1)).toEqual(['unknown']);
				const own = kind === 'pixel' ? { pixels: [{ id }] } : { [kind]: { id } };
				expect(judged({ ...own, ...form(kind, id) }, id)).toEqual(['yes']);
				expect(judged({ ...own, ...form(kind, id + 1) }, id)).toEqual(['unclear']);
			}),
		);
	});
});
