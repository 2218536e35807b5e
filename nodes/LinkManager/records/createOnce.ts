import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../shared/http/client';
import { failureIn } from '../../shared/http/errors';
import { ExecutionCancelled } from '../../shared/http/queue';
import { backOff } from '../../shared/http/rateLimit';
import { createdIds } from '../../shared/http/runState';
import { quoted } from '../../shared/text';
import { type Check, createRecord, type FieldTexts, type Kind, NOUNS } from '../transport/api';
import type { BodyFields } from '../transport/formBody';
import { findAfterFailure } from './findByKey';
import { addressKey, checkForKey, describeRecord, type Key } from './key';
import { showsDisabled } from './linkState';
import { allShown, answer, type Shown, showsSame, showsThat } from './shown';

/** How messages name a create, and how to find the record if its response is lost. */
interface Creation extends FieldTexts {
	/** The alias that was sent, or a key that a lookup didn't find a moment ago. */
	key?: Key;
	/** How to check for the record if it has no key, or an alias that services rewrite. */
	howToCheck?: string;
	/** For a record that a lookup didn't find: whether it is still missing. */
	stillMissing?: Check;
}

/**
 * Creates a record, never two. If the response is lost (a timeout, a 502 of a proxy), looks the record up
 * by its key. It is the result, or another link has the alias, or there is none. Only in the last case, a
 * create with an alias is retried, because the service itself rejects a second one.
 *
 * @throws NodeApiError of the outcome `unknown` if it may exist: Retry On Fail leaves the item ended
 */
export async function createOnce(
	client: Client,
	kind: Kind,
	fields: BodyFields,
	creation: Creation,
): Promise<IDataObject> {
	const record = await createOrFind(client, kind, fields, creation);
	client.run.acrossTries(createdIds).push(String(record.id));
	return record;
}

async function createOrFind(
	client: Client,
	kind: Kind,
	fields: BodyFields,
	{ key, howToCheck, stillMissing, ...texts }: Creation,
): Promise<IDataObject> {
	const { maxRetries } = client.policy;
	for (let tries = 1; ; tries++) {
		try {
			return await createRecord(client, kind, fields, texts, stillMissing);
		} catch (error) {
			const isLost = failureIn(error).outcome === 'unknown';
			// After a lost response, "taken" may be about the record itself.
			if (error instanceof ExecutionCancelled || (tries === 1 && !isLost)) throw error as Error;
			const isStoredAsSent = key && (key.field !== 'alias' || isSlug(key));
			const unknownError = mayExist(
				client,
				kind,
				error,
				isStoredAsSent ? checkForKey(key) : howToCheck,
			);
			if (!key) throw unknownError;
			await client.run.queue.pause(backOff(tries));
			const { found } = await findAfterFailure(client, key, unknownError);
			const [created, ...others] = found.filter((record) => showsSent(record, fields) === 'yes');
			if (created && others.length === 0) return created;
			const other = found.find((record) => showsSent(record, fields) === 'no');
			if (!created && other && key.field === 'alias') throw taken(client, kind, key, other, error);
			const mayRetry = isLost && found.length === 0 && tries <= maxRetries && isSlug(key);
			if (!mayRetry) throw unknownError;
		}
	}
}

/** Whether a record is the one that was sent. For a pixel, the name is enough if it shows nothing else. */
function showsSent(record: IDataObject, { url, disabled, type, value }: BodyFields): Shown {
	if (typeof url !== 'string') {
		const shown = [showsSame(record.type, type), showsSame(record.value, value)];
		return answer(!shown.includes('no'));
	}
	const hasUrl = showsThat(record.url, (text) => addressKey(text) === addressKey(url));
	return allShown([hasUrl, showsDisabled(record, disabled === '1')]);
}

/** Services rewrite other aliases and add a number if one is taken, so a retry could create two links. */
function isSlug({ field, text }: Key): boolean {
	return field === 'alias' && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
}

/** Another link has the alias. Without a domain, it may be on another one than the new link. */
function taken(client: Client, kind: Kind, key: Key, other: IDataObject, lost: unknown): Error {
	const link = describeRecord(other);
	if (key.domainId === undefined) {
		const advice = `Another link has this alias, possibly on another domain: ${link}. ${checkForKey(key)}`;
		return mayExist(client, kind, lost, advice);
	}
	return client.error({
		message: `The alias ${quoted(key.text)} belongs to another link: ${link}`,
		description:
			'To update it, use "Create or Update" with "Match By" set to Alias. Otherwise choose another alias.',
		outcome: 'refused',
	});
}

function mayExist(client: Client, kind: Kind, lost: unknown, description?: string): Error {
	const { message, httpCode } = failureIn(lost);
	return client.error({
		message: `It is not known whether the ${NOUNS[kind]} was created. ${message}`,
		description,
		outcome: 'unknown',
		isFinal: true,
		httpCode,
	});
}
