import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { locatorField } from '../../../shared/node/field';
import { readIdentifier } from '../../../shared/node/identifier';
import type { Item } from '../../../shared/node/operation';
import { checkLength, readText } from '../../../shared/node/readValue';
import { checkedBy } from '../../../shared/node/resourceLocator';
import { joined, quoted } from '../../../shared/text';
import { addressIn, isObject } from '../../../shared/values';
import { type Key, keyOf, onlyOne, searchByKey, withoutScheme } from '../../records/findByKey';
import { findInList, type Keyed } from '../../records/findInList';
import { locatorProperty } from '../recordLocator';

const byId = locatorProperty('Link', 'linkId', 'searchLinks', '1042');

/** What the Link parameter names: a link by its ID, or by an alias or a short URL, which is looked up. */
interface LinkReference {
	text: string;
	/** Only of an alias or a short URL. */
	key?: Key;
}

const BY_ALIAS = 'For an alias or a short URL, set "Link" to By Alias.';

const NO_SHORT_URL = 'An alias or a short URL can\'t contain "?", "#" or ".."';

/** The Link parameter of the operations that work on one link; each says in its own words what for. */
export const linkId = locatorField({
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
			validation: checkedBy('[^?#]*', NO_SHORT_URL),
		},
	],
}).map(({ mode, value }, given): LinkReference => {
	const { label } = given;
	if (mode !== 'alias') return { text: readIdentifier(value, label, BY_ALIAS) };
	const text = readText({ ...given, value });
	// What a person reads as the alias must be what a browser takes for it.
	if (/[?#]|\/\.\.|\.\.\//.test(checkLength(text, label))) {
		throw new UserError(`"${label}" is not a short URL: ${quoted(text)}`, {
			description: `${NO_SHORT_URL}. Enter the alias or the short URL alone.`,
		});
	}
	return { text, key: keyOf('alias', readShortUrl(text)?.split('/').at(-1) ?? text) };
});

/**
 * Runs a task that changes the link that an item names: after those of earlier items that name it in the
 * same way, and never beside one that names it in another.
 *
 * @throws UserError when no link, or more than one, has that alias
 */
export async function withLink<T>(
	item: Item<Keyed>,
	reference: LinkReference,
	task: (id: string) => Promise<T>,
): Promise<T> {
	const { text, key } = reference;
	const name = key ? `alias ${key.compared}` : `id ${text}`;
	return await item.run.serialize(`link by ${name}`, async () => {
		const id = await findLinkId(item, reference);
		return await item.run.serialize(`link ${id}`, async () => await task(id));
	});
}

const foundLinks = () => new Map<string, string>();

/**
 * The ID of the link that an item names. Only an exact match of an alias counts. The item's next tries
 * keep what was found, because this one may change the alias.
 *
 * @throws UserError when no link, or more than one, has that alias
 */
export async function findLinkId(item: Item<Keyed>, reference: LinkReference): Promise<string> {
	const { text, key } = reference;
	if (!key) return text;
	const name = `${item.index} ${text}`;
	const found = item.run.acrossTries(foundLinks);
	const id = found.get(name) ?? (await lookUpAlias(item, text, key));
	found.set(name, id);
	return id;
}

/** @throws UserError */
async function lookUpAlias(item: Item<Keyed>, text: string, key: Key): Promise<string> {
	const url = readShortUrl(text);
	const isMeant = (record: IDataObject) => url === undefined || isAt(record, url);
	const listed = (await findInList(item, key))?.filter(isMeant) ?? [];
	// The list may be minutes old: somebody may have created the link since.
	const search = listed.length === 0 && (await searchByKey(item.client, key));
	const found = onlyOne(search ? search.found.filter(isMeant) : listed, key);
	if (found) return readIdentifier(found.id, linkId.label);
	const others = search ? search.inOtherCapitals.map(({ alias }) => quoted(alias)) : [];
	const advice =
		others.length > 0
			? `There is ${joined(others, 'and')}: capital letters count.`
			: 'Check the spelling, including capital letters and hyphens.';
	throw new UserError(`No link has the ${url ? 'short URL' : 'alias'} ${quoted(text)}`, {
		description: `The alias must match exactly. ${advice}`,
	});
}

/**
 * Whether a link has a short URL. Of a record that doesn't show its own, the domain counts, and one that
 * shows no domain either is taken to be on it; the path must be the alias alone.
 */
function isAt({ short_url: shortUrl, domain }: IDataObject, wanted: string): boolean {
	const shown = readShortUrl(String(shortUrl));
	if (shown) return shown === wanted;
	const [host, ...path] = wanted.split('/');
	const { url, name } = isObject(domain) ? domain : {};
	const shownHost = hostIn(String(url)) ?? hostIn(String(name)) ?? host;
	return shownHost === host && path.length === 1;
}

/** The host and path of a short URL as people paste it, also without its scheme or with a slash at the end. */
function readShortUrl(text: string): string | undefined {
	const host = hostIn(text);
	const path = withoutScheme(text).split('/').slice(1).filter(Boolean).join('/');
	return host && path ? `${host}/${withoutEscapes(path)}` : undefined;
}

/** The host of an address, whose scheme may be left out. */
function hostIn(text: string): string | undefined {
	if (withoutScheme(text) !== text) return addressIn(text)?.host;
	const isAddress = text.split('/', 1)[0]?.includes('.');
	return isAddress ? addressIn(`https://${text}`)?.host : undefined;
}

/** The browser's address bar encodes letters beyond ASCII. */
function withoutEscapes(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
