import type { IDataObject } from 'n8n-workflow';

import { fingerprint } from '../../shared/fingerprint';
import { triggerEvent } from '../../shared/trigger/event';
import { type FactOf, shownIn } from '../../shared/trigger/facts';
import { SCHOOL_FIELDS } from '../actions/highSchool/schoolOutput';
import { schoolFields, watchSchools } from './watchSchools';

/** The fields that `previous` shows. Their values are remembered for each school. */
const PREVIOUS_FIELDS = [
	'name',
	'email',
	'telephone',
	'quintile',
	'no_fee_school',
	'learner_count',
	'educator_count',
];

/** The fields that can change. Of those that `previous` doesn't show, only a fingerprint is remembered. */
const WATCHED_FIELDS = SCHOOL_FIELDS.filter((field) => field !== 'created_at');

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
	const watched = shownIn(school, WATCHED_FIELDS);
	// Numbers may come as text, from databases: 5 and "5" are the same.
	const texts = (_: string, value: unknown) => (typeof value === 'number' ? String(value) : value);
	const version = fingerprint(JSON.stringify(watched, texts));
	const fields = fingerprint(Object.keys(watched).join());
	return { shown: { ...shownIn(school, PREVIOUS_FIELDS), [`#${fields}`]: version }, version };
}
