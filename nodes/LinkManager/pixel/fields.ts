import type { INodeProperties } from 'n8n-workflow';

import { requireText } from '../../shared/item/parameters';
import type { FormFields } from '../form';

/** The pixel fields as the form holds them; only what the user added is there. */
export interface PixelValues {
	name?: string;
	type?: string;
	customType?: string;
	value?: string;
}

export const nameProperty: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Spring campaign',
	description: 'The name under which the pixel is listed',
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
			description: 'A type that is not in this list: enter it in the field Custom Type',
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

export const valueProperty: INodeProperties = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 123456789012345',
	description: "The pixel's tracking ID, as the advertising or analytics platform shows it",
};

/**
 * The type as the service writes it.
 *
 * @throws UserError when it is `custom` and no custom type is given
 */
export function readType(type: string, customType: string): string {
	if (type !== 'custom') return type;
	return requireText(customType, customTypeProperty.displayName).trim();
}

/** The form of a create or an update: only what the user added. */
export function pixelFields({ name, type, customType = '', value }: PixelValues): FormFields {
	const fields: FormFields = {};
	if (name !== undefined) fields.name = requireText(name, nameProperty.displayName);
	if (type !== undefined) fields.type = readType(type, customType);
	if (value !== undefined) fields.value = requireText(value, valueProperty.displayName);
	return fields;
}
