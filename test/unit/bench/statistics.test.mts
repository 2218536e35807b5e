import fc from 'fast-check';
import { expect, it } from 'vitest';
import { timeByOwner } from '../../bench/profile.mjs';
import { ratios, spreadOf } from '../../bench/statistics.mjs';

it('takes the middle number, or the mean of the two in the middle, whatever the order', () => {
	expect(spreadOf([4, 1, 9, 2])).toEqual({ median: 3, least: 1, most: 9 });
	const numbers = fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1 });
	fc.assert(
		fc.property(numbers, (values) => {
			const { median, least, most } = spreadOf(values);
			expect(values.filter((value) => value < median).length * 2).toBeLessThanOrEqual(
				values.length,
			);
			expect(values.filter((value) => value > median).length * 2).toBeLessThanOrEqual(
				values.length,
			);
			expect([least, most]).toEqual([Math.min(...values), Math.max(...values)]);
		}),
	);
});

it('compares values of the same round only', () => {
	expect(ratios([10, 30, 50], [5, 10])).toEqual([2, 3]);
});

it('gives each moment to whoever is nearest on the stack', () => {
	const engine = 'file:///app/node_modules/n8n-core/dist/engine.js';
	const ours = 'file:///n/node_modules/n8n-nodes-link-manager-reference-data/dist/nodes/json.js';
	const axios = 'file:///app/node_modules/axios/dist/node/axios.cjs';
	// Each list is a stack, the outermost function first, of a sample of one millisecond.
	const stacks = [[engine, ours, ''], [ours, engine], [axios], [''], ['/profiler.mjs', '']];
	const nodes = stacks.flatMap((stack, sample) =>
		stack.map((url, depth) => ({
			id: sample * 10 + depth,
			callFrame: { functionName: '', url },
			children: depth + 1 < stack.length ? [sample * 10 + depth + 1] : [],
		})),
	);
	const samples = stacks.map((stack, sample) => sample * 10 + stack.length - 1);
	const profile = { nodes, samples, timeDeltas: samples.map(() => 1000) };
	expect(timeByOwner(JSON.stringify(profile))).toEqual({
		'this package': 1,
		n8n: 1,
		'its HTTP client': 1,
		'Node.js': 1,
	});
});
