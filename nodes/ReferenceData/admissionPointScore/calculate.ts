import { operation } from '../../shared/node/operation';
import { includeInputFields, optionsField } from '../../shared/node/options';
import { calculateScore } from '../api';
import { universityIdOf } from '../university/lookUp';
import { universityId } from '../university/universityId';
import { learnerOf, levelScale, subjectFields, tellSubjects } from './subjectParameters';

export const calculate = operation({
	option: {
		name: 'Calculate',
		value: 'calculate',
		action: 'Calculate admission point score (APS)',
		description:
			"Calculate a learner's APS for a university and check whether it meets the minimum",
	},
	fields: [
		universityId.with({ description: 'The university that the learner wants to apply to' }),
		...subjectFields,
		optionsField(includeInputFields, levelScale),
	],
	read: (values, form) => ({ university: values.universityId, learner: learnerOf(values, form) }),
	async run({ university, learner }, item) {
		tellSubjects(item, learner);
		const id = await universityIdOf(item, university);
		const result = await calculateScore(item.client, id, learner.subjects);
		return [{ ...result, warnings: learner.warnings }];
	},
});
