import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { systemClock } from '../clock';
import { fingerprint } from '../fingerprint';
import { Client } from '../http/client';
import { openConnection } from '../http/credential';
import { failureIn, shownError } from '../http/errors';
import { RequestQueue } from '../http/queue';
import { type RetryPolicy, type Service, WHILE_WATCHED } from '../http/types';
import { Form } from '../node/form';
import { retryPolicyOf, runnerOptions } from '../node/options';
import { RunState } from '../http/runState';
import { TRY_AGAIN } from '../text';
import { type TriggerEvent, triggerOptions, type View } from './event';
import {
	emptyMemory,
	type Memory,
	newestFirst,
	type News,
	readMemory,
	type Snapshot,
	takeDifference,
	writeMemory,
} from './facts';

/** Characters of JSON: n8n stores it with the workflow at each event. */
const LARGEST_STATE = 1_000_000;

const NEXT_POLL = 'The next poll tries again.';

/** Maximum number of records that the test step shows. */
const SAMPLES = 3;

/** A trigger with its parameters and its credential. */
type Trigger = Awaited<ReturnType<typeof readTrigger>>;

/**
 * One poll of a trigger: an item for each fact that came to hold since the last one, or null.
 *
 * @throws NodeApiError, NodeOperationError with n8n's `failure` if the cause is known
 */
export async function pollEvents(
	functions: IPollFunctions,
	service: Service,
	events: readonly TriggerEvent[],
): Promise<INodeExecutionData[][] | null> {
	try {
		const trigger = await readTrigger(functions, service, events);
		if (functions.getMode() === 'manual') return [await sample(trigger)];
		const items = await poll(trigger, functions.getWorkflowStaticData('node'));
		return items.length > 0 ? [items] : null;
	} catch (error) {
		throw nameError(functions, error as Error);
	}
}

async function readTrigger(
	functions: IPollFunctions,
	service: Service,
	events: readonly TriggerEvent[],
) {
	const name = functions.getNodeParameter('event') as string;
	const event = events.find(({ option }) => option.value === name);
	if (!event) {
		throw new UserError(`This trigger has no event "${name}"`, {
			description: 'Choose an event from the list.',
		});
	}
	const form = new Form(
		(parameter, fallback, options) => functions.getNodeParameter(parameter, fallback, options),
		{ json: {}, timezone: functions.getTimezone(), isTool: false },
	);
	const watch = event.watch(form);
	const { requests } = runnerOptions.of(form);
	const deadline = systemClock.now() + timeLimitOf(functions);
	const connection = await openConnection(functions, service);
	// Another credential may be another account of the same service.
	const credential = functions.getNode().credentials?.[service.credential]?.id;
	const watched = [name, watch.scope, connection.baseUrl, credential];
	return {
		functions,
		event: name,
		lookedFor: watch.lookedFor,
		options: triggerOptions.of(form),
		policy: { ...retryPolicyOf(requests), deadline },
		scope: fingerprint(JSON.stringify(watched)),
		async look(patience: RetryPolicy, view: Pick<View, 'isFirst' | 'knownUpTo'>) {
			const connect = async () => await Promise.resolve(connection);
			const run = new RunState(new RequestQueue(requests.concurrency));
			const client = new Client(functions, service, run, connect, patience);
			return await watch.look({ ...view, client, now: Date.now() });
		},
	};
}

/** The test step: a few records as the event would give them, whatever is remembered. */
async function sample(trigger: Trigger): Promise<INodeExecutionData[]> {
	const { lookedFor, options } = trigger;
	const snapshot = await trigger.look(trigger.policy, { isFirst: true, knownUpTo: Infinity });
	const news = newestFirst(snapshot).slice(0, Math.min(SAMPLES, options.maxEvents));
	if (news.length === 0) {
		throw new UserError(`The test step found no ${lookedFor}`, {
			description: `Only those that meet all filters count. You can still publish the workflow. It starts as soon as there is one.`,
		});
	}
	return eventItems(trigger, news, { sample: true });
}

/**
 * n8n polls once to publish a workflow, and an error would prevent that. So the first poll with these settings
 * gives up early and only logs a transient error. The state records the try, so the next poll is patient and
 * throws.
 */
async function poll(trigger: Trigger, state: IDataObject): Promise<INodeExecutionData[]> {
	const { functions, policy, scope } = trigger;
	const before = memoryIn(state, trigger);
	const isFirst = state.watched === undefined || !before;
	const isPatient = !isFirst || state.tried === scope;
	const patience = { ...(isPatient ? policy : WHILE_WATCHED), again: NEXT_POLL };
	const view = { isFirst, knownUpTo: before ? (before.upTo ?? 0) : Infinity };
	const snapshot = await trigger.look(patience, view).catch((error: Error) => {
		if (isPatient || !isTransient(error)) throw error;
		state.tried = scope;
		functions.logger.warn(`${NEXT_POLL} ${error.message}`);
		return undefined;
	});
	return snapshot ? newsIn(snapshot, trigger, state) : [];
}

/**
 * The first successful poll marks everything as known and returns nothing. Later polls return the difference.
 * It is taken after everything was fetched, in one synchronous step, because polls of one node can overlap.
 */
function newsIn(snapshot: Snapshot, trigger: Trigger, state: IDataObject): INodeExecutionData[] {
	const memory = memoryIn(state, trigger);
	if (!memory && snapshot.incomplete !== undefined) throw notYet(snapshot.incomplete);
	const known = memory ?? emptyMemory(trigger.scope);
	const most = memory ? trigger.options.maxEvents : Infinity;
	const { news, memory: after } = takeDifference(known, snapshot, most);
	const text = writeMemory(after);
	if (text.length > LARGEST_STATE) throw tooMuch(text.length);
	// For n8n, each assignment is a change to store.
	if (text !== state.watched) state.watched = text;
	if (state.tried !== undefined) delete state.tried;
	return memory ? eventItems(trigger, news) : [];
}

/** The memory for what is watched now; undefined if the first poll has yet to mark what exists. */
function memoryIn({ watched }: IDataObject, { options, scope }: Trigger): Memory | undefined {
	if (typeof watched !== 'string') return options.includeExisting ? emptyMemory(scope) : undefined;
	const memory = readMemory(watched);
	return memory.scope === scope ? memory : undefined;
}

/** A record that an incomplete first list lacks would be an event later. */
function notYet(reason: string): Error {
	// When a workflow is published, n8n shows the message alone.
	const message = `The trigger can't tell yet what is new. ${reason.replace(TRY_AGAIN, '').trim()}`;
	const error = new UserError(message, {
		description:
			'Publish the workflow again later, or add filters so that the trigger watches less.',
	});
	return Object.assign(error, { failure: { cause: 'temporarily-unavailable' } });
}

function tooMuch(size: number): Error {
	return new UserError('There is too much to watch for one trigger', {
		description: `A trigger can remember ${LARGEST_STATE} characters between polls, but this one needs ${size}. Add filters, or use several triggers.`,
	});
}

/** Milliseconds after which n8n ends a poll. Older versions have no limit. */
function timeLimitOf(functions: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number {
	return functions.getPollBudgetMs?.() ?? Infinity;
}

/** `trigger` is the first key, and so the first column in n8n. */
function eventItems(
	{ event }: Trigger,
	news: News[],
	more: IDataObject = {},
): INodeExecutionData[] {
	const detected_at = new Date().toISOString();
	return news.map(({ fact, previous }) => {
		const { id, key, version = key, record, about } = fact;
		const event_id = [event, id, version].filter((part) => part !== undefined).join(':');
		const told = { ...about, ...(previous && { previous }), ...more };
		return { json: { trigger: { event, event_id, detected_at, ...told }, ...record } };
	});
}

/** An error as n8n shows it, with the cause that tells n8n's scheduler when to poll again. */
function nameError(functions: IPollFunctions, error: Error): ReturnType<typeof shownError> {
	const named = shownError(functions.getNode(), error, error.message);
	if (error instanceof UserError) named.failure ??= { cause: 'configuration-invalid' };
	return named;
}

/** Whether the service is busy, out of order or can't be reached: 429, 5xx, timeout, network. */
function isTransient(error: unknown): boolean {
	const { cause, httpCode } = failureIn(error);
	const isBusy = cause?.cause === 'rate-limited' || cause?.cause === 'temporarily-unavailable';
	return isBusy || Number(httpCode) >= 500;
}
