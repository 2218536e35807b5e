import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { endFact, isKnownEnd } from '../../nodes/LinkManager/events/ends.js';
import { endOf } from '../../nodes/LinkManager/link/linkState.js';
import { type Fact, Memory, type News, type Snapshot } from '../../nodes/shared/trigger/memory.js';
import { IdSet } from '../../nodes/shared/trigger/idSet.js';

/** Ids as services give them: small numbers that form ranges, big ones, and texts. */
const anyId = fc.oneof(
	{ weight: 4, arbitrary: fc.nat(12).map(String) },
	fc.constantFrom('9007199254740993', '007', 'a-b', '3,4', ''),
);
const anyKey = fc.record({ id: anyId, of: fc.constantFrom('', '100') });
const keyOf = ({ id, of = '' }: Pick<Fact, 'id' | 'of'>) => `${of}:${id}`;
const factOf = (key: { id: string; of: string }, at?: number): Fact => ({ ...key, at, record: {} });

/** As n8n keeps it between two polls. */
function kept(memory: Memory): Memory {
	return Memory.read(JSON.parse(JSON.stringify(memory.written())));
}

const keysOf = (news: News[]) => news.map(({ fact }) => keyOf(fact));

test('a set of ids is that set, however it was stored', () => {
	const steps = fc.array(fc.tuple(fc.boolean(), fc.array(anyId)), { maxLength: 6 });
	fc.assert(
		fc.property(steps, (changes) => {
			const model = new Set<string>();
			let set = IdSet.empty;
			for (const [isAddition, ids] of changes) {
				for (const id of ids) model[isAddition ? 'add' : 'delete'](id);
				set = IdSet.read((isAddition ? set.with(ids) : set.without(new Set(ids))).written());
			}
			expect(new Set(set.ids())).toEqual(model);
			for (const id of ['0', '5', '12', '13', 'a-b', '3', '3,4']) {
				expect(set.has(id)).toBe(model.has(id));
			}
		}),
	);
});

test('any history: what the next poll tells is what a list of all keys would say', () => {
	const anyPoll = fc.record({
		seen: fc.uniqueArray(fc.tuple(anyKey, fc.nat(3)), { selector: ([key]) => keyOf(key) }),
		isComplete: fc.boolean(),
		most: fc.integer({ min: 1, max: 4 }),
	});
	fc.assert(
		fc.property(fc.array(anyPoll, { minLength: 1 }), (polls) => {
			/** Every known key, with how many complete lists in a row lacked it. */
			const known = new Map<string, number>();
			let memory = Memory.empty;
			polls.forEach(({ seen, isComplete, most }, index) => {
				const facts = seen.map(([key, at]) => factOf(key, at));
				const sight: Snapshot = { facts, incomplete: isComplete ? undefined : 'a page was lost' };
				const news = facts
					.filter((fact) => !known.has(keyOf(fact)))
					.sort((one, other) => (one.at ?? 0) - (other.at ?? 0))
					.map(keyOf)
					.slice(0, index === 0 ? Infinity : most);
				if (index === 0) memory = kept(memory.marked(sight));
				else {
					const difference = memory.difference(sight, most);
					expect(keysOf(difference.news)).toEqual(news);
					memory = kept(difference.memory);
				}
				for (const key of news) known.set(key, 0);
				const here = new Set(facts.map(keyOf));
				for (const [key, missed] of known) {
					if (here.has(key)) known.set(key, isComplete ? 0 : missed);
					else if (isComplete && missed === 1) known.delete(key);
					else if (isComplete) known.set(key, 1);
				}
			});
		}),
	);
});

test('numbered records in sequence: the new ones once each, whatever is deleted meanwhile', () => {
	const step = fc.tuple(fc.nat(5), fc.array(fc.nat(40)), fc.integer({ min: 1, max: 4 }));
	fc.assert(
		fc.property(fc.nat(30), fc.array(step), (start, steps) => {
			const world = new Set(Array.from({ length: start }, (_, index) => index + 1));
			const sight = (ids: number[]): Snapshot => ({
				facts: ids.map((id) => factOf({ id: String(id), of: '' })),
				inSequence: true,
			});
			let memory = kept(Memory.empty.marked(sight([...world].slice(-3))));
			let next = start + 1;
			const told: number[] = [];
			for (const [created, deleted, most] of steps) {
				for (let count = 0; count < created; count++) world.add(next++);
				for (const id of deleted) if (id <= start || told.includes(id)) world.delete(id);
				const unknown = [...world].filter((id) => !memory.has(String(id)));
				const difference = memory.difference(sight([...world].slice(-unknown.length - 1)), most);
				told.push(...difference.news.map(({ fact }) => Number(fact.id)));
				memory = kept(difference.memory);
				expect(Object.values(memory.written().held).join().length).toBeLessThan(8);
			}
			expect(new Set(told).size).toBe(told.length);
			expect(told).toEqual([...told].sort((one, other) => one - other));
			for (const id of world) expect(memory.has(String(id))).toBe(id <= start || told.includes(id));
		}),
	);
});

test('a changed record is told once per change, with what it was; a field not shown is none', () => {
	const value = fc.option(fc.constantFrom<string | null>('a', 'b', null), { nil: undefined });
	const poll = fc.tuple(value, value, fc.option(fc.constantFrom('m.1', 'm.2', 'n.1')));
	fc.assert(
		fc.property(fc.array(poll, { minLength: 1 }), (polls) => {
			const last: Record<string, string | null> = {};
			let memory = Memory.empty;
			polls.forEach(([opens, closes, rest], index) => {
				const fields = { opens, closes };
				const shown = { fields, rest: rest ?? undefined };
				const sight: Snapshot = { facts: [{ id: 'uct', record: {}, shown }] };
				const previous: Record<string, string | null> = {};
				for (const [name, now] of Object.entries(fields)) {
					if (now !== undefined && name in last && last[name] !== now)
						previous[name] = last[name] ?? null;
				}
				const before = last.rest;
				const restChanged = !!rest && !!before && rest[0] === before[0] && rest !== before;
				for (const [name, now] of Object.entries({ ...fields, rest: rest ?? undefined })) {
					if (now !== undefined) last[name] = now;
				}
				const { news, memory: after } = memory.difference(sight, 10);
				const isChange = index > 0 && (restChanged || Object.keys(previous).length > 0);
				expect(news.map((one) => one.previous)).toEqual(isChange ? [previous] : []);
				memory = kept(after);
			});
		}),
	);
});

test('an end in another form is known; one that moved is not', () => {
	const forms: Array<(end: DateTime) => unknown> = [
		(end) => end.toUTC().toISO(),
		(end) => end.toISO({ suppressMilliseconds: true }),
		(end) => end.toFormat("yyyy-MM-dd'T'HH:mm:ss"),
		(end) => end.toFormat('yyyy-MM-dd HH:mm'),
	];
	const zones = [
		'UTC',
		'Africa/Johannesburg',
		'Asia/Kathmandu',
		'America/Phoenix',
		'Pacific/Kiritimati',
	];
	const read = (ends_at: unknown) => endOf({ ends_at } as IDataObject) ?? expect.fail();
	fc.assert(
		fc.property(
			fc.integer({ min: 29_000_000, max: 33_000_000 }).map((minutes) => minutes * 60_000),
			fc.constantFrom(...zones),
			fc.tuple(fc.constantFrom(...forms), fc.constantFrom(...forms)),
			fc.integer({ min: -5000, max: 5000 }).filter((minutes) => minutes !== 0),
			(moment, zone, [before, after], minutes) => {
				const end = DateTime.fromMillis(moment, { zone });
				const sight = { facts: [{ id: '1', record: {}, ...endFact(read(before(end))) }] };
				const known = kept(Memory.empty.marked(sight));
				expect(isKnownEnd(known, '1', read(after(end)))).toBe(true);
				expect(isKnownEnd(known, '2', read(after(end)))).toBe(false);
				expect(isKnownEnd(known, '1', read(before(end.plus({ minutes }))))).toBe(false);
			},
		),
	);
});
