import type { RequestQueue } from './queue';

/** What the tries of a run have kept. */
export type RunMemory = Map<Kept<unknown>, unknown>;

/** A value that the items of a run share, in all its tries: one constant for each, where it is used. */
export class Kept<T> {
	constructor(readonly make: () => T) {}
}

/** What the items of one run of a node share. */
export class RunState {
	private readonly made = new Map<string, Promise<unknown>>();

	/** The last task of each key. */
	private readonly lastTasks = new Map<string, Promise<unknown>>();

	/**
	 * @param memory what an earlier try of the same run left: n8n's Retry On Fail runs a node again
	 * @param stops whether a failing item stops the run
	 */
	constructor(
		readonly queue: RequestQueue,
		private readonly memory: RunMemory = new Map(),
		private readonly stops = false,
	) {}

	/** Makes a thing once for all items; after a failure the next item tries again. */
	async once<T>(key: string, make: () => Promise<T>): Promise<T> {
		const known = this.made.get(key) as Promise<T> | undefined;
		if (known) return await known;
		const made = make();
		this.made.set(key, made);
		made.catch(() => this.made.delete(key));
		return await made;
	}

	/** What is kept, as the items before and earlier tries left it. */
	acrossTries<T>(kept: Kept<T>): T {
		if (!this.memory.has(kept)) this.memory.set(kept, kept.make());
		return this.memory.get(kept) as T;
	}

	/**
	 * Runs a task after those of earlier items with the same key, so that the changes of one record
	 * happen in the order of the items, where an operation calls it before its first `await`. If a failing
	 * item stops the run, those after it fail too, unsent: the next try runs it again, and they follow.
	 *
	 * @param isOneRecord false for a key that stands for more, so that no item waits for another to succeed
	 */
	async serialize<T>(key: string, task: () => Promise<T>, isOneRecord = true): Promise<T> {
		const last = this.lastTasks.get(key) ?? Promise.resolve();
		const mine = last.then(task, this.stops && isOneRecord ? undefined : task);
		this.lastTasks.set(key, mine);
		return await mine;
	}
}
