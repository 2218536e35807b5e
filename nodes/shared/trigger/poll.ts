import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeApiError, UserError } from 'n8n-workflow';

import { Client } from '../http/client';
import { openConnection } from '../http/credential';
import { type Cause, causeOf, withMessage } from '../http/errors';
import { RequestQueue } from '../http/queue';
import { type RetryPolicy, type Service, WHILE_WATCHED } from '../http/types';
import { MINUTE } from '../clock';
import { fingerprint } from './fingerprint';
import { adviceOfPoll, checkExpression, TRY_AGAIN } from '../text';
import { optionsCollection, type RequestOptions } from '../node/options';
import { type Fact, Memory, type News, newestFacts, type Snapshot } from './memory';
import { ItemParameters } from '../node/parameters';
import { Run } from '../node/runState';
import { withoutExpression } from '../node/wholeExpression';

/** One entry of a trigger's Event dropdown: its parameters, and which facts make the event. */
export interface TriggerEvent {
	/** `value` is what workflows store; it never changes. */
	option: INodePropertyOptions & { value: string };
	/** Beside those that all events of the trigger have. */
	properties: INodeProperties[];
	/**
	 * Reads the parameters, before anything is sent.
	 *
	 * @throws UserError
	 */
	watch(parameters: ItemParameters): Watch;
}

/** What a trigger watches, as its parameters set it. */
export interface Watch {
	/** Which records: with others, the trigger starts anew. */
	scope: unknown;
	/** The records that make the event, as a plural noun: `links that have expired`. */
	lookedFor: string;
	/** @throws UserError when the service cannot show such facts */
	look(view: View): Promise<Snapshot>;
}

/** What an event gets to look at the service. */
export interface View {
	client: Client;
	run: Run;
	/** Milliseconds since 1970. */
	now: number;
	/** Undefined at the first poll and in the test step, when everything in sight is new. */
	known?: Memory;
	/** Whether even what is not new is asked for: all that exists, or a sample. */
	wantsExisting: boolean;
}

interface TriggerOptions extends RequestOptions {
	includeExisting: boolean;
	maxEvents: number;
}

/** Characters of JSON: n8n stores it with the workflow at each event. */
const LARGEST_STATE = 1_000_000;

const SAMPLES = 3;

/** The causes that pass by themselves. Older versions of n8n-workflow don't export them. */
const TIMED_CAUSES: readonly Cause['cause'][] = [
	'rate-limited',
	'quota-exhausted',
	'temporarily-unavailable',
];

/** n8n's poll limit where its scheduler sets none. */
const NO_LIMIT = 5 * MINUTE;

/** The Options of a trigger. */
const triggerOptions = optionsCollection(
	{
		displayName: 'Include Existing',
		name: 'includeExisting',
		type: 'boolean',
		default: false,
		description:
			'Whether the first poll also starts the workflow for what has already happened. Otherwise, only what happens after you publish the workflow counts.',
	},
	{
		displayName: 'Max Events',
		name: 'maxEvents',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 1000, numberPrecision: 0 },
		default: 100,
		description:
			'Maximum number of events per poll, the oldest first. The rest comes with the next poll.',
		builderHint: {
			propertyHint:
				'Each event is one item: the record, and trigger.event_id with trigger.days_left, milestone or previous.',
		},
	},
);

/** How many days before something the event happens. */
export function daysProperty(days: number, description: string): INodeProperties {
	return {
		displayName: 'Days Before',
		name: 'days',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 365, numberPrecision: 0 },
		default: days,
		description,
	};
}

/**
 * All parameters of a trigger: Event, what its events have beside, and what follows in all. What
 * several events have is one entry, since assistants read the conditions of the first one alone.
 */
export function triggerProperties(
	events: readonly TriggerEvent[],
	defaultEvent: string,
	common: readonly INodeProperties[] = [],
): INodeProperties[] {
	const eventProperty: INodeProperties = {
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: events.map(({ option }) => option),
		default: defaultEvent,
		description: 'What starts the workflow',
	};
	const eventsOf = new Map<INodeProperties, string[]>();
	// The longest list first, so that what only one event has comes before what it shares.
	for (const { option, properties } of [...events].sort(byLength)) {
		for (const property of properties) {
			eventsOf.set(property, [...(eventsOf.get(property) ?? []), option.value]);
		}
	}
	const own = [...eventsOf].map(([property, event]) => ({
		...property,
		displayOptions: { show: { event } },
	}));
	return [eventProperty, ...own, ...common, triggerOptions].map(withoutExpression);
}

function byLength(one: TriggerEvent, other: TriggerEvent): number {
	return other.properties.length - one.properties.length;
}

/**
 * One poll of a trigger: an item for each fact that came to hold since the last one, or null.
 *
 * The first poll that succeeds remembers what it sees and gives nothing; so does one after the event,
 * a filter, the credential or its address was changed. The difference is taken once everything is
 * fetched, in one synchronous step, since polls of one node can overlap.
 *
 * @throws NodeApiError, NodeOperationError with n8n's `failure` where the cause is known
 */
export async function pollEvents(
	functions: IPollFunctions,
	service: Service,
	events: readonly TriggerEvent[],
	common: readonly INodeProperties[] = [],
): Promise<INodeExecutionData[][] | null> {
	const isTest = functions.getMode() === 'manual';
	const isActivation = !isTest && isFirstPoll(functions);
	const turn = ++turns;
	try {
		const name = functions.getNodeParameter('event') as string;
		const event = events.find(({ option }) => option.value === name);
		if (!event) {
			throw new UserError(`This trigger has no event "${name}"`, {
				description: 'Choose an event from the list.',
			});
		}
		const parameters = parametersOf(functions, [...event.properties, ...common, triggerOptions]);
		const watch = event.watch(parameters);
		const options = parameters.filled<TriggerOptions>('options');
		const connection = await openConnection(functions, service);
		const patience = isActivation ? WHILE_WATCHED : patienceOf(functions, options);
		const gate = new RequestQueue(options.concurrency);
		const client = new Client(functions, service, async () => connection, gate, patience);
		const run = new Run(gate, options.concurrency);
		const now = Date.now();
		const toItem = itemOf(name, now);

		if (isTest) {
			const sight = await watch.look({ client, run, now, wantsExisting: false });
			const facts = samples(sight, watch, Math.min(SAMPLES, options.maxEvents));
			return [facts.map((fact) => toItem({ fact, previous: asShown(fact) }, true))];
		}
		const credential = functions.getNode().credentials?.[service.credential]?.id;
		const scope = [name, watch.scope, connection.baseUrl, credential];
		const state = new State(functions, fingerprint(JSON.stringify(scope)));
		const wantsExisting = options.includeExisting && state.isNew();
		const known = state.memory();
		const sight = await watch.look({ client, run, now, known, wantsExisting });

		if (isOvertaken(functions, turn)) return null;
		const memory = state.memory() ?? (wantsExisting ? Memory.empty : undefined);
		if (!memory) {
			if (sight.incomplete !== undefined) throw new NotYet(sight.incomplete);
			state.keep(Memory.empty.marked(sight));
			return null;
		}
		const { news, memory: after } = memory.difference(sight, options.maxEvents);
		state.keep(after);
		return news.length > 0 ? [news.map((one) => toItem(one))] : null;
	} catch (error) {
		const named = nameError(functions, error as Error, !isTest && !isActivation);
		if (!isActivation || !isPassing(error)) throw named;
		functions.logger.warn(`Nothing is known yet, the next poll tries again: ${named.message}`);
		return null;
	}
}

/** What is remembered between polls, as one text in the node's static data. */
class State {
	private readonly data: IDataObject;

	constructor(
		functions: IPollFunctions,
		private readonly scope: string,
	) {
		this.data = functions.getWorkflowStaticData('node');
	}

	isNew(): boolean {
		return this.data.watched === undefined;
	}

	/** As it is at this moment; undefined where nothing, or something else, was watched. */
	memory(): Memory | undefined {
		if (typeof this.data.watched !== 'string') return undefined;
		const { scope, ...memory } = JSON.parse(this.data.watched) as IDataObject;
		return scope === this.scope ? Memory.read(memory) : undefined;
	}

	/** @throws UserError when it is too much to keep; what was kept before stays */
	keep(memory: Memory): void {
		const text = JSON.stringify({ scope: this.scope, ...memory.written() });
		if (text.length > LARGEST_STATE) {
			throw new UserError('There is too much to watch for one trigger', {
				description: `What a trigger remembers between polls may take ${LARGEST_STATE} characters, but would take ${text.length}. Narrow what it watches with filters, or divide it among several triggers.`,
			});
		}
		if (text !== this.data.watched) this.data.watched = text;
	}
}

/** The first list must be complete: what it lacks would be an event later. */
class NotYet extends UserError {
	readonly failure: Cause = { cause: 'temporarily-unavailable' };

	constructor(reason: string) {
		super("The trigger can't tell yet what is new", {
			description: `Its first list must be complete. ${reason.replace(TRY_AGAIN, '').trim()} ${TRY_AGAIN}`,
		});
	}
}

function parametersOf(functions: IPollFunctions, properties: INodeProperties[]): ItemParameters {
	return new ItemParameters(
		{
			value: (name, fallback) => functions.getNodeParameter(name, fallback),
			stored: (name) => functions.getNodeParameter(name, '', { rawExpressions: true }),
		},
		properties,
		(collection, { displayName: label }) => {
			if (collection === 'options') return;
			throw new UserError(`"${label}" is empty`, {
				description: `A trigger never ignores a filter, because it would watch more than you meant. Enter a value or remove the filter. ${checkExpression(label)}`,
			});
		},
	);
}

let turns = 0;

/** The latest poll with these functions that has come to its end, by its turn. */
const latest = new WeakMap<IPollFunctions, number>();

/**
 * Whether n8n polls in order to publish: it does so first with the functions that it goes on to poll
 * with. Where its scheduler polls, under a time limit, each poll has functions of its own.
 */
function isFirstPoll(functions: IPollFunctions): boolean {
	const isFirst = !latest.has(functions);
	latest.set(functions, latest.get(functions) ?? 0);
	return isFirst && limitOf(functions) >= NO_LIMIT;
}

/** Whether a poll that began later was faster: what this one saw is out of date. */
function isOvertaken(functions: IPollFunctions, turn: number): boolean {
	if ((latest.get(functions) ?? 0) > turn) return true;
	latest.set(functions, turn);
	return false;
}

/** Milliseconds that n8n allows for a poll. Older versions have no limit. */
function limitOf(functions: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number {
	return functions.getPollBudgetMs?.() ?? NO_LIMIT;
}

function patienceOf(
	functions: IPollFunctions,
	{ maxRetries, maxWait, timeout }: TriggerOptions,
): RetryPolicy {
	const limit = limitOf(functions);
	return { maxRetries, maxWait: Math.min(maxWait * 1000, limit), timeout: timeout * 1000 };
}

function itemOf(event: string, now: number): (news: News, sample?: boolean) => INodeExecutionData {
	const detected_at = new Date(now).toISOString();
	return ({ fact, previous }, sample) => {
		const { id, of, version = of, record, about } = fact;
		const event_id = [event, id, ...(version === undefined ? [] : [version])].join(':');
		const trigger: IDataObject = { event, event_id, detected_at, ...about };
		if (previous) trigger.previous = previous;
		if (sample) trigger.sample = true;
		return { json: { ...record, trigger } };
	};
}

/** @throws UserError when nothing in sight would make the event */
function samples(sight: Snapshot, { lookedFor }: Watch, count: number): Fact[] {
	const facts = newestFacts(sight, count);
	if (facts.length > 0) return facts;
	throw new UserError(`The test step found no ${lookedFor}`, {
		description: `It looked for ${lookedFor} that meet all filters, because they are what starts the workflow. You can still publish the workflow: it starts as soon as there is one.`,
	});
}

/** In a sample, nothing is known of before. */
function asShown({ shown }: Fact): IDataObject | undefined {
	return shown && (JSON.parse(JSON.stringify(shown.fields)) as IDataObject);
}

/**
 * An error as n8n shows it, with the cause that tells n8n's scheduler when to poll again.
 *
 * @param isRepeated whether n8n polls again by itself
 */
function nameError(
	functions: IPollFunctions,
	error: Error,
	isRepeated: boolean,
): ReturnType<typeof withMessage> {
	const isNamed = error instanceof NodeApiError;
	const named = isNamed ? error : withMessage(functions.getNode(), error, error.message);
	if (error instanceof UserError) named.failure ??= { cause: 'configuration-invalid' };
	if (isRepeated && named.description) named.description = adviceOfPoll(named.description);
	return named;
}

/** Whether waiting may help: the service is busy, out of order or cannot be reached. */
function isPassing(error: unknown): boolean {
	const isItsFault = error instanceof NodeApiError && Number(error.httpCode) >= 500;
	return isItsFault || TIMED_CAUSES.some((cause) => cause === causeOf(error)?.cause);
}
