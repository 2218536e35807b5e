/**
 * How many slips of the pen lie between two texts: a letter added, left out, replaced, or swapped with
 * its neighbour (optimal string alignment).
 */
export function distance(a: string, b: string): number {
	let beforeLast: number[] = [];
	let last = Array.from({ length: b.length + 1 }, (_, column) => column);
	for (let row = 1; row <= a.length; row++) {
		const current = [row];
		for (let column = 1; column <= b.length; column++) {
			const same = a[row - 1] === b[column - 1];
			const swapped =
				row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
			current[column] = Math.min(
				(last[column] ?? 0) + 1,
				(current[column - 1] ?? 0) + 1,
				(last[column - 1] ?? 0) + (same ? 0 : 1),
				swapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
			);
		}
		[beforeLast, last] = [last, current];
	}
	return last[b.length] ?? 0;
}
