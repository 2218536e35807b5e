import { execaNode, getEachMessage, sendMessage, type Message } from 'execa';

interface Answer {
	value?: unknown;
	error?: string;
}

/** Another process of the benchmark, so that it does not share an event loop with the runner. */
export interface Child {
	/**
	 * Asks one question; the next may only be asked after the answer.
	 *
	 * @throws Error when the process answers with one, or has ended
	 */
	ask<T>(question: unknown): Promise<T>;
	stop(): Promise<void>;
}

/**
 * @param file a program that calls `answerParent`
 * @param settings what it finds as its only argument
 * @param nodePath the binary that runs it; default this process's own
 */
export function startChild(
	file: string,
	settings: unknown = null,
	nodePath = process.execPath,
): Child {
	const child = execaNode(file, [JSON.stringify(settings)], {
		nodePath,
		nodeOptions: ['--import', 'tsx'],
		ipc: true,
		stdout: 'inherit',
		stderr: 'inherit',
		reject: false,
	});
	return {
		async ask<T>(question: unknown) {
			const answer = child.getOneMessage();
			await child.sendMessage(question as Message);
			const { value, error } = (await answer) as Answer;
			if (error !== undefined) throw new Error(error);
			return value as T;
		},
		async stop() {
			if (child.connected) child.disconnect();
			await child;
		},
	};
}

/** In a child: what `startChild` gave as settings. */
export function childSettings<T>(): T {
	return JSON.parse(process.argv[2] ?? 'null') as T;
}

/** In a child: answers the parent's questions until the parent leaves or ends. */
export async function answerParent<Q>(answer: (question: Q) => Promise<unknown>): Promise<void> {
	for await (const question of getEachMessage()) {
		const settled = await answer(question as Q).then(
			(value): Answer => ({ value }),
			(error: unknown): Answer => ({ error: String(error) }),
		);
		await sendMessage(settled as Message);
	}
	process.exit();
}
