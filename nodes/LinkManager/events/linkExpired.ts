import { triggerEvent } from '../../shared/trigger/event';
import { STATUS } from '../actions/link/linkFilters';
import { clickLimit, readEnd } from '../records/linkState';
import { filtersOfEvents, keyOfEnd, watchLinks } from './watchLinks';

export const linkExpired = triggerEvent({
	option: {
		name: 'Link Expired',
		value: 'linkExpired',
		action: 'On link expired',
		description: 'A link has passed its expiration date or used up its clicks',
	},
	fields: [filtersOfEvents],
	watch: ({ filters }) =>
		watchLinks(filters, {
			lookedFor: 'expired links',
			status: String(STATUS.expired),
			fields: ['ends_at', 'expiration_clicks'],
			factsOf(link, now) {
				const end = readEnd(link.ends_at);
				const byDate = end && end.latest <= now ? keyOfEnd(end) : undefined;
				if (clickLimit(link) !== 'reached') return byDate ? [byDate] : [];
				// One event, even if both limits are reached.
				const key = `clicks ${String(link.expiration_clicks)}`;
				return [{ key, at: now, otherKey: byDate?.key }];
			},
		}),
});
