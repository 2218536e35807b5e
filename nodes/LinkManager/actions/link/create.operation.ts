import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../../shared/http/client';
import { collectionField } from '../../../shared/node/collection';
import type { AnyField } from '../../../shared/node/field';
import { operation } from '../../../shared/node/operation';
import { quoted } from '../../../shared/text';
import { createOnce } from '../../records/createOnce';
import { type Key, keyOf } from '../../records/key';
import type { Check } from '../../transport/api';
import type { BodyFields } from '../../transport/formBody';
import { newLinkBody } from './linkBody';
import { additionalLinkFields, domainId, linkTexts, urlField } from './linkFields';
import { newTargetingFields, targetingOf } from './targeting';

export function additionalFields<const F extends readonly AnyField[]>(entries: F) {
	return collectionField(
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
		},
		entries,
	);
}

export const create = operation({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create link',
		description: 'Create a new short link to a destination URL',
	},
	changes: true,
	fields: [
		urlField,
		domainId.optional(),
		...newTargetingFields,
		additionalFields(additionalLinkFields()),
	],
	read(values, form) {
		const { url, domainId: domain, additionalFields: added } = values;
		const { alias } = added.values;
		const link = { ...added.values, ...targetingOf(values, form, true), url, domainId: domain };
		return {
			link: newLinkBody(link, added.empty, form),
			key: alias === undefined ? undefined : keyOf('alias', alias, domain),
		};
	},
	run: async ({ link, key }, item) => [await createLink(item.client, link, key)],
});

/**
 * Creates a link, never two of them; see `createOnce`.
 *
 * @param link with `url`
 * @param key its alias, or a key that no link had a moment ago
 */
export async function createLink(
	client: Client,
	link: BodyFields,
	key: Key | undefined,
	stillMissing?: Check,
): Promise<IDataObject> {
	return await createOnce(client, 'links', link, {
		...linkTexts,
		key,
		stillMissing,
		howToCheck: `The link may already exist. Before you create it again, use "Get Many" with "Search By" set to Destination URL and "Search" set to ${quoted(link.url)}, and look at the newest links. If you set an alias of lowercase letters, digits and single hyphens, the node checks this itself.`,
	});
}
