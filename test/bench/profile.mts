/** A CPU profile as the inspector gives it; times in microseconds. */
interface CpuProfile {
	nodes: Array<{ id: number; callFrame: CallFrame; children?: number[] }>;
	samples: number[];
	timeDeltas: number[];
}

interface CallFrame {
	functionName: string;
	url: string;
}

const urls = {
	'this package': /\/n8n-nodes-link-manager-reference-data\/dist\//,
	'its HTTP client': /\/node_modules\/(axios|follow-redirects|form-data|proxy-from-env)\//,
	n8n: /\/node_modules\//,
	'Node.js': /^/,
};

/** Who a moment of CPU time belongs to. */
export type Owner = keyof typeof urls;
export const owners: Owner[] = ['this package', 'n8n', 'its HTTP client', 'Node.js'];

/**
 * Milliseconds of CPU time by owner; idle time and the profiler's own are left out. A moment belongs
 * to whoever's code is nearest on the stack: a built-in such as JSON.parse to the function that called
 * it, code of n8n to n8n even if this package called it. What has no such caller, as garbage
 * collection and sockets, is Node.js's.
 */
export function timeByOwner(profile: string): Record<Owner, number> {
	const { nodes, samples, timeDeltas } = JSON.parse(profile) as CpuProfile;
	const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
	const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((c) => [c, id])));
	/** From the function that was running to its outermost caller. */
	const stackOf = (sample: number) => {
		const stack: CallFrame[] = [];
		for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
			const frame = frames.get(id);
			if (frame) stack.push(frame);
		}
		return stack;
	};
	const time: Record<Owner, number> = {
		'this package': 0,
		n8n: 0,
		'its HTTP client': 0,
		'Node.js': 0,
	};
	samples.forEach((sample, index) => {
		const stack = stackOf(sample);
		if (stack.some((frame) => frame.functionName === '(idle)' || isProfiler(frame))) return;
		const owning = stack.map(ownerOf).find((owner) => owner !== 'Node.js') ?? 'Node.js';
		time[owning] += (timeDeltas[index] ?? 0) / 1000;
	});
	return time;
}

function ownerOf({ url }: CallFrame): Owner {
	const [[owner] = ['Node.js']] = Object.entries(urls).filter(([, pattern]) => pattern.test(url));
	return owner as Owner;
}

function isProfiler({ url }: CallFrame): boolean {
	return url.endsWith('/profiler.mjs');
}
