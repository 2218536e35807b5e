/** Texts as they are stored: whole numbers as ranges in one text, then all others: `["1-40,44", "a1"]`. */
export function writeIds(ids: readonly string[]): string[] {
	const numbers = ids.map(wholeNumber).filter((number) => number !== undefined);
	const ranges: Array<[from: number, to: number]> = [];
	for (const number of numbers.sort((one, other) => one - other)) {
		const last = ranges.at(-1);
		if (last && number === last[1] + 1) last[1] = number;
		else ranges.push([number, number]);
	}
	const written = ranges.map(([from, to]) => (from === to ? String(to) : `${from}-${to}`));
	return [written.join(), ...ids.filter((id) => wholeNumber(id) === undefined)];
}

/** The texts that `writeIds` wrote. */
export function readIds([ranges = '', ...others]: readonly string[]): string[] {
	const ids = [...others];
	for (const range of ranges === '' ? [] : ranges.split(',')) {
		const [from = '', to = from] = range.split('-');
		for (let number = Number(from); number <= Number(to); number++) ids.push(String(number));
	}
	return ids;
}

/** The number that an ID is. One beyond 2^53, or with leading zeros, is a text. */
export function wholeNumber(id: string): number | undefined {
	const number = Number(id);
	return Number.isSafeInteger(number) && number >= 0 && String(number) === id ? number : undefined;
}
