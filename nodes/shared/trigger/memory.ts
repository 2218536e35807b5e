import type { IDataObject } from 'n8n-workflow';

import type { Fact, Shown, Snapshot } from './event';
import { readIds, wholeNumber, writeIds } from './idRanges';

/** What is remembered between polls: which facts are known, as `key:id`. */
export interface Memory {
	/** Tells what is watched. */
	scope: string;
	held: ReadonlySet<string>;
	/** Those of `held` that the last complete list lacked. */
	missing: ReadonlySet<string>;
	/** What records showed last, by their ID. */
	shown: Readonly<Record<string, Shown>>;
	/** All records whose ID is a whole number up to this one are known. */
	upTo?: number;
}

/** A fact that came to hold, with the values that changed, as they were. */
export interface News {
	fact: Fact;
	previous?: IDataObject;
}

/** Nothing is known. */
export function emptyMemory(scope: string): Memory {
	return { scope, held: new Set(), missing: new Set(), shown: {} };
}

/** A memory as JSON: the IDs of the facts by key. */
export function writeMemory(memory: Memory): string {
	const { held, missing } = memory;
	return JSON.stringify({ ...memory, held: writeNames(held), missing: writeNames(missing) });
}

export function readMemory(text: string): Memory {
	const stored = JSON.parse(text);
	return { ...stored, held: readNames(stored.held), missing: readNames(stored.missing) };
}

/**
 * What came to hold since the last poll, the oldest first and at most `most`, and the memory to keep with
 * it. The rest stays unknown, and so comes with the next poll.
 */
export function takeDifference(
	memory: Memory,
	snapshot: Snapshot,
	most: number,
): { news: News[]; memory: Memory } {
	const all = oldestFirst(snapshot.facts.flatMap((fact) => newsOf(memory, fact)));
	const untold = all.slice(most).map(({ fact }) => fact);
	return { news: all.slice(0, most), memory: remember(memory, snapshot, untold) };
}

/** The newest facts first, each as if it were new: for the test step, which knows of no earlier poll. */
export function newestFirst({ facts }: Snapshot): News[] {
	const news = facts.map((fact) => ({ fact, previous: fact.shown && told(fact.shown) }));
	return oldestFirst(news).reverse();
}

function oldestFirst(news: News[]): News[] {
	return news.sort((one, other) => (one.fact.at ?? 0) - (other.fact.at ?? 0));
}

function newsOf({ held, shown, upTo = -1 }: Memory, fact: Fact): News[] {
	if (!fact.shown) {
		const isKnown = held.has(nameOf(fact)) || (wholeNumber(fact.id) ?? Infinity) <= upTo;
		return isKnown ? [] : [{ fact }];
	}
	const now = fact.shown;
	const changed = Object.entries(shown[fact.id] ?? {}).filter(
		// Numbers may come as text, from databases: 5 and "5" are the same.
		([name, value]) => name in now && String(now[name]) !== String(value),
	);
	return changed.length === 0 ? [] : [{ fact, previous: told(Object.fromEntries(changed)) }];
}

function told(shown: Shown): IDataObject {
	return Object.fromEntries(Object.entries(shown).filter(([name]) => !name.startsWith('#')));
}

/** The memory after a poll that told all that is new, but for some facts. */
function remember(memory: Memory, snapshot: Snapshot, untold: readonly Fact[]): Memory {
	const { facts, incomplete, highestId } = snapshot;
	const open = new Set(untold);
	const known = facts.filter((fact) => !open.has(fact));
	const shown = { ...memory.shown };
	for (const { id, shown: now } of known) if (now) shown[id] = { ...shown[id], ...now };
	const held = new Set([...memory.held, ...known.filter((fact) => !fact.shown).map(nameOf)]);

	if (incomplete !== undefined) return { ...memory, held, shown };
	if (highestId !== undefined) {
		const highest = Math.max(highestId, memory.upTo ?? 0);
		const upTo = untold.reduce((number, { id }) => Math.min(number, Number(id) - 1), highest);
		const isAbove = (name: string) => Number(name.slice(1)) > upTo;
		return { ...memory, upTo, held: new Set([...held].filter(isAbove)), missing: new Set() };
	}
	// A fact ceases when two complete lists in a row lack it: a record that vanishes for one poll and
	// returns makes no event.
	const present = new Set(facts.map(nameOf));
	const absent = [...held].filter((name) => !present.has(name));
	const missing = new Set(absent.filter((name) => !memory.missing.has(name)));
	const left = [...held].filter((name) => present.has(name) || missing.has(name));
	return { ...memory, held: new Set(left), missing, shown };
}

/** A key has no colon; an ID may have some. */
function nameOf({ key = '', id }: Fact): string {
	return `${key}:${id}`;
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
		ids.push(name.slice(key.length + 1));
		idsOf.set(key, ids);
	}
	return Object.fromEntries([...idsOf].map(([key, ids]) => [key, writeIds(ids)]));
}
