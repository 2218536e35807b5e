import type { IDataObject } from 'n8n-workflow';

import { fingerprint } from '../../shared/trigger/fingerprint';
import type { Fact, Scalar } from '../../shared/trigger/memory';
import type { TriggerEvent } from '../../shared/trigger/poll';
import { plainValue } from '../../shared/values';
import { SCHOOL_FIELDS } from '../highSchool/output';
import { schoolProperties, watchSchools } from './schools';

/** The fields that the event tells as they were; they are remembered for each school. */
const TOLD = [
	'name',
	'email',
	'telephone',
	'quintile',
	'no_fee_school',
	'learner_count',
	'educator_count',
] as const;

const REST = SCHOOL_FIELDS.filter(
	(field) => field !== 'id' && field !== 'created_at' && !TOLD.some((told) => told === field),
);

/** How the values of a print are written: prints of another form tell nothing. */
const FORM = 'plain2:';

export const schoolChanged: TriggerEvent = {
	option: {
		name: 'School Changed',
		value: 'schoolChanged',
		action: 'On high school changed',
		description: 'A field of a high school in a province or district changed',
	},
	properties: schoolProperties,
	watch: (parameters) => watchSchools(parameters, schoolFact),
};

function schoolFact(school: IDataObject): Partial<Fact> {
	const fields = Object.fromEntries(
		TOLD.map((field) => [field, school[field] as Scalar | undefined]),
	);
	const shownOfRest = REST.filter((field) => school[field] !== undefined);
	const rest = [FORM + shownOfRest.join(), valuesOf(school, shownOfRest)]
		.map(fingerprint)
		.join('.');
	return { shown: { fields, rest }, version: fingerprint(valuesOf(school, [...TOLD, ...REST])) };
}

function valuesOf(school: IDataObject, fields: readonly string[]): string {
	return JSON.stringify(fields.map((field) => plainValue(school[field])));
}
