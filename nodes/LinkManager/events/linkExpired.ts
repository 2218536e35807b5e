import type { IDataObject } from 'n8n-workflow';

import { type Fact, factOf } from '../../shared/item/facts';
import type { TriggerEvent } from '../../shared/item/poll';
import { linkFilterQuery, readLinkFilters, STATUS } from '../link/filters';
import { endOf, showsExpired } from '../link/judgement';
import { endKey, listLinks, requireShown, showsAny } from './links';

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
				const expired = records.filter((record) => showsExpired(record, view.now) === 'yes');
				return {
					facts: expired.flatMap((record) => factOf(record, expiry(record, view.now))),
					incomplete,
				};
			},
		};
	},
};

/** Which end made it expire: of a link that has two, only the first makes the event. */
function expiry(record: IDataObject, now: number): Partial<Fact> {
	const end = endOf(record);
	const byClicks = `clicks ${String(record.expiration_clicks)}`;
	if (end === undefined || end > now) return { of: byClicks, at: now };
	return {
		...endKey(end),
		isQuiet: (known) => known.has(String(record.id), byClicks),
	};
}
