import type { IExecuteFunctions } from 'n8n-workflow';

/** A sentence for the output pane. */
export interface Hint {
	text: string;
	type?: 'info' | 'warning';
	/** An AI agent must know it, too, though it is no warning. */
	forModel?: boolean;
}

/** What a run has to say beside its items; each text once, with the items it is true of. */
export class Hints {
	private readonly texts = new Map<string, { type: Hint['type']; items: Set<number> }>();

	add({ text, type = 'info' }: Hint, itemIndex: number): void {
		const known = this.texts.get(text) ?? { type, items: new Set<number>() };
		known.items.add(itemIndex);
		this.texts.set(text, known);
	}

	/** Puts the hints on the node's output pane, where this n8n has one. */
	publish(functions: IExecuteFunctions, itemCount: number): void {
		if (typeof functions.addExecutionHints !== 'function' || this.texts.size === 0) return;
		functions.addExecutionHints(
			...[...this.texts].slice(0, MOST_SHOWN).map(([text, { type, items }]) => ({
				message: itemCount > 1 ? `${text} (${itemList([...items])})` : text,
				type,
				location: 'outputPane' as const,
			})),
		);
	}
}

const MOST_SHOWN = 20;

function itemList(items: number[]): string {
	const shown = items.sort((a, b) => a - b).slice(0, 10);
	const more = items.length - shown.length;
	const list = shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
	return items.length === 1 ? `item ${list}` : `items ${list}`;
}
