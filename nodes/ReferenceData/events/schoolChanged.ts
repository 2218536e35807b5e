import type { IDataObject } from 'n8n-workflow';

import { type FactOf, shownIn, type TriggerEvent } from '../../shared/trigger/event';
import { fingerprint } from '../../shared/trigger/fingerprint';
import { SCHOOL_FIELDS } from '../highSchool/output';
import { schoolProperties, watchSchools } from './schools';

/** The fields that the event tells as they were; they are remembered for each school. */
const TOLD: readonly string[] = [
	'name',
	'email',
	'telephone',
	'quintile',
	'no_fee_school',
	'learner_count',
	'educator_count',
];

const REST = SCHOOL_FIELDS.filter(
	(field) => field !== 'id' && field !== 'created_at' && !TOLD.includes(field),
);

export const schoolChanged: TriggerEvent = {
	option: {
		name: 'School Changed',
		value: 'schoolChanged',
		action: 'On high school changed',
		description: 'A field of a high school in a province or district changed',
	},
	properties: schoolProperties,
	watch: (parameters) => watchSchools(parameters, factOf),
};

/** Of the rest of a record, a fingerprint. Its name says which fields it is of: the contract leaves that open. */
function factOf(school: IDataObject): FactOf {
	const shownOfRest = REST.filter((field) => school[field] !== undefined);
	return {
		shown: {
			...shownIn(school, TOLD),
			[`#${fingerprint(shownOfRest.join())}`]: printOf(school, shownOfRest),
		},
		version: printOf(school, [...TOLD, ...REST]),
	};
}

function printOf(school: IDataObject, fields: readonly string[]): string {
	// Numbers may come as text, from databases: 5 and "5" are the same.
	const values = fields.map((field) => school[field]);
	return fingerprint(
		JSON.stringify(values, (_, value) => (typeof value === 'number' ? String(value) : value)),
	);
}
