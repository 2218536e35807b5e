import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { quoted } from '../../shared/text';
import { type Key, KEYS } from '../findByKey';

/**
 * The one of these links, if any.
 *
 * @throws UserError listing them when there are several
 */
export function onlyLink(links: IDataObject[], { field, text }: Key): IDataObject | undefined {
	if (links.length <= 1) return links[0];
	throw new UserError(
		`${links.length} links have the ${KEYS[field].name} ${quoted(text)}: ${links.map(describeLink).join(', ')}`,
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
