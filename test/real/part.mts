import type { IDataObject } from 'n8n-workflow';

import type { RecordedRequest } from '../../sandbox/services/start.mjs';
import type { NodeResult, NodeRun } from '../engine/harness.mjs';

/** What has been judged of a row. */
export interface Judged {
	/** What it counts for: `{ right: 1 }`. */
	counts: Record<string, number>;
	/** Whether nobody needs to look at it. */
	isFine: boolean;
	row: IDataObject;
	/** What came out, in a few words. */
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
