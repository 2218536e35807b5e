import type { IDataObject, IGetNodeParameterOptions, INodeProperties } from 'n8n-workflow';

import { isObject } from '../values';
import type { Hint } from './hints';

/** n8n's `getNodeParameter`, for one item of a node or for a trigger. */
type GetParameter = (name: string, fallback: unknown, options: IGetNodeParameterOptions) => unknown;

/** What comes with the parameters of a form. */
interface Surroundings {
	/** The input item's own data. */
	json: IDataObject;
	/** The workflow's. */
	timezone: string;
	/** Whether an AI agent filled the form. */
	isTool: boolean;
}

/** What a resource locator holds; a plain value from an expression has no mode. */
export interface Locator {
	mode?: string;
	value: unknown;
}

export function readLocator(value: unknown): Locator {
	if (!isObject(value) || !('value' in value)) return { value };
	return { mode: typeof value.mode === 'string' ? value.mode : undefined, value: value.value };
}

/** The value of a parameter, or of an entry of a collection or of a row. */
export interface Given {
	property: INodeProperties;
	value: unknown;
	/** How messages name it. */
	label: string;
	form: Form;
	/** What the workflow stores: an expression begins with `=`. */
	stored(): unknown;
	/** For an entry of a collection: whether the user added it. */
	isAdded?: boolean;
}

/** False for a definition that only workflows show, or only AI agents' tools. */
export function isShownTo(
	{ surroundings }: Form,
	{ displayOptions = {} }: INodeProperties,
): boolean {
	const { show, hide } = displayOptions;
	if (show?.['@tool'] !== undefined) return surroundings.isTool;
	return hide?.['@tool'] === undefined || !surroundings.isTool;
}

/** Whether the workflow sets it, or a locator's value, by an expression. */
function isExpression(given: Given): boolean {
	const { value } = readLocator(given.stored());
	return typeof value === 'string' && value.startsWith('=');
}

/** Whether the user set it: by an expression, or by adding it to a collection. */
export function isSet(given: Given): boolean {
	return given.isAdded ?? isExpression(given);
}

/** The form of one item, or of a trigger. Each parameter is read from n8n once, at first use. */
export class Form {
	/** The hints from reading the form. */
	readonly hints: Hint[] = [];

	/** n8n may take longer to evaluate an expression than to send a request. */
	private readonly values = new Map<string, unknown>();

	constructor(
		private readonly getParameter: GetParameter,
		readonly surroundings: Surroundings,
	) {}

	/** Each text once: an entry of Options may be read twice. */
	hint(text: string, type?: Hint['type'], empty?: Hint['empty']): void {
		const isKnown = this.hints.some((hint) => hint.text === text);
		if (!isKnown) this.hints.push({ text, type, empty });
	}

	given(property: INodeProperties): Given {
		const { name, displayName: label, default: fallback } = property;
		if (!this.values.has(name)) {
			// The node validates everything itself, except types that none of its parameters has.
			this.values.set(name, this.getParameter(name, fallback, { skipValidation: true }));
		}
		const stored = () => this.getParameter(name, '', { rawExpressions: true });
		return { property, value: this.values.get(name), label, form: this, stored };
	}
}
