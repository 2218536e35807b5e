/** Does one long step between a line that announces it and a line that says how long it took. */
export async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
	console.log(`${what}…`);
	const started = performance.now();
	const result = await work();
	console.log(`  done in ${Math.round((performance.now() - started) / 1_000)} s`);
	return result;
}
