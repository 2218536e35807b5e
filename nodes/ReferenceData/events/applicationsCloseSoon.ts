import { counted } from '../../shared/text';
import { daysField, triggerEvent } from '../../shared/trigger/event';
import { universityFields, watchUniversities } from './watchUniversities';

export const applicationsCloseSoon = triggerEvent({
	option: {
		name: 'Applications Close Soon',
		value: 'applicationsCloseSoon',
		action: 'On university applications closing soon',
		description: "A university's closing date is near",
	},
	fields: [
		daysField(14, 'How many days before its closing date a university triggers the workflow'),
		...universityFields,
	],
	watch(values) {
		const { days } = values;
		return watchUniversities(values, {
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
});
