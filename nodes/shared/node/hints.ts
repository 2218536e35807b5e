import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { asHtml, counted, listed } from '../text';

/** A sentence for the output pane. */
export interface Hint {
	text: string;
	type?: 'info' | 'warning';
	/** The text is a word such as "updated", and one hint tells how many items have it. */
	isCounted?: boolean;
	/** What is empty, and what became of it: with several items, one hint tells how many have which. */
	empty?: { label: string; result: string };
}

const MOST_SHOWN = 20;

/** The hints of a run: each text once, with the items that it is about. */
export class Hints {
	private readonly texts = new Map<string, { type: Hint['type']; items: Set<number> }>();

	private readonly counts = new Map<string, number>();

	/** The items in which a parameter was empty, by what followed, then by its label. */
	private readonly empty = new Map<string, Map<string, Set<number>>>();

	private failed = 0;

	constructor(private readonly itemCount: number) {}

	add({ text, type = 'info', isCounted = false, empty }: Hint, item: number): void {
		if (isCounted) {
			this.counts.set(text, (this.counts.get(text) ?? 0) + 1);
		} else if (empty && this.itemCount > 1) {
			const labels = getOrAdd(this.empty, empty.result, () => new Map<string, Set<number>>());
			getOrAdd(labels, empty.label, () => new Set<number>()).add(item);
		} else {
			getOrAdd(this.texts, text, () => ({ type, items: new Set<number>() })).items.add(item);
		}
	}

	addFailure(): void {
		this.failed += 1;
	}

	/** Puts the hints on the node's output pane, where this n8n has one: warnings first. */
	publish(functions: IExecuteFunctions): void {
		if (typeof functions.addExecutionHints !== 'function') return;
		const infos = [...this.countsInOne(), ...this.emptiness()];
		const warnings: string[] = [];
		for (const [text, { type, items }] of this.texts) {
			const hints = type === 'warning' ? warnings : infos;
			hints.push(this.itemCount > 1 ? `${text} (${itemList(items)})` : text);
		}
		const hints = [
			...warnings.map((message) => hint(message, 'warning')),
			...infos.map((message) => hint(message, 'info')),
		];
		const shown = hints.slice(0, MOST_SHOWN);
		const more = hints.length - shown.length;
		if (more > 0) shown.push(hint(`And ${more} more.`, 'info'));
		if (shown.length > 0) functions.addExecutionHints(...shown);
	}

	/** "6 updated, 6 failed." */
	private countsInOne(): string[] {
		if (this.itemCount === 1 || this.counts.size === 0) return [];
		const counts = [...this.counts, ...(this.failed > 0 ? [['failed', this.failed]] : [])];
		return [`${counts.map(([word, count]) => `${count} ${word}`).join(', ')}.`];
	}

	private emptiness(): string[] {
		return [...this.empty].map(([result, labels]) => {
			const fields = [...labels].map(
				([label, { size }]) => `"${label}" in ${counted(size, 'item')}`,
			);
			return `Empty, so ${result}: ${listed(fields)}.`;
		});
	}
}

function hint(message: string, type: Hint['type']): NodeExecutionHint {
	return { message: asHtml(message), type, location: 'outputPane' };
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
	const known = map.get(key) ?? make();
	map.set(key, known);
	return known;
}

/** `item 1` or `items 1, 4 and 2 more`. */
function itemList(items: ReadonlySet<number>): string {
	const sorted = [...items].sort((one, other) => one - other);
	return `${items.size === 1 ? 'item' : 'items'} ${listed(sorted.map(String))}`;
}
