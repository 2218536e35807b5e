import type { TriggerEvent } from '../../shared/trigger/event';
import { STATUS } from '../link/filters';
import { readRecordTime, showsClicksUsedUp, showsExpired } from '../link/linkState';
import { keyOfEnd, watchLinks } from './links';

export const linkExpired: TriggerEvent = {
	option: {
		name: 'Link Expired',
		value: 'linkExpired',
		action: 'On link expired',
		description: 'A link has passed its expiration date or used up its clicks',
	},
	properties: [],
	watch: (parameters) =>
		watchLinks(parameters, {
			lookedFor: 'expired links',
			status: STATUS.expired,
			fields: ['ends_at', 'expiration_clicks'],
			what: 'when links expire',
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
};
