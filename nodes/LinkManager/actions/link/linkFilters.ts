import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { choiceField, textField, type Values } from '../../../shared/node/field';
import type { UsedFilter } from '../../../shared/node/getMany';
import { defined } from '../../../shared/values';
import { showsDisabled, showsExpired, showsPixels } from '../../records/linkState';
import { containsText, type Shown, showsId, showsThat } from '../../records/shown';
import { pixelId } from '../pixel/pixelFields';
import { SEEN_ONLY } from '../recordLocator';
import { domainId, spaceId } from './linkFields';

const search = textField({
	displayName: 'Search',
	name: 'search',
	type: 'string',
	default: '',
	placeholder: 'e.g. spring',
	description:
		'Only links that contain this text in their title, or in the field selected in "Search By"',
});

const searchBy = choiceField({
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
});

/** The filters of a list of links besides its status. */
export const linkFilterFields = [
	domainId.with({ description: `Only links on this domain. ${SEEN_ONLY}` }),
	pixelId.with({ required: false, description: 'Only links with this pixel' }),
	search,
	searchBy,
	spaceId.with({ description: `Only links in this space. ${SEEN_ONLY}` }),
] as const;

/** What the service's status filter selects, as it is sent. */
export const STATUS = { all: 0, active: 1, expired: 2, disabled: 3 } as const;

/** The filters that have a value, as the form gives them. */
type LinkFilterValues = Partial<Values<typeof linkFilterFields>> & {
	/** One of STATUS. */
	status?: number;
};

/** A filter of links: its query, and the check of a link's record. */
export interface LinkFilter extends UsedFilter {
	shows(link: IDataObject): Shown;
}

/**
 * For Clean Up and triggers, Search By needs Search.
 *
 * @throws UserError
 */
export function completeLinkFilters(values: LinkFilterValues): LinkFilter[] {
	if (values.searchBy === undefined || values.search !== undefined) return linkFilters(values);
	throw new UserError('"Search By" needs "Search"', {
		description:
			'Without it, no links would be filtered out. Add "Search" to "Filters", or remove "Search By".',
	});
}

const IN_TITLES =
	'"Search" looked in titles. To look in aliases or destination URLs, add "Search By" to "Filters".';

/** A service may ignore a filter whose value it doesn't know, so each link is checked, too. */
export function linkFilters(values: LinkFilterValues): LinkFilter[] {
	const { search: text, searchBy: field = 'title', status } = values;
	const filters: LinkFilter[] = [];
	const add = (
		label: string,
		query: Record<string, string>,
		shows: LinkFilter['shows'],
		whenNothing?: string,
	) => {
		const isMet = (link: IDataObject) => shows(link) !== 'no';
		filters.push({ label, query, shows, isMet, whenNothing });
	};
	if (text !== undefined) {
		const query = defined({ search: text, search_by: values.searchBy });
		const isFound = (shown: string) => containsText(shown, text);
		add(
			search.label,
			query,
			(link) => showsThat(link[field], isFound),
			field === 'title' ? IN_TITLES : undefined,
		);
	}
	const { spaceId: space, domainId: domain, pixelId: pixel } = values;
	if (space) add(spaceId.label, { space_id: space }, (link) => showsId(link.space, space));
	if (domain) add(domainId.label, { domain_id: domain }, (link) => showsId(link.domain, domain));
	if (pixel)
		add(pixelId.label, { pixel_id: pixel }, (link) =>
			showsPixels(link, (ids) => ids.includes(pixel)),
		);
	if (status !== undefined) {
		const query = { status: String(status) };
		if (status === STATUS.all) {
			filters.push({ label: 'Status', query, isOpen: true, shows: () => 'yes' });
		} else add('Status', query, (link) => showsStatus(link, status, Date.now()));
	}
	return filters;
}

/** Active is neither expired nor disabled; an expired link may be disabled too. */
export function showsStatus(record: IDataObject, status: number, now: number): Shown {
	if (status === STATUS.expired) return showsExpired(record, now);
	if (status === STATUS.disabled) return showsDisabled(record);
	const states = [showsExpired(record, now), showsDisabled(record)];
	if (states.includes('yes')) return 'no';
	if (states.includes('unreadable')) return 'unreadable';
	return states.includes('absent') ? 'absent' : 'yes';
}
