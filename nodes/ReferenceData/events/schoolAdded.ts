import { triggerEvent } from '../../shared/trigger/event';
import { schoolFields, watchSchools } from './watchSchools';

export const schoolAdded = triggerEvent({
	option: {
		name: 'School Added',
		value: 'schoolAdded',
		action: 'On high school added',
		description: 'A high school was added to the directory of a province or district',
	},
	fields: schoolFields,
	watch: (values) =>
		watchSchools(values, ({ created_at: created }) => ({
			at: typeof created === 'string' ? Date.parse(created) || undefined : undefined,
		})),
});
