import { flagField } from '../shared/node/field';

/** n8n's Simplify. Tools for AI agents don't show it. */
export const simplify = flagField({
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	displayOptions: { hide: { '@tool': [true] } },
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});
