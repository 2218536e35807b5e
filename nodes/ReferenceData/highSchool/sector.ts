import type { INodeProperties } from 'n8n-workflow';

/** The filter of Get Many and Match. */
export const sectorProperty: INodeProperties = {
	displayName: 'Sector',
	name: 'sector',
	type: 'options',
	options: [
		{ name: 'Private', value: 'Private' },
		{ name: 'Public', value: 'Public' },
	],
	default: 'Public',
	description: 'Only public or only private schools',
};
