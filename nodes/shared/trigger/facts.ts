import type { IDataObject } from 'n8n-workflow';

import { hasId } from '../http/get';
import { readIds, wholeNumber, writeIds } from './idRanges';

/** What a poll found. */
export interface Snapshot {
	facts: Fact[];
	/** Why facts may be missing; then nothing is concluded from a missing one. */
	incomplete?: string;
	/**
	 * Of an event that happens to a record once, when it is made, and IDs that count up: the highest that was
	 * listed. All facts of records up to it are then known, and instead of them only it is stored.
	 */
	highestId?: number;
}

/** Something that is true of one record now. An event is a fact that wasn't true at the last poll. */
interface Fact {
	/** The record's ID. */
	id: string;
	record: IDataObject;
	/** Distinguishes facts of one record: its end, a milestone, a closing date. */
	key?: string;
	/**
	 * Another key under which the fact may be known already: a link whose clicks are used up after its end has
	 * passed doesn't expire again.
	 */
	otherKey?: string;
	/** Distinguishes two events of one record in `event_id`. By default `key`. */
	version?: string;
	/** Orders the events, the lowest first; as a rule the time at which the fact began to hold. */
	at?: number;
	/** Fields of the event in addition to the record. */
	about?: IDataObject;
	/**
	 * The values that the record shows now. Compared with the last poll: a difference is an event, unless
	 * the value is absent now or was absent then.
	 */
	shown?: ShownValues;
}

/** Values of a record. Those whose name begins with `#` are compared, but not part of the event. */
type ShownValues = Record<string, string | number | boolean | null>;

/** The fields that a record has, of those asked for; an empty text is nothing, as null is. */
export function shownIn(record: IDataObject, fields: readonly string[]): ShownValues {
	const present = fields.filter((field) => record[field] !== undefined);
	const shown = present.map(
		(field) => [field, record[field] === '' ? null : record[field]] as const,
	);
	return Object.fromEntries(shown) as ShownValues;
}

/** A fact as an event gives it; `factsAbout` adds the record. */
export type FactOf = Omit<Fact, 'id' | 'record'>;

/** The facts about records. One without an ID can't be told apart from others, so it has none. */
export function factsAbout(
	records: readonly IDataObject[],
	factsOf: (record: IDataObject) => readonly FactOf[],
): Fact[] {
	return records
		.filter(hasId)
		.flatMap((record) =>
			factsOf(record).map((fact) => ({ ...fact, id: String(record.id), record })),
		);
}

/** What is remembered between polls: which facts are known, as `key:id`. */
export interface Memory {
	/** Identifies what is watched. */
	scope: string;
	known: ReadonlySet<string>;
	/** The facts in `known` that the last complete list lacked. */
	missing: ReadonlySet<string>;
	/** What the records of known facts showed last, by their ID. */
	shown: Readonly<Record<string, ShownValues>>;
	/** All records whose ID is a whole number up to this one are known. */
	upTo?: number;
}

/** A new fact, with the previous values of what changed. */
export interface News {
	fact: Fact;
	previous?: IDataObject;
}

/** Nothing is known. */
export function emptyMemory(scope: string): Memory {
	return { scope, known: new Set(), missing: new Set(), shown: {} };
}

/** A memory as JSON: the IDs of the facts by key. */
export function writeMemory(memory: Memory): string {
	const { known, missing } = memory;
	return JSON.stringify({ ...memory, known: writeNames(known), missing: writeNames(missing) });
}

export function readMemory(text: string): Memory {
	const stored = JSON.parse(text);
	return { ...stored, known: readNames(stored.known), missing: readNames(stored.missing) };
}

/**
 * The new facts since the last poll, the oldest first and at most `most`, and the new memory. The rest stays
 * unknown, so the next poll returns it if it is still true.
 */
export function takeDifference(
	memory: Memory,
	snapshot: Snapshot,
	most: number,
): { news: News[]; memory: Memory } {
	const all = oldestFirst(snapshot.facts.flatMap((fact) => newsOf(memory, fact)));
	const untold = new Set(all.slice(most).map(({ fact }) => fact));
	return { news: all.slice(0, most), memory: remember(memory, snapshot, untold) };
}

/** The newest facts first, each as if it, or its first value, were new: the test step knows no earlier poll. */
export function newestFirst({ facts }: Snapshot): News[] {
	const news = facts.map((fact) => {
		const [first] = Object.entries(fact.shown ?? {});
		return { fact, previous: first && told([first]) };
	});
	return oldestFirst(news).reverse();
}

function oldestFirst(news: News[]): News[] {
	return news.sort((one, other) => (one.fact.at ?? 0) - (other.fact.at ?? 0));
}

function newsOf({ known, shown, upTo = -1 }: Memory, fact: Fact): News[] {
	if (!fact.shown) {
		const isNamed = factNames(fact).some((name) => known.has(name));
		const isKnown = isNamed || (wholeNumber(fact.id) ?? Infinity) <= upTo;
		return isKnown ? [] : [{ fact }];
	}
	const now = fact.shown;
	const changed = Object.entries(shown[fact.id] ?? {}).filter(
		// Numbers may come as text, from databases: 5 and "5" are the same.
		([name, value]) => name in now && String(now[name]) !== String(value),
	);
	return changed.length === 0 ? [] : [{ fact, previous: told(changed) }];
}

function told(values: ReadonlyArray<[name: string, value: ShownValues[string]]>): IDataObject {
	return Object.fromEntries(values.filter(([name]) => !name.startsWith('#')));
}

/** The memory after a poll that reported all new facts except some. */
function remember(memory: Memory, snapshot: Snapshot, untold: ReadonlySet<Fact>): Memory {
	const { facts, incomplete, highestId } = snapshot;
	const seen = facts.filter((fact) => !untold.has(fact));
	const known = new Set([...memory.known, ...seen.flatMap(factNames)]);
	const shown = { ...memory.shown };
	for (const { id, shown: now } of seen) if (now) shown[id] = { ...shown[id], ...now };

	if (incomplete !== undefined) return { ...memory, known, shown };
	if (highestId !== undefined) {
		let upTo = Math.max(highestId, memory.upTo ?? 0);
		for (const { id } of untold) upTo = Math.min(upTo, Number(id) - 1);
		const isAbove = (name: string) => Number(idIn(name)) > upTo;
		return { ...memory, upTo, known: new Set([...known].filter(isAbove)), missing: new Set() };
	}
	// A fact ceases when two complete lists in a row lack it: a record that vanishes for one poll and
	// returns makes no event.
	const present = new Set(facts.flatMap(factNames));
	const absent = [...known].filter((name) => !present.has(name));
	const missing = new Set(absent.filter((name) => !memory.missing.has(name)));
	const left = [...known].filter((name) => present.has(name) || missing.has(name));
	const ids = new Set(left.map(idIn));
	const shownByThose = Object.entries(shown).filter(([id]) => ids.has(id));
	return { ...memory, known: new Set(left), missing, shown: Object.fromEntries(shownByThose) };
}

/** A key has no colon; an ID may have some. */
function factNames({ key = '', otherKey = key, id }: Fact): string[] {
	return [`${key}:${id}`, `${otherKey}:${id}`];
}

function idIn(name: string): string {
	return name.slice(name.indexOf(':') + 1);
}

function readNames(stored: Record<string, string[]>): Set<string> {
	const names = Object.entries(stored).flatMap(([key, ids]) =>
		readIds(ids).map((id) => `${key}:${id}`),
	);
	return new Set(names);
}

function writeNames(names: ReadonlySet<string>): Record<string, string[]> {
	const idsOf = new Map<string, string[]>();
	for (const name of names) {
		const [key = ''] = name.split(':', 1);
		const ids = idsOf.get(key) ?? [];
		ids.push(idIn(name));
		idsOf.set(key, ids);
	}
	return Object.fromEntries([...idsOf].map(([key, ids]) => [key, writeIds(ids)]));
}
