import fc from 'fast-check';
import type { IDataObject, INode } from 'n8n-workflow';
import { expect } from 'vitest';

import { locator } from '../../sandbox/n8n/workflow.mjs';
import type { Fault, LedgerEntry, LinkRecord, Quirks } from '../../sandbox/services/start.mjs';
import type { Bench } from './bench.mjs';

/** Spellings of three addresses: however one is written, it is the same. */
const SPELLINGS = [
	[
		'https://www.example.org/open day?q=é&b=2',
		' https://www.example.org/open%20day?q=%C3%A9&b=2 ',
		'https://WWW.example.org:443/open%20day/?q=%c3%a9&b=2',
	],
	['https://bücher.example', 'https://xn--bcher-kva.example/', 'HTTPS://BÜCHER.example:443'],
	[
		'http://www.example.org/~a.b',
		'http://www.example.org:80/%7Ea.b',
		'http://www.example.org/~a%2Eb',
	],
];
const NAMES = [
	['Main', ' Main', 'Main  '],
	['Main & 2', ' Main & 2 ', 'Main & 2'],
];
const ALIASES = [
	['Spring Sale', ' Spring Sale ', 'Spring Sale'],
	['été (2030)', ' été (2030)', 'été (2030) '],
];

/** How a service keeps what it was sent. */
const keepers: Record<string, (text: string) => string> = {
	asSent: (text) => text,
	normalized: (text) => (URL.canParse(text) ? new URL(text).href : text),
	decoded: (text) => (URL.canParse(text) ? decodeURI(new URL(text).href) : text),
	blank: (text) => ` ${text} `,
	entities: (text) => text.replace(/&(?!amp;)/g, '&amp;'),
	noSlash: (text) => text.replace(/\/(?=$|\?)/, ''),
	https: (text) => text.replace('http:', 'https:'),
};

/** How a service may keep an alias that cannot be a part of an address as it is. */
const slugOf = (alias: string) =>
	alias
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.match(/[a-z0-9]+/g)
		?.join('-') ?? alias;

const oneRun = fc.record({
	operation: fc.constantFrom('upsert', 'upsert', 'create'),
	resource: fc.constantFrom('link', 'pixel'),
	rows: fc.array(fc.tuple(fc.nat(2), fc.nat(2)), { minLength: 1, maxLength: 4 }),
	/** Whether a created link gets an alias, by which it can be looked up; with upsert, it is the key. */
	hasAlias: fc.boolean(),
	tries: fc.constantFrom(undefined, 2, 3),
	onError: fc.constantFrom<Array<INode['onError']>>(
		'continueRegularOutput',
		'continueErrorOutput',
		'stopWorkflow',
	),
	concurrency: fc.constantFrom(1, 5),
	broken: fc.array(
		fc.record({
			kind: fc.constantFrom<Fault['kind'][]>(
				'status',
				'reset',
				'truncated',
				'html',
				'empty',
				'errorIn200',
				'wrongEnvelope',
			),
			method: fc.constantFrom('POST', 'POST', 'PUT', 'GET'),
			applied: fc.boolean(),
			times: fc.integer({ min: 1, max: 3 }),
			after: fc.integer({ min: 0, max: 3 }),
		}),
		{ maxLength: 2 },
	),
});
type OneRun = typeof oneRun extends fc.Arbitrary<infer T> ? T : never;

const sequences = fc.record({
	runs: fc.array(oneRun, { minLength: 1, maxLength: 4 }),
	keeper: fc.constantFrom(...Object.keys(keepers)),
	slugs: fc.boolean(),
	others: fc.constantFrom(0, 0, 0, 120),
	quirk: fc.record({
		ignoreFilters: fc.constantFrom<Quirks['ignoreFilters'][]>(false, ['search', 'search_by'], true),
		ignorePage: fc.boolean(),
		shift: fc.boolean(),
		overlap: fc.constantFrom(0, 2),
		envelope: fc.constantFrom('full', 'data', 'bare'),
		createAnswer: fc.constantFrom('record', 'record', 'empty'),
		hideFields: fc.constantFrom<string[][]>([], ['created_at'], ['domain']),
	}),
});

/** The items of a run: with Create, each has a key of its own; the same alias may come again. */
function itemsOf({ operation, resource, rows, hasAlias }: OneRun, turn: number): IDataObject[] {
	const keys = resource === 'pixel' ? NAMES : hasAlias ? ALIASES : SPELLINGS;
	return rows.map(([key, spelling], index) =>
		operation === 'upsert'
			? { key: keys[key % keys.length]?.[spelling] }
			: {
					key: resource === 'link' ? `https://${turn}.example/${index}` : `Pixel ${turn} ${index}`,
					alias: hasAlias ? `alias-${key}` : '',
				},
	);
}

function linkKeyOf({ operation, hasAlias }: OneRun): IDataObject {
	const [key, domainId] = ['={{ $json.key }}', locator(11)];
	if (operation === 'create') {
		return { url: key, domainId, additionalFields: { alias: '={{ $json.alias }}' } };
	}
	return hasAlias
		? { matchBy: 'alias', alias: key, url: 'https://example.com/a', domainId }
		: { matchBy: 'url', alias: '', url: key, domainId };
}

/** The key of what was sent, however it was spelt. */
function keyOf({ fields }: LedgerEntry): string {
	const isByAlias = ALIASES.some(([alias]) => alias === fields.alias);
	const sent = String((isByAlias ? fields.alias : fields.url) ?? fields.name);
	const spellings = [...SPELLINGS, ...NAMES, ...ALIASES].find((all) =>
		all.some((one) => one.trim() === sent),
	);
	return spellings?.[0] ?? sent;
}

/**
 * Create or Update leaves one record for each key, and Create one for each item, however a key is
 * spelt, whatever fails and however often n8n tries again. What Create gives is what it made.
 *
 * @returns how many records were created
 * @throws Error with the smallest case that shows the contrary
 */
export async function tryKeys({ link, linkManager }: Bench, runs: number): Promise<number> {
	let created = 0;
	await fc.assert(
		fc.asyncProperty(sequences, async ({ runs: sequence, keeper, slugs, others, quirk }) => {
			link.reset();
			const [template] = link.links.values();
			link.links.clear();
			link.pixels.clear();
			for (let id = 1; id <= others; id++) {
				link.links.set(String(id), { ...(template as LinkRecord), id, alias: `other-${id}` });
			}
			link.quirk(quirk);
			const keep = keepers[keeper] ?? String;
			const made = () => link.ledger.filter(({ action }) => action === 'created');
			for (const [turn, run] of sequence.entries()) {
				const { operation, resource, tries, onError, concurrency, broken } = run;
				link.clearFaults();
				for (const fault of broken) link.fault({ ...fault, status: 503 });
				const before = made().length;
				const { records } = await linkManager(
					{
						resource,
						operation,
						options: { maxRetries: 0, concurrency },
						...(resource === 'link'
							? linkKeyOf(run)
							: { name: '={{ $json.key }}', type: 'pinboard', value: 'P-1' }),
					},
					{ items: itemsOf(run, turn), tries, onError },
				);
				if (operation === 'create') {
					const ids = records.filter(({ error }) => !error).map(({ id }) => id);
					const own = made().slice(before);
					expect(ids.filter((id) => !own.some((one) => one.id === id))).toEqual([]);
					expect(new Set(ids).size).toBe(ids.length);
				}
				for (const one of link.links.values()) {
					one.url = keep(one.url);
					if (slugs && one.id > others) one.alias = slugOf(one.alias);
				}
				for (const one of link.pixels.values()) one.name = keep(one.name);
			}
			created += made().length;
			const keys = made().map(keyOf);
			expect(new Set(keys).size).toBe(keys.length);
			const touched = link.ledger.filter(
				({ action, resource, id }) => action !== 'created' && resource === 'link' && id <= others,
			);
			expect(touched).toEqual([]);
		}),
		{ numRuns: runs },
	);
	return created;
}
