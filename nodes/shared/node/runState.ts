import type { RequestQueue } from '../http/queue';
import { Hints } from './hints';

/** What the items of one run of a node share. */
export class Run {
	readonly hints = new Hints();

	private readonly memo = new Map<string, Promise<unknown>>();

	private readonly tails = new Map<string, Promise<unknown>>();

	private readonly order = new ItemOrder();

	/** Where each item came, to change a record. */
	private readonly places = new Map<number, { key: string; repeats: boolean }>();

	/** The first item that failed at each key; at undefined, the first that did not come that far. */
	private readonly failed = new Map<string | undefined, number>();

	/**
	 * @param memory what an earlier try of the same run left: n8n's Retry On Fail runs a node again
	 */
	constructor(
		readonly gate: RequestQueue,
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
	 * happen in the order of the items. It waits until each earlier item has either come here or ended.
	 *
	 * @param repeats whether the next try may run the task again although it is done
	 */
	async serialize<T>(
		itemIndex: number,
		key: string,
		task: () => Promise<T>,
		repeats = true,
	): Promise<T> {
		this.places.set(itemIndex, { key, repeats });
		await this.order.before(itemIndex);
		const mine = (this.tails.get(key) ?? Promise.resolve()).then(task, task);
		this.tails.set(key, mine);
		this.order.end(itemIndex);
		try {
			return await mine;
		} finally {
			if (this.tails.get(key) === mine) this.tails.delete(key);
		}
	}

	/** Says that an item failed in a way that the next try may change. */
	fail(itemIndex: number): void {
		const key = this.places.get(itemIndex)?.key;
		this.failed.set(key, Math.min(itemIndex, this.failed.get(key) ?? itemIndex));
	}

	/**
	 * Whether an item changed a record that an earlier one failed to change, or may have: the next try
	 * runs it again after that one, so that the last item wins.
	 */
	overtook(itemIndex: number): boolean {
		const place = this.places.get(itemIndex);
		if (place?.repeats !== true) return false;
		return [undefined, place.key].some((key) => (this.failed.get(key) ?? itemIndex) < itemIndex);
	}

	/** Says that an item has ended, and so that no later one need wait for it. */
	end(itemIndex: number): void {
		this.order.end(itemIndex);
	}
}

/** Tells each item when all items before it have had their turn. */
class ItemOrder {
	private readonly ended = new Set<number>();

	private readonly waiting = new Map<number, () => void>();

	private next = 0;

	async before(index: number): Promise<void> {
		if (index > this.next) {
			await new Promise<void>((open) => this.waiting.set(index, open));
		}
	}

	end(index: number): void {
		if (index < this.next) return;
		this.ended.add(index);
		while (this.ended.delete(this.next)) {
			this.next += 1;
			this.waiting.get(this.next)?.();
			this.waiting.delete(this.next);
		}
	}
}
