import type { Operation } from '../../shared/node/operation';
import { includeInputFieldsProperty, optionsCollection } from '../../shared/node/options';
import { calculateScore } from '../api';
import { readUniversityId } from '../identifiers';
import { universityIdProperty } from '../university/universityId';
import { levelScaleProperty, subjectProperties, subjectsOf } from './subjectParameters';

export const calculate: Operation = {
	option: {
		name: 'Calculate',
		value: 'calculate',
		action: 'Calculate admission point score (APS)',
		description:
			"Calculate a learner's APS for a university and check whether it meets the minimum",
	},
	properties: [
		{ ...universityIdProperty, description: 'The university that the learner wants to apply to' },
		...subjectProperties,
		optionsCollection(includeInputFieldsProperty, levelScaleProperty),
	],
	async execute(item) {
		const id = readUniversityId(item.parameters.locator('universityId').value);
		return [await calculateScore(item, id, subjectsOf(item))];
	},
};
