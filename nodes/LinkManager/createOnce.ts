import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { apiError, UnknownOutcome } from '../shared/client/errors';
import type { Item } from '../shared/item/operation';
import { createRecord, type Kind } from './api';
import type { FormFields } from './form';

/** How to recognise a record that a lost answer may have been about. */
export interface Recognition {
	/** Looks the record up by what is unique in it; absent where nothing is. */
	find?: () => Promise<IDataObject | undefined>;
	/** A sentence for the user: how to find out whether it exists. */
	advice: string;
}

/**
 * Creates a record, never twice. When the answer is lost, the record is looked up: if it is there it is
 * the result, if not it is created again. What cannot be told from other records is not sent again;
 * the error then says that it may exist.
 */
export async function createOnce(
	item: Item,
	kind: Kind,
	fields: FormFields,
	{ find, advice }: Recognition,
): Promise<IDataObject> {
	const first = await attempt();
	if (!('error' in first)) return first.record;
	if (!(first.error instanceof UnknownOutcome)) throw first.error;
	if (!find) throw unsure(first.error);
	const found = await lookUp(first.error, find);
	if (found) return found;
	const second = await attempt();
	if (!('error' in second)) return second.record;
	// The first try may have been carried out late: the second is then refused as a duplicate.
	const late = await lookUp(first.error, find);
	if (late) return late;
	throw unsure(second.error);

	async function attempt(): Promise<{ record: IDataObject } | { error: Error }> {
		try {
			return { record: await createRecord(item.client, kind, fields) };
		} catch (error) {
			return { error: error as Error };
		}
	}

	async function lookUp(
		cause: UnknownOutcome,
		search: () => Promise<IDataObject | undefined>,
	): Promise<IDataObject | undefined> {
		try {
			return await search();
		} catch (error) {
			throw unsure(cause, ` Looking for it failed as well: ${(error as Error).message}.`);
		}
	}

	function unsure(cause: Error, more = ''): UnknownOutcome {
		const text = {
			message: `It is not known whether the ${kind === 'links' ? 'link' : 'pixel'} was created. ${cause.message}`,
			description: `${advice}${more}`,
			httpCode: (cause instanceof NodeApiError && cause.httpCode) || undefined,
		};
		return apiError(item.functions.getNode(), text, UnknownOutcome);
	}
}
