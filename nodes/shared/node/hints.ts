import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { asHtml, counted, listed } from '../text';

/** A sentence for the output pane. */
export interface Hint {
	text: string;
	type?: 'info' | 'warning';
	/** The text is a word such as "updated", and one hint counts the items that have it. */
	isCounted?: boolean;
	/** Only shown if it applies to all items. */
	isOfAll?: boolean;
	/** What was empty and what happened to it. For several items, one hint counts them. */
	empty?: { label: string; result: string };
}

const MAX_SHOWN = 20;

/** The hints of a run: each text once, with the items that it is about. */
export class Hints {
	private readonly byText = new Map<string, { hint: Hint; items: Set<number> }>();

	private failed = 0;

	constructor(private readonly itemCount: number) {}

	add(hint: Hint, item: number): void {
		const told = this.byText.get(hint.text) ?? { hint, items: new Set() };
		this.byText.set(hint.text, { hint, items: told.items.add(item) });
	}

	addFailure(): void {
		this.failed += 1;
	}

	/** Puts the hints on the node's output pane, warnings first. */
	publish(functions: IExecuteFunctions): void {
		const summaries = this.itemCount > 1 ? [...this.countsInOne(), ...this.emptiness()] : [];
		const hints = [
			...this.texts('warning').map((message) => shownHint(message, 'warning')),
			...[...summaries, ...this.texts('info')].map((message) => shownHint(message, 'info')),
		];
		const shown = hints.slice(0, MAX_SHOWN);
		const more = hints.length - shown.length;
		if (more > 0) shown.push(shownHint(`And ${more} more.`, 'info'));
		if (shown.length > 0) functions.addExecutionHints(...shown);
	}

	/** The hints that aren't part of a summary. */
	private texts(wanted: Hint['type']): string[] {
		const isMany = this.itemCount > 1;
		return [...this.byText.values()]
			.filter(({ hint: { type = 'info', isCounted, isOfAll, empty }, items }) => {
				const isSome = isOfAll && items.size < this.itemCount;
				return type === wanted && !isCounted && !isSome && !(empty && isMany);
			})
			.map(({ hint: { text, isOfAll }, items }) =>
				isMany && !isOfAll ? `${text} (${itemList(items)})` : text,
			);
	}

	/** "6 updated, 2 created, 4 failed." */
	private countsInOne(): string[] {
		const counts = [...this.byText.values()]
			.filter(({ hint }) => hint.isCounted)
			.sort((one, other) => other.items.size - one.items.size)
			.map(({ hint, items }) => `${items.size} ${hint.text}`);
		if (counts.length === 0) return [];
		return [`${[...counts, ...(this.failed > 0 ? [`${this.failed} failed`] : [])].join(', ')}.`];
	}

	/** One hint per consequence: which fields were empty, in how many items. */
	private emptiness(): string[] {
		const fieldsByResult = new Map<string, string[]>();
		for (const { hint, items } of this.byText.values()) {
			if (!hint.empty) continue;
			const { label, result } = hint.empty;
			const field = `"${label}" in ${counted(items.size, 'item')}`;
			fieldsByResult.set(result, [...(fieldsByResult.get(result) ?? []), field]);
		}
		return [...fieldsByResult].map(([result, fields]) => `Empty, so ${result}: ${listed(fields)}.`);
	}
}

function shownHint(message: string, type: Hint['type']): NodeExecutionHint {
	return { message: asHtml(message), type, location: 'outputPane' };
}

/** `item 1` or `items 1, 4 and 2 more`. */
function itemList(items: ReadonlySet<number>): string {
	const sorted = [...items].sort((one, other) => one - other);
	return `${items.size === 1 ? 'item' : 'items'} ${listed(sorted.map(String))}`;
}
