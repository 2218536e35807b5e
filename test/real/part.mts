import type { IDataObject } from 'n8n-workflow';

import type { RecordedRequest } from '../../sandbox/services/start.mjs';
import type { NodeResult, NodeRun } from '../engine/harness.mjs';

/** The judgement of a row. */
export interface Judged {
	/** How it is counted: `{ right: 1 }`. */
	counts: Record<string, number>;
	/** Whether the row needs no review. */
	isFine: boolean;
	row: IDataObject;
	/** The result in a few words. */
	result: unknown;
}

/** The node on the service. */
export interface Node {
	requests: RecordedRequest[];
	run(parameters: IDataObject, items: IDataObject[], more?: Partial<NodeRun>): Promise<NodeResult>;
}

/** One line of the table. */
export interface Part {
	title: string;
	/** The labeled rows, in the folder. */
	file: string;
	measure(rows: IDataObject[], node: Node): Promise<Judged[]>;
}

/** The field of an item, as an expression. */
export function fieldOf(name: string): string {
	return `={{ $json.${name} }}`;
}
