/** A text as databases compare it in a search: without case and accents. */
export function folded(text: string): string {
	return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

const ENTITIES: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
};

/** A text without the entities of HTML, as which careless services store some characters. */
export function withoutEntities(text: string): string {
	return text.replace(/&(?:#(\d{2,3})|#x([\da-f]{2})|(amp|lt|gt|quot|apos));/gi, (...found) => {
		const [, decimal, hexadecimal, name] = found as string[];
		if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? name;
		return String.fromCharCode(Number.parseInt(decimal ?? hexadecimal ?? '', decimal ? 10 : 16));
	});
}
