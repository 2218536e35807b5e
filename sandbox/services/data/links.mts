import { PIXEL_TYPES } from '../contract.mjs';
import { cycle } from './table.mjs';

export interface Named {
	readonly id: number;
	readonly name: string;
}

type Rule = Record<'key' | 'value', string>;

/** The defaults of a link. */
export const PLAIN_LINK = {
	target_type: 0,
	country_target: [] as Rule[],
	platform_target: [] as Rule[],
	language_target: [] as Rule[],
	rotation_target: [] as Array<Pick<Rule, 'value'>>,
	disabled: 0,
	privacy: 0,
	password: false,
	privacy_password: false,
	expiration_url: null as string | null,
	expiration_clicks: null as number | null,
	clicks: 0,
	space: null as Named | null,
	pixels: [] as Array<ReturnType<typeof attachment>>,
	ends_at: null as string | null,
};

/** A link as the service returns it. Passwords are true or false. */
export type LinkRecord = typeof PLAIN_LINK & {
	id: number;
	alias: string;
	url: string;
	short_url: string;
	title: string;
	domain: Named;
	created_at: string;
	updated_at: string;
};

export type PixelRecord = ReturnType<typeof makePixels>[number];

/** The domains and spaces of the sample account; their ids, and those of pixels and links, differ. */
export const MAIN_DOMAIN: Named = { id: 11, name: 'go.example.org' };
export const DOMAINS: readonly Named[] = [
	MAIN_DOMAIN,
	{ id: 12, name: 'short.example.com' },
	{ id: 13, name: 'link.example.net' },
];
export const SPACES: readonly Named[] = [
	{ id: 21, name: 'Admissions (sample)' },
	{ id: 22, name: 'Campaigns (sample)' },
	{ id: 23, name: 'Open days (sample)' },
	{ id: 24, name: 'Archive (sample)' },
];

export const FIRST_PIXEL_ID = 101;
export const FIRST_LINK_ID = 1001;
const PIXEL_COUNT = 12;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const SITE = 'https://www.example.org/sample';

/** A date and time as the service writes it: UTC, with microseconds. */
export function timestamp(milliseconds: number): string {
	return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, '.000000Z');
}

/** Twelve sample pixels over the ten types. */
export function makePixels(now: Date) {
	return Array.from({ length: PIXEL_COUNT }, (_, index) => {
		const type: string = cycle(PIXEL_TYPES, index);
		const created = timestamp(now.getTime() - (PIXEL_COUNT - index) * DAY_MS);
		return {
			id: FIRST_PIXEL_ID + index,
			name: `Sample ${type}${index < PIXEL_TYPES.length ? '' : ' (second)'}`,
			type,
			value: `SAMPLE-${1000 + index}`,
			created_at: created,
			updated_at: created,
		};
	});
}

/** Every other link is active. The others are expired, disabled, or both, in turn. */
function stateFields(index: number, now: number): Partial<LinkRecord> {
	if (index % 4 === 0) return { ends_at: timestamp(now + (3 + index) * DAY_MS) };
	if (index % 2 === 0) return {};
	const past = timestamp(now - (1 + (index % 120)) * DAY_MS);
	const states: Array<Partial<LinkRecord>> = [
		{ ends_at: past },
		{ expiration_clicks: 50, clicks: 50 },
		{ disabled: 1 },
		{ disabled: 1, ends_at: past },
		{ ends_at: past, expiration_url: `${SITE}/ended` },
	];
	return cycle(states, (index - 1) / 2);
}

const keyed = (...keys: string[]) =>
	keys.map((key) => ({ key, value: `${SITE}/${key.toLowerCase()}` }));

/** Fields of every twelfth link, starting with these. */
const TARGETS: Record<number, Partial<LinkRecord>> = {
	1: { target_type: 1, country_target: keyed('ZA', 'NA') },
	4: { target_type: 2, platform_target: keyed('iOS', 'Android') },
	7: { target_type: 4, rotation_target: [{ value: `${SITE}/a` }, { value: `${SITE}/b` }] },
	10: { language_target: keyed('af') },
};

const THEMES = ['Open day', 'Prospectus', 'Bursary', 'Webinar', 'Campus map', 'Apply now'] as const;

/**
 * Sample links in every state, oldest first; titles begin with "Sample". Every tenth alias is used
 * on two domains.
 */
export function makeLinks(count: number, now: Date, pixels: readonly PixelRecord[]): LinkRecord[] {
	const present = now.getTime();
	return Array.from({ length: count }, (_, index) => {
		const theme = cycle(THEMES, index);
		const slug = theme.toLowerCase().replace(' ', '-');
		const domain = cycle(DOMAINS, index);
		const alias = `sample-${index % 10 === 1 ? index : index + 1}`;
		const created = timestamp(present - (count - index) * HOUR_MS - 200 * DAY_MS);
		return {
			id: FIRST_LINK_ID + index,
			alias,
			url: `${SITE}/${slug}/${index + 1}`,
			short_url: shortUrl({ domain, alias }),
			title: `Sample: ${theme} ${index + 1}`,
			...PLAIN_LINK,
			privacy: index % 7 === 0 ? 1 : 0,
			password: index % 11 === 0,
			clicks: (index * 37) % 900,
			space: index % 3 === 0 ? null : cycle(SPACES, index),
			domain,
			pixels:
				index % 3 === 0 ? [cycle(pixels, index), cycle(pixels, index + 1)].map(attachment) : [],
			created_at: created,
			updated_at: created,
			...stateFields(index, present),
			...TARGETS[index % 12],
		};
	});
}

export function attachment({ id, name, type }: PixelRecord) {
	return { id, name, type };
}

export function shortUrl({ domain, alias }: Pick<LinkRecord, 'domain' | 'alias'>): string {
	return `https://${domain.name}/${encodeURIComponent(alias)}`;
}

export function isExpired(link: LinkRecord): boolean {
	return (
		(link.ends_at !== null && Date.parse(link.ends_at) <= Date.now()) ||
		(link.expiration_clicks !== null &&
			link.expiration_clicks > 0 &&
			link.clicks >= link.expiration_clicks)
	);
}
