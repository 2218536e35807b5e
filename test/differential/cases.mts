import type {
	IDataObject,
	INodeProperties,
	INodePropertyCollection,
	INodeTypeDescription,
} from 'n8n-workflow';

import { Random } from './random.mjs';
import { DISTRICTS, PROVINCES } from './records.mjs';
import type { Fault, Habits, Scenario } from './service.mjs';

/** What one side tells of its nodes, by class name. */
export type Nodes = Record<string, { description: INodeTypeDescription; dropdowns: string[] }>;

export interface Case {
	number: number;
	/** As the report groups it: `link.create`, `linkManagerTrigger.linkCreated`, `linkManager.searchLinks`. */
	operation: string;
	node: string;
	kind: 'run' | 'poll' | 'dropdown';
	parameters: IDataObject;
	items: IDataObject[];
	onError?: 'continueRegularOutput' | 'continueErrorOutput';
	asTool: boolean;
	tries?: number;
	manual: boolean;
	/** Requests are compared in the order sent. */
	ordered: boolean;
	scenario: Scenario;
}

interface Plan {
	operation: string;
	node: string;
	kind: Case['kind'];
	base: IDataObject;
	properties: INodeProperties[];
	weight: number;
}

const WEIGHTS: Record<string, number> = {
	upsert: 6,
	create: 5,
	cleanUp: 6,
	update: 5,
	calculate: 5,
	match: 5,
};

/** Every operation, event and dropdown that both sides have. */
export function plansOf(before: Nodes, after: Nodes): Plan[] {
	return Object.entries(before).flatMap(([node, { description, dropdowns }]) => {
		const other = after[node];
		if (!other) return [];
		const properties = common(description.properties, other.description.properties);
		const choices = (name: string, shownBy?: string) =>
			properties
				.filter(
					(property) =>
						property.name === name && (!shownBy || shows(property, { resource: shownBy })),
				)
				.flatMap(({ options = [] }) =>
					options.flatMap((option) => ('value' in option ? [String(option.value)] : [])),
				);
		const plan = (
			operation: string,
			kind: Case['kind'],
			base: IDataObject,
			weight: number,
		): Plan => {
			const own = properties.filter(
				(property) => !(property.name in base) && shows(property, base),
			);
			const needed =
				kind === 'dropdown' ? own.filter(({ name }) => /^(filters|province)$/.test(name)) : own;
			return { operation, node, kind, base, weight, properties: needed };
		};
		const runs = choices('resource').flatMap((resource) =>
			choices('operation', resource).map((operation) =>
				plan(`${resource}.${operation}`, 'run', { resource, operation }, WEIGHTS[operation] ?? 3),
			),
		);
		const polls = choices('event').map((event) =>
			plan(`${description.name}.${event}`, 'poll', { event }, 3),
		);
		const shared = dropdowns.filter((name) => other.dropdowns.includes(name));
		return [
			...runs,
			...polls,
			...shared.map((name) => plan(`${description.name}.${name}`, 'dropdown', { method: name }, 1)),
		];
	});
}

type Options = Array<INodePropertyCollection & INodeProperties & { value?: unknown }>;

/** The properties of the first that the second has, too, down to each value to choose. */
function common(these: INodeProperties[], those: INodeProperties[]): INodeProperties[] {
	return these.flatMap((property) => {
		const others = those.filter(
			({ name, type }) => name === property.name && type === property.type,
		);
		const theirs = others.flatMap(({ options = [] }) => options as Options);
		const options = ((property.options ?? []) as Options).flatMap((option) => {
			const same = theirs.filter(
				({ name, value }) => name === option.name && value === option.value,
			);
			const rows = same.flatMap(({ values = [] }) => values);
			if (option.values) return [{ ...option, values: common(option.values, rows) }];
			return option.type ? common([option], theirs) : same.slice(0, 1);
		});
		return others.length > 0
			? [{ ...property, ...(property.options && { options: options as Options }) }]
			: [];
	});
}

function shows({ displayOptions }: INodeProperties, base: IDataObject): boolean {
	return Object.entries(displayOptions?.show ?? {}).every(
		([name, values]) => !(name in base) || (values as unknown[]).includes(base[name]),
	);
}

const range = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => from + index);
const words = (text: string) => text.split(', ');
const ALIASES = [
	...range(1, 30).map((number) => `sample-${number}`),
	...range(1, 40).map((number) => `new-${number}`),
	'My_Alias',
	'ümläut',
];
const OLD_URLS = range(1, 30).map((number) => `https://www.example.org/sample/${number}`);
const NEW_URLS = range(1, 30).map((number) => `https://example.com/new/${number}?utm_source=a`);
const URLS = [...OLD_URLS, ...NEW_URLS, 'HTTPS://Example.COM/ü', 'http://10.0.0.1:8080/x'];
const SUBJECTS: IDataObject[] = [
	{ Mathematics: 6, 'English Home Language': '5' },
	{ Mathematics: 3, 'English Home Language': '7', 'Phys Sci': 4, LO: '6' },
	{ 'Maths Lit': 7, 'Afrikaans HT': 5, Accounting: '65%', History: 'Level 4' },
	{ Mathematics: 6, Accounting: 'n/a', Geography: '', LO: 9 },
];

/** Values that fields of these names may well have, so that most cases succeed. */
const MEANT: Record<string, unknown[]> = {
	alias: ALIASES,
	url: URLS,
	expirationUrl: URLS,
	linkAlias: ALIASES,
	linkId: [...range(1001, 1030), '1001', '1002'],
	pixelId: [...range(101, 112), '101'],
	pixelIds: [[101], [101, '102'], '101,103', []],
	domainId: [11, '12', 13],
	spaceId: range(21, 24),
	customType: ['my-platform'],
	clickMilestones: ['100, 1000'],
	days: [3, 7, 14],
	district: DISTRICTS,
	town: ['Hatfield', 'Umlazi'],
	area: ['Pretoria', 'durban'],
	suburb: ['Hatfield', 'Umlazi', 'Waterklof'],
	province: [...PROVINCES, 'KZN', 'north-west'],
	expirationDate: ['2027-01-31', '2027-01-31T22:30:00Z'],
	expirationTime: ['18:30', '9:05'],
	expirationClicks: [0, 50, 1000],
	graceDays: [0, 0, 30],
	maxLinks: [1, 5, 50],
	limit: [1, 5, 30, 150],
	perPage: [10, 25, 100],
	startPage: [1, 1, 2],
	minimumScore: [0.5, 0.85, 1],
	mark: ['6', 7, '5', 4, 3, '65%', 'Level 4'],
	subjectsJson: [...SUBJECTS, JSON.stringify(SUBJECTS[0]), [{ name: 'Maths', level: 5 }]],
	name: [...range(1, 12).map((number) => `Sample ${number}`), ...words('New pixel, New a, New b')],
	value: [...range(1000, 1020).map((number) => `G-${number}`), ...URLS],
	password: ['Kl"1&/ü=%2F ?pw'],
	privacyPassword: ['geheim<1>'],
	postalCode: ['0001', 3, '0100', '4', '9999'],
	postalCodeId: range(0, 5).map((number) => `3f2b8c1e-5d47-4a90-9c36-00000000000${number}`),
	schoolId: range(700_400_001, 700_400_030).map(String),
	schoolName: words(
		'Hatfield High School, Hoërskool Waterkloof, hatfeild high, Umlazi Sec, Bloemhof Girls High, Soweto, St Nowhere College, EMIS 700400003',
	),
	universityId: range(1, 6).map((number) => `uni-${number}`),
	universityIds: [['uni-1', 'uni-2'], 'uni-1,uni-3', ['uni-4']],
	search: words('sample, Open day, Hatfield, uni, example, a'),
};
const NOTHING = [undefined, null, '', ' '];
const JUNK = [
	...words('-promo,  1002 , not there, .., {{ 1 }}'),
	-1,
	0.5,
	true,
	[],
	{},
	'x'.repeat(300),
];
const FIXED: IDataObject = { maxRetries: 1, maxWait: 10, timeout: 20 };
/** Set by hand, never from the input: what decides on other fields, and what the service is asked for. */
const BY_HAND =
	/^(resource|operation|event|matchBy|target|cleanUpAction|subjectsFrom|universityScope|output|method)$/;
const HIDEABLE = words(
	'clicks, ends_at, expiration_url, updated_at, created_at, domain, space, disabled, alias, short_url, pixels, quintile, box_code, province',
);
const ERRORS_IN_200 = [
	{ error: 'Failed' },
	{ success: false, message: 'Not done' },
	{ code: 'FAILED', message: 'Not done' },
	{ data: [], message: 'Retrieved without any error' },
];

/** One case; its number and the seed decide everything but the clock. */
export function makeCase(
	number: number,
	seed: number,
	plans: Plan[],
	after: Nodes,
	now: number,
): Case {
	const deck = plans.flatMap((plan) => Array<Plan>(plan.weight).fill(plan));
	const { operation, node, kind, base, properties } = deck[(number * 7) % deck.length] as Plan;
	const random = new Random(seed * 1_000_003 + number);
	const scenario: Scenario = {
		key: `key-of-case-${String(number).padStart(6, '0')}`,
		size: random.pick([0, 3, 30, 30, 30, 130]),
		now,
		habits: random.chance(0.45) ? randomHabits(random, operation) : {},
		...(random.chance(0.4) && { fault: randomFault(random, operation) }),
	};
	const count = kind === 'run' ? random.pick([1, 1, 1, 1, 2, 3, 8]) : 1;
	const concurrency = scenario.fault || kind !== 'run' ? 1 : random.pick([1, 1, 5, 10]);
	const items = Array.from({ length: count }, () => ({
		...(base.resource === 'admissionPointScore' && random.pick(SUBJECTS)),
	}));
	const writer = new ParameterWriter(random, items, kind === 'run' ? (count > 1 ? 0.8 : 0.25) : 0);
	const parameters = {
		...base,
		...writer.write(properties),
		options: {
			...writer.options(properties),
			...FIXED,
			concurrency,
			...(scenario.fault?.kind === 'no answer' && { timeout: 3 }),
		},
	};
	const continues = random.pick([
		'continueRegularOutput',
		'continueErrorOutput',
		undefined,
		undefined,
	] as const);
	const usable = after[node]?.description.usableAsTool === true;
	return {
		number,
		operation,
		node,
		kind,
		parameters,
		items,
		scenario,
		// What else was sent before a run stops depends on which item comes first.
		onError: continues ?? (count > 1 && concurrency > 1 ? 'continueRegularOutput' : undefined),
		asTool: random.chance(0.06) && usable && kind === 'run',
		tries: random.chance(0.08) && kind === 'run' && concurrency === 1 ? 2 : undefined,
		manual: random.chance(0.2),
		ordered: count === 1 && concurrency === 1,
	};
}

/** Those that come oftener stand here more than once. */
const FAULTS = words(
	'429, 429, 429 date, 429 without Retry-After, 429 Unix time, status, status, status, status, 403 page, 422, reset, ' +
		'reset after the work, reset after the work, html, redirect, empty, invalid JSON, error in 200, no answer',
);

const LISTS =
	/getAll|match|upsert|cleanUp|compare|validate|link.create|Trigger|search|get(Pix|Dis|Uni|Prov)/;
const WRITES = /create|upsert|update|delete|cleanUp|calculate|compare/;

function randomFault(random: Random, operation: string): Fault {
	const kind = random.pick(FAULTS) as Fault['kind'];
	// How often one waits for ever is a matter of chance, and nobody has the time.
	const short = /^429|no answer/.test(kind);
	const wait = random.pick([0, 1, 1, 60]);
	const statuses =
		kind === 'redirect'
			? [301, 302]
			: [500, 500, 502, 503, 504, 520, 404, 404, 404, 401, 403, 408, 413];
	return {
		kind,
		method: WRITES.test(operation) ? random.pick(['GET', 'write', 'any']) : 'any',
		after: random.pick([0, 0, 1, 2]),
		times: random.pick(short && !(kind === '429' && wait === 60) ? [1, 1, 2] : [1, 1, 2, 1000]),
		...(/status|redirect/.test(kind) && { status: random.pick(statuses) }),
		...(kind === '429' && { wait }),
		...(kind === 'error in 200' && { body: random.pick(ERRORS_IN_200) }),
	};
}

/** One or two habits, of those that matter to the operation. */
function randomHabits(random: Random, operation: string): Habits {
	const all: Array<[RegExp, Habits]> = [
		[/./, { hidden: random.some(HIDEABLE, 0.15) }],
		[/./, { nulls: random.some(HIDEABLE, 0.15) }],
		[/./, { numbersAsText: true }],
		[LISTS, { envelope: random.pick(['data', 'bare', 'next only']) }],
		[LISTS, { ignorePage: true }],
		[LISTS, { ignoreFilters: true }],
		[LISTS, { mostPerPage: random.pick([5, 20]) }],
		[LISTS, { order: random.pick(['mixed', 'shifting']) }],
		[/delete|cleanUp/, { deletion: 'empty' }],
		[/delete|cleanUp/, { deletion: 'not deleted' }],
		[/link.(update|upsert|cleanUp)/, { update: random.pick(['empty', 'stale']) }],
		[/create|upsert/, { creation: random.pick(['empty', 'status 200']) }],
		[/link.(create|upsert)/, { aliases: random.pick(['shortened', 'without case']) }],
		[/create|upsert|update/, { validation: 'errors' }],
		[/Score|[a-z]\.get$/, { bareRecord: true }],
	];
	const own = all.filter(([pattern]) => pattern.test(operation)).map(([, habits]) => habits);
	return { ...random.pick(own), ...(random.chance(0.4) && random.pick(own)) };
}

/** Fills in a form, now and then by expressions that read the input items. */
class ParameterWriter {
	private fields = 0;

	constructor(
		private readonly random: Random,
		private readonly items: IDataObject[],
		private readonly byExpression: number,
	) {}

	write(properties: INodeProperties[]): IDataObject {
		const parameters: IDataObject = {};
		for (const property of properties) {
			if (property.type === 'notice' || property.name === 'options' || property.name in parameters)
				continue;
			parameters[property.name] = this.valueOf(property) as IDataObject;
		}
		return parameters;
	}

	options(properties: INodeProperties[]): IDataObject {
		const options = properties.find(({ name }) => name === 'options');
		return options ? (this.valueOf(options) as IDataObject) : {};
	}

	private valueOf(property: INodeProperties): unknown {
		const { name, type, options = [], modes } = property;
		const { random } = this;
		if (type === 'collection') {
			const chosen = random.some(options as INodeProperties[], random.pick([0.1, 0.3]));
			const unique = chosen.filter((one) => !(one.name in FIXED) && one.name !== 'concurrency');
			return this.write(unique);
		}
		if (type === 'fixedCollection') {
			const [group] = options as INodePropertyCollection[];
			const rows = Array.from({ length: random.int(1, name === 'subjects' ? 5 : 2) }, () =>
				this.write(group?.values ?? []),
			);
			return group ? { [group.name]: rows } : {};
		}
		if (type === 'resourceLocator') {
			const mode = random.pick(modes ?? []).name;
			const known = mode === 'alias' ? 'linkAlias' : name;
			const isOptional = property.required !== true && random.chance(0.6);
			return { __rl: true, mode, value: isOptional ? '' : this.leaf({ ...property, name: known }) };
		}
		return BY_HAND.test(name) ? this.meant(property) : this.leaf(property);
	}

	private leaf(property: INodeProperties): unknown {
		const { random } = this;
		const odd = random.chance(0.03) ? random.pick(JUNK) : undefined;
		if (!random.chance(this.byExpression))
			return typeof odd === 'string' ? odd : this.meant(property);
		const key = `field${this.fields++}`;
		for (const item of this.items) {
			const value = random.chance(0.04) ? random.pick(NOTHING) : (odd ?? this.meant(property));
			item[key] = value as IDataObject;
		}
		return `={{ $json.${key} }}`;
	}

	private meant({ name, type, options = [], typeOptions }: INodeProperties): unknown {
		const { random } = this;
		const values = options.flatMap((option) => ('value' in option ? [option.value] : []));
		const isKnown = name in MEANT && (values.length === 0 || random.chance(0.1));
		if (isKnown) return random.pick(MEANT[name] ?? []);
		if (type === 'boolean') return random.chance(0.5);
		if (type === 'options' && values.length > 0) return random.pick(values);
		if (type === 'multiOptions') return random.some(values, random.pick([0, 0.2]));
		if (type === 'number')
			return random.int(typeOptions?.minValue ?? 0, Math.min(20, typeOptions?.maxValue ?? 20));
		return random.pick(['sample', 'Open day', 'Hatfield']);
	}
}
