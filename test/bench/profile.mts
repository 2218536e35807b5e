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

/** Who a moment of CPU time belongs to. */
export const owners = ['this package', 'n8n', 'its HTTP client', 'Node.js'] as const;
export type Owner = (typeof owners)[number];

const urls: Array<[RegExp, Owner]> = [
	[/\/n8n-nodes-link-manager-reference-data\/dist\//, 'this package'],
	[/\/node_modules\/(axios|follow-redirects|form-data|proxy-from-env)\//, 'its HTTP client'],
	[/\/node_modules\//, 'n8n'],
];

export interface ProfileSummary {
	/** Milliseconds of CPU time; idle time and the profiler's own are left out. */
	time: Record<Owner, number>;
	/** The package's own functions, with their milliseconds, the most expensive first. */
	functions: Array<{ name: string; file: string; milliseconds: number }>;
}

/**
 * Adds up a profile by owner. A moment belongs to whoever's code is nearest on the stack: a built-in
 * such as JSON.parse to the function that called it, code of n8n to n8n even if this package called
 * it. What has no such caller, as garbage collection and sockets, is Node.js's.
 */
export function summarize(profile: string): ProfileSummary {
	const { nodes, samples, timeDeltas } = JSON.parse(profile) as CpuProfile;
	const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
	const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((c) => [c, id])));

	const time: Record<Owner, number> = {
		'this package': 0,
		n8n: 0,
		'its HTTP client': 0,
		'Node.js': 0,
	};
	const functions = new Map<string, ProfileSummary['functions'][number]>();
	samples.forEach((sample, index) => {
		const stack = stackOf(sample);
		if (stack.some(({ functionName, url }) => functionName === '(idle)' || isProfiler(url))) return;
		const milliseconds = (timeDeltas[index] ?? 0) / 1000;
		const { owner, frame } = ownerOf(stack);
		time[owner] += milliseconds;
		if (owner === 'this package' && frame) add(frame, milliseconds);
	});
	const sorted = [...functions.values()].sort((a, b) => b.milliseconds - a.milliseconds);
	return { time, functions: sorted };

	/** From the function that was running to its outermost caller. */
	function stackOf(sample: number): CallFrame[] {
		const stack: CallFrame[] = [];
		for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
			const frame = frames.get(id);
			if (frame) stack.push(frame);
		}
		return stack;
	}

	function add({ functionName, url }: CallFrame, milliseconds: number): void {
		const file = url.replace(/.*\/dist\//, '');
		const name = functionName || '(anonymous)';
		const key = `${file} ${name}`;
		const known = functions.get(key) ?? { name, file, milliseconds: 0 };
		functions.set(key, { ...known, milliseconds: known.milliseconds + milliseconds });
	}
}

function ownerOf(stack: CallFrame[]): { owner: Owner; frame?: CallFrame } {
	for (const frame of stack) {
		const found = urls.find(([pattern]) => pattern.test(frame.url));
		if (found) return { owner: found[1], frame };
	}
	return { owner: 'Node.js' };
}

function isProfiler(url: string): boolean {
	return url.endsWith('/profiler.mjs');
}
