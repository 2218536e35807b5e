import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import type { FaultKind, Quirks } from '../../sandbox/services/start.mjs';
import { useSandbox } from '../engine/sandbox.mjs';
import { triggerOn } from './watch.mjs';

/** Two pages of links. */
const { link } = await useSandbox({ links: 120 });
const { trigger } = triggerOn('linkManagerTrigger', link);
const ids = [...link.links.keys()];

const noQuirks: Quirks = { shift: 0, ignorePage: false, wrongTotal: 0 };
const quirks: Quirks[] = [{}, { shift: 3 }, { ignorePage: true }, { wrongTotal: 1 }];
const faults: FaultKind[] = ['status', 'reset', 'html', 'invalidJson'];

/** Links reach 100 clicks, the service begins to behave so, a poll meets a fault, n8n crashes in a poll. */
type Step = { reached: string[] } | { quirks: Quirks } | { fault?: FaultKind } | 'crash';

const anyStep = fc.oneof<Array<fc.WeightedArbitrary<Step>>>(
	{ weight: 3, arbitrary: fc.record({ reached: fc.array(fc.constantFrom(...ids)) }) },
	{ weight: 2, arbitrary: fc.record({ quirks: fc.constantFrom(...quirks) }) },
	{ weight: 4, arbitrary: fc.constant({ fault: undefined }) },
	{ weight: 2, arbitrary: fc.record({ fault: fc.constantFrom(...faults) }) },
	{ weight: 1, arbitrary: fc.constant('crash') },
);

const hasReached = (id: string) => link.links.get(id)?.clicks === 100;

function setClicks(id: string, clicks: number): void {
	const record = link.links.get(id);
	if (record) link.links.set(id, { ...record, clicks });
}

test('A trigger fires once: in any history every event is told, none twice while the state is kept, none at first', async () => {
	const history = async (steps: Step[], maxEvents: number) => {
		link.reset();
		ids.forEach((id, index) => setClicks(id, index % 3 === 0 ? 100 : 0));
		const existing = ids.filter(hasReached);
		const options = { maxEvents, maxRetries: 0 };
		const parameters = { event: 'clicksReached', clickMilestones: '100', options };
		let published = trigger(parameters);
		/** n8n stores the state when it publishes, and with events unless it crashes. */
		let stored: IDataObject = {};
		const told: string[] = [];
		const poll = async (isStored?: boolean) => {
			const items = await published.poll();
			told.push(...(items ?? []).map((item) => String((item.trigger as IDataObject).event_id)));
			if (isStored ?? items) stored = { ...published.staticData };
			return items;
		};
		expect(await poll(true)).toBeNull();
		for (const step of steps) {
			if (step === 'crash') {
				await poll(false).catch(() => null);
				published = trigger(parameters, { staticData: stored });
			} else if ('reached' in step) {
				for (const id of step.reached) setClicks(id, 100);
			} else if ('quirks' in step) {
				link.quirk({ ...noQuirks, ...step.quirks });
			} else {
				if (step.fault) link.fault({ kind: step.fault });
				await poll().catch(() => null);
				link.clearFaults();
			}
		}
		link.quirk(noQuirks);
		while (await poll());
		const reached = ids.filter((id) => hasReached(id) && !existing.includes(id));
		const expected = reached.map((id) => `clicksReached:${id}:100`);
		expect([...new Set(told)].sort()).toEqual(expected.sort());
		if (!steps.includes('crash')) expect(told).toHaveLength(expected.length);
	};
	const anyHistory = fc.array(anyStep, { minLength: 3, maxLength: 10 });
	const most = fc.integer({ min: 3, max: 30 });
	await fc.assert(fc.asyncProperty(anyHistory, most, history), { numRuns: 25 });
});
