import type { INodeProperties } from 'n8n-workflow';

/** n8n's Simplify; a tool for an AI agent gets the simplified form. */
export const simplifyProperty: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	displayOptions: { hide: { '@tool': [true] } },
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};
