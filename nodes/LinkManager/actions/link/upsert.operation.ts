import type { IDataObject } from 'n8n-workflow';

import { refusedIfEmpty } from '../../../shared/node/emptiness';
import { choiceField } from '../../../shared/node/field';
import { type Item, operation } from '../../../shared/node/operation';
import { cut, listed, quoted } from '../../../shared/text';
import { defined, trimmed } from '../../../shared/values';
import { createOrUpdate } from '../../records/createOrUpdate';
import { keyOf } from '../../records/key';
import { pixelIdsOf } from '../../records/linkState';
import { updateRecord } from '../../transport/api';
import type { BodyFields } from '../../transport/formBody';
import { ifExistsField } from '../ifExists';
import { refuseIncompleteKey } from '../incompleteKey';
import { additionalFields, createLink } from './create.operation';
import { newLinkBody } from './linkBody';
import {
	additionalLinkFields,
	alias,
	domainId,
	linkTexts,
	showsLinkField,
	urlField,
} from './linkFields';
import { targetingOf, upsertTargetingFields } from './targeting';

const matchByField = choiceField({
	displayName: 'Match By',
	name: 'matchBy',
	type: 'options',
	options: [
		{ name: 'Alias', value: 'alias', description: 'Find the link with exactly this alias' },
		{
			name: 'Destination URL',
			value: 'url',
			description: "Find the link with this destination URL. A slash at the end doesn't count.",
		},
	],
	default: 'alias',
	description:
		'How to find an existing link. If you set "Domain", only links on that domain count. "If It Exists" decides what happens to the link.',
});

const matchedAlias = alias.with({
	required: true,
	displayOptions: { show: { matchBy: ['alias'] } },
	description: 'The last part of the short URL. An existing link must have exactly this alias.',
});

const ownAlias = alias.with({ displayOptions: { show: { matchBy: ['url'] } } }).optional();

/** What the link is found by. */
const KEY_FIELDS = {
	alias: matchedAlias.map(refuseIncompleteKey),
	url: urlField.map(refuseIncompleteKey),
};

export const upsert = operation({
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update link',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
	},
	changes: true,
	fields: [
		matchByField,
		matchedAlias,
		ownAlias,
		urlField,
		domainId.optional(refusedIfEmpty('Without it, a link on another domain could be updated.')),
		ifExistsField,
		...upsertTargetingFields,
		additionalFields(
			additionalLinkFields('They replace all others of an existing link.').filter(
				(field) => field !== alias,
			),
		),
	],
	read(values, form) {
		const { matchBy, url, domainId: domain, ifExists, additionalFields: added } = values;
		const text = KEY_FIELDS[matchBy].of(form);
		const given = matchBy === 'alias' ? text : ownAlias.of(form);
		const link = newLinkBody(
			{ ...added.values, ...targetingOf(values, form, true), url, alias: given, domainId: domain },
			added.empty,
			form,
		);
		// By the URL as it is sent, with its UTM parameters.
		const key = keyOf(matchBy, String(link[matchBy]), domain);
		const changes = defined({
			...link,
			// A domain can only be set for a new link, and a matched alias needs no change.
			domain_id: undefined,
			domain: undefined,
			alias: matchBy === 'alias' ? undefined : link.alias,
		});
		// If the response to a create is lost, the link is looked up by its alias, if it has one.
		const ownKey = given === undefined ? key : keyOf('alias', given, domain);
		return { key, ownKey, ifExists, link, changes };
	},
	async run(wanted, item) {
		const { key, ownKey, link, changes } = wanted;
		const record = await createOrUpdate(item, wanted, {
			shows: showsLinkField,
			async create(stillMissing) {
				const created = await createLink(item.client, link, ownKey, stillMissing);
				if (key.field === 'alias') requireAlias(item, key.text, created);
				return created;
			},
			async update(id, existing, check) {
				const updated = await updateRecord(item.client, 'links', id, changes, linkTexts, check);
				hintOfReplacedPixels(item, changes, existing);
				return updated;
			},
		});
		return [record];
	},
});

/** The service replaces the whole set of pixels. */
function hintOfReplacedPixels(item: Item, { pixel_ids: sent }: BodyFields, before: IDataObject) {
	if (!sent) return;
	const kept = new Set<unknown>(sent);
	const replaced = pixelIdsOf(before)?.filter((id) => !kept.has(id)) ?? [];
	if (replaced.length === 0) return;
	item.hint(
		`The selected pixels replaced other pixels of the link: ${listed(replaced.map((id) => cut(id)))}.`,
	);
}

/**
 * Refuses a new link with another alias than was sent: the next run would not find it by that alias, and
 * would create one more. A plan without custom aliases, or a slug rule, does that.
 *
 * @throws NodeApiError naming both aliases and the ID, after which Retry On Fail leaves the item ended
 */
function requireAlias(item: Item, sent: string, { id, alias: stored }: IDataObject): void {
	if (stored === undefined || stored === null || trimmed(String(stored)) === sent) return;
	throw item.client.error({
		message: `The service created link ${cut(id)} with the alias ${quoted(stored)} instead of ${quoted(sent)}`,
		description: `Each run would create another link. Set "Alias" to ${quoted(stored)}, set "Match By" to Destination URL, or delete the link and choose an alias that the service accepts.`,
		outcome: 'unknown',
		isFinal: true,
	});
}
