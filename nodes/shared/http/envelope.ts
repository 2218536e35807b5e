import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../values';

/** What the body of a list says, in any of the envelopes that services of this kind use. */
export interface Envelope {
	/** The records of this page; undefined when the body holds no list. */
	records?: IDataObject[];
	/** How many records there are in all. */
	total?: number;
	/** The number of the last page, counted from 1. */
	lastPage?: number;
	/** Whether pages follow this one. */
	more?: boolean;
	/** Whether records are missing, which no other page has either. */
	partial?: boolean;
}

/** What says that a list lacks records, where it is true. */
const PARTIAL = ['partial', 'incomplete', 'incomplete_results', 'truncated', 'timed_out'];

/**
 * Reads a list: bare, or in `data`, with what the body, its `pagination`, `meta` or `links` say about
 * the other pages. An address of the next page is only taken for a sign that there is one: such
 * addresses are known to drop filters.
 */
export function readEnvelope(body: unknown): Envelope {
	if (Array.isArray(body)) return { records: recordsIn(body) };
	if (!isObject(body) || !Array.isArray(body.data)) return {};
	const { pagination, meta } = body;
	const said = Object.assign(
		{},
		...[body, body.links, meta, isObject(meta) ? meta.pagination : undefined, pagination].filter(
			isObject,
		),
	) as Record<string, unknown>;
	const signs = [said.has_more, said.next_page_url, said.next, said.next_cursor]
		.map(flagIn)
		.filter((sign) => sign !== undefined);
	return {
		records: recordsIn(body.data),
		total: numberIn(said.total),
		lastPage: numberIn(said.last_page ?? said.total_pages),
		partial: PARTIAL.some((name) => said[name] === true),
		more: signs.length === 0 ? undefined : signs.includes(true),
	};
}

/** The one record, or result, of a body: what it holds in `data`, or bare. */
export function dataOf(body: unknown): Record<string, unknown> | undefined {
	if (!isObject(body)) return undefined;
	if (!('data' in body)) return body;
	return isObject(body.data) ? body.data : undefined;
}

function recordsIn(list: unknown[]): IDataObject[] {
	return list.filter(isObject) as IDataObject[];
}

function numberIn(value: unknown): number | undefined {
	const isText = typeof value === 'string' && /^\d+$/.test(value);
	if (typeof value !== 'number' && !isText) return undefined;
	return Number(value);
}

/** A flag, or an address: null where there is none. */
function flagIn(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	if (value === null || value === 'false' || value === '0') return false;
	return typeof value === 'string' && value !== '' ? true : undefined;
}
