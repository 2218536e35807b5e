import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readIdentifier } from '../../shared/identifiers';
import type { ItemParameters, Locator } from '../../shared/node/parameters';
import { pixelIdProperty } from '../pixel/pixelId';
import { domainIdProperty, spaceIdProperty } from './fields';
import {
	showsDisabled,
	showsDomain,
	showsExpired,
	type Shown,
	showsPixel,
	showsSpace,
	showsText,
} from './linkState';

/** What narrows a list of links besides its status. */
export const linkFilterProperties: INodeProperties[] = [
	{
		...domainIdProperty,
		description:
			'Only links on this domain. The list shows the domains used by your newest links. For any other domain, enter its ID.',
	},
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
	{
		...spaceIdProperty,
		description:
			'Only links in this space. The list shows the spaces used by your newest links. For any other space, enter its ID.',
	},
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

/** @throws UserError for an ID that is none */
export function readLinkFilters(parameters: ItemParameters): LinkFilters {
	const { spaceId, domainId, pixelId, ...plain } = parameters.added<
		Omit<LinkFilters, 'spaceId' | 'domainId' | 'pixelId'> &
			Record<'spaceId' | 'domainId' | 'pixelId', Locator>
	>('filters');
	const filters: LinkFilters = plain;
	const idOf = (name: string, locator: Locator) =>
		readIdentifier(locator.value, parameters.label('filters', name));
	if (spaceId) filters.spaceId = idOf('spaceId', spaceId);
	if (domainId) filters.domainId = idOf('domainId', domainId);
	if (pixelId) filters.pixelId = idOf('pixelId', pixelId);
	return filters;
}

const QUERY_NAMES = [
	['search', 'search'],
	['searchBy', 'search_by'],
	['spaceId', 'space_id'],
	['domainId', 'domain_id'],
	['pixelId', 'pixel_id'],
	['status', 'status'],
] as const;

/** The filters as the service's query. */
export function linkFilterQuery(filters: LinkFilters): Record<string, string> {
	return Object.fromEntries(
		QUERY_NAMES.flatMap(([name, wire]) => {
			const value = filters[name];
			return value === undefined ? [] : [[wire, String(value)]];
		}),
	);
}

/**
 * What a record shows about each filter that is set, by the filter's name: a service may ignore a filter
 * whose value it doesn't know.
 */
export function showsFilters(
	record: IDataObject,
	{ status, search, searchBy = 'title', spaceId, domainId, pixelId }: LinkFilters,
	now: number,
): Array<[name: keyof LinkFilters, shows: Shown]> {
	const shown: Array<[keyof LinkFilters, Shown]> = [];
	if (status !== undefined) shown.push(['status', showsStatus(record, status, now)]);
	if (search !== undefined) shown.push(['search', showsText(record, searchBy, search)]);
	if (spaceId !== undefined) shown.push(['spaceId', showsSpace(record, spaceId)]);
	if (domainId !== undefined) shown.push(['domainId', showsDomain(record, domainId)]);
	if (pixelId !== undefined) shown.push(['pixelId', showsPixel(record, pixelId)]);
	return shown;
}

/** Active is neither expired nor disabled; an expired link may be disabled too. */
function showsStatus(record: IDataObject, status: number, now: number): Shown {
	if (status === STATUS.expired) return showsExpired(record, now);
	if (status === STATUS.disabled) return showsDisabled(record);
	if (status !== STATUS.active) return 'yes';
	const states = [showsExpired(record, now), showsDisabled(record)];
	if (states.includes('yes')) return 'no';
	if (states.includes('unreadable')) return 'unreadable';
	return states.includes('absent') ? 'absent' : 'yes';
}
