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

it('throws the first failure of what runs at the same time, once the rest has ended', async () => {
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

it('reads each item once, also if one asks for the others after some have ended', async () => {
	const reads: number[] = [];
	const { run } = operation({
		option: { name: 'Try', value: 'try', action: 'Try', description: 'Try' },
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
	function published(hints: Array<[number, Hint]>, itemCount: number) {
		const shown: NodeExecutionHint[] = [];
		const addExecutionHints = (...added: NodeExecutionHint[]) => shown.push(...added);
		const all = new Hints(itemCount);
		for (const [index, hint] of hints) all.add(hint, index);
		all.publish({ addExecutionHints } as unknown as IExecuteFunctions);
		return shown.map(({ message, type }) => `${type}: ${message}`);
	}
	const cut: Hint = { text: 'Cut.' };
	const broken: Hint = { text: 'Broken.', type: 'warning' };

	it('show each text once, warnings first, with the items it is true of', () => {
		const hints: Array<[number, Hint]> = [
			[2, cut],
			[11, broken],
			[0, cut],
			[2, cut],
		];
		const shown = ['warning: Broken. (item 11)', 'info: Cut. (items 0, 2)'];
		expect(published(hints, 12)).toEqual(shown);
		expect(published([[0, cut]], 1)).toEqual(['info: Cut.']);
	});

	it('name what was empty in several items once, with how many', () => {
		const left: Hint = { text: '"A" is empty.', empty: { label: 'A', result: 'it was left out' } };
		expect(published([[0, left]], 1)).toEqual(['info: "A" is empty.']);
		expect(published([[0, left]], 2)).toEqual(['info: Empty, so it was left out: "A" in 1 item.']);
	});

	it('count what failed with the rest', () => {
		const addExecutionHints = vi.fn();
		const all = new Hints(3);
		all.add({ text: 'updated', isCounted: true }, 0);
		all.add({ text: 'updated', isCounted: true }, 2);
		all.addFailure();
		all.publish({ addExecutionHints } as unknown as IExecuteFunctions);
		expect(addExecutionHints.mock.calls).toMatchObject([[{ message: '2 updated, 1 failed.' }]]);
	});

	it('are at most 20, warnings first, and say how many more there are', () => {
		const shown = (count: number) =>
			published(
				Array.from({ length: count }, (_, index): [number, Hint] => [
					0,
					{ text: `Hint ${index}.`, type: index === 19 ? 'warning' : 'info' },
				]),
				1,
			);
		expect([shown(20)[0], shown(20)[19]]).toEqual(['warning: Hint 19.', 'info: Hint 18.']);
		expect(shown(20)).toHaveLength(20);
		expect(shown(21).slice(19)).toEqual(['info: Hint 18.', 'info: And 1 more.']);
	});
});
