import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { isObject, trimmed } from '../values';
import { isNothing, type Locator, readEntries, readLocator, readValue } from './readValue';
import { refuseExpression } from './wholeExpression';

export type { Locator };

/** Where one item's parameters come from; n8n gives nodes and polling triggers different functions. */
interface ParameterSource {
	/** The value, with its expressions evaluated. */
	value(name: string, fallback: unknown): unknown;
	/** What the workflow stores: an expression begins with `=`. */
	stored(name: string): unknown;
}

/** Called for an entry of a collection that the user added and that is empty. May throw to refuse it. */
export type OnNothing = (collection: string, entry: INodeProperties) => void;

const LONGEST_KEY = 40;

/** One item's parameters, each checked against its own definition before it is used. */
export class ItemParameters {
	/** The values so far: n8n may take longer to evaluate an expression than to send a request. */
	private readonly values = new Map<string, unknown>();

	constructor(
		private readonly source: ParameterSource,
		private readonly properties: readonly INodeProperties[],
		private readonly onNothing: OnNothing = () => undefined,
	) {}

	/** @throws UserError when the text is missing although it is required */
	text(name: string): string {
		return this.read(name) as string;
	}

	number(name: string): number {
		return this.read(name) as number;
	}

	flag(name: string): boolean {
		return this.read(name) as boolean;
	}

	/** The stored value of a dropdown. */
	choice<T extends string | number>(name: string): T {
		return this.read(name) as T;
	}

	choices(name: string): string[] {
		return this.read(name) as string[];
	}

	locator(name: string): Locator {
		return this.read(name) as Locator;
	}

	/**
	 * The entries of a collection that the user added and that have a value: nothing is not a value.
	 *
	 * @param unsaid entries that may be empty without a word
	 * @throws UserError
	 */
	added<T extends object>(name: string, unsaid: readonly string[] = []): Partial<T> {
		const given = this.raw(name) as Record<string, unknown>;
		refuseExpression(given, this.label(name));
		const entries = this.entries(name);
		const values = readEntries(entries, given);
		for (const entry of entries) {
			const isEmpty = entry.name in given && !(entry.name in values);
			if (isEmpty && !unsaid.includes(entry.name)) this.onNothing(name, entry);
		}
		return values as Partial<T>;
	}

	/** The names of all entries that the user added to a collection, also of the empty ones. */
	names(name: string): string[] {
		return Object.keys(this.raw(name) as object);
	}

	/** Every entry of a collection: what the user added, and the definition's default for the rest. */
	filled<T extends object>(name: string): T {
		const defaults = this.entries(name).map((entry) => [entry.name, entry.default]);
		return { ...Object.fromEntries(defaults), ...this.added(name) } as T;
	}

	/** A parameter whose form the caller judges, such as JSON. */
	raw(name: string): unknown {
		if (!this.values.has(name)) {
			const { default: fallback } = this.definition(name);
			this.values.set(name, this.source.value(name, fallback));
		}
		return this.values.get(name);
	}

	/** Whether the parameter has a value. */
	given(name: string): boolean {
		return !isNothing(this.definition(name), this.raw(name));
	}

	/**
	 * What tells the item from others in a message: its first required text or record that comes from an
	 * expression and has a value. What isn't from an expression is the same for all items.
	 */
	key(): string | undefined {
		const found = this.properties.find(
			({ name, type, required }) =>
				required &&
				['string', 'resourceLocator'].includes(type) &&
				this.isExpression(name) &&
				this.given(name),
		);
		const { value } = readLocator(found && this.raw(found.name));
		if (typeof value !== 'string' && typeof value !== 'number') return undefined;
		const text = trimmed(String(value));
		return text.length > LONGEST_KEY ? `${text.slice(0, LONGEST_KEY)}…` : text;
	}

	/** Whether the workflow sets the parameter, a locator's value or an entry by an expression. */
	isExpression(name: string, entry?: string): boolean {
		const whole = this.source.stored(name);
		const stored = entry !== undefined && isObject(whole) ? whole[entry] : whole;
		const { value } = readLocator(stored);
		return typeof value === 'string' && value.startsWith('=');
	}

	/**
	 * Refuses half of a key: "promo-" from `promo-{{ $json.code }}` would be one record for every row
	 * without a code.
	 *
	 * @param text what was read of the parameter, or of an entry of a collection
	 * @throws UserError for a text from an expression that begins or ends in "-" or "_"
	 */
	refuseHalf(text: string, name: string, entry?: string): void {
		if (!/^[-_]|[-_]$/.test(text) || !this.isExpression(name, entry)) return;
		const label = this.label(name, entry);
		throw new UserError(`"${label}" looks incomplete: "${text}"`, {
			description: `It comes from an expression, and begins or ends in "-" or "_". Make sure every field that "${label}" refers to has a value.`,
		});
	}

	/** What the form calls a parameter, or an entry of a collection. */
	label(name: string, entry?: string): string {
		if (entry === undefined) return this.definition(name).displayName;
		return this.entries(name).find((property) => property.name === entry)?.displayName ?? entry;
	}

	private read(name: string): unknown {
		return readValue(this.definition(name), this.raw(name));
	}

	private entries(name: string): INodeProperties[] {
		return this.definition(name).options as INodeProperties[];
	}

	private definition(name: string): INodeProperties {
		return this.properties.find((property) => property.name === name) as INodeProperties;
	}
}
