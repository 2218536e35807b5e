import type { INodeProperties } from 'n8n-workflow';

import { provinceOptions } from './provinces';

/** A dropdown of the nine provinces; readProvince understands what an expression gives. */
export const provinceProperty: INodeProperties = {
	displayName: 'Province',
	name: 'province',
	type: 'options',
	typeOptions: { allowArbitraryValues: true },
	options: provinceOptions,
	default: 'Gauteng',
	description:
		'One of the nine provinces. By expression, abbreviations and other spellings such as KZN or north-west are understood.',
};
