import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { RequestQueue } from '../../../nodes/shared/http/queue.js';
import { RunState } from '../../../nodes/shared/http/runState.js';
import type { Form } from '../../../nodes/shared/node/form.js';
import { type Hint, Hints } from '../../../nodes/shared/node/hints.js';
import { operation } from '../../../nodes/shared/node/operation.js';
import { runConcurrently } from '../../../nodes/shared/concurrency.js';
import { VirtualClock } from '../shared/virtualClock.mjs';

afterEach(() => void vi.restoreAllMocks());

it('throws the first failure of tasks that run at the same time, after all have ended', async () => {
	const clock = new VirtualClock();
	const ended: number[] = [];
	const work = runConcurrently([3, 1, 2], 3, async (seconds) => {
		await clock.sleep(seconds * 1000);
		ended.push(seconds);
		throw new Error(`after ${seconds} s`);
	});
	const failure: unknown = await clock.run(work.catch((error: unknown) => error));
	expect(failure).toEqual(new Error('after 1 s'));
	expect(ended).toEqual([1, 2, 3]);
});

it('reads each item once, even if a later item asks for all others', async () => {
	const reads: number[] = [];
	const { run } = operation({
		option: { name: 'Try', value: 'try', action: 'Try', description: 'Try' },
		changes: false,
		fields: [],
		read(_values, { surroundings }) {
			reads.push(surroundings.json.index as number);
			return reads.length;
		},
		run: async (count, item) => (count < 3 ? [] : [{ others: await item.inputs() }]),
	});
	const forms = new Set(
		[0, 1, 2, 3].map((index) => ({ surroundings: { json: { index } } }) as unknown as Form),
	);
	const item = { run: new RunState(new RequestQueue(1)) } as never;
	const outputs = [];
	for (const form of [...forms].slice(0, 3)) {
		outputs.push(await run(form, item, forms));
		forms.delete(form);
	}
	expect(outputs).toEqual([[], [], [{ others: [3, 4] }]]);
	expect(reads).toEqual([0, 1, 2, 3]);
});

describe('Hints', () => {
	function published(hints: Hint[]): NodeExecutionHint[] {
		const addExecutionHints = vi.fn();
		const all = new Hints(hints.length);
		for (const [index, hint] of hints.entries()) all.add(hint, index);
		all.publish({ addExecutionHints } as unknown as IExecuteFunctions);
		return addExecutionHints.mock.calls[0] as NodeExecutionHint[];
	}

	it('are at most 20, warnings first, and say how many more there are', () => {
		const hints = Array.from({ length: 20 }, (_, index): Hint => ({ text: `Hint ${index}.` }));
		expect(published(hints)).toHaveLength(20);
		const shown = published([...hints, { text: 'Broken.', type: 'warning' }]);
		expect(shown[0]).toMatchObject({ message: 'Broken. (item 20)', type: 'warning' });
		const messages = shown.slice(19).map(({ message }) => message);
		expect(messages).toEqual(['Hint 18. (item 18)', 'And 1 more.']);
	});
});
