import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

interface Answer {
	value?: unknown;
	error?: string;
}

/** Another process of the benchmark, so that it does not share an event loop with the runner. */
export class Child {
	private constructor(private readonly child: ChildProcess) {}

	/**
	 * @param file a program that calls `answerParent`
	 * @param settings what it finds as its only argument
	 * @param node the binary that runs it; default this process's own
	 */
	static start(file: string, settings: unknown = null, node = process.execPath): Child {
		const child = fork(file, [JSON.stringify(settings)], {
			execPath: node,
			execArgv: ['--import', 'tsx'],
		});
		return new Child(child);
	}

	/** Asks one question; the next may only be asked after the answer. */
	async ask<T>(question: unknown): Promise<T> {
		const patience = new AbortController();
		const { signal } = patience;
		try {
			const answer = once(this.child, 'message', { signal });
			const end = once(this.child, 'exit', { signal }).then(([code]) => {
				throw new Error(`A process of the benchmark ended with code ${String(code)}.`);
			});
			end.catch(() => undefined);
			this.child.send({ question });
			const [{ value, error }] = (await Promise.race([answer, end])) as [Answer];
			if (error !== undefined) throw new Error(error);
			return value as T;
		} finally {
			patience.abort();
		}
	}

	async stop(): Promise<void> {
		if (this.child.exitCode !== null || this.child.signalCode !== null) return;
		const ended = once(this.child, 'exit');
		this.child.disconnect();
		await ended;
	}
}

/** In a child: what `start` gave as settings. */
export function childSettings<T>(): T {
	return JSON.parse(process.argv[2] ?? 'null') as T;
}

/** In a child: answers the parent's questions until the parent leaves or ends. */
export function answerParent<Q>(answer: (question: Q) => Promise<unknown>): void {
	process.on('message', ({ question }: { question: Q }) => {
		answer(question).then(
			(value) => process.send?.({ value }),
			(error: unknown) => process.send?.({ error: String(error) }),
		);
	});
	process.once('disconnect', () => process.exit());
}
