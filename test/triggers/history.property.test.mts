import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { expect, test, vi } from 'vitest';

import { linkEvents } from '../../nodes/LinkManager/events/index.js';
import { referenceEvents } from '../../nodes/ReferenceData/events/index.js';
import type { FaultKind, Quirks } from '../../sandbox/services/start.mjs';
import type { TriggerName } from '../engine/harness.mjs';
import { requests } from '../engine/least.mjs';
import { useSandbox } from '../engine/sandbox.mjs';
import { readList } from '../list.mjs';
import { triggerOn, useStillClock } from './watch.mjs';

const sandbox = await useSandbox({ links: 1, schools: 1 });
const { link, data } = sandbox;
const triggers = {
	linkManagerTrigger: triggerOn('linkManagerTrigger', link).trigger,
	referenceDataTrigger: triggerOn('referenceDataTrigger', data).trigger,
};
useStillClock('2027-05-01T10:00:00Z');

/** How an event happens to one record. `events.txt` explains the columns. */
interface EventRow {
	trigger: TriggerName;
	parameters: IDataObject;
	before?: IDataObject;
	change: IDataObject;
	id: string;
	isToldWhenFirstShown: boolean;
}

const columns = ['event', 'parameters', 'before', 'change', 'id', 'isTold'] as const;
const ROWS = readList(import.meta.dirname, 'events.txt', columns);
const namesOf = (events: typeof linkEvents) => events.map(({ option }) => option.value);
const ofLinks = namesOf(linkEvents);

/** The service has exactly these records, in the order of their IDs. */
function hold(event: string, records: Array<IDataObject & { id: number }>): void {
	const links = records.map((record) => [record.id, { updated_at: null, ...record }]);
	sandbox.holds(Object.fromEntries(links) as Record<number, IDataObject>);
	sandbox.holdsUniversities(records.map((record) => ({ ...record, id: String(record.id) })));
	const schools = records.map((record) => ({ province: 'Gauteng', ...record }));
	sandbox.holdsSchools(event.startsWith('school') ? schools : []);
}

/** The record with an ID, before or after the event. Empty if it doesn't exist yet. */
function recordOf(id: number, { before, change }: EventRow, hasHappened: boolean) {
	if (!hasHappened && before === undefined) return [];
	return [{ id, ...before, ...(hasHappened && change) }];
}

function publish(event: string, staticData?: IDataObject, options: IDataObject = {}) {
	const { trigger, parameters } = rowOf(event);
	return triggers[trigger]({ event, ...parameters, options }, { staticData });
}

function rowOf(event: string): EventRow {
	const row = ROWS.find((one) => one.event === event);
	if (row === undefined) {
		throw new Error(`Add "${event}" to test/triggers/events.txt: how it happens to one record`);
	}
	const read = (json: string) => JSON.parse(json) as IDataObject;
	return {
		trigger: ofLinks.includes(event) ? 'linkManagerTrigger' : 'referenceDataTrigger',
		parameters: read(row.parameters),
		before: row.before === '' ? undefined : read(row.before),
		change: read(row.change),
		id: row.id,
		isToldWhenFirstShown: row.isTold === 'yes',
	};
}

const isTold = (items: IDataObject[] | null) =>
	items?.map(({ trigger }) =>
		String((trigger as IDataObject).event_id).replace(/:[\w-]{12}$/, ':#'),
	) ?? null;

const names = [...ofLinks, ...namesOf(referenceEvents)];

/** Parameters that select records. The test of filters covers them. */
const NARROWING = ['filters', 'universityIds', 'watch', 'province', 'district'];

test.each([...linkEvents, ...referenceEvents])(
	'$option.value: a change of a parameter of its own starts over without events',
	async ({ option, properties }) => {
		const event = option.value;
		const row = rowOf(event);
		for (const { name, default: usual } of properties) {
			if (NARROWING.includes(name)) continue;
			const own = row.parameters[name];
			const isOther = own !== undefined && own !== usual;
			expect(isOther, `Set "${name}" in its row in test/triggers/events.txt`).toBe(true);
			for (const [from, to] of [
				[own, usual],
				[usual, own],
			]) {
				hold(event, recordOf(1, row, false));
				const { poll, staticData } = triggers[row.trigger]({ event, [name]: from });
				expect(await poll()).toBeNull();
				hold(event, recordOf(1, row, true));
				const changed = triggers[row.trigger]({ event, [name]: to }, { staticData });
				expect(await changed.poll()).toBeNull();
			}
		}
	},
);

test.each(names)(
	'%s: a record that shows its fields for the first time, and a record that is new',
	async (event) => {
		const row = rowOf(event);
		const { before, change, id, isToldWhenFirstShown } = row;
		const hidden = Object.fromEntries(Object.keys({ ...before }).map((name) => [name, undefined]));
		const other = { id: 1, ...before };
		hold(event, [other, { id: 2, ...hidden }]);
		const published = publish(event);
		expect(await published.poll()).toBeNull();
		hold(event, [other, { id: 2, ...before, ...change }, ...recordOf(3, row, false)]);
		expect(isTold(await published.poll())).toEqual(
			isToldWhenFirstShown ? [`${event}:2${id}`] : null,
		);
		// Time passes, and somebody touches the record.
		vi.setSystemTime(Date.now() + 60_000);
		hold(event, [other, { id: 2, ...before, ...change, updated_at: '2027-05-01T10:00:30Z' }]);
		expect(await published.poll()).toBeNull();
	},
);

test.each(names)(
	'%s: the filter is sent, and only records that meet it are returned',
	async (event) => {
		const row = rowOf(event);
		const { trigger, parameters, id } = row;
		const [service, filter, query, meets] =
			trigger === 'linkManagerTrigger'
				? [link, { filters: { search: 'zzz' } }, 'search=zzz', { title: 'Zzz' }]
				: [data, { province: 'Limpopo' }, 'province=Limpopo', { province: 'Limpopo' }];
		const put = (hasHappened: boolean) => {
			const inside = recordOf(2, row, hasHappened).map((record) => ({ ...record, ...meets }));
			hold(event, [...recordOf(1, row, hasHappened), ...inside]);
		};
		put(false);
		const published = triggers[trigger]({ event, ...parameters, ...filter });
		expect(await published.poll()).toBeNull();
		expect(service.requests[0]?.query).toContain(query);
		// The link management service may ignore a filter.
		link.quirk({ ignoreFilters: true });
		put(true);
		expect(isTold(await published.poll())).toEqual([`${event}:2${id}`]);
	},
);

const noQuirks: Quirks = { shift: 0, ignorePage: false, wrongTotal: 0 };
const quirks: Quirks[] = [{}, { shift: 3 }, { ignorePage: true }, { wrongTotal: 1 }];
const faults: FaultKind[] = ['status', 'reset', 'html', 'invalidJson'];

/** How many of the two pages of records have had the event before the first poll. */
const EXISTING = 40;
const ids = Array.from({ length: 120 }, (_, index) => index + 1);

/** The event happens to more records, the service changes its behavior, a poll meets a fault, or n8n crashes during a poll. */
type Step = { happened: number } | { quirks: Quirks } | { fault?: FaultKind } | 'crash';

const anyStep = fc.oneof<Array<fc.WeightedArbitrary<Step>>>(
	{ weight: 3, arbitrary: fc.record({ happened: fc.integer({ min: 1, max: 20 }) }) },
	{ weight: 2, arbitrary: fc.record({ quirks: fc.constantFrom(...quirks) }) },
	{ weight: 4, arbitrary: fc.constant({ fault: undefined }) },
	{ weight: 2, arbitrary: fc.record({ fault: fc.constantFrom(...faults) }) },
	{ weight: 1, arbitrary: fc.constant('crash') },
);

test.each(names)(
	'%s: in any history, each event starts the workflow, and only once unless n8n crashes',
	async (event) => {
		const row = rowOf(event);
		const service = row.trigger === 'linkManagerTrigger' ? link : data;
		const history = async (steps: Step[], maxEvents: number) => {
			service.reset();
			let happened = EXISTING;
			const put = () =>
				hold(
					event,
					ids.flatMap((id) => recordOf(id, row, id <= happened)),
				);
			put();
			const options = { maxEvents, ...requests({ maxRetries: 0 }) };
			let published = publish(event, {}, options);
			/** n8n stores the state when the workflow is published and after each poll with events. */
			let stored: IDataObject = {};
			const told: string[] = [];
			const poll = async (isStored?: boolean) => {
				const items = await published.poll();
				told.push(...(isTold(items) ?? []));
				if (isStored ?? items) stored = { ...published.staticData };
				return items;
			};
			expect(await poll(true)).toBeNull();
			for (const step of steps) {
				if (step === 'crash') {
					await poll(false).catch(() => null);
					published = publish(event, stored, options);
				} else if ('happened' in step) {
					happened = Math.min(happened + step.happened, ids.length);
					put();
				} else if ('quirks' in step) {
					service.quirk({ ...noQuirks, ...step.quirks });
				} else {
					if (step.fault) service.fault({ kind: step.fault });
					await poll().catch(() => null);
					service.clearFaults();
				}
			}
			service.quirk(noQuirks);
			for (let polls = 0; await poll(); polls++)
				expect(polls, 'Every poll returns an event').toBeLessThan(100);
			const expected = ids.slice(EXISTING, happened).map((id) => `${event}:${id}${row.id}`);
			expect([...new Set(told)].sort()).toEqual(expected.sort());
			if (!steps.includes('crash')) expect(told).toHaveLength(expected.length);
		};
		const anyHistory = fc.array(anyStep, { minLength: 3, maxLength: 10 });
		const most = fc.integer({ min: 3, max: 30 });
		await fc.assert(fc.asyncProperty(anyHistory, most, history), { numRuns: 12 });
	},
);
