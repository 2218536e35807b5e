import { triggerEvent } from '../../shared/trigger/event';
import { universityFields, watchUniversities } from './watchUniversities';

export const applicationsOpened = triggerEvent({
	option: {
		name: 'Applications Opened',
		value: 'applicationsOpened',
		action: 'On university applications opened',
		description: 'A university started to accept applications',
	},
	fields: universityFields,
	watch: (values) =>
		watchUniversities(values, {
			lookedFor: 'universities that accept applications',
			factsOf(university, { applications_open, days_until_close }) {
				if (applications_open !== true) return [];
				const { application_opens: opens, application_closes: closes } = university;
				const date = String(opens);
				return [
					{
						// The year, so that a corrected date isn't a new event.
						key: date.slice(0, 4),
						version: `${date}/${String(closes)}`,
						at: Date.parse(date),
						about: { days_left: days_until_close },
					},
				];
			},
		}),
});
