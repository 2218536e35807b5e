import { DAY } from '../../shared/clock';
import { factOf, type Known } from '../../shared/trigger/memory';
import { daysProperty, type TriggerEvent } from '../../shared/trigger/poll';
import { counted } from '../../shared/text';
import { linkFilterQuery, readLinkFilters, STATUS } from '../link/filters';
import { endOf, showsDisabled } from '../link/linkState';
import { endFact, isKnownEnd, MOST_MOVED } from './ends';
import { listLinks, requireShown, showsAny } from './links';

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
					const left = (end.latest - view.now) / DAY;
					const isKnown = (known?: Known) => isKnownEnd(known, String(record.id), end);
					if (left <= 0 || left > days + MOST_MOVED) return [];
					if (left > days && !isKnown(view.known)) return [];
					return factOf(record, {
						...endFact(end),
						about: { days_left: Math.floor(left) },
						isQuiet: (known) => left > Number(known.setting) || isKnown(known),
					});
				});
				return { facts, incomplete, setting: String(days) };
			},
		};
	},
};
