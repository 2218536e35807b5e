import { setTimeout } from 'node:timers/promises';

/** The longest time in which no timer fired while this ran, in milliseconds of this process's own work. */
export async function stallDuring(run: () => Promise<unknown>): Promise<number> {
	let isOn = true;
	const watching = (async () => {
		let longest = 0;
		while (isOn) {
			const [time, work] = [performance.now(), process.cpuUsage()];
			await setTimeout(5);
			const { user, system } = process.cpuUsage(work);
			longest = Math.max(longest, Math.min(performance.now() - time, (user + system) / 1000));
		}
		return longest;
	})();
	await run().finally(() => (isOn = false));
	return await watching;
}
