import { expect, it } from 'vitest';
import { summarize } from '../../bench/profile.mjs';

const ours = 'file:///nodes/node_modules/n8n-nodes-link-manager-reference-data/dist/nodes/shared';

/** A profile with one sample of a millisecond for each stack, the outermost function first. */
function profileOf(...stacks: Array<Array<[functionName: string, url: string]>>): string {
	const nodes: Array<{ id: number; callFrame: object; children: number[] }> = [];
	const samples = stacks.map((stack) => {
		const first = nodes.length + 1;
		stack.forEach(([functionName, url], depth) => {
			const isLast = depth === stack.length - 1;
			const id = first + depth;
			nodes.push({ id, callFrame: { functionName, url }, children: isLast ? [] : [id + 1] });
		});
		return nodes.length;
	});
	return JSON.stringify({ nodes, samples, timeDeltas: samples.map(() => 1000) });
}

it('gives each moment to whoever is nearest on the stack', () => {
	const { time, functions } = summarize(
		profileOf(
			[
				['execute', 'file:///app/node_modules/n8n-core/dist/engine.js'],
				['parseJson', `${ours}/json.js`],
				['parse', ''],
			],
			[
				['parseJson', `${ours}/json.js`],
				['getNodeParameter', 'file:///app/node_modules/n8n-core/dist/context.js'],
			],
			[['httpAdapter', 'file:///app/node_modules/axios/dist/node/axios.cjs']],
			[['(garbage collector)', '']],
		),
	);
	expect(time).toEqual({ 'this package': 1, n8n: 1, 'its HTTP client': 1, 'Node.js': 1 });
	expect(functions).toEqual([{ name: 'parseJson', file: 'nodes/shared/json.js', milliseconds: 1 }]);
});

it('leaves out idle time and the profiler itself', () => {
	const { time } = summarize(
		profileOf(
			[['(idle)', '']],
			[
				['', 'file:///checkout/test/bench/n8n/profiler.mjs'],
				['post', 'node:inspector'],
			],
		),
	);
	expect(Object.values(time)).toEqual([0, 0, 0, 0]);
});
