import { UserError } from 'n8n-workflow';

import { refusedIfEmpty } from '../../shared/node/emptiness';
import { choiceField, type Field, openChoiceField } from '../../shared/node/field';
import { kindOf } from '../../shared/text';
import { knownProvince, PROVINCE_NAMES } from '../southAfrica/provinces';

/** The provinces for a dropdown. The name is also the stored value and the one that is sent. */
const provinceOptions = PROVINCE_NAMES.map((name) => ({ name, value: name }));

/**
 * A dropdown of the nine provinces; an expression may give any text.
 *
 * @param use what it is for, as a sentence
 */
export function provinceChoice(use: string): Field<'province', string> {
	return openChoiceField({
		displayName: 'Province',
		name: 'province',
		type: 'options',
		allowArbitraryValues: true,
		options: provinceOptions,
		default: '',
		description: `${use}. Expressions can also use other spellings, e.g. KZN or north-west.`,
	});
}

/** The same, but a text that isn't one of the nine in any spelling is refused. */
export function provinceField(use: string): Field<'province', string> {
	return provinceChoice(use).map((text) => {
		const name = knownProvince(text);
		if (name !== undefined) return name;
		throw new UserError(`"Province" is not one of the nine provinces: ${kindOf(text)}`, {
			description: `Use one of these: ${PROVINCE_NAMES.join(', ')}.`,
		});
	});
}

/** For a parameter that narrows what a trigger watches: an empty expression must not widen it. */
export const neverWidens = refusedIfEmpty('Choose one from the list.');

/** The Province of the events of universities. */
export const provinceWatched = provinceField('The province to watch')
	.with({ options: [{ name: 'All', value: '' }, ...provinceOptions] })
	.optional(neverWidens);

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
