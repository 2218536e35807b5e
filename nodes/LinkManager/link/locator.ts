import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { quoted } from '../../shared/wording';
import { readIdentifier } from '../../shared/identifiers';
import type { Item } from '../../shared/item/operation';
import { listRecords } from '../api';
import { sameAddress } from './address';

/** The Link parameter of the operations that work on one link. */
export const linkIdProperty: INodeProperties = {
	displayName: 'Link',
	name: 'linkId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The link to work on',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a link…',
			typeOptions: { searchListMethod: 'searchLinks', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 1042',
			hint: 'The ID that the service gave the link',
		},
		{
			displayName: 'By Alias',
			name: 'alias',
			type: 'string',
			placeholder: 'e.g. spring-sale',
			hint: 'The exact alias: the last part of the short address',
		},
	],
};

/** The Domain parameter, or, with other words, the one of a filter. */
export const domainIdProperty: INodeProperties = {
	displayName: 'Domain',
	name: 'domainId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description:
		'The domain of the short address. The list shows the domains seen on the newest links, since the service has no list of domains; any other can be given by its ID.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a domain…',
			typeOptions: { searchListMethod: 'searchDomains', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 3' },
	],
};

export const spaceIdProperty: INodeProperties = {
	displayName: 'Space',
	name: 'spaceId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description:
		'The space that the link belongs to. The list shows the spaces seen on the newest links, since the service has no list of spaces; any other can be given by its ID.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a space…',
			typeOptions: { searchListMethod: 'searchSpaces', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 7' },
	],
};

/**
 * The ID of the link that the Link parameter names. An alias is looked up; only an exact match counts.
 *
 * @throws UserError when no link, or more than one, has that alias
 */
export async function readLinkId(item: Item): Promise<string> {
	const { mode, value } = item.parameters.locator('linkId');
	if (mode !== 'alias') return readIdentifier(value, 'Link');
	const alias = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	if (alias === '') {
		throw new UserError('"Link" is empty', { description: 'Enter the alias of a link.' });
	}
	return readIdentifier((await theOnly(item, 'alias', alias))?.id ?? notFound(alias), 'Link');
}

function notFound(alias: string): never {
	throw new UserError(`No link has the alias ${quoted(alias)}`, {
		description: 'Only an exact match counts. Check the spelling, with capitals and hyphens.',
	});
}

/**
 * The one link whose alias or URL is exactly this, on this domain if one is given; nothing when there
 * is none. An address that only the service has put into its normal form counts as exact.
 *
 * @throws UserError listing them when there are several
 */
export async function theOnly(
	item: Pick<Item, 'client' | 'run'>,
	field: 'alias' | 'url',
	text: string,
	domainId?: string,
): Promise<IDataObject | undefined> {
	const query: Record<string, string> = { search: text, search_by: field };
	if (domainId !== undefined) query.domain_id = domainId;
	const { records } = await listRecords(item, 'links', query, { limit: Infinity });
	const onDomain = records.filter((record) => isOnDomain(record, domainId));
	const asWritten = onDomain.filter((record) => record[field] === text);
	const matches =
		field === 'url' && asWritten.length === 0
			? onDomain.filter(({ url }) => sameAddress(url, text))
			: asWritten;
	if (matches.length > 1) {
		throw new UserError(
			`${matches.length} links have the ${field === 'url' ? 'URL' : 'alias'} ${quoted(text)}: ${matches.map(describe).join(', ')}`,
			{
				description:
					field === 'alias'
						? 'The same alias can exist on several domains. Choose the link by its ID, or name the domain.'
						: 'Choose the link by its ID, or match by alias.',
			},
		);
	}
	return matches[0];
}

/** A record that does not show its domain is taken to be on the one that was asked for. */
function isOnDomain({ domain }: IDataObject, domainId: string | undefined): boolean {
	if (domainId === undefined || domain === null || typeof domain !== 'object') return true;
	const { id } = domain as IDataObject;
	return id === undefined || String(id) === domainId;
}

function describe(record: IDataObject): string {
	const address = record.short_url ?? record.url;
	return typeof address === 'string'
		? `ID ${String(record.id)} (${address})`
		: `ID ${String(record.id)}`;
}
