import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { optionsCollection } from '../../shared/node/options';
import type { Item, Operation } from '../../shared/node/operation';
import { quoted } from '../../shared/text';
import { createOnce } from '../createOnce';
import type { FormFields } from '../form';
import { isSlug, type Key, lookUp } from '../findByKey';
import { refuseTwin } from '../oneRecordPerKey';
import { requireSearch } from '../requireSearch';
import { sameAddress } from './address';
import {
	additionalFieldProperties,
	domainIdProperty,
	linkForm,
	type LinkValues,
	urlProperty,
} from './fields';
import { describeLink } from './onlyLink';
import { warnAboutUnusedRules } from './targeting';

/** The contract does not say whether a new link needs a domain; services differ. */
export const newLinkDomainProperty: INodeProperties = {
	...domainIdProperty,
	hint: 'Without a domain, some services use the default of your account and others reject the link',
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
		const { parameters } = item;
		const values = parameters.added<LinkValues>('additionalFields');
		values.url = parameters.text('url');
		if (parameters.given('domainId')) values.domainId = parameters.locator('domainId');
		else if (parameters.isExpression('domainId')) {
			item.hint(`"${domainIdProperty.displayName}" is empty, so it was left out.`);
		}
		return [await createLink(item, linkForm(item, values))];
	},
};

/**
 * Creates a link, never twice: after a lost answer it is looked up by its alias, which the service
 * lets exist once a domain, or by what it was looked up by before.
 *
 * @param form with `url`
 * @param lookedUp the key that no link had just now
 * @param otherCase links whose alias differs from that key in capital letters alone
 */
export async function createLink(
	item: Item,
	form: FormFields,
	lookedUp?: Key,
	otherCase: readonly IDataObject[] = [],
): Promise<IDataObject> {
	const { alias, url, domain_id: domainId } = form as Record<string, string | undefined>;
	const key: Key | undefined =
		lookedUp ?? (alias === undefined ? undefined : { field: 'alias', text: alias, domainId });
	const record = await createOnce(item, 'links', form, {
		find: key && (async () => await lookUp(item, key, true)),
		carries: (found) => typeof found.url !== 'string' || sameAddress(found.url, url),
		keyWasFree: lookedUp !== undefined,
		// Of any other alias a service may make another one, which is free.
		elsewhere:
			key?.field === 'alias' && isSlug(key.text)
				? async () => await linksTo(item, String(url), key)
				: undefined,
		judge:
			lookedUp &&
			(async (created, newness) => await refuseTwin(item, lookedUp, created, newness, otherCase)),
		taken:
			key?.field === 'alias'
				? (other) =>
						new UserError(
							`The alias ${quoted(alias)} belongs to another link: ${describeLink(other)}`,
							{ description: USE_UPSERT },
						)
				: undefined,
		fieldAdvice: aliasAdvice(alias, lookedUp, otherCase),
		advice:
			alias === undefined
				? `The link may already exist. Before you create it again, use "Get Many" with "Search By" set to Destination URL and "Search" set to ${quoted(url)}, and look at the newest links. If you give the link an alias, the node checks this for you.`
				: `Before you create it again, check whether a link with the alias ${quoted(alias)} exists.`,
	});
	warnAboutUnusedRules(item, form, record);
	if (form.privacy === '2' && form.privacy_password === undefined) {
		item.hint(
			'"Statistics Privacy" is set to Password, but the link has no "Statistics Password". Add one with "Update".',
			'warning',
		);
	}
	return record;
}

/**
 * The links to a destination: with the key that they were to have, or with what a service gave them
 * instead.
 *
 * @throws UserError when some may be missed
 */
async function linksTo(item: Item, url: string, key: Key): Promise<IDataObject[]> {
	const destination: Key = { field: 'url', text: url };
	await requireSearch(item, key);
	const { matches, rewritten } = await lookUp(item, destination, true);
	await requireSearch(item, destination);
	return [...matches, ...rewritten];
}

/** What to do when the service does not accept the alias. */
function aliasAdvice(
	alias: string | undefined,
	lookedUp: Key | undefined,
	otherCase: readonly IDataObject[],
): Record<string, string> | undefined {
	if (alias === undefined) return undefined;
	if (lookedUp?.field !== 'alias') return { alias: USE_UPSERT };
	const [other] = otherCase;
	if (other === undefined) return undefined;
	return {
		alias: `The service may not tell small letters from capitals. To update ${describeLink(other)}, set "Alias" to ${quoted(other.alias)}.`,
	};
}

const USE_UPSERT =
	'If a link with this alias exists, "Create or Update" with "Match By" set to Alias updates it. Otherwise choose another alias.';
