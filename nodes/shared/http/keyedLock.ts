/**
 * Tasks that wait for each other by a key. A key is forgotten once its last task has ended, also in an error
 * or because its execution was cancelled.
 */
export class KeyedLock {
	/** The last task of each key. */
	private readonly ends = new Map<string, Promise<unknown>>();

	/**
	 * Runs a task once those before it with the same key have ended.
	 *
	 * @param task receives whether it had to wait
	 * @param wait may throw instead; then the task isn't run
	 */
	async run<T>(
		key: string,
		task: (hasWaited: boolean) => Promise<T>,
		wait = async (before: Promise<unknown>) => await before,
	): Promise<T> {
		const before = this.ends.get(key);
		const mine = before ? wait(before).then(async () => await task(true)) : task(false);
		const end = Promise.allSettled([before, mine]);
		this.ends.set(key, end);
		void end.then(() => {
			if (this.ends.get(key) === end) this.ends.delete(key);
		});
		return await mine;
	}
}
