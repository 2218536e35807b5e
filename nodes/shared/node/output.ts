import type { IDataObject } from 'n8n-workflow';

import { choiceField, choicesField, flagField, type Values } from './field';
import type { Form } from './form';

/** n8n's Simplify. Tools for AI agents don't show it. */
export const simplify = flagField({
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	displayOptions: { hide: { '@tool': [true] } },
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

/** Reduces a record to the fields to return. */
export type Shape = (record: IDataObject) => IDataObject;

/**
 * A record with fewer of the simplified fields comes from another kind of service and is returned whole.
 */
const FEWEST_SHOWN = 4;

/**
 * How much of each record is returned: Simplify in a workflow; as an AI agent's tool, Output, so that the
 * agent reads no more than needed.
 *
 * @param all every known field
 * @param selected what Selected Fields starts with
 */
export function recordOutput(
	noun: string,
	simplified: readonly string[],
	all: readonly string[],
	selected: string[],
) {
	const fields = [
		simplify,
		choiceField({
			displayName: 'Output',
			name: 'output',
			type: 'options',
			displayOptions: { show: { '@tool': [true] } },
			options: [
				{ name: 'Raw', value: 'raw', description: `Every field of a ${noun}` },
				{
					name: 'Selected Fields',
					value: 'selectedFields',
					description: 'The ID and the fields you choose',
				},
				{ name: 'Simplified', value: 'simplified', description: 'The most useful fields' },
			],
			default: 'simplified',
			description: `How much of each ${noun}'s data to pass to the AI agent`,
		}),
		choicesField({
			displayName: 'Fields',
			name: 'outputFields',
			type: 'multiOptions',
			displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
			options: [...all].sort().map((name) => ({ name, value: name })),
			default: [],
			description: `The fields of a ${noun} to pass to the AI agent, in addition to its ID`,
		})
			.with({ default: selected })
			.filled(),
	] as const;

	const shapeOf = (values: Values<typeof fields>, { surroundings }: Form): Shape => {
		const output = surroundings.isTool ? values.output : values.simplify ? 'simplified' : 'raw';
		if (output === 'raw') return (record) => record;
		if (output === 'selectedFields') {
			return (record) => pick(record, ['id', ...values.outputFields]);
		}
		return (record) => {
			const shown = pick(record, simplified);
			return Object.keys(shown).length < FEWEST_SHOWN ? record : shown;
		};
	};
	return { fields, shapeOf };
}

function pick(record: IDataObject, fields: readonly string[]): IDataObject {
	return Object.fromEntries(
		fields.filter((field) => field in record).map((field) => [field, record[field]]),
	);
}
