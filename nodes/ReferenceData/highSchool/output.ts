import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Item } from '../../shared/node/operation';
import { isTool } from '../../shared/node/agentOutput';
import { simplifyProperty } from '../simplify';

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

/** All documented fields of a school record (contract: School), in the contract's order. */
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
export const outputProperties: INodeProperties[] = [
	simplifyProperty,
	{
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
	},
	{
		displayName: 'Fields',
		name: 'outputFields',
		type: 'multiOptions',
		displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
		options: [...SCHOOL_FIELDS].sort().map((name) => ({ name, value: name })),
		default: ['name', 'nat_emis'],
		description: 'The fields of a school to pass to the AI agent',
	},
];

/**
 * The function that reduces a school's record to the fields to return: those of Simplify or, as an AI
 * agent's tool, of Output. Read before the schools are fetched, so that a wrong parameter costs no request.
 *
 * @throws UserError
 */
export function schoolShape({ functions, parameters }: Item): (school: IDataObject) => IDataObject {
	const output = isTool(functions)
		? parameters.choice<string>('output')
		: parameters.flag('simplify')
			? 'simplified'
			: 'raw';
	if (output === 'raw') return (school) => school;
	const fields = output === 'simplified' ? SIMPLE_FIELDS : parameters.choices('outputFields');
	return (school) => pick(school, fields);
}

function pick(record: IDataObject, fields: readonly string[]): IDataObject {
	return Object.fromEntries(
		fields.filter((field) => field in record).map((field) => [field, record[field]]),
	);
}
