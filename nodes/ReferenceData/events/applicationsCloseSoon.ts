import { counted } from '../../shared/text';
import { daysProperty, type TriggerEvent } from '../../shared/trigger/event';
import { universityProperties, watchUniversities } from './universities';

export const applicationsCloseSoon: TriggerEvent = {
	option: {
		name: 'Applications Close Soon',
		value: 'applicationsCloseSoon',
		action: 'On university applications closing soon',
		description: "A university's closing date is near",
	},
	properties: [
		daysProperty(14, 'How many days before its closing date a university triggers the workflow'),
		...universityProperties,
	],
	watch(parameters) {
		const days = parameters.number('days');
		return watchUniversities(parameters, {
			lookedFor: `universities that close applications within ${counted(days, 'day')}`,
			threshold: days,
			factsOf({ application_closes: closes }, { applications_open, days_until_close }) {
				const left = days_until_close ?? -1;
				if (left < 0 || left > days || applications_open === false) return [];
				const key = String(closes);
				return [{ key, at: Date.parse(key), about: { days_left: left } }];
			},
		});
	},
};
