/** Takes one line for the person who waits. */
export type Report = (line: string) => void;

/** Does one long step between a line that announces it and a line that says how long it took. */
export async function step<T>(report: Report, what: string, work: () => Promise<T>): Promise<T> {
	report(`${what}…`);
	const started = performance.now();
	const result = await work();
	report(`  done in ${Math.round((performance.now() - started) / 1_000)} s`);
	return result;
}
