import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readIdentifier } from '../../shared/identifiers';
import type { ItemParameters, Locator } from '../../shared/node/parameters';
import { pixelIdProperty } from '../pixel/pixelId';
import { domainIdProperty, spaceIdProperty } from './fields';
import {
	showsDisabled,
	showsExpired,
	showsId,
	type Shown,
	showsPixel,
	showsText,
} from './linkState';

/** What narrows a list of links besides its status. */
export const linkFilterProperties: INodeProperties[] = [
	{ ...domainIdProperty, description: 'Only links on this domain' },
	{ ...pixelIdProperty, required: false, description: 'Only links with this pixel' },
	{
		displayName: 'Search',
		name: 'search',
		type: 'string',
		default: '',
		placeholder: 'e.g. spring',
		description: 'Only links that contain this text in the field selected in "Search By"',
	},
	{
		displayName: 'Search By',
		name: 'searchBy',
		type: 'options',
		options: [
			{ name: 'Alias', value: 'alias' },
			{ name: 'Destination URL', value: 'url' },
			{ name: 'Title', value: 'title' },
		],
		default: 'title',
		description: 'The field to search for the text in "Search"',
	},
	{ ...spaceIdProperty, description: 'Only links in this space' },
];

/** What the form calls a filter. */
export function filterLabel(filter: keyof LinkFilters): string {
	return linkFilterProperties.find(({ name }) => name === filter)?.displayName ?? filter;
}

/** Where the service's search looks. */
export type SearchBy = 'title' | 'alias' | 'url';

/** What the service's status filter selects, as it is sent. */
export const STATUS = { all: 0, active: 1, expired: 2, disabled: 3 } as const;

/** The filters that were set, read; the IDs are texts. */
export interface LinkFilters {
	search?: string;
	searchBy?: SearchBy;
	/** One of STATUS. */
	status?: number;
	spaceId?: string;
	domainId?: string;
	pixelId?: string;
}

/** @throws UserError for an ID that can't be one */
export function readLinkFilters(parameters: ItemParameters): LinkFilters {
	const given = parameters.added<Record<string, Locator>>('filters');
	const filters: Record<string, unknown> = { ...given };
	for (const name of ['spaceId', 'domainId', 'pixelId']) {
		const locator = given[name];
		if (locator) filters[name] = readIdentifier(locator.value, parameters.label('filters', name));
	}
	return filters;
}

/** The service's names for the filters, in the order of the query. */
const API_NAMES: Readonly<Record<keyof LinkFilters, string>> = {
	search: 'search',
	searchBy: 'search_by',
	spaceId: 'space_id',
	domainId: 'domain_id',
	pixelId: 'pixel_id',
	status: 'status',
};

/** The filters as the service's query. */
export function linkFilterQuery(filters: LinkFilters): Record<string, string> {
	const names = Object.keys(API_NAMES) as Array<keyof LinkFilters>;
	const used = names.filter((name) => filters[name] !== undefined);
	return Object.fromEntries(used.map((name) => [API_NAMES[name], String(filters[name])]));
}

type Check = (record: IDataObject, filters: LinkFilters, now: number) => Shown;

/** Whether a record shows that it meets a filter; for an empty result, the likeliest cause first. */
const CHECKS: ReadonlyArray<[keyof LinkFilters, Check]> = [
	['search', (record, { search = '', searchBy = 'title' }) => showsText(record[searchBy], search)],
	['pixelId', (record, { pixelId = '' }) => showsPixel(record, pixelId)],
	['spaceId', ({ space }, { spaceId = '' }) => showsId(space, spaceId)],
	['domainId', ({ domain }, { domainId = '' }) => showsId(domain, domainId)],
	['status', (record, { status }, now) => showsStatus(record, status, now)],
];

/**
 * The filters that are set, each with its check: a service may ignore a filter whose value it doesn't
 * know. All is no status to check.
 */
export function checksOf(
	filters: LinkFilters,
): Array<{ name: keyof LinkFilters; check: (record: IDataObject, now: number) => Shown }> {
	const used = CHECKS.filter(([name]) => filters[name]);
	return used.map(([name, check]) => ({
		name,
		check: (record, now) => check(record, filters, now),
	}));
}

/** Active is neither expired nor disabled; an expired link may be disabled too. */
export function showsStatus(record: IDataObject, status: number | undefined, now: number): Shown {
	if (status === STATUS.expired) return showsExpired(record, now);
	if (status === STATUS.disabled) return showsDisabled(record);
	const states = [showsExpired(record, now), showsDisabled(record)];
	if (states.includes('yes')) return 'no';
	if (states.includes('unreadable')) return 'unreadable';
	return states.includes('absent') ? 'absent' : 'yes';
}
