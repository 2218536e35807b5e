import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test, vi } from 'vitest';

import type { SchoolRecord, UniversityRecord } from '../../sandbox/services/start.mjs';
import { lines, useSandbox } from '../engine/sandbox.mjs';
import { events, idsOf, triggerOn, useStillClock } from './watch.mjs';

const { data } = await useSandbox();
const { trigger, watching, sample } = triggerOn('referenceDataTrigger', data);
useStillClock();

/** One university by itself, with these dates. */
function dates(application_opens: unknown, application_closes: unknown, index = 0): string {
	const university = data.universities[index];
	if (!university) throw new Error('No university');
	const changed = { ...university, application_opens, application_closes };
	data.universities[index] = changed as UniversityRecord;
	return university.id;
}

function noDates(): void {
	data.universities.forEach((_, index) => dates('2027-03-01', null, index));
}

function now(moment: string): void {
	vi.setSystemTime(new Date(moment));
}

describe('applicationsCloseSoon', () => {
	const parameters = { event: 'applicationsCloseSoon', days: 14 };

	test('from midnight in South Africa, once; extended, again; withdrawn or past, never', async () => {
		noDates();
		const id = dates('2028-02-01', '2028-03-14');
		now('2028-02-28T21:59:59Z');
		const published = await watching(parameters);
		now('2028-02-28T22:00:00Z');
		expect(events(await published.poll())).toEqual([
			{
				id,
				event: 'applicationsCloseSoon',
				event_id: `applicationsCloseSoon:${id}:2028-03-14`,
				days_left: 14,
			},
		]);
		expect(await published.poll()).toBeNull();
		for (const closes of [null, '', '2028-02-30', '2028-02-01', '2028-04-30']) {
			dates('2028-02-01', closes);
			expect(await published.poll()).toBeNull();
		}
		dates('2028-02-01', '2028-03-02');
		expect(events(await published.poll())).toMatchObject([{ id, days_left: 2 }]);
		now('2028-03-02T21:59:59Z');
		expect(await published.poll()).toBeNull();
	});

	test('the chosen universities and the province, both by the record itself', async () => {
		noDates();
		now('2027-05-01T12:00:00Z');
		const [one] = data.universities;
		const inProvince = data.universities.filter(({ province }) => province === one?.province);
		const universityIds = inProvince.slice(0, 2).map(({ id }) => id);
		data.quirk({ ignoreFilters: true });
		const published = await watching({ ...parameters, universityIds, province: one?.province });
		data.universities.forEach((_, index) => dates('2027-03-01', '2027-05-10', index));
		expect(idsOf(await published.poll())).toEqual(universityIds);
		expect(lines(data)[0]).toBe('GET /v1/universities?per_page=100&page=1');
		await expect(trigger({ ...parameters, universityIds: ['nowhere'] }).poll()).rejects.toThrow(
			'No university to watch has the ID "nowhere"',
		);
	});

	test('more days make no flood', async () => {
		noDates();
		now('2027-05-01T12:00:00Z');
		const published = await watching(parameters);
		dates('2027-03-01', '2027-05-28', 0);
		const id = dates('2027-03-01', '2027-05-10', 1);
		const { staticData } = published;
		const wider = trigger({ ...parameters, days: 30 }, { staticData });
		expect(idsOf(await wider.poll())).toEqual([id]);
		expect(await wider.poll()).toBeNull();
	});
});

test('applicationsOpened: on the opening day in South Africa, not without a closing date', async () => {
	noDates();
	const id = dates('2027-04-01', '2027-07-31');
	dates('2027-04-01', null, 1);
	now('2027-03-31T21:59:59Z');
	const published = await watching({ event: 'applicationsOpened' });
	now('2027-03-31T22:00:00Z');
	expect(events(await published.poll())).toEqual([
		{
			id,
			event: 'applicationsOpened',
			event_id: `applicationsOpened:${id}:2027-04-01/2027-07-31`,
			days_left: 121,
		},
	]);
	dates('2027-04-01', '2027-08-31');
	expect(await published.poll()).toBeNull();
	dates('2027-04-01', undefined);
	expect(await published.poll()).toBeNull();
	dates('2027-04-01', '2027-08-31');
	expect(await published.poll()).toBeNull();
	dates('2027-04-02', '2027-08-31');
	expect(await published.poll()).toBeNull();
	dates('2027-04-01', '2027-08-31');
	expect(idsOf(await published.poll())).toEqual([id]);
	for (const form of ['2027-04-01T00:00:00.000Z', '2027-04-01 00:00', '2027-04-01']) {
		dates(form, '2027-08-31T00:00:00+02:00');
		for (let polls = 0; polls < 3; polls++) expect(await published.poll()).toBeNull();
	}
});

test('applicationDatesChanged: with the dates as they were; a field that is not shown is no change', async () => {
	noDates();
	const id = dates('2027-04-01', '2027-07-31');
	const published = await watching({ event: 'applicationDatesChanged' });
	dates('2027-04-01', '2027-08-31');
	expect(events(await published.poll())).toEqual([
		{
			id,
			event: 'applicationDatesChanged',
			event_id: `applicationDatesChanged:${id}:2027-04-01/2027-08-31`,
			previous: { application_closes: '2027-07-31' },
		},
	]);
	for (const form of ['2027-08-31 00:00:00Z', '31/08/2027', '2027-08-31']) {
		dates('2027-04-01T00:00:00', form);
		expect(await published.poll()).toBeNull();
	}
	dates('2027-04-01', undefined);
	expect(await published.poll()).toBeNull();
	dates('2027-04-01', null);
	expect(events(await published.poll())).toMatchObject([
		{ id, previous: { application_closes: '2027-08-31' } },
	]);
	const [shown] = (await sample({ event: 'applicationDatesChanged' })) ?? [];
	const { application_opens, application_closes } = shown ?? {};
	expect(shown?.trigger).toMatchObject({
		sample: true,
		previous: { application_opens, application_closes },
	});
});

describe('schools', () => {
	const province = 'Gauteng';

	function schoolsOf(place: string): SchoolRecord[] {
		return data.schools.filter((school) => school.province === place);
	}

	function replace(school: SchoolRecord, changes: Partial<SchoolRecord>): void {
		data.schools[data.schools.indexOf(school)] = { ...school, ...changes };
	}

	test('schoolAdded: big IDs with all their digits; the filter is checked on each record', async () => {
		const [school] = schoolsOf(province);
		if (!school) throw new Error('No school');
		const published = await watching({ event: 'schoolAdded', province: 'gp' });
		expect(lines(data)[0]).toBe(`GET /v1/high-schools?province=${province}&per_page=100&page=1`);
		data.quirk({ ignoreFilters: true });
		data.schools.push({ ...school, id: '98765432109876543210', nat_emis: '700999999' });
		data.schools.push({ ...school, id: '98765432109876543211', nat_emis: '700999998' });
		expect(idsOf(await published.poll())).toEqual(['98765432109876543210', '98765432109876543211']);
		expect(await published.poll()).toBeNull();
	});

	test('schoolChanged: with what was; fields that come and go are no change', async () => {
		const [one, two] = schoolsOf(province);
		if (!one || !two) throw new Error('No schools');
		const published = await watching({ event: 'schoolChanged', district: one.district });
		const before = { telephone: one.telephone, learner_count: one.learner_count };
		replace(one, { telephone: '011 000 0000', learner_count: 1, circuit: 'Another' });
		const [changed, ...more] = (await published.poll()) ?? [];
		expect(more).toEqual([]);
		expect((changed?.trigger as IDataObject).previous).toEqual(before);
		data.quirk({ hideFields: ['quintile', 'circuit', 'exam_number'] });
		expect(await published.poll()).toBeNull();
		data.quirk({ hideFields: [] });
		expect(await published.poll()).toBeNull();
		const [same] = schoolsOf(province).filter(({ id }) => id === one.id);
		if (same) replace(same, { town: 'Elsewhere' });
		expect(events(await published.poll())).toMatchObject([{ previous: {} }]);
	});

	test('schoolChanged: another spelling of the same values is no change', async () => {
		const [school] = schoolsOf(province);
		if (!school) throw new Error('No school');
		const put = (changes: IDataObject) =>
			data.schools.splice(0, Infinity, { ...school, ...changes } as SchoolRecord);
		const first = { email: '', latitude: -26.1, no_fee_school: true, quintile: 'Q1', name: 'Hoër' };
		put({ ...first, learner_count: 5, telephone: '011' });
		const published = await watching({ event: 'schoolChanged', province });
		put({
			learner_count: '5',
			email: null,
			latitude: '-26.10',
			no_fee_school: 1,
			telephone: '011',
			quintile: 1,
			name: first.name.normalize('NFD'),
		});
		expect(await published.poll()).toBeNull();
		const noise = { latitude: -26.10000000001, no_fee_school: 'Yes', quintile: 'q1' };
		put({ ...first, ...noise, learner_count: 5, telephone: '011' });
		expect(await published.poll()).toBeNull();
		put({ ...first, learner_count: 5, telephone: '011', latitude: -26.10001 });
		expect(events(await published.poll())).toMatchObject([{ previous: {} }]);
		put({ ...first, learner_count: 5, telephone: '11', latitude: -26.10001 });
		expect(events(await published.poll())).toMatchObject([{ previous: { telephone: '011' } }]);
	});

	test.each([
		[{}, '"Province" and "District Name or ID" are both set to All'],
		[{ province: '={{ "" }}' }, '"Province" is empty'],
		[{ province: 'Atlantis' }, '"Province"'],
	])('parameters %j are refused, and nothing is sent', async (place, message) => {
		await expect(trigger({ event: 'schoolAdded', ...place }).poll()).rejects.toThrow(message);
		expect(data.requests).toEqual([]);
	});
});
