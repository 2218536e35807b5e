import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { quoted } from '../../shared/wording';
import type { Item } from '../../shared/item/operation';
import { createOnce } from '../createOnce';
import type { FormFields } from '../form';
import { sameAddress } from './address';
import { theOnly } from './locator';

/**
 * Creates a link, never twice: after a lost answer it is looked up by its alias, which the service
 * lets exist once a domain.
 *
 * @param fields the form, with `url`
 * @param matchBy what tells this link from others besides its alias, if anything does
 */
export async function createLink(
	item: Item,
	fields: FormFields,
	matchBy?: 'url',
): Promise<IDataObject> {
	const { alias, url, domain_id: domainId } = fields as Record<string, string | undefined>;
	const domain = domainId || undefined;
	if (alias !== undefined && alias !== '') {
		return await createOnce(item, 'links', fields, {
			find: async () => ownLink(await theOnly(item, 'alias', alias, domain)),
			advice: `Look for a link with the alias ${quoted(alias)} before you create it again.`,
		});
	}
	return await createOnce(item, 'links', fields, {
		find:
			matchBy === 'url' && url !== undefined
				? async () => await theOnly(item, 'url', url, domain)
				: undefined,
		advice: `It may exist: list the links with Search By set to URL and Search set to ${quoted(url)}, newest first, before you create it again. With an alias the node looks it up by itself.`,
	});

	/** A link with this alias that leads elsewhere was there before, and is not ours. */
	function ownLink(found: IDataObject | undefined): IDataObject | undefined {
		if (found === undefined || sameAddress(found.url, url)) return found;
		throw new UserError(
			`the alias ${quoted(alias)} belongs to another link (ID ${String(found.id)})`,
		);
	}
}
