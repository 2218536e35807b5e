import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { asHtml } from '../text';

/** A sentence for the output pane. */
export interface Hint {
	text: string;
	type?: 'info' | 'warning';
	/** The text is a word, of which a hint tells only how many items have it. */
	isCounted?: boolean;
}

const MOST_SHOWN = 20;

/** What a run has to say beside its items; each text once, with the items it is true of. */
export class Hints {
	private readonly texts = new Map<string, { type: Hint['type']; items: Set<number> }>();

	private readonly counts = new Map<string, number>();

	add({ text, type = 'info', isCounted = false }: Hint, itemIndex: number): void {
		if (isCounted) {
			this.counts.set(text, (this.counts.get(text) ?? 0) + 1);
			return;
		}
		const known = this.texts.get(text) ?? { type, items: new Set() };
		this.texts.set(text, known);
		known.items.add(itemIndex);
	}

	/**
	 * Puts the hints on the node's output pane, where this n8n has one.
	 *
	 * @param keyOf what people know an item by
	 */
	publish(
		functions: IExecuteFunctions,
		itemCount: number,
		keyOf: (itemIndex: number) => string | undefined,
	): void {
		if (typeof functions.addExecutionHints !== 'function') return;
		const location = 'outputPane';
		const hints: NodeExecutionHint[] = [];
		if (itemCount > 1 && this.counts.size > 0) {
			const counts = [...this.counts].map(([word, count]) => `${count} ${word}`);
			hints.push({ message: `${counts.join(', ')}.`, type: 'info', location });
		}
		for (const [text, { type, items }] of [...this.texts].slice(0, MOST_SHOWN)) {
			const message = itemCount > 1 ? `${text} (${itemList([...items], keyOf)})` : text;
			hints.push({ message: asHtml(message), type, location });
		}
		if (hints.length > 0) functions.addExecutionHints(...hints);
	}
}

/** `item 1, nc-fees`, `items 1, nc-fees; 4, open-day` or, without keys, `items 1, 4 and 2 more`. */
function itemList(items: number[], keyOf: (itemIndex: number) => string | undefined): string {
	const shown = items.sort((a, b) => a - b).slice(0, 10);
	const names = shown.map((index) => {
		const key = keyOf(index);
		return key === undefined ? String(index) : `${index}, ${key}`;
	});
	const list = names.join(names.some((name) => name.includes(',')) ? '; ' : ', ');
	const more = items.length > shown.length ? ` and ${items.length - shown.length} more` : '';
	return `${items.length === 1 ? 'item' : 'items'} ${list}${more}`;
}
