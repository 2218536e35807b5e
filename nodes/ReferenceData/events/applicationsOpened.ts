import type { TriggerEvent } from '../../shared/trigger/poll';
import { applicationWindow } from '../applicationWindow';
import { universityProperties, watchUniversities } from './universities';

export const applicationsOpened: TriggerEvent = {
	option: {
		name: 'Applications Opened',
		value: 'applicationsOpened',
		action: 'On university applications opened',
		description: 'A university started to take applications',
	},
	properties: universityProperties,
	watch: (parameters) =>
		watchUniversities(
			parameters,
			'universities that take applications',
			({ opens, closes }, { now }) => {
				const window = applicationWindow(opens, closes, new Date(now));
				if (window.applications_open !== true) return [];
				return [
					{
						of: String(opens),
						version: `${String(opens)}/${String(closes)}`,
						at: Date.parse(String(opens)),
						about: { days_left: window.days_until_close },
					},
				];
			},
		),
};
