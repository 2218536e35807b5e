import { choiceField } from '../../shared/node/field';

/** The filter of Get Many and Match. */
export const sectorField = choiceField({
	displayName: 'Sector',
	name: 'sector',
	type: 'options',
	options: [
		{ name: 'Private', value: 'Private' },
		{ name: 'Public', value: 'Public' },
	],
	default: 'Public',
	description: 'Only public or only private schools',
});
