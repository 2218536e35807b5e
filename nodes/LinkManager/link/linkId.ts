import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { readIdentifier } from '../../shared/identifiers';
import type { Item } from '../../shared/node/operation';
import type { ItemParameters } from '../../shared/node/parameters';
import { checkExpression, quoted } from '../../shared/text';
import { trimmed } from '../../shared/values';
import { findByKey, type Key, onlyOne } from '../findByKey';
import { linkListOf } from '../linkList';
import { locatorProperty } from '../locator';

const LABEL = 'Link';

const byId = locatorProperty(LABEL, 'linkId', 'searchLinks', '1042');

/** The Link parameter of the operations that work on one link; each says in its own words what for. */
export const linkIdProperty: INodeProperties = {
	...byId,
	required: true,
	builderHint: {
		propertyHint:
			'Required. "id" takes a number such as 1042; "alias" takes the exact alias or the whole short URL.',
	},
	modes: [
		...(byId.modes ?? []),
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
 * Runs a task on the link that the Link parameter names, after those of earlier items that name it in
 * the same way.
 *
 * @throws UserError when no link, or more than one, has that alias
 */
export async function withLink<T>(item: Item, task: (id: string) => Promise<T>): Promise<T> {
	const key = Object.entries(readReference(item.parameters)).join();
	return await item.run.serialize(`link by ${key}`, async () => await task(await readLinkId(item)));
}

/**
 * The ID of the link that the Link parameter names. An alias, or a short URL, is looked up; only an
 * exact match counts. The item's next tries keep what was found, because this one may change the alias.
 *
 * @throws UserError when no link, or more than one, has that alias
 */
export async function readLinkId(item: Item): Promise<string> {
	const { alias, id } = readReference(item.parameters);
	if (alias === undefined) return id;
	const ids = item.run.acrossTries(`links of item ${item.index}`, () => new Map<string, string>());
	const found = ids.get(alias) ?? (await findLinkId(item, alias));
	ids.set(alias, found);
	return found;
}

type Reference = { alias: string; id?: undefined } | { alias?: undefined; id: string };

/** What the Link parameter holds: an ID, or an alias to look up. */
function readReference(parameters: ItemParameters): Reference {
	const { mode, value } = parameters.locator('linkId');
	if (mode !== 'alias') return { id: readIdentifier(value, LABEL) };
	const alias = ['string', 'number'].includes(typeof value) ? trimmed(String(value)) : '';
	if (alias !== '') return { alias };
	throw new UserError(`"${LABEL}" is empty`, {
		description: `Enter the alias of a link. ${checkExpression(LABEL)}`,
	});
}

/** @throws UserError */
async function findLinkId(item: Item, text: string): Promise<string> {
	const host = readShortUrl(text)?.host;
	const key = keyOf(text);
	// A record that doesn't show its short URL is taken to be on the host that was asked for.
	const isOnHost = ({ short_url: shown }: IDataObject) =>
		host === undefined || (readShortUrl(String(shown))?.host ?? host) === host;
	const list = await linkListOf(item, readKey);
	const listed = list?.find(key).filter(isOnHost) ?? [];
	// The list may be minutes old: somebody may have created the link since.
	const links = listed.length > 0 ? listed : await findByKey(item, key);
	const found = onlyOne(links.filter(isOnHost), key);
	if (found) return readIdentifier(found.id, LABEL);
	throw new UserError(`No link has the ${host ? 'short URL' : 'alias'} ${quoted(text)}`, {
		description:
			'The alias must match exactly. Check the spelling, including capital letters and hyphens.',
	});
}

function readKey(parameters: ItemParameters): Key | undefined {
	const { alias } = readReference(parameters);
	return alias === undefined ? undefined : keyOf(alias);
}

/** @param text an alias or a short URL */
function keyOf(text: string): Key {
	return { field: 'alias', text: readShortUrl(text)?.alias ?? text };
}

/** A pasted short URL, also without its scheme: the host, and the alias that is its last part. */
function readShortUrl(text: string): { host: string; alias: string } | undefined {
	const hasScheme = /^https?:/i.test(text);
	const address = hasScheme ? text : `https://${text}`;
	const isAddress = hasScheme || /^[^/?#]+\.[^/?#]+\//.test(text);
	if (!isAddress || !URL.canParse(address)) return undefined;
	const { host, pathname } = new URL(address);
	const alias = pathname.replace(/\/+$/, '').split('/').pop();
	return alias ? { host, alias: withoutEscapes(alias) } : undefined;
}

/** The browser's address bar encodes letters beyond ASCII. */
function withoutEscapes(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
