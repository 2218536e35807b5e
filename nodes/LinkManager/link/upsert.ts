import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { readIdentifier } from '../../shared/identifiers';
import { optionsCollection, requiredWhile } from '../../shared/node/options';
import type { Item, Operation } from '../../shared/node/operation';
import { checkExpression, nothingIn, quoted } from '../../shared/text';
import { updateRecord } from '../api';
import { createUnlessLately } from '../createUnlessLately';
import type { FormFields } from '../form';
import { lettersOf } from '../spelling';
import { isPlainAlias, type Key, KEYS, lookUp } from '../findByKey';
import { requireSearch } from '../requireSearch';
import { turnOf } from './address';
import { additionalFieldsProperty, createLink, newLinkDomainProperty } from './create';
import {
	additionalFieldProperties,
	linkForm,
	type LinkValues,
	urlProperty,
	withoutDefaults,
} from './fields';
import { describeLink, onlyLink } from './onlyLink';
import { warnAboutUnusedRules } from './targeting';

const properties: INodeProperties[] = [
	{
		displayName: 'Match By',
		name: 'matchBy',
		type: 'options',
		options: [
			{ name: 'Alias', value: 'alias', description: 'Find the link with exactly this alias' },
			{
				name: 'Destination URL',
				value: 'url',
				description: 'Find the link with exactly this destination URL',
			},
		],
		default: 'alias',
		description:
			'How to find an existing link. If there is one, it is updated instead of created again.',
		builderHint: {
			propertyHint:
				'Needs no "get" before it. With "alias", the parameter "alias" is required; with "url", the exact destination counts.',
		},
	},
	...requiredWhile(['matchBy', 'alias'], {
		displayName: 'Alias',
		name: 'alias',
		type: 'string',
		default: '',
		placeholder: 'e.g. spring-sale',
		description:
			'The last part of the short URL. If you match by destination URL, the service generates one for a new link without an alias.',
	}),
	urlProperty,
	{
		...newLinkDomainProperty,
		description: `${newLinkDomainProperty.description} If you set a domain, only links on it are matched.`,
	},
	{
		...additionalFieldsProperty,
		options: additionalFieldProperties.filter(({ name }) => name !== 'alias'),
	},
	optionsCollection(),
];

export const upsert: Operation = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update link',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
	},
	properties,
	async execute(item) {
		const { parameters } = item;
		const matchBy = parameters.choice<'alias' | 'url'>('matchBy');
		const url = parameters.text('url');
		const text = parameters.text('alias');
		const alias = parameters.given('alias') ? text : '';
		if (matchBy === 'alias' && alias === '') {
			throw new UserError(`"Alias" is ${nothingIn(text)}`, {
				description: `Enter the alias to match by, or set "Match By" to Destination URL. ${checkExpression('Alias')}`,
			});
		}
		if (!parameters.given('domainId') && parameters.isExpression('domainId')) {
			const { value } = parameters.locator('domainId');
			throw new UserError(`"Domain" is ${nothingIn(value)}`, {
				description:
					'Without it, a link on another domain could be updated. Make sure the field that the expression refers to has a value, or remove the expression.',
			});
		}
		if (text !== alias) item.hint(`"Alias" is ${nothingIn(text)}, so it was left out.`);
		const values = parameters.added<LinkValues>('additionalFields');
		values.url = url;
		if (alias !== '') values.alias = alias;
		if (parameters.given('domainId')) values.domainId = parameters.locator('domainId');
		const form = linkForm(item, values);
		const changes = withoutDefaults(form, values, parameters.names('additionalFields'));
		const domainId = form.domain_id as string | undefined;
		const key: Key = { field: matchBy, text: matchBy === 'alias' ? alias : url, domainId };
		const turn = matchBy === 'alias' ? lettersOf(alias) : turnOf(url);
		return [
			await item.serialize(
				`link by ${matchBy} ${turn}`,
				async () => await createOrUpdate(item, key, form, changes),
			),
		];
	},
};

/** @param ofExisting what of the form an existing link is sent */
async function createOrUpdate(
	item: Item,
	key: Key,
	form: FormFields,
	ofExisting: FormFields,
): Promise<IDataObject> {
	const { matches, otherCase, rewritten } = await lookUp(item, key);
	const existing = onlyLink(matches, key);
	if (existing === undefined) {
		if (key.field === 'url' || !isPlainAlias(key.text)) refuseRewritten(rewritten, key);
		await requireSearch(item, key);
	}
	const { id, created } = existing
		? { id: existing.id, created: undefined }
		: await createUnlessLately(item, key, async () => await createLink(item, form, key, otherCase));
	if (created) {
		if (otherCase.length > 0) {
			item.hint(
				`The alias ${quoted(key.text)} differs only in capital letters from that of ${otherCase.map(describeLink).join(', ')}. They count as two aliases.`,
				'warning',
			);
		}
		return { ...created, upsertResult: 'created' };
	}
	const changes = { ...ofExisting };
	// The service takes a domain only for a new link.
	delete changes.domain_id;
	delete changes.domain;
	// The alias that was matched is as it should be; the service would check it for being taken.
	if (key.field === 'alias') delete changes.alias;
	const record = await updateRecord(item, 'links', readIdentifier(id, 'Link'), changes);
	warnAboutUnusedRules(item, changes, record);
	return { ...record, upsertResult: 'updated' };
}

/**
 * A link that may be the one asked for, as the service wrote it, is neither updated nor created again.
 *
 * @throws UserError naming it
 */
function refuseRewritten(links: readonly IDataObject[], { field, text }: Key): void {
	const [link] = links;
	if (link === undefined) return;
	const { name } = KEYS[field];
	throw new UserError(
		`No link has the ${name} ${quoted(text)}, but the service may have saved it as ${quoted(link[field])}: ${links.map(describeLink).join(', ')}`,
		{
			description: `Nothing was changed. To update that link, use its ${name} as the service saved it. If it is another link, use "Create" for a new one.`,
		},
	);
}
