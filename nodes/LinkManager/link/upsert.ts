import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { readIdentifier } from '../../shared/identifiers';
import { hasStatus, isNotFound } from '../../shared/http/errors';
import { optionsCollection, requiredWhile } from '../../shared/node/options';
import type { Item, Operation } from '../../shared/node/operation';
import type { ItemParameters } from '../../shared/node/parameters';
import { requireText } from '../../shared/node/readValue';
import { quoted } from '../../shared/text';
import { trimmed } from '../../shared/values';
import { updateRecord } from '../api';
import { ALIAS_TAKEN } from '../createOnce';
import { addressKey, findByKey, type Key, onlyOne } from '../findByKey';
import type { FormFields } from '../form';
import { knownList, linkListOf } from '../linkList';
import { additionalFieldsProperty, createLink, newLinkDomainProperty, readNewLink } from './create';
import {
	additionalFieldProperties,
	aliasProperty,
	clearableFields,
	linkLabels,
	urlProperty,
} from './fields';
import { linkForm, warnAboutUnused, withoutFields } from './linkForm';

const properties: INodeProperties[] = [
	{
		displayName: 'Match By',
		name: 'matchBy',
		type: 'options',
		options: [
			{ name: 'Alias', value: 'alias', description: 'Find the link with exactly this alias' },
			{
				name: 'Destination URL',
				value: 'url',
				description: 'Find the link with exactly this destination URL',
			},
		],
		default: 'alias',
		description:
			'How to find an existing link. If there is one, it is updated instead of created again.',
		builderHint: {
			propertyHint:
				'Needs no "get" before it. With "alias", the parameter "alias" is required; with "url", the exact destination counts.',
		},
	},
	...requiredWhile(['matchBy', 'alias'], {
		...aliasProperty,
		description:
			'The last part of the short URL. If "Match By" is set to Destination URL, you can leave it empty.',
	}),
	urlProperty,
	{
		...newLinkDomainProperty,
		description: 'The domain of the short URL. If you set it, only links on it are matched.',
	},
	{
		...additionalFieldsProperty,
		options: additionalFieldProperties.filter(({ name }) => name !== 'alias'),
	},
	optionsCollection(),
];

export const upsert: Operation = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update link',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
	},
	properties,
	clearableFields,
	async execute(item) {
		const { parameters } = item;
		const key = readKey(parameters);
		const values = readNewLink(item);
		if (parameters.given('alias')) values.alias = parameters.text('alias');
		else if (parameters.isExpression('alias')) item.hint('"Alias" is empty, so it was left out.');
		const form = linkForm(item, values);
		const empty = parameters.names('additionalFields').filter((name) => !(name in values));
		// The service takes a domain only for a new link, and an alias that was matched is as it should be.
		const fixed = key.field === 'alias' ? ['domainId', 'alias'] : ['domainId'];
		const changes = withoutFields(form, [...empty, ...fixed]);
		const turn = key.field === 'alias' ? `alias ${key.text}` : `url ${addressKey(key.text)}`;
		return [
			await item.run.serialize(
				`link by ${turn}`,
				async () => await createOrUpdate(item, { key, form, changes }),
			),
		];
	},
};

/** @throws UserError for a key that is empty or half */
function readKey(parameters: ItemParameters): Key {
	const field = parameters.choice<'alias' | 'url'>('matchBy');
	const text = parameters.text(field);
	if (field === 'alias') requireText(text, 'Alias');
	parameters.refuseHalf(text, field);
	return { field, text, domainId: readDomainId(parameters) };
}

/** @throws UserError for a domain by expression that is empty: a link on another one could be updated */
function readDomainId(parameters: ItemParameters): string | undefined {
	if (parameters.given('domainId')) {
		return readIdentifier(parameters.locator('domainId').value, newLinkDomainProperty.displayName);
	}
	if (!parameters.isExpression('domainId')) return undefined;
	throw new UserError('"Domain" is empty', {
		description:
			'Without it, a link on another domain could be updated. Make sure the field that the expression refers to has a value, or remove the expression.',
	});
}

/** What to write, and by which key the link is found. */
interface Writing {
	key: Key;
	form: FormFields;
	/** What of the form an existing link is sent. */
	changes: FormFields;
}

async function createOrUpdate(item: Item, writing: Writing): Promise<IDataObject> {
	const { key } = writing;
	const list = key.field === 'alias' ? await linkListOf(item, readKey) : undefined;
	if (!list) return await write(item, writing, onlyOne(await findByKey(item, key), key));
	const listed = onlyOne(list.find(key), key);
	try {
		return await write(item, writing, listed);
	} catch (error) {
		// The list may be minutes old: somebody may have deleted or created the link since.
		const isOld = listed ? isNotFound(error) : hasStatus(error, 422);
		if (!isOld) throw error as Error;
		const existing = onlyOne(await findByKey(item, key), key);
		if (!listed && !existing) throw error as Error;
		if (listed) list.remove(String(listed.id));
		if (existing) list.enter(existing);
		return await write(item, writing, existing);
	}
}

async function write(item: Item, writing: Writing, existing?: IDataObject): Promise<IDataObject> {
	const record = existing ? await update(item, writing, existing) : await create(item, writing);
	const upsertResult = existing ? 'updated' : 'created';
	item.count(upsertResult);
	return { upsertResult, ...record };
}

async function create(item: Item, { key, form }: Writing): Promise<IDataObject> {
	const isByAlias = key.field === 'alias';
	const created = await createLink(item, form, isByAlias ? NOT_EXACTLY : ALIAS_TAKEN, key);
	knownList(item)?.enter(created);
	if (isByAlias) requireAlias(item, key.text, created);
	return created;
}

/** MySQL compares texts without case. */
const NOT_EXACTLY =
	'No link has exactly this alias, but the service may not tell small letters from capitals. Search for the alias with "Get Many", and enter it as the service shows it.';

async function update(
	item: Item,
	{ changes }: Writing,
	existing: IDataObject,
): Promise<IDataObject> {
	const id = readIdentifier(existing.id, 'Link');
	const record = await updateRecord(item.client, 'links', id, changes, linkLabels);
	warnAboutUnused(item, changes, record);
	return record;
}

/**
 * Refuses a new link with another alias than was sent: the next run would not find it by that alias, and
 * would create one more. A plan without custom aliases, or a slug rule, does that.
 *
 * @throws NodeApiError naming both aliases and the ID, after which Retry On Fail leaves the item ended
 */
function requireAlias(item: Item, alias: string, { id, alias: stored }: IDataObject): void {
	if (stored === undefined || stored === null || trimmed(String(stored)) === alias) return;
	throw item.client.error({
		message: `The service created link ${String(id)} with the alias ${quoted(stored)} instead of ${quoted(alias)}`,
		description: `Each run would create another link. Set "Alias" to ${quoted(stored)}, set "Match By" to Destination URL, or delete the link and choose an alias that the service accepts.`,
		outcome: 'unknown',
		isFinal: true,
	});
}
