import { triggerEvent } from '../../shared/trigger/event';
import { STATUS } from '../actions/link/linkFilters';
import { readRecordTime, showsDisabled } from '../records/linkState';
import { filtersOfEvents, watchLinks } from './watchLinks';

export const linkDisabled = triggerEvent({
	option: {
		name: 'Link Disabled',
		value: 'linkDisabled',
		action: 'On link disabled',
		description: 'A link was disabled',
	},
	fields: [filtersOfEvents],
	watch: ({ filters }) =>
		watchLinks(filters, {
			lookedFor: 'disabled links',
			status: String(STATUS.disabled),
			fields: ['disabled'],
			factsOf(link) {
				if (showsDisabled(link) !== 'yes') return [];
				const { updated_at: changed } = link;
				// The last change distinguishes two times at which the link was disabled.
				const version = typeof changed === 'string' ? changed : undefined;
				return [{ version, at: readRecordTime(changed)?.latest }];
			},
		}),
});
