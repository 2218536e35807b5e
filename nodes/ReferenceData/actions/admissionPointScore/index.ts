import type { Resource } from '../../../shared/node/operation';
import { calculate } from './calculate.operation';
import { closeGap } from './closeGap.operation';
import { compare } from './compare.operation';

export const admissionPointScore: Resource = {
	option: {
		name: 'Admission Point Score (APS)',
		value: 'admissionPointScore',
		description: "A learner's score for university admission, calculated from school marks",
	},
	operations: [calculate, closeGap, compare],
	defaultOperation: 'calculate',
};
