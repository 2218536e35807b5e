import { characterOf, ENTITY } from '../shared/entities';

/**
 * A text as databases compare it in a search: without case and the accents of Latin letters. In other
 * scripts marks make other words, and an emoji is more than the digit in it.
 */
export function folded(text: string): string {
	return text
		.normalize('NFD')
		.replace(/(?<=\p{Script=Latin})[\u0300-\u036f]+/gu, '')
		.toLowerCase();
}

/**
 * A text without the entities of HTML, as which careless services store some characters, and the entities
 * of entities that they make of them at the next change.
 */
export function withoutEntities(text: string): string {
	const plain = text.replace(ENTITY, (entity) => characterOf(entity) ?? entity);
	return plain === text ? text : withoutEntities(plain);
}

/**
 * A text in the one spelling that stands for all in which services write it: accents, blanks and
 * entities of HTML differ.
 */
export function normalText(text: string): string {
	return withoutEntities(text).normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** A text without percent-encoding; as it is, where that is none of UTF-8. */
export function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** What a text shares with every slug of it. */
export function lettersOf(text: string): string {
	return withoutEntities(text)
		.normalize('NFKD')
		.replace(/[^\p{L}\p{N}]+/gu, '')
		.toLowerCase();
}
