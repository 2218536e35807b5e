/** A text that lacks a part, because an expression within it finds nothing: what is left is another text. */
export class Unfinished {
	/** @param reason what the text is, to follow "is" in a message */
	constructor(readonly reason: string) {}
}
