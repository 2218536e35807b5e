import type { IDataObject } from 'n8n-workflow';

import { plainValue } from '../values';
import { IdSet } from './idSet';

/** A value of a record that is remembered, to say later what it was. */
export type Scalar = string | number | boolean | null;

/** Something that holds now, of one record. An event is a fact that did not hold at the last poll. */
export interface Fact {
	/** The record's id. */
	id: string;
	/** Tells the facts of one record apart: its end, a milestone, a closing date. */
	of?: string;
	record: IDataObject;
	/** What tells two events of the same record apart, in `event_id`; default `of`. */
	version?: string;
	/** When it came to hold, in milliseconds, as far as the record shows; orders the events. */
	at?: number;
	/** What the event says beside the record. */
	about?: IDataObject;
	/**
	 * What the record shows now. Such a fact is an event when this is not what it showed before, and
	 * none at first sight. What a record does not show (undefined) is no change, nor is another spelling.
	 */
	shown?: { fields: Record<string, Scalar | undefined>; rest?: string };
	/** Remembered without an event, by what was known before. */
	isQuiet?(known: Known): boolean;
}

/** The fact for a record, if it has an id to tell it by. */
export function factOf(record: IDataObject, more: Partial<Fact> = {}): Fact[] {
	const { id } = record;
	return id === undefined || id === null ? [] : [{ ...more, id: String(id), record }];
}

/** What a poll saw: the facts, the oldest first, and how far they can be relied upon. */
export interface Snapshot {
	facts: Fact[];
	/** Why some facts may be missing; then nothing is concluded from a missing one. */
	incomplete?: string;
	/** Facts that are known to have ceased, as `id` and `of`; others cease by missing twice. */
	ceased?: Array<Pick<Fact, 'id' | 'of'>>;
	/** Records that were seen with all their facts: what is not among these has ceased. */
	seen?: ReadonlySet<string>;
	/** Whether knowing a numbered record means to know all with lower numbers. */
	inSequence?: boolean;
	/** The threshold in force; a change of it makes no event by itself. */
	setting?: string;
}

/** What was known before, for a fact to judge itself by. */
export interface Known {
	/** The threshold that was in force; undefined where nothing was known. */
	setting?: string;
	has(id: string, of?: string): boolean;
	highest(of?: string): number | undefined;
}

/** A fact that came to hold, with the values of the fields that changed, as they were. */
export interface News {
	fact: Fact;
	previous?: IDataObject;
}

/** Stands for a field that the record has never shown. */
const NOT_SHOWN = '\ue000';

/** What is remembered of a record: the print of the rest, then its fields in the order of `columns`. */
type Row = Scalar[];

interface Stored {
	setting?: string;
	held: Record<string, string | string[]>;
	missing: Record<string, string | string[]>;
	columns: string[];
	rows: Record<string, Row>;
}

/** Which facts are known: keys, and for records whose changes are events a few of their values. */
export class Memory implements Known {
	private constructor(
		readonly setting: string | undefined,
		private readonly held: ReadonlyMap<string, IdSet>,
		private readonly missing: ReadonlyMap<string, IdSet>,
		private readonly columns: readonly string[],
		private readonly rows: ReadonlyMap<string, Row>,
	) {}

	static readonly empty = new Memory(undefined, new Map(), new Map(), [], new Map());

	static read(stored: IDataObject): Memory {
		const { setting, held, missing, columns, rows } = stored as unknown as Stored;
		return new Memory(
			setting,
			readSets(held),
			readSets(missing),
			columns,
			new Map(Object.entries(rows)),
		);
	}

	written(): Stored {
		return {
			setting: this.setting,
			held: writeSets(this.held),
			missing: writeSets(this.missing),
			columns: [...this.columns],
			rows: Object.fromEntries(this.rows),
		};
	}

	has(id: string, of = ''): boolean {
		return this.held.get(of)?.has(id) === true;
	}

	highest(of = ''): number | undefined {
		return this.held.get(of)?.highest;
	}

	/** The ids of the facts that are remembered one by one. */
	ids(of = ''): string[] {
		return [...(this.held.get(of)?.ids() ?? [])];
	}

	/** Everything in sight remembered, without an event. */
	marked(sight: Snapshot): Memory {
		return this.after(sight, sight.facts);
	}

	/**
	 * What came to hold since, the oldest first and at most `most`, and the memory to keep once it is
	 * told. What is left over stays unknown, and so comes with the next poll.
	 */
	difference(sight: Snapshot, most: number): { news: News[]; memory: Memory } {
		const told: Fact[] = [];
		const all: News[] = [];
		for (const fact of sight.facts) {
			const previous = this.previousOf(fact);
			const isNews = fact.shown ? previous : !this.has(fact.id, fact.of) && !fact.isQuiet?.(this);
			if (isNews) all.push({ fact, previous });
			else told.push(fact);
		}
		const news = oldestFirst(all).slice(0, most);
		return { news, memory: this.after(sight, [...told, ...news.map(({ fact }) => fact)]) };
	}

	/** The fields that a record shows otherwise than before, as they were; undefined for none. */
	private previousOf({ id, shown }: Fact): IDataObject | undefined {
		const row = this.rows.get(id);
		if (!shown || !row) return undefined;
		const [rest = NOT_SHOWN, ...values] = row;
		const previous: IDataObject = {};
		this.columns.forEach((name, index) => {
			const before = values[index] ?? null;
			const now = shown.fields[name];
			if (now === undefined || before === NOT_SHOWN) return;
			if (plainValue(now) !== plainValue(before)) previous[name] = before;
		});
		const restChanged =
			shown.rest !== undefined && rest !== NOT_SHOWN && isOtherRest(shown.rest, String(rest));
		return restChanged || Object.keys(previous).length > 0 ? previous : undefined;
	}

	/** The memory after a poll that told these facts, or knew them already. */
	private after(
		{ facts, incomplete, ceased = [], seen, inSequence, setting }: Snapshot,
		told: Fact[],
	): Memory {
		const held = new Map(this.held);
		for (const [of, ids] of byGroup(told)) {
			const set = (held.get(of) ?? IdSet.empty).with(ids);
			held.set(of, inSequence ? set.filledUp() : set);
		}
		const missing = new Map<string, IdSet>();
		const present = byGroup(facts);
		const gone = byGroup(ceased);
		for (const [of, set] of incomplete === undefined ? held : []) {
			const here = present.get(of);
			const away = [...set.ids()].filter((id) => here?.has(id) !== true);
			const hasCeased = (id: string) => seen?.has(id) || gone.get(of)?.has(id);
			const dropped = away.filter((id) => this.missing.get(of)?.has(id) || hasCeased(id));
			held.set(of, set.without(new Set(dropped)));
			missing.set(of, IdSet.empty.with(away).without(new Set(dropped)));
		}
		return new Memory(
			setting,
			held,
			incomplete === undefined ? missing : this.missing,
			...this.rowsAfter(told, held),
		);
	}

	private rowsAfter(
		told: Fact[],
		held: ReadonlyMap<string, IdSet>,
	): [columns: readonly string[], rows: ReadonlyMap<string, Row>] {
		const columns = Object.keys(told.find(({ shown }) => shown)?.shown?.fields ?? {});
		if (columns.length === 0) return [this.columns, this.rows];
		const isSameForm = columns.join() === this.columns.join();
		const rows = new Map([...this.rows].filter(([id]) => isSameForm && held.get('')?.has(id)));
		for (const { id, shown } of told) {
			const before = rows.get(id) ?? [];
			const now = [shown?.rest, ...columns.map((name) => shown?.fields[name])];
			const latest = now.map((value, index) => (value === undefined ? before[index] : value));
			rows.set(
				id,
				latest.map((value) => (value === undefined ? NOT_SHOWN : value)),
			);
		}
		return [columns, rows];
	}
}

/** The newest first, as they would be told: for the test step, which knows nothing of before. */
export function newestFacts({ facts }: Snapshot, count: number): Fact[] {
	const tellable = facts.filter((fact) => !fact.isQuiet?.(Memory.empty));
	const all = oldestFirst(tellable.map((fact): News => ({ fact })));
	return all
		.reverse()
		.slice(0, count)
		.map(({ fact }) => fact);
}

function oldestFirst(news: News[]): News[] {
	return news.sort((one, other) => (one.fact.at ?? 0) - (other.fact.at ?? 0));
}

/** A print begins with what it was taken of, up to a dot: prints of other fields tell nothing. */
function isOtherRest(now: string, before: string): boolean {
	return now !== before && now.split('.')[0] === before.split('.')[0];
}

function byGroup(facts: ReadonlyArray<Pick<Fact, 'id' | 'of'>>): Map<string, Set<string>> {
	const groups = new Map<string, Set<string>>();
	for (const { id, of = '' } of facts) {
		const group = groups.get(of) ?? new Set();
		group.add(id);
		groups.set(of, group);
	}
	return groups;
}

function readSets(written: Stored['held']): Map<string, IdSet> {
	return new Map(
		Object.entries(written).map(([of, set]) => [
			of,
			IdSet.read(typeof set === 'string' ? [set] : set),
		]),
	);
}

/** A set of numbers alone, as most are, is one text. */
function writeSets(sets: ReadonlyMap<string, IdSet>): Stored['held'] {
	const written: Stored['held'] = {};
	for (const [of, set] of sets) {
		const parts = set.written();
		const [ranges = ''] = parts;
		if (ranges !== '' || parts.length > 1) written[of] = parts.length > 1 ? parts : ranges;
	}
	return written;
}
