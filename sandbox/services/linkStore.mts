import {
	FIRST_LINK_ID,
	FIRST_PIXEL_ID,
	MAIN_DOMAIN,
	isExpired,
	makeLinks,
	makePixels,
	shortUrl,
	timestamp,
	type LinkRecord,
	type PixelRecord,
} from './data/links.mjs';
import type { LedgerChange, LedgerEntry } from './ledger.mjs';
import type { FormFields } from './phpForm.mjs';
import type { Quirks } from './types.mjs';

/** A write as it came: the raw body and its decoded fields. */
export interface Form {
	body: string;
	fields: FormFields;
}

/** A query parameter's value; empty when it was not sent or has no effect. */
export type Filter = (name: string) => string;

const NO_FORM: Form = { body: '', fields: {} };
const ALIAS_LENGTH = 6;

/** The account of the link service: its links and pixels, and the ledger of what changed. */
export class LinkStore {
	readonly links = new Map<string, LinkRecord>();
	readonly pixels = new Map<string, PixelRecord>();
	readonly ledger: LedgerEntry[] = [];
	/** Another number after every change. */
	version = 0;
	private nextLinkId = 0;
	private nextPixelId = 0;
	private readonly start: Date;

	/** @param now the service's clock, in milliseconds since 1970 */
	constructor(
		private readonly size: { links: number; seed: number },
		private readonly now: () => number,
	) {
		this.start = new Date(now());
		this.reset();
	}

	/** Back to the sample data, with an empty ledger. */
	reset(): void {
		const pixels = makePixels(this.start);
		const links = makeLinks(this.size.links, this.size.seed, this.start, pixels);
		this.version++;
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
		for (const link of this.links.values()) {
			if (link.alias === alias && link.domain.id === domainId && link.id !== exceptId) return true;
		}
		return false;
	}

	createLink(changes: Partial<LinkRecord>, form: Form): LinkRecord {
		const id = this.nextLinkId++;
		const stamp = timestamp(this.now());
		const draft: LinkRecord = {
			id,
			alias: id.toString(36).padStart(ALIAS_LENGTH, 'x'),
			url: '',
			short_url: '',
			title: '',
			target_type: 0,
			country_target: [],
			platform_target: [],
			language_target: [],
			rotation_target: [],
			disabled: 0,
			privacy: 0,
			password: false,
			privacy_password: false,
			expiration_url: null,
			expiration_clicks: null,
			clicks: 0,
			space: null,
			domain: MAIN_DOMAIN,
			pixels: [],
			ends_at: null,
			created_at: stamp,
			updated_at: stamp,
			...changes,
		};
		const link = withDerivedFields(draft);
		this.links.set(String(id), link);
		this.note({ action: 'created', resource: 'link', before: undefined, after: link }, id, form);
		return link;
	}

	updateLink(before: LinkRecord, changes: Partial<LinkRecord>, form: Form): LinkRecord {
		const updated_at = timestamp(this.now());
		const after = withDerivedFields({ ...before, ...changes, updated_at });
		this.links.set(String(before.id), after);
		this.note({ action: 'updated', resource: 'link', before, after }, before.id, form);
		return after;
	}

	deleteLink(before: LinkRecord): void {
		this.links.delete(String(before.id));
		this.note({ action: 'deleted', resource: 'link', before, after: undefined }, before.id);
	}

	createPixel(changes: Partial<PixelRecord>, form: Form): PixelRecord {
		const id = this.nextPixelId++;
		const stamp = timestamp(this.now());
		const draft = { id, name: '', type: '', value: '', created_at: stamp, updated_at: stamp };
		const pixel: PixelRecord = { ...draft, ...changes };
		this.pixels.set(String(id), pixel);
		this.note({ action: 'created', resource: 'pixel', before: undefined, after: pixel }, id, form);
		return pixel;
	}

	updatePixel(before: PixelRecord, changes: Partial<PixelRecord>, form: Form): PixelRecord {
		const after = { ...before, ...changes, updated_at: timestamp(this.now()) };
		this.pixels.set(String(before.id), after);
		const { id, name, type } = after;
		this.replaceAttached(id, [{ id, name, type }]);
		this.note({ action: 'updated', resource: 'pixel', before, after }, id, form);
		return after;
	}

	deletePixel(before: PixelRecord): void {
		this.pixels.delete(String(before.id));
		this.replaceAttached(before.id, []);
		this.note({ action: 'deleted', resource: 'pixel', before, after: undefined }, before.id);
	}

	/** Extends and enables links beside the API, as someone does in the service's own pages. */
	renew(ids: number[]): void {
		for (const id of ids) {
			const link = this.links.get(String(id));
			const renewed = {
				ends_at: '2099-01-01T00:00:00.000000Z',
				expiration_clicks: null,
				disabled: 0,
			};
			if (link) this.links.set(String(id), { ...link, ...renewed });
		}
	}

	/** The links that the filters select, in the order asked for. */
	selectLinks(filter: Filter, quirks: Quirks): LinkRecord[] {
		const now = this.now();
		const status = filter('status');
		const spaceId = filter('space_id');
		const domainId = filter('domain_id');
		const pixelId = filter('pixel_id');
		const selected = [...this.links.values()].filter(
			(link) =>
				matchesStatus(link, status, now) &&
				(spaceId === '' || spaceId === String(link.space?.id)) &&
				(domainId === '' || domainId === String(link.domain.id)) &&
				(pixelId === '' || link.pixels.some(({ id }) => pixelId === String(id))),
		);
		return sorted(searched(selected, filter, 'title', quirks.search), filter, quirks);
	}

	/** The pixels that the filters select, in the order asked for. */
	selectPixels(filter: Filter, quirks: Quirks): PixelRecord[] {
		const type = filter('type');
		const selected = [...this.pixels.values()].filter(
			(pixel) => type === '' || pixel.type === type,
		);
		return sorted(searched(selected, filter, 'name', quirks.search), filter, quirks);
	}

	private replaceAttached(pixelId: number, replacement: LinkRecord['pixels']): void {
		for (const link of this.links.values()) {
			if (link.pixels.some(({ id }) => id === pixelId)) {
				link.pixels = link.pixels.flatMap((one) => (one.id === pixelId ? replacement : [one]));
			}
		}
	}

	private note(change: LedgerChange, id: number, form: Form = NO_FORM): void {
		this.version++;
		this.ledger.push({ ...change, id, ...form, at: this.now() });
	}
}

/** The short address and the page title, which the server finds by itself. */
function withDerivedFields(link: LinkRecord): LinkRecord {
	return {
		...link,
		short_url: shortUrl(link),
		title: link.title === '' ? `Page at ${new URL(link.url).host}` : link.title,
	};
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

/** The records that a search finds. */
export function searched<T extends object>(
	records: T[],
	filter: Filter,
	searchBy: string,
	search?: Quirks['search'],
): T[] {
	const text = filter('search').toLowerCase();
	if (text === '') return records;
	const field = filter('search_by') || searchBy;
	return records.filter((record) =>
		matches(String(valueOf(record, field)).toLowerCase(), text, search),
	);
}

function matches(value: string, text: string, search: Quirks['search']): boolean {
	const wordsOf = (from: string) => from.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
	switch (search) {
		case 'whole':
			return value === text;
		case 'start':
			return value.startsWith(text);
		case 'words':
			return wordsOf(text).every((word) => wordsOf(value).includes(word));
		default:
			return value.includes(text);
	}
}

function sorted<T extends { id: number }>(records: T[], filter: Filter, { unsorted }: Quirks): T[] {
	if (unsorted) return records;
	const field = filter('sort_by') || 'id';
	const direction = filter('sort') === 'asc' ? 1 : -1;
	return records.sort(
		(left, right) =>
			direction * (compare(valueOf(left, field), valueOf(right, field)) || left.id - right.id),
	);
}

function valueOf(record: object, field: string): unknown {
	return Reflect.get(record, field);
}

function compare(left: unknown, right: unknown): number {
	if (typeof left === 'number' && typeof right === 'number') return left - right;
	const [one, other] = [String(left), String(right)];
	return one < other ? -1 : one > other ? 1 : 0;
}
