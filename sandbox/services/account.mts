import {
	FIRST_LINK_ID,
	FIRST_PIXEL_ID,
	isExpired,
	MAIN_DOMAIN,
	makeLinks,
	makePixels,
	shortUrl,
	timestamp,
	type LinkRecord,
	type PixelRecord,
} from './data/links.mjs';

/** One change that really happened, whatever the client was answered. */
export type LedgerEntry = {
	action: 'created' | 'updated' | 'deleted';
	id: number;
	/** The request body as it came; empty for a deletion. */
	body: string;
	/** The body, decoded. */
	fields: Record<string, unknown>;
	/** In milliseconds since 1970. */
	at: number;
} & (
	| { resource: 'link'; before: LinkRecord | undefined; after: LinkRecord | undefined }
	| { resource: 'pixel'; before: PixelRecord | undefined; after: PixelRecord | undefined }
);

/** A write as it came. */
export type Form = Pick<LedgerEntry, 'body' | 'fields'>;

/** A query parameter's value; empty when it was not sent or has no effect. */
export type Filter = (name: string) => string;

const NO_FORM: Form = { body: '', fields: {} };

/** The account of the link service: its links and pixels, and the ledger of what changed. */
export class Account {
	readonly links = new Map<string, LinkRecord>();
	readonly pixels = new Map<string, PixelRecord>();
	readonly ledger: LedgerEntry[] = [];
	private nextLinkId = 0;
	private nextPixelId = 0;

	constructor(private readonly size: { links: number; seed: number }) {
		this.reset();
	}

	/** Back to the sample data, with an empty ledger. */
	reset(): void {
		const now = new Date();
		const pixels = makePixels(now);
		const links = makeLinks(this.size.links, this.size.seed, now, pixels);
		this.pixels.clear();
		this.links.clear();
		this.ledger.length = 0;
		for (const pixel of pixels) this.pixels.set(String(pixel.id), pixel);
		for (const link of links) this.links.set(String(link.id), link);
		this.nextPixelId = FIRST_PIXEL_ID + pixels.length;
		this.nextLinkId = FIRST_LINK_ID + links.length;
	}

	/** Whether another link on that domain has the alias. */
	isAliasTaken(alias: string, domainId: number, exceptId?: number): boolean {
		return [...this.links.values()].some(
			(link) => link.alias === alias && link.domain.id === domainId && link.id !== exceptId,
		);
	}

	createLink(changes: Partial<LinkRecord>, form: Form): LinkRecord {
		const id = this.nextLinkId++;
		const stamp = timestamp(Date.now());
		const after = withDerivedFields({
			...{ id, alias: id.toString(36).padStart(6, 'x'), url: '', short_url: '', title: '' },
			...{ target_type: 0, country_target: [], platform_target: [] },
			...{ language_target: [], rotation_target: [], disabled: 0, privacy: 0 },
			...{ password: false, privacy_password: false, expiration_url: null },
			...{ expiration_clicks: null, clicks: 0, space: null, domain: MAIN_DOMAIN, pixels: [] },
			...{ ends_at: null, created_at: stamp, updated_at: stamp },
			...changes,
		});
		return this.setLink('created', undefined, after, form);
	}

	updateLink(before: LinkRecord, changes: Partial<LinkRecord>, form: Form): LinkRecord {
		const updated_at = timestamp(Date.now());
		const after = withDerivedFields({ ...before, ...changes, updated_at });
		return this.setLink('updated', before, after, form);
	}

	deleteLink(before: LinkRecord): void {
		this.links.delete(String(before.id));
		const change = { action: 'deleted', resource: 'link', before, after: undefined } as const;
		this.ledger.push({ ...change, id: before.id, ...NO_FORM, at: Date.now() });
	}

	createPixel(changes: Partial<PixelRecord>, form: Form): PixelRecord {
		const stamp = timestamp(Date.now());
		const blank = { name: '', type: '', value: '', created_at: stamp, updated_at: stamp };
		return this.setPixel(
			'created',
			undefined,
			{ ...blank, ...changes, id: this.nextPixelId++ },
			form,
		);
	}

	updatePixel(before: PixelRecord, changes: Partial<PixelRecord>, form: Form): PixelRecord {
		const after = { ...before, ...changes, updated_at: timestamp(Date.now()) };
		const { id, name, type } = after;
		this.replaceAttached(id, [{ id, name, type }]);
		return this.setPixel('updated', before, after, form);
	}

	deletePixel(before: PixelRecord): void {
		this.pixels.delete(String(before.id));
		this.replaceAttached(before.id, []);
		const change = { action: 'deleted', resource: 'pixel', before, after: undefined } as const;
		this.ledger.push({ ...change, id: before.id, ...NO_FORM, at: Date.now() });
	}

	/** The links that the filters select. */
	selectLinks(filter: Filter): LinkRecord[] {
		const now = Date.now();
		const [space, domain, pixel] = ['space_id', 'domain_id', 'pixel_id'].map(filter);
		const selected = [...this.links.values()].filter(
			(link) =>
				matchesStatus(link, filter('status'), now) &&
				(!space || space === String(link.space?.id)) &&
				(!domain || domain === String(link.domain.id)) &&
				(!pixel || link.pixels.some(({ id }) => pixel === String(id))),
		);
		return searched(selected, filter, 'title');
	}

	/** The pixels that the filters select. */
	selectPixels(filter: Filter): PixelRecord[] {
		const type = filter('type');
		const selected = [...this.pixels.values()].filter((pixel) => !type || pixel.type === type);
		return searched(selected, filter, 'name');
	}

	private setLink(
		action: 'created' | 'updated',
		before: LinkRecord | undefined,
		after: LinkRecord,
		form: Form,
	): LinkRecord {
		this.links.set(String(after.id), after);
		const change = { action, resource: 'link', before, after, id: after.id } as const;
		this.ledger.push({ ...change, ...form, at: Date.now() });
		return after;
	}

	private setPixel(
		action: 'created' | 'updated',
		before: PixelRecord | undefined,
		after: PixelRecord,
		form: Form,
	): PixelRecord {
		this.pixels.set(String(after.id), after);
		const change = { action, resource: 'pixel', before, after, id: after.id } as const;
		this.ledger.push({ ...change, ...form, at: Date.now() });
		return after;
	}

	private replaceAttached(pixelId: number, replacement: LinkRecord['pixels']): void {
		for (const link of this.links.values()) {
			if (link.pixels.some(({ id }) => id === pixelId)) {
				link.pixels = link.pixels.flatMap((one) => (one.id === pixelId ? replacement : [one]));
			}
		}
	}
}

/** The records in the order that a query asks for. */
export function sorted<T extends { id: number }>(records: T[], query: Record<string, string>): T[] {
	const field = query.sort_by ?? 'id';
	const direction = query.sort === 'asc' ? 1 : -1;
	return records.sort(
		(left, right) =>
			direction * (compare(valueOf(left, field), valueOf(right, field)) || left.id - right.id),
	);
}

/** The short address and the page title, which the server finds by itself. */
function withDerivedFields(link: LinkRecord): LinkRecord {
	const title = link.title || `Page at ${new URL(link.url).host}`;
	return { ...link, short_url: shortUrl(link), title };
}

function matchesStatus(link: LinkRecord, status: string, now: number): boolean {
	switch (status) {
		case '1':
			return link.disabled === 0 && !isExpired(link, now);
		case '2':
			return isExpired(link, now);
		case '3':
			return link.disabled === 1;
		default:
			return true;
	}
}

/** A search is a substring match. */
function searched<T extends object>(records: T[], filter: Filter, searchBy: string): T[] {
	const text = filter('search').toLowerCase();
	const field = filter('search_by') || searchBy;
	if (text === '') return records;
	return records.filter((record) => String(valueOf(record, field)).toLowerCase().includes(text));
}

function valueOf(record: object, field: string): unknown {
	return Reflect.get(record, field);
}

function compare(left: unknown, right: unknown): number {
	if (typeof left === 'number' && typeof right === 'number') return left - right;
	const [one, other] = [String(left), String(right)];
	return one < other ? -1 : one > other ? 1 : 0;
}
