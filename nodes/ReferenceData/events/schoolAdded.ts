import type { TriggerEvent } from '../../shared/trigger/event';
import { schoolProperties, watchSchools } from './schools';

export const schoolAdded: TriggerEvent = {
	option: {
		name: 'School Added',
		value: 'schoolAdded',
		action: 'On high school added',
		description: 'A high school was added to the directory of a province or district',
	},
	properties: schoolProperties,
	watch: (parameters) =>
		watchSchools(parameters, ({ created_at: created }) => ({
			at: typeof created === 'string' ? Date.parse(created) || undefined : undefined,
		})),
};
