import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Client } from '../../shared/http/client';
import { fetchPage } from '../../shared/http/get';
import { listRecords } from '../../shared/http/pagination';
import { filtersField } from '../../shared/node/collection';
import { queryOf } from '../../shared/node/getMany';
import { neverIgnored, type Watch } from '../../shared/trigger/event';
import { type FactOf, factsAbout } from '../../shared/trigger/facts';
import { defined } from '../../shared/values';
import {
	completeLinkFilters,
	type LinkFilter,
	linkFilterFields,
} from '../actions/link/linkFilters';
import type { RecordTime } from '../records/linkState';

/** The parameter that all events of links have. */
export const filtersOfEvents = filtersField(linkFilterFields, neverIgnored)
	.map(completeLinkFilters)
	.with({
		description:
			'Which links to watch. Without filters, the trigger watches every link in the account.',
	});

/** What makes an event of links. */
interface LinkEvent {
	/** See `Watch`. */
	lookedFor: string;
	/** Days or milestones. */
	threshold?: unknown;
	/** The status to ask for. */
	status?: string;
	/** The event depends on one of these fields. */
	fields: readonly string[];
	factsOf(link: IDataObject, now: number): FactOf[];
}

/** Watches the links that meet the filters: the facts that hold for each of them. */
export function watchLinks(filters: readonly LinkFilter[], event: LinkEvent): Watch {
	const { lookedFor, threshold, status, fields } = event;
	return {
		scope: [queryOf(filters), threshold],
		lookedFor,
		async look(view) {
			const query = defined({ ...queryOf(filters), status, sort_by: 'id', sort: 'asc' });
			const listing = await listRecords(view.client, 'links', query);
			const links = listing.records.filter((link) => meets(link, filters));
			if (view.isFirst) await requireShown(view.client, links, fields);
			const facts = factsAbout(links, (link) => event.factsOf(link, view.now));
			return { facts, incomplete: listing.incomplete };
		},
	};
}

/** Whether a link meets the filters as far as its record shows: the service may ignore a filter. */
export function meets(link: IDataObject, filters: readonly LinkFilter[]): boolean {
	return filters.every(({ shows }) => shows(link) !== 'no');
}

/**
 * Which fields a record has isn't documented. Without the field, the event could never happen. The links
 * listed may lack it because it is null, so the newest of the account are looked at, too.
 *
 * @throws UserError if the account has links and none of those looked at has a field
 */
async function requireShown(
	client: Client,
	listed: readonly IDataObject[],
	fields: readonly string[],
): Promise<void> {
	const isShown = (link: IDataObject) => fields.some((field) => link[field] !== undefined);
	if (listed.some(isShown)) return;
	const { records: links } = await fetchPage(client, 'links', {}, 1);
	if (links.length === 0 || links.some(isShown)) return;
	throw new UserError(`The service doesn't show ${fields.join(' or ')} of links`, {
		description:
			'None of the links that were checked shows it, so this event can never happen. Choose another event.',
	});
}

/**
 * An end tells two expirations of a link apart. The key is its time in seconds, in base 36, because many
 * are remembered; `event_id` has it as a date.
 */
export function keyOfEnd({ latest }: RecordTime): FactOf {
	const key = Math.floor(latest / 1000).toString(36);
	return { key, version: new Date(latest).toISOString(), at: latest };
}
