import type { IDataObject } from 'n8n-workflow';

import { fingerprint } from '../../shared/fingerprint';
import { triggerEvent } from '../../shared/trigger/event';
import { type FactOf, shownIn } from '../../shared/trigger/facts';
import { SCHOOL_FIELDS } from '../highSchool/output';
import { schoolFields, watchSchools } from './schools';

/** The fields that `previous` shows. Their values are remembered for each school. */
const PREVIOUS_FIELDS: readonly string[] = [
	'name',
	'email',
	'telephone',
	'quintile',
	'no_fee_school',
	'learner_count',
	'educator_count',
];

/** The other fields that can change. Only a fingerprint of them is remembered. */
const OTHER_FIELDS = SCHOOL_FIELDS.filter(
	(field) => field !== 'created_at' && !PREVIOUS_FIELDS.includes(field),
);

export const schoolChanged = triggerEvent({
	option: {
		name: 'School Changed',
		value: 'schoolChanged',
		action: 'On high school changed',
		description:
			'A field of a high school in a province or district changed. "Include Existing" has no effect.',
	},
	fields: schoolFields,
	watch: (values) => watchSchools(values, factOf),
});

/**
 * A school as it is now. The fingerprint's name depends on which fields the record has, so that a field
 * that the service begins or ceases to return is not a change of every school.
 */
function factOf(school: IDataObject): FactOf {
	const present = OTHER_FIELDS.filter((field) => school[field] !== undefined);
	return {
		shown: {
			...shownIn(school, PREVIOUS_FIELDS),
			[`#${fingerprint(present.join())}`]: fingerprintOf(school, present),
		},
		version: fingerprintOf(school, [...PREVIOUS_FIELDS, ...OTHER_FIELDS]),
	};
}

function fingerprintOf(school: IDataObject, fields: readonly string[]): string {
	// Numbers may come as text, from databases: 5 and "5" are the same.
	const texts = (_: string, value: unknown) => (typeof value === 'number' ? String(value) : value);
	const shown = shownIn(school, fields);
	const values = fields.map((field) => shown[field]);
	return fingerprint(JSON.stringify(values, texts));
}
