/**
 * Runs a task for each entry, at most `lanes` at a time and started in order, so that no more promises
 * exist than there are lanes. After the first failure, no task starts; it is thrown once the running ones
 * have ended.
 *
 * @param goesOn called before each start; false ends early, without an error
 * @returns the results, in the order of the entries
 */
export async function runConcurrently<T, R>(
	entries: Iterable<T>,
	lanes: number,
	task: (entry: T) => Promise<R>,
	goesOn: () => boolean = () => true,
): Promise<R[]> {
	const iterator = entries[Symbol.iterator]();
	const results: R[] = [];
	const failures: unknown[] = [];
	let started = 0;
	const lane = async () => {
		while (failures.length === 0 && goesOn()) {
			const next = iterator.next();
			if (next.done) return;
			const index = started++;
			try {
				results[index] = await task(next.value);
			} catch (error) {
				failures.push(error);
			}
		}
	};
	await Promise.all(Array.from({ length: lanes }, lane));
	if (failures.length > 0) throw failures[0];
	return results;
}

/** The whole numbers from one to another, both included. */
export function* numbersFrom(first: number, last: number): Generator<number> {
	for (let number = first; number <= last; number++) yield number;
}
