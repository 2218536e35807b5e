import type { INodeProperties, NodePropertyTypes } from 'n8n-workflow';
import { UnexpectedError, UserError } from 'n8n-workflow';

import { isBlank, isObject, trimmed } from '../values';
import { type Locator, readEntries, readObject, readValue } from './readValue';
import { refuseExpression } from './wholeExpression';

export type { Locator };

/** Where one item's parameters come from; n8n gives nodes and polling triggers different functions. */
export interface ParameterSource {
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
		return this.read(name, ['string', 'options', 'dateTime']) as string;
	}

	number(name: string): number {
		return this.read(name, ['number']) as number;
	}

	flag(name: string): boolean {
		return this.read(name, ['boolean']) as boolean;
	}

	/** The stored value of a dropdown. */
	choice<T extends string | number>(name: string): T {
		return this.read(name, ['options']) as T;
	}

	choices(name: string): string[] {
		return this.read(name, ['multiOptions']) as string[];
	}

	locator(name: string): Locator {
		return this.read(name, ['resourceLocator']) as Locator;
	}

	/**
	 * The entries of a collection that the user added and that have a value: nothing is not a value.
	 *
	 * @param unsaid entries that may be empty without a word
	 */
	added<T extends object>(name: string, unsaid: readonly string[] = []): Partial<T> {
		const definition = this.definition(name, ['collection']);
		const entries = definition.options as INodeProperties[];
		const given = readObject(this.raw(name), definition.displayName);
		refuseExpression(given, definition.displayName);
		const values = readEntries(entries, given, definition.displayName);
		for (const entry of entries) {
			const isEmpty = entry.name in given && !(entry.name in values);
			if (isEmpty && !unsaid.includes(entry.name)) this.onNothing(name, entry);
		}
		return values as Partial<T>;
	}

	/** The names of all entries that the user added to a collection, also of the empty ones. */
	names(name: string): string[] {
		return Object.keys(readObject(this.raw(name), this.label(name)));
	}

	/** Every entry of a collection: what the user added, and the definition's default for the rest. */
	filled<T extends object>(name: string): T {
		const entries = this.definition(name, ['collection']).options as INodeProperties[];
		const defaults = Object.fromEntries(entries.map((entry) => [entry.name, entry.default]));
		return { ...defaults, ...this.added(name) } as T;
	}

	/** A parameter whose form the caller judges, such as JSON. */
	raw(name: string): unknown {
		if (!this.values.has(name)) {
			const { default: fallback } = this.definition(name);
			this.values.set(name, this.source.value(name, fallback));
		}
		return this.values.get(name);
	}

	/** False where a text or a locator is missing, null, empty or blank. */
	given(name: string): boolean {
		const value = this.raw(name);
		return !isBlank(isObject(value) && 'value' in value ? value.value : value);
	}

	/**
	 * What tells the item from others in a message: its first required text or record that comes from an
	 * expression and has a value. What isn't from an expression is the same for all items.
	 */
	key(): string | undefined {
		const name = this.properties
			.filter(({ required, type }) => required && ['string', 'resourceLocator'].includes(type))
			.map((property) => property.name)
			.find((required) => this.isExpression(required) && this.given(required));
		if (name === undefined) return undefined;
		const given = this.raw(name);
		const value = isObject(given) && 'value' in given ? given.value : given;
		const text = trimmed(String(value));
		if (isObject(value) || Array.isArray(value) || /\p{C}/u.test(text)) return undefined;
		return text.length > LONGEST_KEY ? `${text.slice(0, LONGEST_KEY)}…` : text;
	}

	/** Whether the workflow sets the parameter, a locator's value or an entry by an expression. */
	isExpression(name: string, entry?: string): boolean {
		const whole = this.source.stored(name);
		const stored = entry !== undefined && isObject(whole) ? whole[entry] : whole;
		const text = isObject(stored) && 'value' in stored ? stored.value : stored;
		return typeof text === 'string' && text.startsWith('=');
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
		const definition = this.definition(name);
		if (entry === undefined) return definition.displayName;
		const entries = definition.options as INodeProperties[];
		return entries.find((property) => property.name === entry)?.displayName ?? entry;
	}

	private read(name: string, types: readonly NodePropertyTypes[]): unknown {
		const definition = this.definition(name, types);
		return readValue(definition, this.raw(name), definition.displayName);
	}

	private definition(name: string, types?: readonly NodePropertyTypes[]): INodeProperties {
		const found = this.properties.find((property) => property.name === name);
		if (!found) throw new UnexpectedError(`This operation has no parameter "${name}"`);
		if (types?.includes(found.type) === false) {
			throw new UnexpectedError(`The parameter "${name}" is not read as ${types[0]}`);
		}
		return found;
	}
}
