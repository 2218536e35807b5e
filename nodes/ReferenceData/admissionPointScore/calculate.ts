import type { Operation } from '../../shared/item/operation';
import { optionsCollection } from '../../shared/item/commonProperties';
import { readUniversityId } from '../identifiers';
import { universityIdProperty } from '../university/universityId';
import { calculateScore } from './calculation';
import { levelScaleProperty, readSubjects, subjectProperties } from './subjects';

export const calculate: Operation = {
	option: {
		name: 'Calculate',
		value: 'calculate',
		action: 'Calculate APS (admission point score) from marks',
		description: "Calculate a learner's APS for one university and whether it meets the minimum",
	},
	properties: [universityIdProperty, ...subjectProperties, optionsCollection(levelScaleProperty)],
	async execute(item) {
		const id = readUniversityId(item.parameters.locator('universityId').value);
		return [await calculateScore(item.client, id, readSubjects(item))];
	},
};
