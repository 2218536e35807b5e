import type { IDataObject, UserError } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { descriptionOf, errorOf, isFinal } from '../shared/http/errors';
import { ExecutionCancelled } from '../shared/http/queue';
import { backOff } from '../shared/http/rateLimit';
import type { Item } from '../shared/node/operation';
import { createRecord, type Kind, NOUNS } from './api';
import type { FormFields } from './form';
import type { Found } from './findByKey';
import type { Newness } from './oneRecordPerKey';
import { fitsBetween, readRecordTime } from './recordTime';

/** How to tell the record just made from others, once its answer was lost. */
export interface Recognition {
	/**
	 * The records that have its key now, and those that have what the service may have made of it;
	 * absent where nothing would tell it from others.
	 */
	find?: () => Promise<Found>;
	/** Whether a record carries what was sent, as far as it shows. */
	carries(record: IDataObject): boolean;
	/** True after a look-up that found no record with the key: whichever has it now is the new one. */
	keyWasFree: boolean;
	/**
	 * The records that may be the one that was sent, with whatever key; throws if that can't be told.
	 * Present where the service itself refuses a second record with the key.
	 */
	elsewhere?(): Promise<IDataObject[]>;
	/** Refuses what the service's own answer shows, by throwing. */
	judge?(answered: IDataObject, newness: Newness): Promise<void>;
	/** The error when the key belongs to another record; absent where several records may have it. */
	taken?(other: IDataObject): UserError;
	/** What to do when the service does not accept a field, by its own name for it. */
	fieldAdvice?: Readonly<Record<string, string>>;
	/** A sentence for the user: how to find out whether it exists. */
	advice: string;
}

/** How far the clocks may be apart, and how coarse they may be. */
const SLACK = 5_000;

/** How many times a record that may exist is looked up, since some services list new ones late. */
const LOOKS = 3;

/**
 * Creates a record, never twice. Unless its answer shows the record, it is looked up: if it is there, it
 * is the result. It is sent again only if the service gave no answer, would itself refuse a second one,
 * and has no new record that may be this one, whatever its key. A record that was there before is never
 * taken for the new one. What cannot be told is an error that says that it may exist.
 *
 * @throws UnknownOutcome when it may or may not exist
 */
export async function createOnce(
	item: Pick<Item, 'client' | 'functions' | 'run'>,
	kind: Kind,
	fields: FormFields,
	recognition: Recognition,
): Promise<IDataObject> {
	const { find, elsewhere, advice, fieldAdvice } = recognition;
	const own = item.run.kept('created records', () => new Set<unknown>());
	if (fields.alias !== undefined) own.add(fields.alias);
	const since = Date.now();
	const first = await attempt();
	if (!('error' in first)) return await judged(first.record);
	const lost = first.error;
	if (!isFinal(lost)) throw lost;
	if (!find) throw unsure(lost);
	const found = await recognize(lost, find);
	if (found) return found;
	if (!elsewhere || isAnswered(lost)) throw unsure(lost);
	const others = await looking(lost, elsewhere);
	// Those of other items have the alias that they were to have, or came as an answer.
	const isOwn = ({ id, alias }: IDataObject) => own.has(id) || own.has(alias);
	const maybe = others.filter((other) => !isOwn(other) && newness(other) !== 'no');
	if (maybe.length > 0) throw unsure(lost, itMayBe(maybe));
	const second = await attempt();
	if (!('error' in second)) return await judged(second.record);
	if (second.error instanceof ExecutionCancelled) throw second.error;
	// The first try may have been carried out late: the second is then refused as a duplicate.
	const late = await recognize(lost, find);
	if (late) return late;
	throw unsure(second.error);

	async function attempt(): Promise<{ record: IDataObject } | { error: Error }> {
		try {
			const record = await createRecord(item.client, kind, fields, fieldAdvice);
			own.add(record.id);
			return { record };
		} catch (error) {
			return { error: error as Error };
		}
	}

	function newness(record: IDataObject): 'yes' | 'no' | 'unknown' {
		return wasCreatedBetween(record, since, Date.now());
	}

	async function judged(record: IDataObject): Promise<IDataObject> {
		await recognition.judge?.(record, newness);
		return record;
	}

	/** The new record, or undefined when it is not there after so many looks. */
	async function recognize(
		cause: Error,
		search: () => Promise<Found>,
	): Promise<IDataObject | undefined> {
		for (let look = 1; ; look++) {
			const record = await lookFor(cause, search);
			if (record || look >= LOOKS) return record;
			await item.run.gate.pause(backOff(look));
		}
	}

	async function lookFor(
		cause: Error,
		search: () => Promise<Found>,
	): Promise<IDataObject | undefined> {
		const { matches, otherCase, rewritten } = await looking(cause, search);
		const isNew = (record: IDataObject) =>
			recognition.keyWasFree && matches.includes(record) ? 'yes' : newness(record);
		// What is new but differs from what was sent may be how the service writes it.
		const candidates = [...matches, ...otherCase, ...rewritten].filter(
			(record) =>
				isNew(record) === 'yes' || (recognition.carries(record) && isNew(record) === 'unknown'),
		);
		const carrying = matches.filter(
			(record) => candidates.includes(record) && recognition.carries(record),
		);
		const [only] = carrying;
		if (only && carrying.length === 1 && isNew(only) === 'yes') return only;
		if (candidates.length > 0) throw unsure(cause, itMayBe(candidates));
		const [other] = matches;
		if (other && recognition.taken && !hasSuccessStatus(cause)) throw recognition.taken(other);
		return undefined;
	}

	async function looking<T>(cause: Error, look: () => Promise<T>): Promise<T> {
		try {
			return await look();
		} catch (error) {
			if (error instanceof ExecutionCancelled) return await Promise.reject(error);
			throw unsure(cause, ` Looking it up didn't help: ${(error as Error).message}.`);
		}
	}

	function itMayBe(records: readonly IDataObject[]): string {
		return ` It may be ${NOUNS[kind]} ${records.map(({ id }) => String(id)).join(', ')}.`;
	}

	function unsure(cause: Error, more = ''): Error {
		const httpCode = statusOf(cause);
		// After a fault, the rest only says to try again.
		const check = isAnswered(cause) ? ` ${descriptionOf(cause) ?? ''}` : '';
		const text = {
			message: `It is not known whether the ${NOUNS[kind]} was created. ${cause.message}`,
			description: `${advice}${more}${check}`,
			httpCode,
			outcome: 'unknown',
			isFinal: true,
		} as const;
		return errorOf(item.functions.getNode(), text);
	}
}

/** Whether the service answered that all went well, although nothing shows what it made. */
function hasSuccessStatus(error: Error): boolean {
	return statusOf(error)?.startsWith('2') === true;
}

function statusOf(error: Error): string | undefined {
	return (error instanceof NodeApiError && error.httpCode) || undefined;
}

/** Whether the service answered in a way that another try won't change: with a success, or a redirect. */
function isAnswered(error: Error): boolean {
	return /^[23]/.test(statusOf(error) ?? '');
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
