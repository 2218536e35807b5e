import type { Scalar } from '../../shared/trigger/memory';
import type { TriggerEvent } from '../../shared/trigger/poll';
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
			const fields = { application_opens: isoDay(opens), application_closes: isoDay(closes) };
			return [{ shown: { fields }, version: Object.values(fields).join('/') }];
		}),
};

/** "24/11/2026", as South Africans write it, is 2026-11-24, so that another form alone is no change. */
function isoDay(date: Scalar | undefined): Scalar | undefined {
	return typeof date === 'string'
		? date.replace(/^(\d\d)[/.-](\d\d)[/.-](\d{4})$/, '$3-$2-$1')
		: date;
}
