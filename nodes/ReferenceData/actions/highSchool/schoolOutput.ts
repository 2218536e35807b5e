import type { IDataObject } from 'n8n-workflow';

import { choiceField, choicesField, type Values } from '../../../shared/node/field';
import type { Form } from '../../../shared/node/form';
import { simplify } from '../commonFields';

/** The ten fields that answer most questions about a school, the most useful first. */
const SIMPLE_FIELDS = [
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
] as const;

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

/** Simplify in a workflow; as an AI agent's tool, Output, so that the agent reads no more than needed. */
export const outputFields = [
	simplify,
	choiceField({
		displayName: 'Output',
		name: 'output',
		type: 'options',
		displayOptions: { show: { '@tool': [true] } },
		options: [
			{ name: 'Raw', value: 'raw', description: 'Every field of a school' },
			{
				name: 'Selected Fields',
				value: 'selectedFields',
				description: 'Only the fields you choose',
			},
			{ name: 'Simplified', value: 'simplified', description: 'The ten most useful fields' },
		],
		default: 'simplified',
		description: "How much of each school's data to pass to the AI agent",
	}),
	choicesField({
		displayName: 'Fields',
		name: 'outputFields',
		type: 'multiOptions',
		displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
		options: [...SCHOOL_FIELDS].sort().map((name) => ({ name, value: name })),
		default: ['name', 'nat_emis'],
		description: 'The fields of a school to pass to the AI agent',
	}).filled(),
] as const;

/** Reduces a school's record to the fields to return. */
export type Shape = (school: IDataObject) => IDataObject;

/** The shape that Simplify or, as an AI agent's tool, Output asks for. */
export function schoolShape(values: Values<typeof outputFields>, { surroundings }: Form): Shape {
	const output = surroundings.isTool ? values.output : values.simplify ? 'simplified' : 'raw';
	if (output === 'raw') return (school) => school;
	const fields = output === 'simplified' ? SIMPLE_FIELDS : values.outputFields;
	return (school) => pick(school, fields);
}

function pick(record: IDataObject, fields: readonly string[]): IDataObject {
	return Object.fromEntries(
		fields.filter((field) => field in record).map((field) => [field, record[field]]),
	);
}
