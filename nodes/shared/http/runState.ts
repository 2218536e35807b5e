import { KeyedLock } from './keyedLock';
import type { RequestQueue } from './queue';

/** Values that the tries of a run share, by the function that makes each. */
export type RunMemory = Map<() => unknown, unknown>;

/** The IDs of the records that a run created. */
export const createdIds = (): string[] => [];

/** What the items of one run of a node share. */
export class RunState {
	private readonly made = new Map<string, Promise<unknown>>();

	private readonly lock = new KeyedLock();

	/** @param memory what an earlier try of the same run left: n8n's Retry On Fail runs a node again */
	constructor(
		readonly queue: RequestQueue,
		private readonly memory: RunMemory = new Map(),
	) {}

	/** Makes a value once for all items. If that fails, the next item tries again. */
	async once<T>(key: string, make: () => Promise<T>): Promise<T> {
		const known = this.made.get(key) as Promise<T> | undefined;
		if (known) return await known;
		const made = make();
		this.made.set(key, made);
		made.catch(() => this.made.delete(key));
		return await made;
	}

	/**
	 * A value that earlier items and tries may have changed, made at first use.
	 *
	 * @param make identifies the value, so it must be a constant
	 */
	acrossTries<T>(make: () => T): T {
		if (!this.memory.has(make)) this.memory.set(make, make());
		return this.memory.get(make) as T;
	}

	/**
	 * Runs a task once those of earlier items with the same key have ended, so that the changes of one record
	 * happen in the order of the items. An operation calls it before its first `await`.
	 */
	async serialize<T>(key: string, task: (hasWaited: boolean) => Promise<T>): Promise<T> {
		return await this.lock.run(key, task);
	}
}
