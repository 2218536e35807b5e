import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { outcomeOf } from '../shared/http/errors';
import { ExecutionCancelled } from '../shared/http/queue';
import { backOff } from '../shared/http/rateLimit';
import type { Item } from '../shared/node/operation';
import type { RequestOptions } from '../shared/node/options';
import { quoted } from '../shared/text';
import { flagOf } from '../shared/values';
import { createRecord, type FieldTexts, type Kind, NOUNS } from './api';
import { checkForKey, describeRecord, findByKey, isSameAddress, type Key } from './findByKey';
import type { FormFields } from './form';

/** How a create is told of, and how the record is found if the answer to it is lost. */
export interface Creation extends FieldTexts {
	/** What no other record has: the alias sent, or what a look-up didn't find just now. */
	key?: Key;
	/** How the user finds out whether a record without a key exists. */
	check: string;
}

/**
 * Creates a record, and never two. If the answer is lost (a time-out, a 502 of a proxy), the record may
 * exist, so it is looked up by its key. A link with an alias in the form of a slug is sent again if the
 * look-up finds none, because the service itself refuses a second one. If another link has the alias,
 * the create is refused.
 *
 * @throws NodeApiError of the outcome `unknown` if it may exist: Retry On Fail leaves the item ended
 */
export async function createOnce(
	item: Pick<Item, 'client' | 'parameters' | 'run'>,
	kind: Kind,
	fields: FormFields,
	creation: Creation,
): Promise<IDataObject> {
	const { key, check } = creation;
	const { maxRetries } = item.parameters.filled<RequestOptions>('options');
	for (let tries = 1; ; tries++) {
		try {
			return await createRecord(item.client, kind, fields, creation);
		} catch (error) {
			const isLost = outcomeOf(error) === 'unknown';
			const isFirst = tries === 1;
			// After a lost answer, a refusal such as "taken" may come from the record itself.
			if (error instanceof ExecutionCancelled || (isFirst && !isLost)) throw error as Error;
			if (!key) throw mayExist(item, kind, error, check);
			await item.run.queue.pause(backOff(tries));
			const created = await findCreated(item, key, fields, error);
			if (created) return created;
			if (!isLost || tries > maxRetries || !mayBeSentAgain(key)) {
				throw mayExist(item, kind, error, checkForKey(key));
			}
		}
	}
}

/**
 * The record that a lost create made, if there is one.
 *
 * @throws NodeApiError of the outcome `refused` if another link has the alias, and `unknown` if the
 * look-up can't tell
 */
async function findCreated(
	item: Pick<Item, 'client' | 'run'>,
	key: Key,
	fields: FormFields,
	lost: unknown,
): Promise<IDataObject | undefined> {
	const kind = key.field === 'name' ? 'pixels' : 'links';
	let found: IDataObject[];
	try {
		found = await findByKey(item, key);
	} catch (error) {
		if (error instanceof ExecutionCancelled) throw error as Error;
		const more = `Looking it up didn't help: ${(error as Error).message}.`;
		throw mayExist(item, kind, lost, `${checkForKey(key)} ${more}`);
	}
	const [other] = found;
	const [created, ...others] = found.filter((record) => isAsSent(record, fields));
	if (others.length > 0) {
		const list = found.map(describeRecord).join(', ');
		throw mayExist(item, kind, lost, `${checkForKey(key)} It may be one of these: ${list}.`);
	}
	if (created || other === undefined || key.field !== 'alias') return created;
	throw item.client.error({
		message: `The alias ${quoted(key.text)} belongs to another link: ${describeRecord(other)}`,
		description: ALIAS_TAKEN,
		outcome: 'refused',
	});
}

/** What to do when another link has the alias. */
export const ALIAS_TAKEN =
	'If a link with this alias exists, "Create or Update" with "Match By" set to Alias updates it. Otherwise choose another alias.';

/** A pixel has nothing to compare but its name. */
function isAsSent({ url, disabled }: IDataObject, fields: FormFields): boolean {
	if (typeof fields.url !== 'string') return true;
	const isDisabled = flagOf(disabled) === true;
	return isSameAddress(String(url), fields.url) && isDisabled === (fields.disabled === '1');
}

/** Services make a slug of any other alias, and number one that is taken: that would make two links. */
function mayBeSentAgain({ field, text }: Key): boolean {
	return field === 'alias' && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
}

function mayExist(
	{ client }: Pick<Item, 'client'>,
	kind: Kind,
	cause: unknown,
	description: string,
): Error {
	return client.error({
		message: `It is not known whether the ${NOUNS[kind]} was created. ${(cause as Error).message}`,
		description,
		outcome: 'unknown',
		isFinal: true,
		httpCode: (cause instanceof NodeApiError && cause.httpCode) || undefined,
	});
}
