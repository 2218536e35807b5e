import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../../shared/http/client';
import { inOneText, isNotFound } from '../../../shared/http/errors';
import { ExecutionCancelled } from '../../../shared/http/queue';
import { isUnset, readIdentifier } from '../../../shared/identifiers';
import { changeRecord, deleteRecord } from '../../api';
import { linkIdProperty } from '../linkId';
import { showsDisabled } from './judge';

/** What a clean-up does with the links that are due. */
export type CleanUpAction = 'report' | 'disable' | 'delete';

/** What happened to one link, and why not what was wanted. */
export interface LinkEnding {
	action: 'reported' | 'disabled' | 'deleted' | 'skipped' | 'failed';
	/** Absent where all went as it was wanted. */
	reason?: string;
}

export const GONE = 'The link was already gone';

/** Disables or deletes one link. */
export async function retire(
	client: Client,
	id: string,
	action: Exclude<CleanUpAction, 'report'>,
): Promise<LinkEnding> {
	if (action === 'disable') return await disable(client, id);
	await deleteRecord(client, 'links', id);
	return { action: 'deleted' };
}

/**
 * Works on one link. Whatever goes wrong with it is told, and stops no other link.
 *
 * @param work may give no ending: there is more to do
 * @throws ExecutionCancelled
 */
export async function endingOf<Ending extends LinkEnding | undefined>(
	{ id: shownId }: IDataObject,
	action: CleanUpAction,
	work: (id: string) => Promise<Ending>,
): Promise<Ending | LinkEnding> {
	try {
		if (isUnset(shownId)) return { action: 'failed', reason: "The record doesn't show its ID" };
		return await work(readIdentifier(shownId, linkIdProperty.displayName));
	} catch (error) {
		if (error instanceof ExecutionCancelled) return await Promise.reject(error);
		if (isNotFound(error)) {
			return { action: action === 'delete' ? 'deleted' : 'skipped', reason: GONE };
		}
		return { action: 'failed', reason: inOneText(error as Error) };
	}
}

async function disable(client: Client, id: string): Promise<LinkEnding> {
	const { record, returned } = await changeRecord(
		client,
		'links',
		id,
		{ disabled: '1' },
		(answer) => ['yes', 'no'].includes(showsDisabled(answer)),
	);
	const evidence = showsDisabled(record);
	if (evidence === 'no') {
		return {
			action: 'failed',
			reason: 'The service accepted the change, but the link is still active',
		};
	}
	if (evidence !== 'yes' && !returned) {
		return {
			action: 'failed',
			reason:
				"The service accepted the change but didn't return the link, and its record doesn't show whether it is disabled",
		};
	}
	return { action: 'disabled' };
}
