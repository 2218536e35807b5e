import { cycle } from './data/table.mjs';
import type { Quirks } from './types.mjs';

export interface Page<T> {
	records: T[];
	/** The page that these records are: 1 where the page is ignored. */
	page: number;
	/** Absent when the service never ends. */
	total?: number;
	lastPage?: number;
}

/**
 * One page of the matching records, with the paging quirks applied.
 *
 * @param page counted from 1
 * @param fresh makes a record that was never seen of an old one; `round` counts from 1
 */
export function takePage<T>(
	all: readonly T[],
	page: number,
	perPage: number,
	quirks: Quirks,
	fresh: (record: T, round: number) => T,
): Page<T> {
	const current = quirks.ignorePage ? 1 : page;
	if (quirks.endless) {
		return { records: endlessPage(all, current, perPage, quirks, fresh), page: current };
	}
	const total = Math.max(0, all.length + (quirks.wrongTotal ?? 0));
	const start = (current - 1) * perPage;
	const length = Math.max(0, Math.min(perPage, all.length - start));
	const moved = quirks.shift && current % 2 === 0 ? 1 : 0;
	const repeated = (current - 1) * (quirks.overlap ?? 0);
	const from = Math.max(0, start - moved - repeated);
	return {
		records: all.slice(from, from + (repeated > 0 ? perPage : length)),
		page: current,
		total,
		lastPage: Math.max(1, Math.ceil(total / perPage)),
	};
}

function endlessPage<T>(
	all: readonly T[],
	page: number,
	perPage: number,
	quirks: Quirks,
	fresh: (record: T, round: number) => T,
): T[] {
	if (all.length === 0) return [];
	return Array.from({ length: perPage }, (_, index) => {
		const position = (page - 1) * perPage + index;
		const record = cycle(all, position);
		const round = Math.floor(position / all.length);
		return quirks.endless === 'fresh' && round > 0 ? fresh(record, round) : record;
	});
}

/** The fields of a record that the service shows, with the field quirks applied. */
export function withFieldQuirks(record: object, quirks: Quirks): Record<string, unknown> {
	const { hideFields = [], nullFields = [] } = quirks;
	return Object.fromEntries(
		Object.entries(record)
			.filter(([name]) => !hideFields.includes(name))
			.map(([name, value]): [string, unknown] => [name, nullFields.includes(name) ? null : value]),
	);
}

export function onlyFields(
	record: Record<string, unknown>,
	names: readonly string[],
): Record<string, unknown> {
	return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
}

/**
 * Keeps the selection of the latest first page for the pages after it, so that a long list is
 * searched and sorted once and not for every page.
 */
export class LatestSelection<T> {
	private kept: { key: string; records: readonly T[] } | undefined;

	/** @param key what the selection depends on, and so is kept for */
	take(key: string, page: number, select: () => readonly T[]): readonly T[] {
		if (page === 1 || this.kept?.key !== key) this.kept = { key, records: select() };
		return this.kept.records;
	}
}

/** The query without its page, as part of a LatestSelection's key. */
export function queryWithoutPage(query: URLSearchParams): string {
	const rest = new URLSearchParams(query);
	rest.delete('page');
	return String(rest);
}
