import type { IDataObject } from 'n8n-workflow';

import { type Fact, factOf } from '../../shared/trigger/memory';
import type { TriggerEvent, View } from '../../shared/trigger/poll';
import { linkFilterQuery, readLinkFilters, STATUS } from '../link/filters';
import { endOf, showsExpired } from '../link/linkState';
import { endFact, isKnownEnd } from './ends';
import { listLinks, requireShown, showsAny } from './links';

export const linkExpired: TriggerEvent = {
	option: {
		name: 'Link Expired',
		value: 'linkExpired',
		action: 'On link expired',
		description: 'A link has passed its expiration date or used up its clicks',
	},
	properties: [],
	watch(parameters) {
		const filters = readLinkFilters(parameters);
		return {
			scope: linkFilterQuery(filters),
			lookedFor: 'expired links',
			async look(view) {
				const { records, incomplete } = await listLinks(view, filters, STATUS.expired);
				await requireShown(
					view,
					records,
					showsAny('ends_at', 'expiration_date', 'expiration_clicks'),
					'when links expire',
				);
				const facts = records.flatMap((record) => {
					const fact = expiry(record, view);
					return fact ? factOf(record, fact) : [];
				});
				return { facts, incomplete };
			},
		};
	},
};

/**
 * Which end made a link expire, if one did: of a link that has two, only the first makes the event. A
 * known one holds on where the service begins to leave its time zone open.
 */
function expiry(record: IDataObject, { now, known }: View): Partial<Fact> | undefined {
	const id = String(record.id);
	const end = endOf(record);
	const evidence = showsExpired(record, now);
	const byClicks = `clicks ${String(record.expiration_clicks)}`;
	if (evidence === 'yes' && !(end && end.latest <= now)) return { of: byClicks, at: now };
	if (!end || evidence === 'no') return undefined;
	if (evidence !== 'yes' && !isKnownEnd(known, id, end)) return undefined;
	return {
		...endFact(end),
		isQuiet: (memory) => memory.has(id, byClicks) || isKnownEnd(memory, id, end),
	};
}
