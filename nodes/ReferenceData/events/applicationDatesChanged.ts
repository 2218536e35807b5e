import type { TriggerEvent } from '../../shared/item/poll';
import { universityProperties, watchUniversities } from './universities';

export const applicationDatesChanged: TriggerEvent = {
	option: {
		name: 'Application Dates Changed',
		value: 'applicationDatesChanged',
		action: 'On university application dates changed',
		description: 'A university changed, extended or withdrew an application date',
	},
	properties: universityProperties,
	watch: (parameters) =>
		watchUniversities(parameters, 'universities', ({ opens, closes }) => {
			const fields = { application_opens: opens, application_closes: closes };
			return [{ shown: { fields }, version: Object.values(fields).join('/') }];
		}),
};
