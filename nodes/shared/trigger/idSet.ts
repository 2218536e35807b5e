const NO_FLOOR = -1;

/**
 * A set of ids that takes little room as text: whole numbers as ranges, any other id as it is. With a
 * floor it holds every whole number up to that one, whether or not it was ever added.
 */
export class IdSet {
	private constructor(
		private readonly floor: number,
		private readonly numbers: ReadonlySet<number>,
		private readonly texts: ReadonlySet<string>,
	) {}

	static readonly empty = new IdSet(NO_FLOOR, new Set(), new Set());

	/** The set that `written` wrote: `["-40,42,44-46", "other id"]`, with a floor at 40. */
	static read([ranges = '', ...texts]: readonly string[]): IdSet {
		let floor = NO_FLOOR;
		const numbers = new Set<number>();
		for (const range of ranges === '' ? [] : ranges.split(',')) {
			const [from = '', to = from] = range.split('-');
			if (from === '') floor = Number(to);
			else for (let number = Number(from); number <= Number(to); number++) numbers.add(number);
		}
		return new IdSet(floor, numbers, new Set(texts));
	}

	has(id: string): boolean {
		const number = wholeNumber(id);
		if (number === undefined) return this.texts.has(id);
		return number <= this.floor || this.numbers.has(number);
	}

	/** The highest whole number in the set; undefined where there is none. */
	get highest(): number | undefined {
		let highest = this.floor;
		for (const number of this.numbers) if (number > highest) highest = number;
		return highest === NO_FLOOR ? undefined : highest;
	}

	/** The ids above the floor. */
	*ids(): Generator<string> {
		for (const number of this.numbers) yield String(number);
		yield* this.texts;
	}

	with(ids: Iterable<string>): IdSet {
		const numbers = new Set(this.numbers);
		const texts = new Set(this.texts);
		for (const id of ids) {
			const number = wholeNumber(id);
			if (number === undefined) texts.add(id);
			else if (number > this.floor) numbers.add(number);
		}
		return new IdSet(this.floor, numbers, texts);
	}

	without(ids: ReadonlySet<string>): IdSet {
		const numbers = [...this.numbers].filter((number) => !ids.has(String(number)));
		return new IdSet(
			this.floor,
			new Set(numbers),
			new Set([...this.texts].filter((text) => !ids.has(text))),
		);
	}

	/** With the floor at the highest number, where one number stands for all below it. */
	filledUp(): IdSet {
		return new IdSet(this.highest ?? NO_FLOOR, new Set(), this.texts);
	}

	written(): string[] {
		const ranges = this.floor === NO_FLOOR ? [] : [`-${this.floor}`];
		let from: number | undefined;
		let to = NO_FLOOR;
		const end = () => {
			if (from !== undefined) ranges.push(from === to ? String(to) : `${from}-${to}`);
		};
		for (const number of [...this.numbers].sort((a, b) => a - b)) {
			if (from === undefined || number !== to + 1) {
				end();
				from = number;
			}
			to = number;
		}
		end();
		return [ranges.join(), ...this.texts];
	}
}

/** The number that an id is. One beyond 2^53, or with zeros in front, is a text like any other. */
export function wholeNumber(id: string): number | undefined {
	const number = Number(id);
	return Number.isSafeInteger(number) && number >= 0 && String(number) === id ? number : undefined;
}
