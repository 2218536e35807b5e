import { triggerEvent } from '../../shared/trigger/event';
import { shownIn } from '../../shared/trigger/facts';
import { universityFields, watchUniversities } from './watchUniversities';

export const applicationDatesChanged = triggerEvent({
	option: {
		name: 'Application Dates Changed',
		value: 'applicationDatesChanged',
		action: 'On university application dates changed',
		description:
			'A university changed, extended or withdrew an application date. "Include Existing" has no effect.',
	},
	fields: universityFields,
	watch: (values) =>
		watchUniversities(values, {
			lookedFor: 'universities',
			factsOf(university) {
				const { application_opens: opens, application_closes: closes } = university;
				const shown = shownIn(university, ['application_opens', 'application_closes']);
				return [{ shown, version: [opens, closes].join('/') }];
			},
		}),
});
