import { choiceField, openChoiceField } from '../shared/node/field';

/** A dropdown of the education districts; an expression may give any text. */
export const districtField = openChoiceField({
	displayName: 'District Name or ID',
	name: 'district',
	type: 'options',
	typeOptions: {
		loadOptionsMethod: 'getDistrictOptions',
		loadOptionsDependsOn: ['filters.province'],
	},
	allowArbitraryValues: true,
	default: '',
	description:
		'Only schools in this education district. Add "Province" first to shorten the list. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
});

/** Public or private schools. */
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
