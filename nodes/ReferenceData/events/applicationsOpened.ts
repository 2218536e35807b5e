import { triggerEvent } from '../../shared/trigger/event';
import { universityFields, watchUniversities } from './universities';

export const applicationsOpened = triggerEvent({
	option: {
		name: 'Applications Opened',
		value: 'applicationsOpened',
		action: 'On university applications opened',
		description: 'A university started to take applications',
	},
	fields: universityFields,
	watch: (values) =>
		watchUniversities(values, {
			lookedFor: 'universities that take applications',
			factsOf(university, { applications_open, days_until_close }) {
				if (applications_open !== true) return [];
				const { application_opens: opens, application_closes: closes } = university;
				const at = Date.parse(String(opens));
				// Without a key: dates that are corrected meanwhile open nothing.
				return [{ version: [opens, closes].join('/'), at, about: { days_left: days_until_close } }];
			},
		}),
});
