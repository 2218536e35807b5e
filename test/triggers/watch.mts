import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, expect, vi } from 'vitest';

import type { Service } from '../../sandbox/services/start.mjs';
import { type NodeRun, publish, type TriggerName } from '../engine/harness.mjs';

/** Stops the clock of triggers and services. A test sets the time. */
export function useStillClock(now: string): void {
	beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) }));
	afterEach(() => void vi.useRealTimers());
}

/** Replaces the sandbox key and the empty state with which a trigger is published. */
type Publishing = Parameters<typeof publish>[1] &
	Partial<Pick<NodeRun, 'credentials' | 'credentialId'>>;

/** A trigger that uses its service of the sandbox. */
export function triggerOn(node: TriggerName, service: Service) {
	const trigger = (parameters: IDataObject, more: Publishing = {}) =>
		publish({ node, parameters, credentials: { ...service }, ...more }, more);
	return {
		trigger,
		/** A published trigger after its first poll, which returns nothing. */
		async watching(parameters: IDataObject, more?: Publishing) {
			const published = trigger(parameters, more);
			expect(await published.poll()).toBeNull();
			return published;
		},
		/** What the test step shows. */
		async sample(parameters: IDataObject) {
			return await trigger(parameters, { mode: 'manual' }).poll();
		},
	};
}

/** The "trigger" field of each item, without the time of the poll. */
export function told(items: IDataObject[] | null): unknown[] | null {
	return (
		items?.map(({ trigger }) => {
			const { detected_at, ...event } = trigger as IDataObject;
			expect(detected_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
			return event;
		}) ?? null
	);
}

export function idsOf(items: IDataObject[] | null): unknown[] | null {
	return items?.map(({ id }) => id) ?? null;
}
