import type { IDataObject } from 'n8n-workflow';
import { expect, test, vi } from 'vitest';

import { lines, useSandbox } from '../engine/sandbox.mjs';
import { idsOf, told, triggerOn, useStillClock } from './watch.mjs';

const { data, holdsSchools, holdsUniversities } = await useSandbox();
const { trigger, watching, sample } = triggerOn('referenceDataTrigger', data);
useStillClock('2027-05-01T10:00:00Z');

/** The service has one university, with these dates. */
function university(application_opens?: string | null, application_closes?: string | null): void {
	holdsUniversities([{ id: 'uct', application_opens, application_closes }]);
}

test.each([
	['in ten days', '2027-03-01', '2027-05-11', 10],
	['today', '2027-03-01', '2027-05-01', 0],
	['in 14 days', '2027-03-01', '2027-05-15', 14],
	['in 15 days', '2027-03-01', '2027-05-16', undefined],
	['past', '2027-03-01', '2027-04-30', undefined],
	['near while applications are not open yet', '2027-05-02', '2027-05-11', undefined],
	['not a real date', '2027-03-01', '2027-05-32', undefined],
	['withdrawn', '2027-03-01', null, undefined],
])('Applications Close Soon: a closing date that is %s', async (_, opens, closes, days_left) => {
	const event = 'applicationsCloseSoon';
	university('2027-03-01', '2027-09-30');
	const published = await watching({ event });
	university(opens, closes);
	const expected = [{ event, event_id: `applicationsCloseSoon:uct:${closes}`, days_left }];
	expect(told(await published.poll())).toEqual(days_left === undefined ? null : expected);
	expect(await published.poll()).toBeNull();
});

test('Applications Opened: needs both dates, and is no new event if they change', async () => {
	const event = 'applicationsOpened';
	university('2027-05-02', '2027-07-31');
	const published = await watching({ event });
	university('2027-05-01', null);
	expect(await published.poll()).toBeNull();
	university('2027-05-01', '2027-07-31');
	expect(told(await published.poll())).toEqual([
		{ event, event_id: 'applicationsOpened:uct:2027-05-01/2027-07-31', days_left: 91 },
	]);
	university('2027-05-01', '2027-08-31');
	expect(await published.poll()).toBeNull();
	university('2027-04-30', '2027-08-31');
	expect(await published.poll()).toBeNull();
	vi.setSystemTime(new Date('2028-05-01T10:00:00Z'));
	university('2028-05-01', '2028-08-31');
	expect(await published.poll()).toHaveLength(1);
});

test.each([
	['extended', '2027-04-01', '2027-08-31', { application_closes: '2027-07-31' }],
	['withdrawn', null, '2027-07-31', { application_opens: '2027-04-01' }],
	['missing', '2027-04-01', undefined, undefined],
])('Application Dates Changed: a date that is %s', async (_, opens, closes, previous) => {
	const event = 'applicationDatesChanged';
	university('2027-04-01', '2027-07-31');
	const published = await watching({ event });
	university(opens, closes);
	const expected = [{ event, event_id: `${event}:uct:${opens ?? ''}/${closes ?? ''}`, previous }];
	expect(told(await published.poll())).toEqual(previous ? expected : null);
	expect(await published.poll()).toBeNull();
});

test('School Added: new schools are returned in order of creation, and long IDs keep all digits', async () => {
	const made = (nat_emis: string, created_at: string | null) => {
		return { id: nat_emis, nat_emis, province: 'Gauteng', created_at };
	};
	const old = made('98765432109876543210', null);
	holdsSchools([old]);
	const published = await watching({ event: 'schoolAdded', province: 'gp' });
	expect(lines(data)[0]).toBe('GET /v1/high-schools?province=Gauteng&per_page=100');
	holdsSchools([
		...[old, made('700400001', '2027-04-02T00:00:00Z')],
		...[made('700400002', '2027-04-01T00:00:00Z'), made('98765432109876543211', null)],
	]);
	const expected = ['98765432109876543211', 700400002, 700400001];
	expect(idsOf(await published.poll())).toEqual(expected);
});

test('Application Dates Changed: only the selected universities of the province are watched', async () => {
	const put = (application_closes: string) =>
		holdsUniversities(
			['uct', 'su', 'cput', 'up'].map((id) => {
				const province = id === 'up' ? 'Gauteng' : 'Western Cape';
				return { id, province, application_closes };
			}),
		);
	put('2027-06-30');
	const event = 'applicationDatesChanged';
	const place = { universityIds: ['uct', 'su'], province: 'western-cape' };
	const published = await watching({ event, ...place });
	put('2027-07-31');
	expect(idsOf(await published.poll())).toEqual(['uct', 'su']);
	expect(lines(data)[0]).toBe('GET /v1/universities?province=Western Cape&per_page=100');
	put('2027-08-31');
	const { staticData } = published;
	const reordered = trigger({ event, ...place, universityIds: ['su', 'uct'] }, { staticData });
	expect(idsOf(await reordered.poll())).toEqual(['uct', 'su']);
	await expect(trigger({ event, ...place, universityIds: ['up'] }).poll()).rejects.toThrow(
		'No university to watch has the ID "up"',
	);
});

test('an empty expression for universities is refused, because the trigger would watch all of them', async () => {
	for (const universityIds of ['={{ [] }}', '={{ [null] }}', '={{ "[]" }}', '={{ "," }}']) {
		const watch = trigger({ event: 'applicationsOpened', universityIds });
		await expect(watch.poll()).rejects.toThrow('"University Names or IDs" is empty');
	}
	expect(data.requests).toEqual([]);
});

test('Applications Opened: publishing and the test step fail if no university shows a date', async () => {
	university(undefined, undefined);
	const event = 'applicationsOpened';
	const message = "The service doesn't show when applications open and close";
	await expect(trigger({ event }).poll()).rejects.toThrow(message);
	await expect(sample({ event })).rejects.toThrow(message);
});

/** The service has one school, in Gauteng, with these fields. */
function school(fields: IDataObject): void {
	const place = { province: 'Gauteng', district: 'Tshwane South' };
	holdsSchools([{ id: '98765432109876543210', ...place, ...fields }]);
}

const first = {
	telephone: '011',
	email: null,
	learner_count: 500,
	quintile: 'Q1',
	circuit: 'A',
	street_address: null,
};

test.each<[string, IDataObject, unknown[]]>([
	[
		'a telephone number and a count',
		{ telephone: '012', learner_count: 501 },
		[{ telephone: '011', learner_count: 500 }],
	],
	['an email address that was empty', { email: 'a@b.example' }, [{ email: null }]],
	['a leading zero', { telephone: '11' }, [{ telephone: '011' }]],
	['a field whose previous value is not stored', { circuit: 'B' }, [{}]],
	['a number that becomes text', { learner_count: '500' }, []],
	['null that becomes an empty text', { email: '', street_address: '' }, []],
	['a field that is missing now', { quintile: undefined, circuit: undefined }, []],
	['the date of a new import', { created_at: '2026-11-24T00:00:00Z' }, []],
	['a field that nobody documented', { municipality: 'Tshwane' }, []],
])('School Changed: %s', async (_, changes, expected) => {
	school(first);
	const published = await watching({
		event: 'schoolChanged',
		watch: 'district',
		district: 'Tshwane South',
	});
	school({ ...first, ...changes });
	const items = (await published.poll()) ?? [];
	expect(items.map(({ trigger: event }) => (event as IDataObject).previous)).toEqual(expected);
	expect(await published.poll()).toBeNull();
	school({ ...first, ...changes });
	expect(await published.poll()).toBeNull();
});

test('School Changed: a school that is missing from two lists in a row is forgotten', async () => {
	const made = (id: string, telephone: string) => ({ id, province: 'Gauteng', telephone });
	holdsSchools([made('1', '011 111'), made('2', '012 222'), made('3', '013 333')]);
	const published = await watching({ event: 'schoolChanged', province: 'gp' });
	holdsSchools([made('3', '013 333')]);
	expect(await published.poll()).toBeNull();
	holdsSchools([made('1', '011 112'), made('3', '013 333')]);
	expect(told(await published.poll())).toMatchObject([{ previous: { telephone: '011 111' } }]);
	expect(published.staticData.watched).not.toContain('012 222');
	holdsSchools([made('1', '011 112'), made('2', '012 223'), made('3', '013 333')]);
	expect(await published.poll()).toBeNull();
});

test('School Changed: the test step shows an example of "previous"', async () => {
	school(first);
	const items =
		(await sample({ event: 'schoolChanged', watch: 'district', district: 'Tshwane South' })) ?? [];
	const [{ name, trigger: event } = {}] = items;
	expect((event as IDataObject).previous).toEqual({ name });
});

test.each([
	[{}, '"Province" is empty'],
	[{ watch: 'district' }, '"District Name or ID" is empty'],
	[{ province: '={{ "" }}' }, '"Province" is empty'],
	[{ province: 'Atlantis' }, '"Province"'],
])('the place %j is refused before anything is sent', async (place, message) => {
	await expect(trigger({ event: 'schoolAdded', ...place }).poll()).rejects.toThrow(message);
	expect(data.requests).toEqual([]);
});

test.each(['schoolAdded', 'schoolChanged'])(
	'%s: publishing and the test step fail if the district has no schools',
	async (event) => {
		school({});
		const misspelled = { event, watch: 'district', district: 'Tshwane Sout' };
		const message = 'The district "Tshwane Sout" has no schools';
		await expect(trigger(misspelled).poll()).rejects.toThrow(message);
		await expect(sample(misspelled)).rejects.toThrow(message);
	},
);

test('School Added: a later list without schools of the district is fine', async () => {
	school({});
	const published = await watching({
		event: 'schoolAdded',
		watch: 'district',
		district: 'Tshwane South',
	});
	holdsSchools([]);
	expect(await published.poll()).toBeNull();
});
