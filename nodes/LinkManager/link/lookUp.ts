import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Item } from '../../shared/item/operation';
import { quoted } from '../../shared/wording';
import { listRecords } from '../api';
import { folded, withoutEntities } from '../folded';
import { sameAddress, sameButForSlash, searchTextOf, turnOf } from './address';
import { showsDomain } from './judgement';

/** What a link is looked up by. */
export interface LinkKey {
	field: 'alias' | 'url';
	/** Without blanks around it. */
	text: string;
	/** Only a link on this domain counts. */
	domainId?: string;
}

/** The links that a look-up found. */
export interface LinksFound {
	/** Those with the key; an address may be spelt in another way. */
	matches: IDataObject[];
	/** Those whose alias differs from the key in small and capital letters alone. */
	otherCase: IDataObject[];
	/** Those whose key may be what the service made of this one: a slug, another scheme. */
	rewritten: IDataObject[];
}

/**
 * Looks links up by their alias or their address; the service's search finds parts of texts too. Where
 * none has the key and a service may have written it in another way, they are searched for that, too.
 *
 * @throws UserError when the list may be incomplete: a link could be missed, and created again
 */
export async function lookUpLinks(
	item: Pick<Item, 'client' | 'run'>,
	key: LinkKey,
): Promise<LinksFound> {
	if (key.field === 'url')
		return sortByAddress(await search(item, key, searchTextOf(key.text)), key);
	const found = sortByAlias(await search(item, key, key.text), key);
	const part = partOfSlug(key.text);
	if (found.matches.length > 0 || part === undefined) return found;
	return sortByAlias(await search(item, key, part), key);
}

function sortByAddress(links: IDataObject[], { text }: LinkKey): LinksFound {
	const [matches = []] = [
		links.filter(({ url }) => writtenText(url) === text),
		links.filter(({ url }) => sameAddress(url, text)),
		links.filter(({ url }) => sameButForSlash(url, text)),
	].filter((some) => some.length > 0);
	const turn = turnOf(text);
	const near = links.filter(({ url }) => typeof url === 'string' && turnOf(url) === turn);
	return { matches, otherCase: [], rewritten: matches.length > 0 ? [] : near };
}

function sortByAlias(links: IDataObject[], { text }: LinkKey): LinksFound {
	const found: LinksFound = { matches: [], otherCase: [], rewritten: [] };
	const [lowerCase, letters] = [text.toLowerCase(), lettersOf(text)];
	for (const link of links) {
		const alias = writtenText(link.alias) ?? '';
		if (alias === text) found.matches.push(link);
		else if (alias.toLowerCase() === lowerCase) found.otherCase.push(link);
		else if (!isPlainAlias(text) && letters !== '' && lettersOf(alias) === letters) {
			found.rewritten.push(link);
		}
	}
	return found;
}

/** Whether a part of an address can hold an alias as it is, so that no service need rewrite it. */
export function isPlainAlias(alias: string): boolean {
	return /^[\w.~-]+$/.test(alias);
}

/** What is left of an alias in every slug that a service may make of it. */
function lettersOf(alias: string): string {
	return folded(withoutEntities(alias)).replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The longest part that an alias and all its slugs share; undefined where there is no slug of it. */
function partOfSlug(alias: string): string | undefined {
	if (isPlainAlias(alias)) return undefined;
	const parts = folded(withoutEntities(alias)).match(/[a-z0-9]+/g) ?? [];
	return parts.sort((a, b) => b.length - a.length)[0];
}

/** @throws UserError when the list may be incomplete */
async function search(
	item: Pick<Item, 'client' | 'run'>,
	{ field, text, domainId }: LinkKey,
	part: string,
): Promise<IDataObject[]> {
	const query: Record<string, string> = { search: part, search_by: field };
	if (domainId !== undefined) query.domain_id = domainId;
	const { records, incomplete } = await listRecords(item, 'links', query, { limit: Infinity });
	if (incomplete !== undefined) {
		throw new UserError(
			`The node couldn't check all links for the ${nameOf(field)} ${quoted(text)}`,
			{ description: `${incomplete} Nothing was changed.` },
		);
	}
	// A record that does not show its domain is taken to be on the one that was asked for.
	return records.filter(
		(record) => domainId === undefined || showsDomain(record, domainId) !== 'no',
	);
}

/**
 * The one of these links, if any.
 *
 * @throws UserError listing them when there are several
 */
export function onlyLink(links: IDataObject[], { field, text }: LinkKey): IDataObject | undefined {
	if (links.length <= 1) return links[0];
	throw new UserError(
		`${links.length} links have the ${nameOf(field)} ${quoted(text)}: ${links.map(describeLink).join(', ')}`,
		{
			description:
				field === 'alias'
					? 'The same alias can exist on several domains. Select the link by its ID or, in "Create or Update", set "Domain".'
					: 'Set "Match By" to Alias, or use "Update" and select the link by its ID.',
		},
	);
}

/** A link in a message: its ID, and the short URL if the record shows it. */
export function describeLink(record: IDataObject): string {
	const address = record.short_url ?? record.url;
	const id = `ID ${String(record.id)}`;
	return typeof address === 'string' ? `${id} (${address})` : id;
}

export function nameOf(field: LinkKey['field']): string {
	return field === 'url' ? 'destination URL' : 'alias';
}

/** A text in a record; some services write one that consists of digits as a number. */
function writtenText(value: unknown): string | undefined {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined;
}
