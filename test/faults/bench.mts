import type { IDataObject, INode } from 'n8n-workflow';

import type { LinkService } from '../../sandbox/services/start.mjs';

/** A link service for one test alone, and the node on it: on n8n's engine, or in a whole n8n. */
export interface Bench {
	link: LinkService;
	/** Whether the next run is so slow that its list gets old; absent where time can't be changed. */
	setSlow?(isSlow: boolean): void;
	linkManager(
		parameters: IDataObject,
		given: {
			items: IDataObject[];
			onError?: INode['onError'];
			/** n8n's Retry On Fail, with this many tries and no wait between them. */
			tries?: number;
		},
	): Promise<{ records: IDataObject[]; error?: { message: string } }>;
}
