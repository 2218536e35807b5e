import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Client } from '../http/client';
import { refusedIfEmpty } from '../node/emptiness';
import { type AnyField, flagField, numberField, type Values, valuesOf } from '../node/field';
import type { Form } from '../node/form';
import { optionsField } from '../node/options';
import type { Snapshot } from './facts';

/** One entry of a trigger's Event dropdown: its parameters, and which facts make the event. */
export interface TriggerEvent {
	/** `value` is what workflows store; it never changes. */
	option: INodePropertyOptions & { value: string };
	properties: readonly INodeProperties[];
	/**
	 * Reads the form, before anything is sent.
	 *
	 * @throws UserError
	 */
	watch(form: Form): Watch;
}

export function triggerEvent<const F extends readonly AnyField[]>({
	option,
	fields,
	watch,
}: {
	option: TriggerEvent['option'];
	fields: F;
	watch(values: Values<F>): Watch;
}): TriggerEvent {
	return {
		option,
		properties: fields.map(({ property }) => property),
		watch: (form) => watch(valuesOf(fields, form)),
	};
}

/** For the filters of a trigger: an empty one is refused. */
export const neverIgnored = refusedIfEmpty(
	"A trigger doesn't ignore an empty filter, because it would watch more than you intended. Set the filter or remove it.",
);

/** What a trigger watches, as its parameters set it. */
export interface Watch {
	/**
	 * The filters and thresholds. If they change, the next poll marks everything as known and starts
	 * nothing.
	 */
	scope: unknown;
	/** The records that make the event, as a plural noun: `expired links`. */
	lookedFor: string;
	/** @throws UserError if the service doesn't show what the event depends on */
	look(view: View): Promise<Snapshot>;
}

/** What an event gets for a poll. */
export interface View {
	client: Client;
	/** Milliseconds since 1970. */
	now: number;
	/** True at the first poll and in the test step. */
	isFirst: boolean;
	/**
	 * Of IDs that count up: all records up to this one are known, so a list of the newest may end there. 0
	 * if none are; Infinity where the newest are enough, at a silent first poll and in the test step.
	 */
	knownUpTo: number;
}

export const triggerOptions = optionsField(
	flagField({
		displayName: 'Include Existing',
		name: 'includeExisting',
		type: 'boolean',
		default: false,
		description:
			'Whether the first poll also starts the workflow for what has already happened. Otherwise, only what happens after you publish the workflow counts.',
	}).filled(),
	numberField({
		displayName: 'Max Events',
		name: 'maxEvents',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 1000, numberPrecision: 0 },
		default: 100,
		description:
			'Maximum number of events per poll, the oldest first. Any others follow with the next poll, if they still apply. If you expect many events at once, enter a higher number or poll more often.',
		builderHint: {
			propertyHint:
				'Each event is one item: trigger.event_id with trigger.days_left, milestone or previous, and the fields of the record.',
		},
	}).filled(),
);

/** The days before a date at which the event happens. */
export function daysField(days: number, description: string) {
	return numberField({
		displayName: 'Days Before',
		name: 'days',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 365, numberPrecision: 0 },
		default: days,
		description,
	});
}

const pollNotice: INodeProperties = {
	displayName:
		'Set "Mode" in "Poll Times" to Every Hour for most events, and to Every Day for those that depend on a date. The first poll starts nothing, unless you turn on "Include Existing" in "Options".',
	name: 'pollNotice',
	type: 'notice',
	default: '',
};

/**
 * All parameters of a trigger: Event, those of its events, Options. A parameter that several events share
 * is one entry, because assistants read the conditions of the first one alone.
 */
export function triggerProperties(
	events: readonly TriggerEvent[],
	defaultEvent: string,
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
	// Parameters of only one event, such as Days Before, come before shared parameters.
	const ownFirst = [...eventsOf].sort(([, one], [, other]) => isShared(one) - isShared(other));
	const own = ownFirst.map(([property, event]) =>
		event.length === events.length
			? property
			: { ...property, displayOptions: { show: { event, ...property.displayOptions?.show } } },
	);
	return [eventProperty, pollNotice, ...own, triggerOptions.property];
}
