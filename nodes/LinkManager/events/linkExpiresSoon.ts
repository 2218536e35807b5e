import { DAY } from '../../shared/clock';
import { counted } from '../../shared/text';
import { daysField, triggerEvent } from '../../shared/trigger/event';
import { showsStatus, STATUS } from '../actions/link/linkFilters';
import { readEnd } from '../records/linkState';
import { filtersOfEvents, keyOfEnd, watchLinks } from './watchLinks';

export const linkExpiresSoon = triggerEvent({
	option: {
		name: 'Link Expires Soon',
		value: 'linkExpiresSoon',
		action: 'On link expiring soon',
		description: 'An active link is about to pass its expiration date',
	},
	fields: [
		daysField(7, 'How many days before its expiration date a link triggers the workflow'),
		filtersOfEvents,
	],
	watch({ days, filters }) {
		return watchLinks(filters, {
			lookedFor: `active links that expire within ${counted(days, 'day')}`,
			threshold: days,
			status: String(STATUS.active),
			fields: ['ends_at'],
			factsOf(link, now) {
				const end = readEnd(link.ends_at);
				const isActive = showsStatus(link, STATUS.active, now) !== 'no';
				if (!end || !isActive) return [];
				const left = Math.max(0, end.earliest - now) / DAY;
				if (left > days) return [];
				return [{ ...keyOfEnd(end), about: { days_left: Math.floor(left) } }];
			},
		});
	},
});
