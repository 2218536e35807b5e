import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { readIdentifier } from '../../shared/identifiers';
import type { Item } from '../../shared/node/operation';
import { trimmed } from '../../shared/values';
import { checkExpression, nothingIn, quoted } from '../../shared/text';
import { lookUp } from '../findByKey';
import { decoded } from '../spelling';
import { describeLink, onlyLink } from './onlyLink';

/** The Link parameter of the operations that work on one link. */
export const linkIdProperty: INodeProperties = {
	displayName: 'Link',
	name: 'linkId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The link to get, update or delete',
	builderHint: {
		propertyHint:
			'Required. "id" takes a number such as 1042; "alias" takes the exact alias or the whole short URL.',
	},
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
			hint: 'The ID of the link in the service',
		},
		{
			displayName: 'By Alias',
			name: 'alias',
			type: 'string',
			placeholder: 'e.g. spring-sale',
			hint: 'The exact alias, which is the last part of the short URL, or the whole short URL',
		},
	],
};

/**
 * The ID of the link that the Link parameter names. An alias, or a short URL, is looked up; only an
 * exact match counts. The item's next tries keep what was found, because this one may have changed it.
 *
 * @throws UserError when no link, or more than one, has that alias
 */
export async function readLinkId(item: Item): Promise<string> {
	const { mode, value } = item.parameters.locator('linkId');
	if (mode !== 'alias') return readIdentifier(value, linkIdProperty.displayName);
	const text = typeof value === 'string' || typeof value === 'number' ? trimmed(String(value)) : '';
	if (text === '' || !item.parameters.given('linkId')) {
		const { displayName } = linkIdProperty;
		throw new UserError(`"${displayName}" is ${nothingIn(text)}`, {
			description: `Enter the alias of a link. ${checkExpression(displayName)}`,
		});
	}
	const ids = item.run.kept(`links of item ${item.index}`, () => new Map<string, string>());
	const id = ids.get(text) ?? (await findLinkId(item, text));
	ids.set(text, id);
	return id;
}

/** @throws UserError */
async function findLinkId(item: Item, text: string): Promise<string> {
	const shortUrl = readShortUrl(text);
	const key = { field: 'alias', text: shortUrl?.alias ?? text } as const;
	const { matches, otherCase, rewritten } = await lookUp(item, key);
	const found = onlyLink(
		matches.filter((record) => shortUrl === undefined || isOnHost(record, shortUrl.host)),
		key,
	);
	if (found) return readIdentifier(found.id, linkIdProperty.displayName);
	const near = [...matches, ...otherCase, ...rewritten].map(describeLink);
	throw new UserError(`No link has the ${shortUrl ? 'short URL' : 'alias'} ${quoted(text)}`, {
		description: `The alias must match exactly. Check the spelling, including capital letters and hyphens.${near.length > 0 ? ` Similar: ${near.join(', ')}.` : ''}`,
	});
}

/** A pasted short URL, also without its scheme: the host, and the alias that is its last part. */
function readShortUrl(text: string): { host: string; alias: string } | undefined {
	const [, host, path] =
		/^(?:https?:\/\/([^/?#]+)|([^/?#]+\.[^/?#]+))\/([^?#]*)/i.exec(text)?.filter(Boolean) ?? [];
	const alias = path?.replace(/\/+$/, '').split('/').pop();
	return host === undefined || !alias
		? undefined
		: { host: host.toLowerCase(), alias: decoded(alias) };
}

/** A record that does not show its short URL is taken to be on the host that was asked for. */
function isOnHost({ short_url: shortUrl }: IDataObject, host: string): boolean {
	const shown = typeof shortUrl === 'string' ? readShortUrl(shortUrl) : undefined;
	return shown === undefined || shown.host === host;
}
