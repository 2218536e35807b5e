import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, expect, vi } from 'vitest';

import type { Service } from '../../sandbox/services/start.mjs';
import { type NodeRun, publish, type TriggerName } from '../engine/harness.mjs';

/** The clock of triggers and services alike stands still, until a test sets it. */
export function useStillClock(now: string): void {
	beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) }));
	afterEach(() => void vi.useRealTimers());
}

/** With what a trigger is published, if not with the key of the sandbox and an empty state. */
type Publishing = Parameters<typeof publish>[1] &
	Partial<Pick<NodeRun, 'credentials' | 'credentialId'>>;

/** One of the triggers on its service of the sandbox. */
export function triggerOn(node: TriggerName, service: Service) {
	const trigger = (parameters: IDataObject, more: Publishing = {}) =>
		publish({ node, parameters, credentials: { ...service }, ...more }, more);
	return {
		trigger,
		/** A published trigger after its first poll, which gives nothing. */
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

/** What the items say in `trigger`, without the time of the poll. */
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
