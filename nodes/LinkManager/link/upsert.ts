import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { isUnset, readIdentifier } from '../../shared/identifiers';
import type { Item, Operation } from '../../shared/item/operation';
import { optionsCollection } from '../../shared/item/commonProperties';
import { updateRecord } from '../api';
import type { FormFields } from '../form';
import { normal } from './address';
import { additionalFieldsProperty, domainFields, newLinkDomainProperty } from './create';
import { createLink } from './creation';
import { linkFields, type LinkValues, urlProperty } from './fields';
import { theOnly } from './locator';

const properties: INodeProperties[] = [
	{
		displayName: 'Match By',
		name: 'matchBy',
		type: 'options',
		options: [
			{ name: 'Alias', value: 'alias', description: 'The link with exactly this alias' },
			{
				name: 'Destination URL',
				value: 'url',
				description: 'The link that leads to exactly this address',
			},
		],
		default: 'alias',
		description: 'How to recognise a link that exists already: it is updated, not created again',
	},
	{
		displayName: 'Alias',
		name: 'alias',
		type: 'string',
		default: '',
		placeholder: 'e.g. spring-sale',
		description:
			'The last part of the short address. Needed to match by alias; when matching by destination URL, the service makes one up for a new link if you give none.',
	},
	urlProperty,
	{
		...newLinkDomainProperty,
		description: `${newLinkDomainProperty.description} With a domain, only a link on it counts as existing.`,
	},
	{
		...additionalFieldsProperty,
		options: (additionalFieldsProperty.options as INodeProperties[]).filter(
			({ name }) => name !== 'alias',
		),
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
		const { parameters, functions, run } = item;
		const matchBy = parameters.choice<'alias' | 'url'>('matchBy');
		const url = parameters.text('url');
		const alias = parameters.text('alias');
		if (matchBy === 'alias' && alias === '') {
			throw new UserError('"Alias" is empty', {
				description: 'Enter the alias to match by, or set "Match By" to Destination URL.',
			});
		}
		const { value: domainValue } = parameters.locator('domainId');
		const domainId = isUnset(domainValue) ? undefined : readIdentifier(domainValue, 'Domain');
		const values = parameters.collection<LinkValues>('additionalFields');
		const fields = linkFields(
			{ ...values, url, alias: alias === '' ? undefined : alias },
			functions.getTimezone(),
		);
		const key = matchBy === 'alias' ? alias : url;
		const turn = matchBy === 'alias' ? alias : normal(url);
		return [
			await run.serially(
				`upsert ${matchBy} ${turn}`,
				async () => await createOrUpdate(item, matchBy, key, domainId, fields),
			),
		];
	},
};

async function createOrUpdate(
	item: Item,
	matchBy: 'alias' | 'url',
	key: string,
	domainId: string | undefined,
	fields: FormFields,
): Promise<IDataObject> {
	const existing = await theOnly(item, matchBy, key, domainId);
	if (existing === undefined) {
		const created = { ...fields, ...domainFields({ value: domainId }) };
		const record = await createLink(item, created, matchBy === 'url' ? 'url' : undefined);
		return { ...record, upsertResult: 'created' };
	}
	const id = readIdentifier(existing.id, 'Link');
	const changes = { ...fields };
	// The alias that was matched is as it should be; the service would check it for being taken.
	if (matchBy === 'alias') delete changes.alias;
	const record = await updateRecord(item.client, 'links', id, changes);
	return { ...record, upsertResult: 'updated' };
}
