/** The middle of some numbers, with the smallest and the largest. */
export interface Spread {
	median: number;
	least: number;
	most: number;
}

/** @throws RangeError when there are no values */
export function spreadOf(values: readonly number[]): Spread {
	const sorted = [...values].sort((a, b) => a - b);
	const [least] = sorted;
	const most = sorted.at(-1);
	if (least === undefined || most === undefined) throw new RangeError('There are no values.');
	const upper = sorted[Math.floor(sorted.length / 2)] ?? most;
	const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? least;
	return { median: (lower + upper) / 2, least, most };
}

/** Each value as a multiple of the value at the same place, so that what slowed both drops out. */
export function ratios(values: readonly number[], against: readonly number[]): number[] {
	return values.flatMap((value, index) => {
		const base = against[index];
		return base === undefined ? [] : [value / base];
	});
}
