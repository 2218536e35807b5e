import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Client } from '../http/client';
import { optionsCollection, type RequestOptions } from '../node/options';
import type { ItemParameters } from '../node/parameters';
import type { RunState } from '../node/runState';
import { withoutExpression } from '../node/wholeExpression';
import type { Snapshot } from './facts';

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
	/** The filters and thresholds. If they change, everything is marked anew, silently. */
	scope: unknown;
	/** The records that make the event, as a plural noun: `expired links`. */
	lookedFor: string;
	/** @throws UserError if the service doesn't show what the event depends on */
	look(view: View): Promise<Snapshot>;
}

/** What an event gets to look at the service. */
export interface View {
	client: Client;
	run: RunState;
	/** Milliseconds since 1970. */
	now: number;
	/** True at the first poll and in the test step. */
	isFirst: boolean;
	/**
	 * For IDs that count up: all records up to this one are known. 0 if all records are asked for;
	 * undefined if the newest are enough.
	 */
	knownUpTo?: number;
}

/** The entries of a trigger's Options, in the units of the form. */
export interface TriggerOptions extends RequestOptions {
	includeExisting: boolean;
	maxEvents: number;
}

export const triggerOptions = optionsCollection(
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
				'Each event is one item: trigger.event_id with trigger.days_left, milestone or previous, and the fields of the record.',
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
 * All parameters of a trigger: Event, those of its events, the common ones, Options. A parameter that
 * several events share is one entry, because assistants read the conditions of the first one alone.
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
	for (const { option, properties } of events) {
		for (const property of properties) {
			eventsOf.set(property, [...(eventsOf.get(property) ?? []), option.value]);
		}
	}
	const isShared = (of: string[]) => Number(of.length > 1);
	// What only one event has, such as Days Before, stands above what it shares with others.
	const ownFirst = [...eventsOf].sort(([, one], [, other]) => isShared(one) - isShared(other));
	const own = ownFirst.map(([property, event]) => ({
		...property,
		displayOptions: { show: { event } },
	}));
	return [eventProperty, ...own, ...common, triggerOptions].map(withoutExpression);
}
