import type { INodeProperties } from 'n8n-workflow';

import { isUnset, readIdentifier } from '../../shared/identifiers';
import type { Locator } from '../../shared/item/parameters';
import type { Operation } from '../../shared/item/operation';
import { optionsCollection } from '../../shared/item/commonProperties';
import type { FormFields } from '../form';
import { createLink } from './creation';
import { linkFieldProperties, linkFields, type LinkValues, urlProperty } from './fields';
import { domainIdProperty } from './locator';

/** The contract does not say whether a new link needs a domain; services differ. */
export const newLinkDomainProperty: INodeProperties = {
	...domainIdProperty,
	hint: 'Some services refuse a link without a domain; others then use the default of your account',
};

export const additionalFieldsProperty: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options: linkFieldProperties,
};

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create link',
		description: 'Make a new short link to a destination URL',
	},
	properties: [urlProperty, newLinkDomainProperty, additionalFieldsProperty, optionsCollection()],
	async execute(item) {
		const { parameters, functions } = item;
		const values = parameters.collection<LinkValues>('additionalFields');
		const fields = {
			...linkFields({ ...values, url: parameters.text('url') }, functions.getTimezone()),
			...domainFields(parameters.locator('domainId')),
		};
		return [await createLink(item, fields)];
	},
};

/** The contract's field list says `domain_id`, its create example `domain`: both are sent. */
export function domainFields({ value }: Locator): FormFields {
	if (isUnset(value)) return {};
	const id = readIdentifier(value, 'Domain');
	return { domain_id: id, domain: id };
}
