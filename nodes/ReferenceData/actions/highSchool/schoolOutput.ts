import { recordOutput } from '../../../shared/node/output';

/** The ID, and the fields that answer most questions about a school, the most useful first. */
const SIMPLIFIED_SCHOOL = [
	'id',
	'name',
	'nat_emis',
	'province',
	'district',
	'town',
	'sector',
	'quintile',
	'no_fee_school',
	'telephone',
	'email',
];

/** All documented fields of a school record, in the order in which they are documented. */
export const SCHOOL_FIELDS = [
	'id',
	'nat_emis',
	'name',
	'phase',
	'sector',
	'province',
	'district',
	'circuit',
	'town',
	'street_address',
	'postal_address',
	'email',
	'telephone',
	'latitude',
	'longitude',
	'quintile',
	'no_fee_school',
	'urban_rural',
	'learner_count',
	'educator_count',
	'exam_number',
	'exam_centre',
	'created_at',
] as const;

export const schoolOutput = recordOutput('school', SIMPLIFIED_SCHOOL, SCHOOL_FIELDS, [
	'name',
	'nat_emis',
]);
