/** Services write an address in its normal form: `https://example.com` as `https://example.com/`. */
export function sameAddress(a: unknown, b: unknown): boolean {
	return a === b || (typeof a === 'string' && typeof b === 'string' && normal(a) === normal(b));
}

/** An address in its normal form; as it is where it is none. */
export function normal(address: string): string {
	try {
		return new URL(address).href;
	} catch {
		return address;
	}
}
