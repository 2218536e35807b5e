import type { Gate } from '../client/gate';
import { Hints } from './hints';

/** What the items of one execution share. */
export class Run {
	readonly hints = new Hints();

	readonly itemCount: number;

	private readonly memo = new Map<string, Promise<unknown>>();

	private readonly tails = new Map<string, Promise<unknown>>();

	constructor(
		readonly gate: Gate,
		readonly concurrency: number,
		itemCount: number,
	) {
		this.itemCount = itemCount;
	}

	/** Makes a thing once for all items; after a failure the next item tries again. */
	async once<T>(key: string, make: () => Promise<T>): Promise<T> {
		const known = this.memo.get(key);
		if (known) return (await known) as T;
		const made = make();
		this.memo.set(key, made);
		made.catch(() => this.memo.delete(key));
		return await made;
	}

	/** Runs tasks of the same key one after another, so that two items do not race for one record. */
	async serially<T>(key: string, task: () => Promise<T>): Promise<T> {
		const before = this.tails.get(key) ?? Promise.resolve();
		const mine = before.then(task, task);
		this.tails.set(key, mine);
		try {
			return await mine;
		} finally {
			if (this.tails.get(key) === mine) this.tails.delete(key);
		}
	}
}
