import fc from 'fast-check';
import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import type { ReferenceSamples } from './world.mjs';

/** Values that a parameter of this name may well have; identifiers are those of the sample data. */
export type Samples = Readonly<Record<string, readonly unknown[]>>;

const URLS = ['https://example.com', 'https://example.org/a?b=c&d=ü#e', 'http://10.0.0.1:8080/x'];
const WORDS = ['sample', 'Open day', 'a', 'ab', 'ü & ö', '50% off', 'Hatfield', 'x'.repeat(300)];

/** @param reference identifiers on the reference data service */
export function samplesOf(reference: ReferenceSamples): Samples {
	return {
		alias: ['sample-5', 'new-alias', 'ümläut', '1'],
		customType: ['pinboard', 'my-platform'],
		district: ['Tshwane South', 'uMgungundlovu'],
		domainId: [11, '12', 99],
		expirationDate: ['2027-01-31', '2027-01-31T22:30:00Z', 46_053, 1_800_000_000_000],
		expirationTime: ['18:30', '9:05', ''],
		expirationUrl: URLS,
		linkId: [1001, '1002', ' 1003 ', 'sample-5', '999999'],
		mark: ['6', 7, '65%', 'Level 4', 1],
		name: ['Sample retarget', 'New pixel', 'Mathematics', 'Maths Lit', 'Eng HL'],
		pixelId: [101, '102', '999'],
		pixelIds: [[101, '102'], '101,103', [], 102],
		postalCode: [...reference.codes, '1', 1, '9999'],
		postalCodeId: [...reference.postalCodes, '3f2b8c1e-5d47-4a90-9c36-7e1d0a5b2f84'],
		province: ['Gauteng', 'KZN', 'north-west', 'Wes-Kaap'],
		schoolId: [...reference.schools, '1'],
		search: WORDS,
		spaceId: [21, '22', 99],
		subjectsJson: ['{"Mathematics": 6}', [{ name: 'Maths', level: 5 }], { Accounting: 4 }],
		universityId: [...reference.universities, 'nowhere'],
		universityIds: [reference.universities, reference.universities.join(','), []],
		url: URLS,
		value: [...URLS, 'G-1234'],
	};
}

const oddText = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 40 }),
	fc.string({ unit: 'grapheme', maxLength: 40 }),
	fc.constantFrom(
		'',
		' ',
		'.',
		'..',
		'../pixels/101',
		'1001/../1002',
		'%2e%2e%2f',
		'1001?status=2',
		'1001#x',
		'1001\r\nX-Evil: 1',
		'\\..\\',
		'\ud800',
		'\u0000',
		'__proto__',
		'constructor',
		'a[b]=c&d=e',
		'{{ 1 + 1 }}',
		'=1',
		'[]',
		'{}',
		'{"a":',
		'1e999',
		'0x10',
		'-1',
		'10 ',
		'true',
		'y'.repeat(5000),
	),
);

const oddNumber = fc.oneof(
	fc.integer(),
	fc.double(),
	fc.constantFrom(-0, -1, 0.5, 2 ** 53, 2 ** 63, Number.NaN, Infinity, -Infinity),
);

const junk: fc.Arbitrary<unknown> = fc.oneof(
	{ weight: 4, arbitrary: oddText },
	{ weight: 3, arbitrary: oddNumber },
	{ weight: 1, arbitrary: fc.constantFrom(null, true, false, undefined) },
	{ weight: 1, arbitrary: fc.array(fc.oneof(oddText, oddNumber), { maxLength: 4 }) },
	{ weight: 1, arbitrary: fc.dictionary(oddText, fc.oneof(oddText, oddNumber), { maxKeys: 4 }) },
	{ weight: 1, arbitrary: fc.constant([[{ id: 1 }], { id: { id: 1 } }, new Date(Number.NaN)]) },
	{ weight: 1, arbitrary: fc.date({ noInvalidDate: false }) },
);

/** What a person may mean by a parameter, by its own definition. */
function sensible(property: INodeProperties, samples: Samples): fc.Arbitrary<unknown> {
	const known = samples[property.name];
	const choices = (property.options ?? []).flatMap((option) =>
		'value' in option ? [option.value] : [],
	);
	const { minValue = 0, maxValue = 200 } = property.typeOptions ?? {};
	switch (property.type) {
		case 'boolean':
			return fc.boolean();
		case 'number':
			return fc.integer({ min: minValue, max: Math.min(maxValue, minValue + 200) });
		case 'options':
			if (choices.length > 0) return fc.constantFrom(...choices);
			break;
		case 'multiOptions':
			if (choices.length > 0) return fc.subarray(choices);
			break;
	}
	return fc.constantFrom(...(known ?? WORDS));
}

/** A parameter that the form shows, where its value lies in an input item, and what may be there. */
interface Field {
	key: string;
	property: INodeProperties;
	/** Entries of a collection need not be there. */
	optional: boolean;
}

const ROWS = 2;

/** Parameters that read every value from the input item, and the fields that they read. */
export function byExpression(
	properties: readonly INodeProperties[],
	prefix = '',
	optional = false,
): { parameters: IDataObject; fields: Field[] } {
	const parameters: IDataObject = {};
	const fields: Field[] = [];
	const add = (name: string, inner: { parameters: unknown; fields: Field[] }) => {
		parameters[name] = inner.parameters as IDataObject;
		fields.push(...inner.fields);
	};
	for (const property of properties) {
		const { name, type, options = [] } = property;
		const key = `${prefix}${name}`;
		if (type === 'notice') continue;
		if (type === 'collection') {
			add(name, byExpression(options as INodeProperties[], `${key}_`, true));
		} else if (type === 'fixedCollection') {
			const [group] = options as INodePropertyCollection[];
			if (!group) continue;
			const rows = Array.from({ length: ROWS }, (_, index) =>
				byExpression(group.values, `${key}_${index}_`),
			);
			add(name, {
				parameters: { [group.name]: rows.map((row) => row.parameters) },
				fields: rows.flatMap((row) => row.fields),
			});
		} else {
			parameters[name] = `={{ $json.${key} }}`;
			fields.push({ key, property, optional });
		}
	}
	return { parameters, fields };
}

/** The options that every operation has; too many cases would go into them otherwise. */
const COMMON_OPTIONS = /^options_(concurrency|maxRetries|maxWait|timeout)$/;

/** Input items: all values sensible, one of them junk, or many. */
export function arbitraryItem(
	fields: readonly Field[],
	samples: Samples,
): fc.Arbitrary<IDataObject> {
	const keys = fields.map(({ key }) => key);
	const meant = fc.record(
		Object.fromEntries(
			fields.map(({ key, property, optional }) => {
				const value = sensible(property, samples);
				return [key, optional ? fc.option(value, { freq: 1, nil: undefined }) : value];
			}),
		),
	);
	const wrong = fc.record(Object.fromEntries(keys.map((key) => [key, junk])));
	const own = keys.filter((key) => !COMMON_OPTIONS.test(key));
	const one = (some: string[]) =>
		fc.subarray(some, { minLength: Math.min(1, some.length), maxLength: Math.min(1, some.length) });
	const which = fc.oneof(
		{ weight: 5, arbitrary: fc.constant<string[]>([]) },
		{ weight: 5, arbitrary: one(own) },
		{ weight: 1, arbitrary: one(keys) },
		{ weight: 1, arbitrary: fc.subarray(own) },
	);
	return fc.tuple(meant, wrong, which).map(([item, junkItem, junkKeys]) => ({
		...(item as IDataObject),
		...Object.fromEntries(junkKeys.map((key) => [key, junkItem[key] as IDataObject])),
	}));
}
