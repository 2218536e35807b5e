import type { Scalar } from '../../shared/item/facts';
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
		watchUniversities(parameters, 'universities', (university) => {
			const fields = {
				application_opens: university.application_opens as Scalar | undefined,
				application_closes: university.application_closes as Scalar | undefined,
			};
			return [{ shown: { fields }, version: Object.values(fields).join('/') }];
		}),
};
