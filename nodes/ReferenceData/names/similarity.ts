/** From this length on, words that differ by one letter may be the same word misspelled. */
const LONG = 6;

/** From this length on, two letters may differ. */
const VERY_LONG = 10;

/**
 * How many letters must be inserted, removed, replaced or swapped with their neighbor to make one
 * word of the other (optimal string alignment).
 *
 * @param most beyond this the answer is Infinity, which spares most of the work
 */
export function distance(one: string, other: string, most = Infinity): number {
	if (Math.abs(one.length - other.length) > most) return Infinity;
	let beforeLast: number[] = [];
	let last = Array.from({ length: other.length + 1 }, (_, column) => column);
	for (let row = 1; row <= one.length; row++) {
		const current = [row];
		for (let column = 1; column <= other.length; column++) {
			const same = one[row - 1] === other[column - 1];
			const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
			current[column] = Math.min(
				(last[column] ?? 0) + 1,
				(current[column - 1] ?? 0) + 1,
				(last[column - 1] ?? 0) + (same ? 0 : 1),
				swapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
			);
		}
		if (Math.min(...current) > most) return Infinity;
		[beforeLast, last] = [last, current];
	}
	const found = last[other.length] ?? Infinity;
	return found > most ? Infinity : found;
}

/**
 * Whether two folded words may be one word misspelled: one letter off in a long word, two in a very
 * long one. Short words and numbers are what they are: "Zola" is not "Zolo", "No 2" is not "No 3".
 *
 * @param long how many letters a long word has; fewer where something else speaks for the word
 */
export function isNearMiss(one: string, other: string, long = LONG): boolean {
	const length = Math.min(one.length, other.length);
	if (length < long || /\p{N}/u.test(one + other)) return false;
	return one !== other && distance(one, other, length < VERY_LONG ? 1 : 2) < Infinity;
}
