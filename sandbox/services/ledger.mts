import type { LinkRecord, PixelRecord } from './data/links.mjs';
import type { FormFields } from './phpForm.mjs';

interface Change<R extends string, T> {
	action: 'created' | 'updated' | 'deleted';
	resource: R;
	/** The record as it was; undefined for a creation. */
	before: T | undefined;
	/** The record as it became; undefined for a deletion. */
	after: T | undefined;
}

/** What changed. */
export type LedgerChange = Change<'link', LinkRecord> | Change<'pixel', PixelRecord>;

/** One change that really happened on the link service, whatever the client was answered. */
export type LedgerEntry = LedgerChange & {
	id: number;
	/** The request body as it came; empty for a deletion. */
	body: string;
	/** The body as PHP decodes it. */
	fields: FormFields;
	/** In milliseconds since 1970. */
	at: number;
};
