import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Left } from '../http/pagination';
import { quoted } from '../text';
import type { Hint } from './hints';

/** n8n's agents take 50,000 characters of a tool's answer; the hints need some of them. */
const ROOM = 45_000;

/** What n8n's newest agents put around each record. */
const AROUND_RECORD = '{"json":,"pairedItem":{"item":0}},'.length;

/**
 * Whether an AI agent uses the node as its tool. The type tells: n8n adds "Tool" to that of a tool.
 * `isToolExecution()` does not, since the agents of n8n 2 have their tools run like any other node.
 */
export function isTool(functions: Pick<IExecuteFunctions, 'getNode'>): boolean {
	return functions.getNode().type.endsWith('Tool');
}

/** What of a list an operation doesn't return. */
export interface Rest {
	/** What they are, in the plural, e.g. `links`. */
	nouns: string;
	left: Left;
}

/**
 * That a list goes on, and for how long as far as that is known.
 *
 * @param unread how many records are left out beside those that `rest` counts
 */
export function thereAreMore(returned: number, { nouns, left }: Rest, unread = 0): string {
	const verb = left === 'perhaps' && unread === 0 ? 'may be' : 'are';
	const count =
		typeof left === 'number'
			? `: ${left + unread} more`
			: unread > 0
				? `: at least ${unread + (left === 'some' ? 1 : 0)} more`
				: '';
	return `There ${verb} more ${nouns} than the ${returned} returned${count}.`;
}

/**
 * What an agent's model reads of an item: whole records, as many as there is room for. Those of a list
 * leave out what is empty; a record too long by itself leaves out its longest fields. A model sees no
 * output pane, so what it must know comes last, as `{ hint }`: every warning, all hints where there is no
 * record, and at the very end how many more records there are.
 */
export function answerForModel(
	records: readonly IDataObject[],
	hints: readonly Hint[],
	rest: Rest,
): IDataObject[] {
	const [first, ...others] = records.length > 1 ? records.map(withoutEmpty) : records;
	if (first === undefined) return hints.map(({ text }) => ({ hint: text }));
	const tooLong = longestFields(first);
	const answer = [without(first, tooLong)];
	let room = ROOM - lengthOf(answer[0]);
	for (const record of others) {
		room -= lengthOf(record);
		if (room < 0) break;
		answer.push(record);
	}

	const texts = hints
		.filter(({ type, forModel }) => forModel === true || type === 'warning')
		.map(({ text }) => text);
	if (tooLong.length > 0) {
		const names = tooLong.slice(0, 5).map((name) => quoted(name));
		texts.push(`Fields that are too long were left out: ${names.join(', ')}.`);
	}
	const unread = records.length - answer.length;
	if (unread > 0 || rest.left !== 0) {
		texts.push(`${thereAreMore(answer.length, rest, unread)} Narrow the search to find them.`);
	}
	return [...answer, ...texts.map((hint) => ({ hint }))];
}

/** As many of the longest fields as must go for the record to have room. */
function longestFields(record: IDataObject): string[] {
	let over = lengthOf(record) - ROOM;
	const byLength = Object.entries(record)
		.map(([name, value]) => ({ name, length: JSON.stringify({ [name]: value }).length }))
		.sort((one, other) => other.length - one.length);
	return byLength
		.filter(({ length }) => {
			const goes = over > 0;
			if (goes) over -= length - 1;
			return goes;
		})
		.map(({ name }) => name);
}

function without(record: IDataObject, names: readonly string[]): IDataObject {
	return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

function withoutEmpty(record: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(record).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return value === '' || value == null;
	return Object.keys(value).length === 0;
}

function lengthOf(record: IDataObject = {}): number {
	return JSON.stringify(record).length + AROUND_RECORD;
}
