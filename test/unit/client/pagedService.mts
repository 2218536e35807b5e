import type { IDataObject } from 'n8n-workflow';

import type { Page } from '../../../nodes/shared/http/pagination.js';
import { VirtualClock } from '../shared/virtualClock.mjs';

/** What a service does to its pages. */
export type Quirk =
	| { kind: 'none' }
	/** Every page is the first. */
	| { kind: 'ignoresPage' }
	/** Each page begins with the last records of the one before. */
	| { kind: 'overlaps'; by: number }
	/** Somebody adds a record at the head before each page after the first. */
	| { kind: 'grows' }
	/** Somebody deletes the first record before each page after the first. */
	| { kind: 'shrinks' }
	/** Past its end it gives the last page again. */
	| { kind: 'repeatsTheLast' }
	/** So many pages before the first record are empty. */
	| { kind: 'beginsEmpty'; pages: number }
	/** It has a new record for whoever asks. */
	| { kind: 'endless' };

export interface Paging {
	/** How many records there are. */
	count: number;
	/** What it says of that; undefined for nothing. */
	total?: number;
	/** What it says of its pages; the last three say of each one that it is all. */
	tells?: 'lastPage' | 'more' | 'ownTotal' | 'ownPage' | 'noMore';
	/** Pages are never larger than this, whatever was asked for. */
	largestPage?: number;
	quirk?: Quirk;
	ids?: boolean;
	/** Counters in records move on from answer to answer. */
	counts?: boolean;
}

/** Records in pages, with all that real services get wrong about them. */
export class PagedService {
	requests = 0;

	mostAtOnce = 0;

	readonly clock = new VirtualClock();

	private atOnce = 0;

	private records: IDataObject[];

	constructor(private readonly paging: Paging) {
		this.records = Array.from({ length: paging.count }, (_, index) => this.record(index));
	}

	/** Answers late pages before early ones now and then. */
	async fetchPage(page: number, asked: number): Promise<Page> {
		const { quirk = { kind: 'none' }, total, tells, counts, largestPage = Infinity } = this.paging;
		this.requests += 1;
		this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
		if (quirk.kind === 'grows' && this.requests > 1)
			this.records.unshift(this.record(-this.requests));
		if (quirk.kind === 'shrinks' && this.requests > 1) this.records.shift();
		const size = Math.min(asked, largestPage);
		const empty = quirk.kind === 'beginsEmpty' ? quirk.pages : 0;
		const lastPage = Math.max(1, Math.ceil(this.records.length / size) + empty);
		const records = this.page(page, size, quirk).map((record) =>
			counts ? { ...record, clicks: this.requests, seen: `at ${this.requests}` } : record,
		);
		await this.clock.sleep(5 + ((page * 7919) % 13));
		this.atOnce -= 1;
		return {
			records,
			total,
			...(tells === 'ownTotal' && { total: records.length }),
			...(tells === 'ownPage' && { lastPage: page }),
			...(tells === 'noMore' && { more: false }),
			...(tells === 'lastPage' && { lastPage }),
			...(tells === 'more' && { more: page < lastPage }),
		};
	}

	private page(page: number, size: number, quirk: Quirk): IDataObject[] {
		const from = (page - 1) * size;
		switch (quirk.kind) {
			case 'ignoresPage':
				return this.records.slice(0, size);
			case 'overlaps': {
				const overlapping = (page - 1) * Math.max(1, size - quirk.by);
				return this.records.slice(overlapping, overlapping + size);
			}
			case 'repeatsTheLast': {
				const last = Math.max(0, Math.ceil(this.records.length / size) - 1) * size;
				return this.records.slice(Math.min(from, last), Math.min(from, last) + size);
			}
			case 'beginsEmpty': {
				const begin = from - quirk.pages * size;
				return this.records.slice(Math.max(0, begin), Math.max(0, begin + size));
			}
			case 'endless':
				return Array.from({ length: size }, (_, index) => this.record(from + index));
			default:
				return this.records.slice(from, from + size);
		}
	}

	private record(number: number): IDataObject {
		return this.paging.ids === false ? { name: `record ${number}` } : { id: number };
	}
}
