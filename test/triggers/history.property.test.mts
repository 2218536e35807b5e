import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { accounts } from '../../nodes/shared/http/credential.js';
import type { Fault, FaultKind, Quirks } from '../../sandbox/services/start.mjs';
import { useSandbox } from '../engine/sandbox.mjs';
import { triggerOn } from './watch.mjs';

/** Two pages of links. */
const { link } = await useSandbox({ links: 120 });
const { trigger } = triggerOn('linkManagerTrigger', link);
const ids = [...link.links.keys()];

const kinds: FaultKind[] = [
	...(['status', 'reset', 'truncated', 'empty', 'html', 'invalidJson', 'wrongEnvelope'] as const),
];
const quirks: Quirks[] = [
	...[{ shift: true }, { overlap: 3 }, { ignorePage: true }, { wrongTotal: 1 }],
	...[{ ignoreFilters: true }, { hideFields: ['clicks'] }, { envelope: 'bare' as const }],
];
const noQuirks: Quirks = {
	...{ shift: false, overlap: 0, ignorePage: false, wrongTotal: 0 },
	...{ ignoreFilters: false, hideFields: [], envelope: 'full' },
};

/** Links reach 100 clicks; the service begins to behave so; polls, with a fault or none; a crash in one. */
type Step = { reached: string[] } | { quirks: Quirks } | { polls: Array<Fault | null> } | 'crash';

const anyFault = fc.record({ kind: fc.constantFrom(...kinds), after: fc.nat(1) });
const anyPolls = fc.array(fc.option(anyFault, { freq: 1 }), { minLength: 1, maxLength: 4 });
const anyStep = fc.oneof<Array<fc.WeightedArbitrary<Step>>>(
	{ weight: 4, arbitrary: fc.record({ reached: fc.array(fc.constantFrom(...ids)) }) },
	{ weight: 2, arbitrary: fc.record({ quirks: fc.constantFrom({}, ...quirks) }) },
	{ weight: 4, arbitrary: fc.record({ polls: anyPolls }) },
	{ weight: 1, arbitrary: fc.constant('crash') },
);
const anyHistory = fc.array(anyStep, { minLength: 3, maxLength: 10 });

const hasReached = (id: string) => link.links.get(id)?.clicks === 100;

function setClicks(id: string, clicks: number): void {
	const record = link.links.get(id);
	if (record) link.links.set(id, { ...record, clicks });
}

test('any history: what came to hold while watched is told once, over a crash at least once, and nothing else', async () => {
	const history = async (steps: Step[], maxEvents: number) => {
		link.reset();
		ids.forEach((id, index) => setClicks(id, index % 3 === 0 ? 100 : 0));
		const existing = new Set(ids.filter(hasReached));
		const options = { maxEvents, maxRetries: 0 };
		const parameters = { event: 'clicksReached', clickMilestones: '100', options };
		let published = trigger(parameters);
		let stored: IDataObject = {};
		const told: string[] = [];
		/** n8n stores what is remembered when it publishes, and with events unless it crashes. */
		const poll = async (isStored?: boolean) => {
			const items = await published.poll();
			told.push(...(items ?? []).map(({ id }) => String(id)));
			if (isStored ?? items) stored = { ...published.staticData };
			return items;
		};
		await poll(true);
		for (const step of steps) {
			if (step === 'crash') {
				await poll(false).catch(() => null);
				published = trigger(parameters, { staticData: stored });
				await poll(true).catch(() => null);
			} else if ('reached' in step) {
				for (const id of step.reached) setClicks(id, 100);
			} else if ('quirks' in step) {
				link.quirk({ ...noQuirks, ...step.quirks });
			} else {
				for (const fault of step.polls) {
					if (fault) link.fault(fault);
					await poll().catch(() => null);
					link.clearFaults();
					accounts.clear();
				}
			}
		}
		link.quirk(noQuirks);
		while (await poll());
		const reached = ids.filter((id) => hasReached(id) && !existing.has(id));
		expect([...new Set(told)].sort()).toEqual(reached.sort());
		if (!steps.includes('crash')) expect(told).toHaveLength(reached.length);
	};
	const most = fc.integer({ min: 3, max: 30 });
	await fc.assert(fc.asyncProperty(anyHistory, most, history), { numRuns: 25 });
});
