/**
 * Does one long step between a line that announces it and a line that says how long it took. Four
 * times a minute, a line shows that it goes on.
 */
export async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
	console.log(`${what}…`);
	const started = performance.now();
	const seconds = () => Math.round((performance.now() - started) / 1_000);
	const heartbeat = setInterval(() => console.log(`  ${seconds()} s so far`), 15_000);
	try {
		const result = await work();
		console.log(`  done in ${seconds()} s`);
		return result;
	} finally {
		clearInterval(heartbeat);
	}
}
