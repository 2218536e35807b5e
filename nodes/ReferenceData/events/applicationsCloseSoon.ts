import { daysProperty, type TriggerEvent } from '../../shared/trigger/poll';
import { counted } from '../../shared/text';
import { applicationWindow } from '../applicationWindow';
import { universityProperties, watchUniversities } from './universities';

export const applicationsCloseSoon: TriggerEvent = {
	option: {
		name: 'Applications Close Soon',
		value: 'applicationsCloseSoon',
		action: 'On university applications closing soon',
		description: 'The closing date of a university is near',
	},
	properties: [
		daysProperty(14, 'How many days before its closing date a university triggers the workflow'),
		...universityProperties,
	],
	watch(parameters) {
		const days = parameters.number('days');
		return watchUniversities(
			parameters,
			`universities that close applications within ${counted(days, 'day')}`,
			({ opens, closes }, { now }) => {
				const window = applicationWindow(opens, closes, new Date(now));
				const left = window.days_until_close ?? -1;
				if (left < 0 || left > days || window.applications_open === false) return [];
				return [
					{
						of: String(closes),
						at: Date.parse(String(closes)),
						about: { days_left: left },
						isQuiet: ({ setting }) => left > Number(setting),
					},
				];
			},
			String(days),
		);
	},
};
