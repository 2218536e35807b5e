import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Item } from '../../shared/item/operation';
import { quoted } from '../../shared/wording';
import { listRecords } from '../api';
import { sameAddress, searchTextOf } from './address';
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
}

/**
 * Looks links up by their alias or their address; the service's search finds parts of texts too.
 *
 * @throws UserError when the list may be incomplete: a link could be missed, and created again
 */
export async function lookUpLinks(
	item: Pick<Item, 'client' | 'run'>,
	{ field, text, domainId }: LinkKey,
): Promise<LinksFound> {
	const search = field === 'url' ? searchTextOf(text) : text;
	const query: Record<string, string> = { search, search_by: field };
	if (domainId !== undefined) query.domain_id = domainId;
	const { records, incomplete } = await listRecords(item, 'links', query, { limit: Infinity });
	if (incomplete !== undefined) {
		throw new UserError(
			`The node couldn't check all links for the ${nameOf(field)} ${quoted(text)}`,
			{ description: `${incomplete} Nothing was changed.` },
		);
	}
	// A record that does not show its domain is taken to be on the one that was asked for.
	const onDomain = records.filter(
		(record) => domainId === undefined || showsDomain(record, domainId) !== 'no',
	);
	const asWritten = onDomain.filter((record) => writtenText(record[field]) === text);
	if (field === 'alias') {
		const folded = text.toLowerCase();
		const otherCase = onDomain.filter((record) => {
			const alias = writtenText(record.alias);
			return alias !== text && alias?.toLowerCase() === folded;
		});
		return { matches: asWritten, otherCase };
	}
	const same = onDomain.filter(({ url }) => sameAddress(url, text));
	return { matches: asWritten.length > 0 ? asWritten : same, otherCase: [] };
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

function nameOf(field: LinkKey['field']): string {
	return field === 'url' ? 'destination URL' : 'alias';
}

/** A text in a record; some services write one that consists of digits as a number. */
function writtenText(value: unknown): string | undefined {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined;
}
