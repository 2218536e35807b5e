/** Random choices that a seed decides (mulberry32). */
export class Random {
	constructor(private state: number) {}

	/** From 0 to below 1. */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	int(from: number, to: number): number {
		return from + Math.floor(this.next() * (to - from + 1));
	}

	chance(probability: number): boolean {
		return this.next() < probability;
	}

	pick<T>(values: readonly T[]): T {
		return values[Math.floor(this.next() * values.length)] as T;
	}

	some<T>(values: readonly T[], probability: number): T[] {
		return values.filter(() => this.chance(probability));
	}
}

/** A number that a text always gives. */
export function hash(text: string): number {
	let sum = 2166136261;
	for (const sign of text) sum = Math.imul(sum ^ (sign.codePointAt(0) ?? 0), 16777619);
	return sum >>> 0;
}
