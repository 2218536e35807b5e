import { DAY } from '../../shared/clock';
import { factOf } from '../../shared/item/facts';
import { daysProperty, type TriggerEvent } from '../../shared/item/poll';
import { counted } from '../../shared/wording';
import { endOf, showsDisabled } from '../link/judgement';
import { linkFilterQuery, readLinkFilters, STATUS } from '../link/filters';
import { endKey, listLinks, requireShown, showsAny } from './links';

export const linkExpiresSoon: TriggerEvent = {
	option: {
		name: 'Link Expires Soon',
		value: 'linkExpiresSoon',
		action: 'On link expiring soon',
		description: 'An active link is about to pass its expiration date',
	},
	properties: [
		daysProperty(7, 'How many days before its expiration date a link triggers the workflow'),
	],
	watch(parameters) {
		const filters = readLinkFilters(parameters);
		const days = parameters.number('days');
		return {
			scope: linkFilterQuery(filters),
			lookedFor: `active links that expire within ${counted(days, 'day')}`,
			async look(view) {
				const { records, incomplete } = await listLinks(view, filters, STATUS.active);
				await requireShown(
					view,
					records,
					showsAny('ends_at', 'expiration_date'),
					'when links expire',
				);
				const facts = records.flatMap((record) => {
					const end = endOf(record);
					if (end === undefined || showsDisabled(record) === 'yes') return [];
					const left = (end - view.now) / DAY;
					if (left <= 0 || left > days) return [];
					return factOf(record, {
						...endKey(end),
						about: { days_left: Math.floor(left) },
						isQuiet: ({ setting }) => left > Number(setting),
					});
				});
				return { facts, incomplete, setting: String(days) };
			},
		};
	},
};
