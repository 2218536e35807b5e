import fc from 'fast-check';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { nodeOf, OPERATIONS, propertiesOf } from '../engine/least.mjs';
import { answerFor, linkOf, nodeOn, startScripted } from '../engine/scripted.mjs';
import { skipWaits } from '../engine/waits.mjs';

// The same cases each time; others with SEED=random (test/engine/environment.mts).

const service = await startScripted();
const linkManager = nodeOn('linkManager', service);
const referenceData = nodeOn('referenceData', service);
skipWaits();

/** Every request that the two services document. */
const DOCUMENTED = [
	/^(GET|POST) \/api\/v1\/(links|pixels)$/,
	/^(GET|PUT|DELETE) \/api\/v1\/(links|pixels)\/[^/]+$/,
	/^GET \/v1\/high-schools(\/\d{1,20}|\/provinces|\/districts)?$/,
	/^GET \/v1\/postal-codes(\/[\da-fA-F-]{36})?$/,
	/^GET \/v1\/universities$/,
	/^POST \/v1\/aps-calculator$/,
];

const anyText = fc.constantFrom(
	'',
	' ',
	'spring',
	'..',
	'a/b?c',
	'0083',
	'Gauteng',
	'2031-01-31',
	'ü',
);
const anyThing = fc.oneof(
	anyText,
	fc.integer({ min: -1, max: 101 }),
	fc.boolean(),
	fc.constant(null),
	fc.jsonValue({ maxDepth: 2 }),
) as fc.Arbitrary<IDataObject[string]>;

/** A value that the form may give for a parameter, and now and then an expression of anything. */
function anyValueOf({ type, options = [] }: INodeProperties): fc.Arbitrary<IDataObject[string]> {
	const values = options.flatMap((option) => ('value' in option ? [option.value] : []));
	const likely: Record<string, fc.Arbitrary<IDataObject[string]>> = {
		boolean: fc.boolean(),
		number: fc.integer({ min: 0, max: 60 }),
		string: anyText,
		options: fc.constantFrom(...values, 'none'),
		multiOptions: fc.subarray(values),
		resourceLocator: fc.record({
			__rl: fc.constant(true),
			mode: fc.constantFrom('id', 'alias', 'emis', 'list'),
			value: fc.oneof(anyText, fc.constantFrom('1', 'uct', '700400001')),
		}),
	};
	if (type === 'collection') return anyCollection(options as INodeProperties[]);
	if (type === 'fixedCollection') {
		const groups = options.flatMap((option) => ('values' in option ? [option] : []));
		const rows = groups.map(({ name, values: columns }) => [
			name,
			fc.array(anyCollection(columns), { maxLength: 3 }),
		]);
		return fc.record(Object.fromEntries(rows) as Record<string, fc.Arbitrary<IDataObject[]>>);
	}
	return fc.oneof(
		{ weight: 9, arbitrary: likely[type] ?? anyText },
		{ weight: 1, arbitrary: fc.constant('={{ $json.odd }}') },
	);
}

function anyCollection(entries: INodeProperties[]): fc.Arbitrary<IDataObject> {
	const known = entries.filter(({ name }) => name !== 'length');
	const values = known.map((entry) => [entry.name, anyValueOf(entry)]);
	const model = Object.fromEntries(values) as Record<string, fc.Arbitrary<IDataObject[string]>>;
	const requiredKeys = known.flatMap(({ name, required }) => (required ? [name] : []));
	return fc.record(model, { requiredKeys, noNullPrototype: true });
}

/** Any operation, its parameters filled in at random. */
const anyRun = fc.constantFrom(...OPERATIONS).chain((of) => {
	const [resource = '', operation = ''] = of.split(' ');
	const shown = propertiesOf(of).filter(({ type }) => type !== 'notice');
	const run = nodeOf(of) === 'linkManager' ? linkManager : referenceData;
	return anyCollection(shown).map((given) => ({
		...{ run, parameters: { ...given, resource, operation } },
	}));
});

test('whatever the form holds, an item or a clear error comes out, and nothing undocumented is sent', async () => {
	const isListOf = /\/(links|pixels|high-schools|postal-codes|universities)$/;
	await fc.assert(
		fc.asyncProperty(
			anyRun,
			fc.array(fc.record({ odd: anyThing }), { minLength: 1, maxLength: 2 }),
			async ({ run, parameters }, items) => {
				service.requests.length = 0;
				const record = linkOf(1, { nat_emis: '700400001', name: 'Spring', province: 'Gauteng' });
				service.answers(({ path, method }) =>
					method === 'GET' && isListOf.test(path)
						? { body: { data: [record], meta: { total: 1 } } }
						: { body: { data: record, aps_score: 5, aps_minimum: 3, qualifies: true } },
				);
				const result = await run(parameters, {
					items: items as IDataObject[],
					onError: 'continueErrorOutput',
				}).catch((thrown: Error) => thrown);
				// n8n itself starts no workflow that lacks a required parameter.
				if (result instanceof Error) {
					expect(result.name).toBe('WorkflowHasIssuesError');
					return;
				}
				const { error, records, errorItems } = result;
				expect(error?.message).toBeUndefined();
				for (const { json } of errorItems) {
					expect(json.error).toMatch(/ \[item \d\]$/);
					expect(json.error).not.toMatch(/undefined|\[object|is not a function|Cannot read/);
				}
				for (const json of records) expect(json).toBeTypeOf('object');
				const lines = service.requests.map(({ method, path }) => `${method} ${path}`);
				const isDocumented = (line: string) => DOCUMENTED.some((one) => one.test(line));
				expect(lines.filter((line) => !isDocumented(line))).toEqual([]);
			},
		),
		{ numRuns: 400 },
	);
});

test('Create or Update never doubles a link, whatever is lost', async () => {
	const anyFault = fc.record({
		at: fc.integer({ min: 1, max: 8 }),
		isDone: fc.boolean(),
		status: fc.constantFrom(500, 502, 503, 422),
	});
	const aliases = ['spring', 'spring-sale', 'summer'];
	const url = (page: number) => `https://a.example/${page}`;
	const known = aliases.map((alias, index) => ({ alias, url: url(index) }));
	const anyRow = fc.record({
		alias: fc.constantFrom(...aliases),
		page: fc.nat(aliases.length - 1),
	});
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom<Array<'alias' | 'url'>>('alias', 'url'),
			fc.array(anyRow, { minLength: 1, maxLength: 4 }),
			fc.subarray(known),
			fc.array(anyFault, { maxLength: 3 }),
			fc.integer({ min: 1, max: 3 }),
			async (matchBy, rows, before, faults, tries) => {
				const byUrl = matchBy === 'url';
				const links = before.map((fields, index) => linkOf(index + 1, fields));
				service.requests.length = 0;
				service.answers((request) => {
					// The service refuses no second link.
					const answer = () => answerFor(links, request, { takesDoubles: true });
					const fault = faults.find(({ at }) => at === service.requests.length);
					if (!fault) return answer();
					if (fault.isDone && fault.status !== 422) answer();
					return { status: fault.status, body: { message: 'No.' } };
				});
				const { error, records } = await linkManager(
					{
						...{ resource: 'link', operation: 'upsert', matchBy, domainId: '' },
						alias: byUrl ? '' : '={{ $json.alias }}',
						url: '=https://a.example/{{ $json.page }}',
						options: { maxRetries: 1, concurrency: 1 },
					},
					{ items: rows, tries },
				);
				const keys = links.map(({ [matchBy]: key }) => key);
				expect(keys).toEqual([...new Set(keys)]);
				if (error) return;
				expect(records.map(({ url: stored }) => stored)).toEqual(rows.map(({ page }) => url(page)));
				if (byUrl) return;
				expect(records.map(({ alias }) => alias)).toEqual(rows.map(({ alias }) => alias));
				for (const { alias, url: stored } of links) {
					const last = rows.findLast((row) => row.alias === alias);
					if (last) expect(stored).toBe(url(last.page));
				}
			},
		),
		{ numRuns: 120 },
	);
});
