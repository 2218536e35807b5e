import type { RequestQueue } from '../http/queue';
import { Hints } from './hints';

/** What the items of one run of a node share. */
export class Run {
	readonly hints = new Hints();

	private readonly memo = new Map<string, Promise<unknown>>();

	private readonly tails = new Map<string, Promise<unknown>>();

	/**
	 * @param memory what an earlier try of the same run left: n8n's Retry On Fail runs a node again
	 */
	constructor(
		readonly queue: RequestQueue,
		readonly concurrency: number,
		private readonly memory: Map<string, unknown> = new Map(),
	) {}

	/** Makes a thing once for all items; after a failure the next item tries again. */
	async once<T>(key: string, make: () => Promise<T>): Promise<T> {
		const known = this.memo.get(key);
		if (known) return (await known) as T;
		const made = make();
		this.memo.set(key, made);
		made.catch(() => this.memo.delete(key));
		return await made;
	}

	/** A value that all items share, and that the next try finds as this one left it. */
	kept<T>(key: string, make: () => T): T {
		if (!this.memory.has(key)) this.memory.set(key, make());
		return this.memory.get(key) as T;
	}

	/**
	 * Runs a task after those of earlier items with the same key, so that the changes of one record
	 * happen in the order of the items. Items start in order: an operation calls it before its first
	 * `await`.
	 */
	async serialize<T>(key: string, task: () => Promise<T>): Promise<T> {
		const mine = (this.tails.get(key) ?? Promise.resolve()).then(task, task);
		this.tails.set(key, mine);
		try {
			return await mine;
		} finally {
			if (this.tails.get(key) === mine) this.tails.delete(key);
		}
	}
}
