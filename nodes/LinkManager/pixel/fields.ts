import type { INodeProperties } from 'n8n-workflow';

import { requiredWhile } from '../../shared/node/options';
import { requireText } from '../../shared/node/readValue';
import type { FormFields } from '../form';

/** The fields of a pixel as the form holds them. */
export interface PixelValues {
	name: string;
	type: string;
	customType: string;
	value: string;
}

export const nameProperty: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Spring campaign',
	description: 'The display name of the pixel',
};

/** The contract's ten values, sorted by the name that n8n shows, and `custom`. */
export const typeProperty: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	options: [
		{
			name: 'Custom',
			value: 'custom',
			description: 'A type that isn\'t in this list. Enter it in "Custom Type".',
		},
		{ name: 'Microblog', value: 'microblog' },
		{ name: 'Pinboard', value: 'pinboard' },
		{ name: 'Professional Network', value: 'professional-network' },
		{ name: 'Q&A Network', value: 'qa-network' },
		{ name: 'Retargeting', value: 'retarget' },
		{ name: 'Search Engine A: Ads', value: 'search-a-ads' },
		{ name: 'Search Engine A: Analytics', value: 'search-a-analytics' },
		{ name: 'Search Engine A: Tag Manager', value: 'search-a-tag-manager' },
		{ name: 'Search Engine B', value: 'search-b' },
		{ name: 'Social Network A', value: 'social-a' },
	],
	default: 'retarget',
	description: 'The advertising or analytics platform that the pixel belongs to',
};

export const customTypeProperty: INodeProperties = {
	displayName: 'Custom Type',
	name: 'customType',
	type: 'string',
	default: '',
	displayOptions: { show: { type: ['custom'] } },
	placeholder: 'e.g. my-platform',
	description: 'The type as your service names it',
};

const valueProperty: INodeProperties = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 123456789012345',
	description: "The pixel's tracking ID, as the advertising or analytics platform shows it",
};

/** What the form calls the service's fields. */
export const pixelLabels = {
	name: nameProperty.displayName,
	type: typeProperty.displayName,
	value: valueProperty.displayName,
};

/** The parameters of a new pixel. */
export const newPixelProperties = [
	nameProperty,
	typeProperty,
	...requiredWhile(['type', 'custom'], customTypeProperty),
	valueProperty,
];

/** The entries of Update Fields: none of them is required. */
export const updatePixelProperties = [
	nameProperty,
	typeProperty,
	customTypeProperty,
	valueProperty,
].map((property) => ({ ...property, required: false }));

/**
 * The type as the service writes it; undefined where none was given.
 *
 * @throws UserError when it is `custom` and no custom type is given
 */
export function readType({ type, customType = '' }: Partial<PixelValues>): string | undefined {
	return type === 'custom' ? requireText(customType, customTypeProperty.displayName) : type;
}

/** The form of a create or an update: only what was given. */
export function pixelForm(values: Partial<PixelValues>): FormFields {
	const { name, value } = values;
	const type = readType(values);
	return {
		...(name !== undefined && { name }),
		...(type !== undefined && { type }),
		...(value !== undefined && { value }),
	};
}
