import type { IExecuteFunctions } from 'n8n-workflow';

/** A sentence for the output pane. */
export interface Hint {
	text: string;
	type?: 'info' | 'warning';
	/** An AI agent must know it, too, though it is no warning. */
	forModel?: boolean;
	/** The text is a word, of which a hint tells only how many items have it. */
	isCounted?: boolean;
}

/** What a run has to say beside its items; each text once, with the items it is true of. */
export class Hints {
	private readonly texts = new Map<string, { type: Hint['type']; items: Set<number> }>();

	private readonly counts = new Map<string, number>();

	add({ text, type = 'info', isCounted = false }: Hint, itemIndex: number): void {
		if (isCounted) {
			this.counts.set(text, (this.counts.get(text) ?? 0) + 1);
			return;
		}
		const known = this.texts.get(text) ?? { type, items: new Set<number>() };
		known.items.add(itemIndex);
		this.texts.set(text, known);
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
		const texts: Shown[] = [...this.texts].slice(0, MOST_SHOWN).map(([text, { type, items }]) => ({
			message: itemCount > 1 ? `${text} (${itemList([...items], keyOf)})` : text,
			type,
		}));
		const counts = [...this.counts].map(([word, count]) => `${count} ${word}`).join(', ');
		if (itemCount > 1 && counts !== '') texts.unshift({ message: `${counts}.`, type: 'info' });
		if (texts.length === 0) return;
		functions.addExecutionHints(
			...texts.map((hint) => ({ ...hint, location: 'outputPane' as const })),
		);
	}
}

interface Shown {
	message: string;
	type: Hint['type'];
}

const MOST_SHOWN = 20;

/** `item 1, nc-fees`, `items 1, nc-fees; 4, open-day` or, without keys, `items 1, 4 and 2 more`. */
function itemList(items: number[], keyOf: (itemIndex: number) => string | undefined): string {
	const shown = items.sort((a, b) => a - b).slice(0, 10);
	const keys = shown.map(keyOf);
	const names = shown.map((index, place) => {
		const key = keys[place];
		return key === undefined ? String(index) : `${index}, ${key}`;
	});
	const hasKeys = keys.some((key) => key !== undefined);
	const more = items.length - shown.length;
	const list = names.join(hasKeys ? '; ' : ', ') + (more > 0 ? ` and ${more} more` : '');
	return items.length === 1 ? `item ${list}` : `items ${list}`;
}
