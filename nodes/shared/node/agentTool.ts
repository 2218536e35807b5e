import type { IDataObject, INode } from 'n8n-workflow';

import type { Hint } from './hints';

/** n8n's agents take 50,000 characters of a tool's answer; the hints need some of them. */
const ROOM = 45_000;

/** Characters that n8n's newest agents add around each record. */
const AROUND_RECORD = '{"json":,"pairedItem":{"item":0}},'.length;

/**
 * Whether an AI agent uses the node as its tool. n8n adds "Tool" to the type of a tool.
 * `isToolExecution()` isn't reliable, because agents of n8n 2 run their tools like any other node.
 */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

/** The first records, as many as one answer has room for, but at least one. */
function fitting(records: readonly IDataObject[]): IDataObject[] {
	let room = ROOM;
	const end = records.findIndex((record, index) => {
		room -= JSON.stringify(record).length + AROUND_RECORD;
		return room < 0 && index > 0;
	});
	return end === -1 ? [...records] : records.slice(0, end);
}

export function fitsInAnswer(records: readonly IDataObject[]): boolean {
	return fitting(records).length === records.length;
}

/**
 * The answer of a tool to an agent's model: full records, as many as there is room for. A model sees no
 * output pane, so the hints come last, as `{ hint }`.
 */
export function answerForModel(
	records: readonly IDataObject[],
	hints: readonly Hint[],
): IDataObject[] {
	const answer = fitting(records);
	const texts = hints.filter(({ isCounted }) => isCounted !== true).map(({ text }) => text);
	if (answer.length < records.length) {
		texts.push(
			`There is room for ${answer.length} of these ${records.length} records. Narrow the search to find the others.`,
		);
	}
	return [...answer, ...texts.map((hint) => ({ hint }))];
}
