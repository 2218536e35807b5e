import type { Resource } from '../../shared/item/operation';
import { calculate } from './calculate';
import { compare } from './compare';

export const admissionPointScore: Resource = {
	option: {
		name: 'Admission Point Score (APS)',
		value: 'admissionPointScore',
		description: "A learner's score from school marks, as universities judge it",
	},
	operations: [calculate, compare],
	defaultOperation: 'calculate',
};
