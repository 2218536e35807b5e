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

/**
 * A text without the entities of HTML, as which careless services store some characters, and the entities
 * of entities that they make of them at the next change.
 */
export function withoutEntities(text: string): string {
	const plain = text.replace(
		/&(?:#(\d{2,3})|#x([\da-f]{2})|(amp|lt|gt|quot|apos));/gi,
		(...found) => {
			const [, decimal, hexadecimal, name] = found as string[];
			if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? name;
			return String.fromCharCode(Number.parseInt(decimal ?? hexadecimal ?? '', decimal ? 10 : 16));
		},
	);
	return plain === text ? text : withoutEntities(plain);
}

/**
 * A text in the one spelling that stands for all in which services write it: accents, blanks and
 * entities of HTML differ.
 */
export function normalText(text: string): string {
	return withoutEntities(text).normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** What a text shares with every slug of it. */
export function lettersOf(text: string): string {
	return folded(withoutEntities(text)).replace(/[^\p{L}\p{N}]+/gu, '');
}
