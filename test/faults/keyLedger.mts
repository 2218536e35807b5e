import fc from 'fast-check';
import type { IDataObject, INode } from 'n8n-workflow';
import { expect } from 'vitest';

import { locator } from '../../sandbox/n8n/workflow.mjs';
import type { RewriteName } from '../../sandbox/services/rewrites.mjs';
import type { Fault, LedgerEntry, LinkRecord, Quirks } from '../../sandbox/services/start.mjs';
import { seed } from '../seed.mjs';
import type { Bench } from './bench.mjs';

/** A key that has one spelling, but for blanks around it. */
const alone = (key: string) => [key, ` ${key}`, `${key} `];

/** A key with accents: each as one character with its letter, and as one of its own. */
const accented = (key: string) => [key, key.normalize('NFD'), `${key} `];

/** Addresses in three spellings each: however one is written, it is the same. */
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
	[
		'https://www.example.org//day//',
		'https://www.example.org//day?',
		'https://www.example.org//day/#',
	],
	alone('https://www.example.org/day'),
	alone('https://www.example.org/day?a=1'),
	alone('https://www.example.org/day?a=2'),
	alone('https://www.example.org/day#a'),
];
const NAMES = [
	...['Main', 'MAIN', 'Main & 2', 'Main pixel of 2030', 'Main pixel of 2031'].map(alone),
	...['Café', 'ガイド'].map(accented),
];
const ALIASES = [
	alone('Summer Sale'),
	...['été (2030)', 'ÉÉ'].map(accented),
	...['spring-sale', 'Spring-Sale', 'spring_sale', 'v1.0', '~a'].map(alone),
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
	decomposed: (text) => text.normalize('NFD'),
};

const oneRun = fc.record({
	operation: fc.constantFrom('upsert', 'upsert', 'create'),
	resource: fc.constantFrom('link', 'pixel'),
	rows: fc.array(fc.tuple(fc.nat(7), fc.nat(2)), { minLength: 1, maxLength: 4 }),
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
			method: fc.constantFrom('POST', 'POST', 'PUT', 'GET', 'DELETE'),
			applied: fc.boolean(),
			times: fc.integer({ min: 1, max: 3 }),
			after: fc.integer({ min: 0, max: 3 }),
		}),
		{ maxLength: 2 },
	),
});
type OneRun = typeof oneRun extends fc.Arbitrary<infer T> ? T : never;

/** Above it are the IDs of links that have nothing to do with the keys, the newest ones of the account. */
const OTHERS = 1_000_000;

const sequences = fc.record({
	runs: fc.array(oneRun, { minLength: 1, maxLength: 4 }),
	keeper: fc.constantFrom(...Object.keys(keepers)),
	others: fc.constantFrom(0, 0, 0, 120),
	quirk: fc
		.record({
			ignoreFilters: fc.constantFrom<Quirks['ignoreFilters'][]>(
				false,
				['search', 'search_by'],
				['search_by'],
				true,
			),
			search: fc.constantFrom<Array<Quirks['search']>>(
				undefined,
				undefined,
				undefined,
				'whole',
				'start',
				'words',
				'page',
			),
			countsAll: fc.constantFrom(false, false, true),
			shift: fc.boolean(),
			overlap: fc.constantFrom(0, 2),
			envelope: fc.constantFrom('full', 'data', 'bare'),
			// A service that makes small pages, and the first again, cannot be told from one with few records.
			paging: fc.constantFrom<Quirks[]>(
				{},
				{ ignorePage: true },
				{ mostPerPage: 3, shift: false },
				{ mostPerPage: 20, hideRecords: [120, 80, 79, 2].map((number) => OTHERS + number) },
				{ hideRecords: [OTHERS + 120, OTHERS + 3] },
			),
			rewrites: fc.oneof(
				fc.constant<RewriteName[]>([]),
				fc.subarray<RewriteName>([
					...(['slug', 'lowerCase', 'noQuery', 'oneSlash', 'short', 'entities'] as const),
					...(['longAlias', 'shortAlias'] as const),
				]),
			),
			uniqueAliases: fc.boolean(),
			createAnswer: fc.constantFrom('record', 'record', 'empty'),
			hideFields: fc.constantFrom<string[][]>([], ['created_at'], ['domain']),
		})
		.map(({ paging, ...quirks }) => ({ ...quirks, ...paging })),
});

/** The items of a run: with Create, each has a key of its own; the same alias may come again. */
function itemsOf({ operation, resource, rows, hasAlias }: OneRun, turn: number): IDataObject[] {
	const keys = resource === 'pixel' ? NAMES : hasAlias ? ALIASES : SPELLINGS;
	return rows.map(([key, spelling], index) =>
		operation === 'upsert'
			? { key: keys[key % keys.length]?.[spelling] }
			: {
					key: resource === 'link' ? `https://${turn}.example/${index}` : `Pixel ${turn} ${index}`,
					alias: hasAlias ? `${key % 2 ? 'alias-' : 'Alias_'}${key}` : '',
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
	const isByAlias = ALIASES.flat().some((alias) => alias.trim() === fields.alias);
	const sent = String((isByAlias ? fields.alias : fields.url) ?? fields.name);
	const spellings = [...SPELLINGS, ...NAMES, ...ALIASES].find((all) =>
		all.some((one) => one.trim() === sent),
	);
	return spellings?.[0] ?? sent;
}

/** What the node says where it cannot be sure of one record: that it may exist, or which one is in doubt. */
const DOUBT =
	/It is not known whether|couldn't check whether|already has the (alias|destination URL|name)/;

/**
 * Create or Update leaves one record for each key, and Create one for each item, however a key is
 * spelt, whatever fails and however often n8n tries again. What Create gives is what it made. On a
 * service that changes keys, a second record is deleted again, or an error tells of it; on one that
 * keeps them, no key is taken for another.
 *
 * @returns how many records were created
 * @throws Error with the smallest case that shows the contrary
 */
export async function tryKeys(
	{ link, linkManager }: Bench,
	runs: number,
	from = seed,
): Promise<number> {
	let created = 0;
	await fc.assert(
		fc.asyncProperty(sequences, async ({ runs: sequence, keeper, others, quirk }) => {
			link.reset();
			const [template] = link.links.values();
			link.links.clear();
			link.pixels.clear();
			for (let id = OTHERS + 1; id <= OTHERS + others; id++) {
				link.links.set(String(id), { ...(template as LinkRecord), id, alias: `other-${id}` });
			}
			link.quirk(quirk);
			const changesKeys = quirk.rewrites.length > 0;
			const keep = changesKeys ? String : (keepers[keeper] ?? String);
			const made = () => link.ledger.filter(({ action }) => action === 'created');
			const doubts: string[] = [];
			for (const [turn, run] of sequence.entries()) {
				const { operation, resource, tries, concurrency, broken } = run;
				const onError = changesKeys ? 'continueRegularOutput' : run.onError;
				link.clearFaults();
				for (const fault of broken) link.fault({ ...fault, status: 503 });
				const before = made().length;
				const { records, error } = await linkManager(
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
				const errors = [error?.message, ...records.map((one) => one.error)].filter(Boolean);
				doubts.push(...errors.map(String).filter((text) => DOUBT.test(text)));
				if (operation === 'create') {
					const ids = records.filter((one) => !one.error).map(({ id }) => id);
					const own = made().slice(before);
					expect(ids.filter((id) => !own.some((one) => one.id === id))).toEqual([]);
					expect(new Set(ids).size).toBe(ids.length);
				} else if (keepsAll(quirk) && !sequence.some((one) => one.broken.length > 0)) {
					expect(errors).toEqual([]);
				}
				for (const one of link.links.values()) one.url = keep(one.url);
				for (const one of link.pixels.values()) one.name = keep(one.name);
			}
			created += made().length;
			const left = made().filter(({ resource, id }) =>
				(resource === 'link' ? link.links : link.pixels).has(String(id)),
			);
			const keys = (changesKeys ? left : made()).map(keyOf);
			expect(keys.length - new Set(keys).size).toBeLessThanOrEqual(changesKeys ? doubts.length : 0);
			if (!hidesMade(quirk) && !sequence.some((one) => one.broken.length > 0)) {
				expect(new Set(keys).size).toBe(keys.length);
			}
			const touched = link.ledger.filter(
				({ action, resource, id }) => action !== 'created' && resource === 'link' && id > OTHERS,
			);
			expect(touched).toEqual([]);
		}),
		{ numRuns: runs, seed: from },
	);
	return created;
}

/** Whether a service keeps every key as it is, finds it, and lists all that it has. */
function keepsAll({
	rewrites,
	ignoreFilters,
	search,
	countsAll,
	ignorePage,
	shift,
	overlap,
	mostPerPage,
	hideRecords,
}: Quirks): boolean {
	const isOtherField = Array.isArray(ignoreFilters) && !ignoreFilters.includes('search');
	const findsAll = !search && !countsAll && !isOtherField;
	const listsAll = !ignorePage && !shift && !overlap && !mostPerPage && !hideRecords;
	return rewrites?.length === 0 && findsAll && listsAll;
}

/** Whether a service does not show what it made, or when. */
function hidesMade({ createAnswer, hideFields = [] }: Quirks): boolean {
	return createAnswer === 'empty' || hideFields.includes('created_at');
}
