type Rewrite = (text: string) => string;

const slug: Rewrite = (text) =>
	text
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.match(/[a-z0-9]+/g)
		?.join('-') ?? text;
const lowerCase: Rewrite = (text) => text.toLowerCase();

/** What a service may do to the keys that it is sent, by the field. */
const REWRITES = {
	slug: { alias: slug, name: slug },
	lowerCase: { alias: lowerCase, name: lowerCase },
	noQuery: { url: (text: string) => text.replace(/[?#].*$/, '') },
	oneSlash: { url: (text: string) => text.replace(/(?<!:)\/+/g, '/') },
	short: { name: (text: string) => text.slice(0, 12) },
	longAlias: { alias: (text: string) => `${text}-za` },
	shortAlias: { alias: (text: string) => text.slice(0, 6) },
	entities: {
		url: (text: string) => text.replaceAll('&', '&amp;'),
		name: (text: string) => text.replaceAll('&', '&amp;'),
	},
} satisfies Record<string, Partial<Record<string, Rewrite>>>;

export type RewriteName = keyof typeof REWRITES;

/** The fields as the service writes them. */
export function rewritten<T extends object>(fields: T, names: readonly RewriteName[] = []): T {
	const result = { ...fields } as Record<string, unknown>;
	for (const rewrites of names.map((name) => REWRITES[name])) {
		for (const [field, rewrite] of Object.entries<Rewrite>(rewrites)) {
			const text = result[field];
			if (typeof text === 'string') result[field] = rewrite(text);
		}
	}
	return result as T;
}
