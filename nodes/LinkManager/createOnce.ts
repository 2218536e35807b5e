import type { IDataObject, UserError } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { apiError, UnknownOutcome } from '../shared/client/errors';
import { ExecutionCancelled } from '../shared/client/gate';
import type { Item } from '../shared/item/operation';
import { quoted } from '../shared/wording';
import { createRecord, type Kind, NOUNS } from './api';
import type { FormFields } from './form';
import { fitsBetween, readRecordTime } from './recordTime';

/** How to tell the record just made from others, once its answer was lost. */
export interface Recognition {
	/** The records that have its key now; absent where nothing would tell it from others. */
	find?: () => Promise<IDataObject[]>;
	/** Whether a record carries what was sent, as far as it shows. */
	carries(record: IDataObject): boolean;
	/** True after a look-up that found no record with the key: whichever has it now is the new one. */
	keyWasFree: boolean;
	/** The error when the key belongs to another record; absent where several records may have it. */
	taken?(other: IDataObject): UserError;
	/** What to do when the service does not accept a field, by its own name for it. */
	fieldAdvice?: Readonly<Record<string, string>>;
	/** A sentence for the user: how to find out whether it exists. */
	advice: string;
}

/** How far the clocks may be apart, and how coarse they may be. */
const SLACK = 5_000;

/**
 * Creates a record, never twice. When the answer is lost, the record is looked up: if it is there it is
 * the result, if not it is created again. A record that was there before is never taken for the new
 * one. What cannot be told is not sent again; the error then says that it may exist.
 *
 * @throws UnknownOutcome when it may or may not exist
 */
export async function createOnce(
	item: Pick<Item, 'client' | 'functions'>,
	kind: Kind,
	fields: FormFields,
	recognition: Recognition,
): Promise<IDataObject> {
	const { find, advice, fieldAdvice } = recognition;
	const since = Date.now();
	const first = await attempt();
	if (!('error' in first)) return first.record;
	if (!(first.error instanceof UnknownOutcome)) throw first.error;
	if (!find) throw unsure(first.error);
	const found = await recognize(first.error, find);
	if (found) return found;
	const second = await attempt();
	if (!('error' in second)) return second.record;
	if (second.error instanceof ExecutionCancelled) throw second.error;
	// The first try may have been carried out late: the second is then refused as a duplicate.
	const late = await recognize(first.error, find);
	if (late) return late;
	throw unsure(second.error);

	async function attempt(): Promise<{ record: IDataObject } | { error: Error }> {
		try {
			return { record: await createRecord(item.client, kind, fields, fieldAdvice) };
		} catch (error) {
			return { error: error as Error };
		}
	}

	/** The new record, or undefined when it is not there. */
	async function recognize(
		cause: UnknownOutcome,
		search: () => Promise<IDataObject[]>,
	): Promise<IDataObject | undefined> {
		let records: IDataObject[];
		try {
			records = await search();
		} catch (error) {
			if (error instanceof ExecutionCancelled) return await Promise.reject(error);
			throw unsure(cause, ` Looking it up didn't help: ${(error as Error).message}.`);
		}
		const ahead = item.client.clockOffset;
		const isNew = (record: IDataObject) =>
			recognition.keyWasFree ? 'yes' : wasCreatedBetween(record, since + ahead, Date.now() + ahead);
		// What is new but differs from what was sent may be how the service writes it.
		const candidates = records.filter(
			(record) =>
				isNew(record) === 'yes' || (recognition.carries(record) && isNew(record) === 'unknown'),
		);
		const made = candidates.filter((record) => recognition.carries(record));
		const [only] = made;
		if (only && made.length === 1 && isNew(only) === 'yes') return only;
		if (candidates.length > 0) {
			const ids = candidates.map(({ id }) => String(id)).join(', ');
			throw unsure(cause, ` It may be ${NOUNS[kind]} ${ids}.`);
		}
		const [other] = records;
		if (other && recognition.taken) throw recognition.taken(other);
		return undefined;
	}

	function unsure(cause: Error, more = ''): UnknownOutcome {
		const text = {
			message: `It is not known whether the ${NOUNS[kind]} was created. ${cause.message}`,
			description: `${advice}${more}`,
			httpCode: (cause instanceof NodeApiError && cause.httpCode) || undefined,
		};
		return apiError(item.functions.getNode(), text, UnknownOutcome);
	}
}

/** @param from, to moments by the clock of the service */
function wasCreatedBetween(
	record: IDataObject,
	from: number,
	to: number,
): 'yes' | 'no' | 'unknown' {
	const created = readRecordTime(record.created_at);
	if (!created) return 'unknown';
	if (fitsBetween(created, from - SLACK, to + SLACK)) return 'yes';
	return created.latest < from - SLACK ? 'no' : 'unknown';
}

/**
 * Says when the service has stored the key of a new record in another spelling, by which alone it will be
 * found again.
 *
 * @param stored what the record shows; nothing is said where it shows none
 * @param noun what a message calls the record
 */
export function hintOfOtherSpelling(
	item: Pick<Item, 'hint'>,
	stored: unknown,
	sent: string,
	{
		label,
		noun,
		isSame = (one, other) => one === other,
	}: { label: string; noun: string; isSame?: (one: string, other: string) => boolean },
): void {
	if (typeof stored !== 'string' && typeof stored !== 'number') return;
	if (isSame(String(stored).trim(), sent)) return;
	item.hint(
		`The service saved ${quoted(stored)} for "${label}" instead of ${quoted(sent)}. Use that spelling from now on, because the ${noun} isn't found by yours.`,
		'warning',
	);
}
