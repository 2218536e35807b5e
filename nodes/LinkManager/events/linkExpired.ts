import { triggerEvent } from '../../shared/trigger/event';
import { STATUS } from '../link/filters';
import { readRecordTime, showsClicksUsedUp, showsExpired } from '../linkState';
import { filtersOfEvents, keyOfEnd, watchLinks } from './links';

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
				if (showsExpired(link, now) !== 'yes') return [];
				const end = readRecordTime(link.ends_at);
				// A link that has used up its clicks has expired, and its date changes nothing about that.
				if (showsClicksUsedUp(link) || !end) {
					return [{ key: `clicks ${String(link.expiration_clicks)}`, at: now }];
				}
				return [keyOfEnd(end)];
			},
		}),
});
