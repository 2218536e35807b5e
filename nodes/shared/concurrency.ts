/**
 * Runs a task for each index from 0 to `count` - 1, at most `lanes` at a time and started in order, so
 * that no more promises exist than there are lanes. The first failure stops new starts and is thrown
 * once the tasks under way have ended.
 *
 * @param goesOn asked before each start; false ends early, without an error
 */
export async function runConcurrently(
	count: number,
	lanes: number,
	task: (index: number) => Promise<void>,
	goesOn: () => boolean = () => true,
): Promise<void> {
	let next = 0;
	const failures: unknown[] = [];
	const lane = async () => {
		while (next < count && failures.length === 0 && goesOn()) {
			await task(next++).catch((error: unknown) => failures.push(error));
		}
	};
	await Promise.all(Array.from({ length: Math.min(lanes, count) }, lane));
	if (failures.length > 0) throw failures[0];
}
