import { operation } from '../../../shared/node/operation';
import { calculateScore } from '../../transport/api';
import { universityIdOf } from '../university/universityId';
import { learnerOf, scoreFields, tellSubjects } from './learner';

export const calculate = operation({
	option: {
		name: 'Calculate',
		value: 'calculate',
		action: 'Calculate admission point score (APS)',
		description:
			"Calculate a learner's APS for a university and check whether it meets the minimum",
	},
	changes: false,
	fields: scoreFields,
	read: (values, form) => ({ university: values.universityId, learner: learnerOf(values, form) }),
	async run({ university, learner }, item) {
		tellSubjects(item, learner);
		const id = await universityIdOf(item, university);
		const result = await calculateScore(item.client, id, learner.subjects);
		return [{ ...result, warnings: learner.warnings }];
	},
});
