import { sleep } from 'n8n-workflow';

/** How often the clock is looked at. Milliseconds. */
const LOOK_EVERY = 250;

/**
 * Waits for a task, but no longer than so many milliseconds. A late result or error is ignored.
 *
 * @returns the result; undefined if it takes longer
 */
export async function withinTime<T>(
	task: Promise<T>,
	milliseconds: number,
): Promise<T | undefined> {
	const until = Date.now() + milliseconds;
	let isDone = false;
	const end = () => void (isDone = true);
	task.then(end, end);
	const late = async () => {
		while (!isDone && Date.now() < until) {
			await sleep(Math.min(LOOK_EVERY, until - Date.now()));
		}
		return undefined;
	};
	return await Promise.race([task, late()]);
}
