import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { optionsCollection } from '../../shared/node/options';
import type { Item, Operation } from '../../shared/node/operation';
import { quoted } from '../../shared/text';
import { ALIAS_TAKEN, createOnce } from '../createOnce';
import type { Key } from '../findByKey';
import type { FormFields } from '../form';
import type { LinkValues } from './field';
import { additionalFieldProperties, domainIdProperty, linkLabels, urlProperty } from './fields';
import { linkForm, warnAboutUnused } from './linkForm';

/** The contract does not say whether a new link needs a domain; services differ. */
export const newLinkDomainProperty: INodeProperties = {
	...domainIdProperty,
	// The editor shows the hint of the mode, not that of the parameter.
	modes: domainIdProperty.modes?.map((mode) =>
		mode.name === 'list'
			? {
					...mode,
					hint: "If you aren't sure, choose one. Some services require it. Lists the domains used by your newest links.",
				}
			: mode,
	),
};

export const additionalFieldsProperty: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options: additionalFieldProperties,
};

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create link',
		description: 'Create a new short link to a destination URL',
	},
	properties: [
		{
			...urlProperty,
			builderHint: {
				propertyHint:
					'Each run creates a link. If it may exist already, use the operation "upsert" instead.',
			},
		},
		newLinkDomainProperty,
		additionalFieldsProperty,
		optionsCollection(),
	],
	async execute(item) {
		return [await createLink(item, linkForm(item, readNewLink(item)), ALIAS_TAKEN)];
	},
};

/** The fields of a new link. */
export function readNewLink({ parameters, hint }: Item): Partial<LinkValues> {
	const values = parameters.added<LinkValues>('additionalFields');
	values.url = parameters.text('url');
	if (parameters.given('domainId')) values.domainId = parameters.locator('domainId');
	else if (parameters.isExpression('domainId')) hint('"Domain" is empty, so it was left out.');
	return values;
}

/**
 * Creates a link, never two of them; see `createOnce`.
 *
 * @param form with `url`
 * @param advice what to do when the service does not accept the alias
 * @param lookedUp the key that no link had just now, for a link without an alias
 */
export async function createLink(
	item: Item,
	form: FormFields,
	advice: string,
	lookedUp?: Key,
): Promise<IDataObject> {
	const { alias, url, domain_id: domainId } = form as Record<string, string | undefined>;
	const record = await createOnce(item, 'links', form, {
		labels: linkLabels,
		advice: alias === undefined ? undefined : { alias: advice },
		key: alias === undefined ? lookedUp : { field: 'alias', text: alias, domainId },
		check: `The link may already exist. Before you create it again, use "Get Many" with "Search By" set to Destination URL and "Search" set to ${quoted(url)}, and look at the newest links. If you give the link an alias, the node checks this for you.`,
	});
	warnAboutUnused(item, form, record);
	if (form.privacy === '2' && form.privacy_password === undefined) {
		item.hint(
			'"Statistics Privacy" is set to Password, but the link has no "Statistics Password". Add one with "Update".',
			'warning',
		);
	}
	return record;
}
