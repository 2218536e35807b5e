import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { LinkManager } from '../../nodes/LinkManager/LinkManager.node.js';
import { LinkManagerTrigger } from '../../nodes/LinkManager/LinkManagerTrigger.node.js';
import { ReferenceData } from '../../nodes/ReferenceData/ReferenceData.node.js';
import { ReferenceDataTrigger } from '../../nodes/ReferenceData/ReferenceDataTrigger.node.js';

/**
 * The stable surface, written out by hand: what saved workflows hold. A parameter is named with the
 * values of its dropdown, the entries of its collection or the modes of its locator, and with its
 * default where that is documented.
 */
interface Parameter {
	/** Stored values of a dropdown. */
	values?: Array<string | number>;
	/** The dropdown may store others too. */
	open?: true;
	modes?: string[];
	entries?: Surface;
	default?: unknown;
}
type Surface = Record<string, Parameter>;

const any: Parameter = {};
const oneOf = (...values: Array<string | number>): Parameter => ({ values });
const atLeast = (...values: Array<string | number>): Parameter => ({ values, open: true });
const by = (...modes: string[]): Parameter => ({ modes });
const withDefault = (value: unknown, parameter: Parameter = any): Parameter => ({
	...parameter,
	default: value,
});

const requestOptions: Surface = {
	concurrency: withDefault(10),
	maxRetries: withDefault(4),
	maxWait: withDefault(300),
	timeout: withDefault(60),
};
const options = (more: Surface = {}): Surface => ({
	options: withDefault({}, { entries: { ...requestOptions, ...more } }),
});
const many: Surface = { returnAll: withDefault(false), limit: withDefault(50) };
const filters = (entries: Surface): Surface => ({ filters: withDefault({}, { entries }) });

const linkId = by('list', 'id', 'alias');
const domainId = by('list', 'id');
const spaceId = by('list', 'id');
const pixelId = by('list', 'id');

const searchBy = withDefault('title', oneOf('title', 'alias', 'url'));

const ruleOf = (key?: Parameter): Parameter => ({
	entries: { rule: { entries: { ...(key && { key }), value: any } } },
});
const linkFields: Surface = {
	alias: any,
	countryRules: ruleOf(any),
	disabled: withDefault(0, oneOf(0, 1)),
	expirationClicks: any,
	expirationDate: any,
	expirationTime: any,
	expirationUrl: any,
	languageRules: ruleOf(any),
	password: any,
	pixelIds: any,
	platformRules: ruleOf(oneOf('iOS', 'Android', 'Windows', 'OS X', 'Linux', 'Ubuntu', 'Chrome OS')),
	privacy: withDefault(0, oneOf(0, 1, 2)),
	privacyPassword: any,
	rotationRules: ruleOf(),
	spaceId,
	targetType: oneOf(0, 1, 2, 4),
	url: any,
};
const without = (surface: Surface, ...names: string[]): Surface =>
	Object.fromEntries(Object.entries(surface).filter(([name]) => !names.includes(name)));
const pixelTypes = oneOf(
	...['retarget', 'search-b', 'social-a', 'search-a-ads', 'search-a-analytics'],
	...['search-a-tag-manager', 'professional-network', 'pinboard', 'qa-network', 'microblog'],
	'custom',
);
const sort = withDefault('desc', oneOf('desc', 'asc'));
const perPage = withDefault(100, oneOf(10, 25, 50, 100));
const pixel: Surface = { name: any, type: pixelTypes, customType: any, value: any };

const provinces = oneOf(
	...['Eastern Cape', 'Free State', 'Gauteng', 'KwaZulu-Natal', 'Limpopo', 'Mpumalanga'],
	...['North West', 'Northern Cape', 'Western Cape'],
);
const pages = options({ perPage: any, startPage: withDefault(1) });
const levelScale = withDefault(7, oneOf(7, 8));
const includeInputFields = withDefault(false);
const subjects: Surface = {
	subjectsFrom: withDefault('define', oneOf('define', 'json', 'fields')),
	subjects: { entries: { subject: { entries: { name: any, mark: any } } } },
	subjectsJson: any,
	marksAs: withDefault('level', oneOf('level', 'percentage')),
};
/** For AI agents, whose builders see these in place of Simplify. */
const agentOutput: Surface = {
	output: oneOf('raw', 'selectedFields', 'simplified'),
	outputFields: any,
};
const schoolOutput: Surface = { simplify: withDefault(true), ...agentOutput };
const universityId = by('list', 'id');

const SURFACE: Record<string, Record<string, Record<string, Surface>>> = {
	linkManager: {
		link: {
			getAll: {
				...many,
				...filters({
					search: any,
					searchBy,
					status: withDefault(0, oneOf(0, 1, 2, 3)),
					spaceId,
					domainId,
					pixelId,
				}),
				...options({
					sortBy: withDefault('id', oneOf('id', 'clicks', 'title', 'alias', 'url')),
					sort,
					perPage,
				}),
			},
			get: { linkId, ...options() },
			create: {
				url: any,
				domainId,
				additionalFields: { entries: without(linkFields, 'url') },
				...options(),
			},
			update: {
				linkId,
				updateFields: { entries: linkFields },
				clearFields: atLeast(
					'expiration',
					'expirationClicks',
					'expirationUrl',
					'password',
					'pixels',
					'privacyPassword',
					'space',
					'targeting',
				),
				pixelMode: withDefault('add', oneOf('replace', 'add', 'remove')),
				...options(),
			},
			upsert: {
				matchBy: withDefault('alias', oneOf('alias', 'url')),
				alias: any,
				url: any,
				domainId,
				additionalFields: { entries: without(linkFields, 'url', 'alias') },
				...options(),
			},
			delete: { linkId, ...options() },
			cleanUp: {
				target: withDefault('expired', oneOf('expired', 'disabled')),
				cleanUpAction: withDefault('report', oneOf('report', 'disable', 'delete')),
				...filters({ search: any, searchBy, spaceId, domainId, pixelId }),
				graceDays: withDefault(0),
				maxLinks: withDefault(50),
				...options({
					exceptSpaceId: spaceId,
					includeKept: withDefault(false),
					keepWithExpirationUrl: withDefault(true),
					trustFilter: withDefault(false),
				}),
			},
		},
		pixel: {
			getAll: {
				...many,
				...filters({ search: any, type: pixelTypes, customType: any }),
				...options({ sortBy: withDefault('id', oneOf('id', 'name')), sort, perPage }),
			},
			get: { pixelId, ...options() },
			delete: { pixelId, ...options() },
			create: { ...pixel, ...options() },
			update: { pixelId, updateFields: { entries: pixel }, ...options() },
			upsert: { ...pixel, ...options() },
		},
	},
	referenceData: {
		highSchool: {
			getAll: {
				...many,
				...schoolOutput,
				...filters({
					search: any,
					province: provinces,
					district: any,
					sector: oneOf('Public', 'Private'),
					quintile: oneOf('Q1', 'Q2', 'Q3', 'Q4', 'Q5'),
					noFee: any,
					urbanRural: oneOf('Urban', 'Rural'),
				}),
				...pages,
			},
			get: { schoolId: by('list', 'emis', 'id'), ...schoolOutput, ...options() },
			getProvinces: options(),
			getDistricts: { ...filters({ province: provinces }), ...options() },
			match: {
				schoolName: any,
				...schoolOutput,
				...filters({
					province: provinces,
					district: any,
					town: any,
					sector: oneOf('Public', 'Private'),
				}),
				...options({
					includeInputFields: withDefault(false),
					maxCandidates: withDefault(5),
					minimumScore: withDefault(0.85),
				}),
			},
		},
		postalCode: {
			getAll: {
				...many,
				...filters({
					search: any,
					suburb: any,
					area: any,
					province: provinces,
					postalCode: any,
				}),
				...pages,
			},
			get: { postalCodeId: by('list', 'id'), ...options() },
			validate: {
				postalCode: any,
				...filters({ suburb: any, area: any, province: provinces }),
				...options({ includeInputFields }),
			},
		},
		university: {
			getAll: { ...many, ...filters({ search: any, province: provinces }), ...pages },
			get: { universityId, ...options() },
		},
		admissionPointScore: {
			calculate: { universityId, ...subjects, ...options({ levelScale, includeInputFields }) },
			compare: {
				universityScope: withDefault('all', oneOf('all', 'province', 'selected')),
				province: provinces,
				universityIds: any,
				...subjects,
				simplify: withDefault(true),
				...options({ levelScale, includeInputFields, onlyQualifying: withDefault(false) }),
			},
		},
	},
};

/** Of each trigger: what every event has, and each event by itself. */
const TRIGGER_SURFACE: Record<string, { common: Surface; events: Record<string, Surface> }> = {
	linkManagerTrigger: {
		common: {
			...filters({ search: any, searchBy, spaceId, domainId, pixelId }),
			...options({ includeExisting: withDefault(false), maxEvents: withDefault(100) }),
		},
		events: {
			clicksReached: { clickMilestones: withDefault('100, 1000, 10000') },
			linkCreated: {},
			linkDisabled: {},
			linkExpired: {},
			linkExpiresSoon: { days: withDefault(7) },
		},
	},
	referenceDataTrigger: {
		common: {
			province: withDefault(''),
			...options({ includeExisting: withDefault(false), maxEvents: withDefault(100) }),
		},
		events: {
			applicationDatesChanged: { universityIds: withDefault([]) },
			applicationsCloseSoon: { days: withDefault(14), universityIds: withDefault([]) },
			applicationsOpened: { universityIds: withDefault([]) },
			schoolAdded: { district: withDefault('') },
			schoolChanged: { district: withDefault('') },
		},
	},
};

const TRIGGERS: INodeType[] = [new LinkManagerTrigger(), new ReferenceDataTrigger()];
const NODES: INodeType[] = [new LinkManager(), new ReferenceData()];
const OPERATIONS = NODES.flatMap((node) =>
	Object.entries(SURFACE[node.description.name] ?? {}).flatMap(([resource, operations]) =>
		Object.entries(operations).map(
			([operation, surface]) => [resource, operation, node, surface] as const,
		),
	),
);

function propertiesOf({ description }: INodeType, resource: string, operation: string) {
	return description.properties.filter(
		({ type, displayOptions }) =>
			type !== 'notice' &&
			displayOptions?.show?.resource?.includes(resource) &&
			displayOptions.show.operation?.includes(operation),
	);
}

function isCollection(
	option: NonNullable<INodeProperties['options']>[number],
): option is INodePropertyCollection {
	return 'values' in option;
}

/** Not "length", the mark of a whole expression (`wholeExpression.ts`): no form shows it. */
function isParameter(
	option: NonNullable<INodeProperties['options']>[number],
): option is INodeProperties {
	return 'type' in option && option.name !== 'length';
}

function checkSurface(properties: INodeProperties[], surface: Surface, at: string): void {
	const names = new Set(properties.map(({ name }) => name));
	expect([...names].sort(), at).toEqual(Object.keys(surface).sort());
	for (const property of properties) {
		const where = `${at}.${property.name}`;
		const { values, open, modes, entries, ...documented } = surface[property.name] ?? {};
		const inner = property.options ?? [];
		if (values) {
			const stored = inner.filter((option) => 'value' in option).map(({ value }) => value);
			if (open) expect(stored, where).toEqual(expect.arrayContaining(values));
			else expect(new Set(stored), where).toEqual(new Set(values));
		}
		if (modes)
			expect(
				property.modes?.map(({ name }) => name),
				where,
			).toEqual(modes);
		if (entries && property.type === 'fixedCollection') {
			for (const group of inner.filter(isCollection)) {
				checkSurface(group.values, entries[group.name]?.entries ?? {}, `${where}.${group.name}`);
			}
		} else if (entries) {
			checkSurface(inner.filter(isParameter), entries, where);
		}
		if ('default' in documented) expect(property.default, where).toEqual(documented.default);
	}
}

describe('names, values and defaults are those that workflows store', () => {
	test('resources and operations', () => {
		for (const { description } of NODES) {
			const [resource, ...others] = description.properties;
			const operations = others.filter(({ name }) => name === 'operation');
			const offered = Object.fromEntries(
				operations.map(({ options: list = [], displayOptions }) => [
					displayOptions?.show?.resource?.[0],
					list.map((option) => ('value' in option ? option.value : '')).sort(),
				]),
			);
			const expected = Object.fromEntries(
				Object.entries(SURFACE[description.name] ?? {}).map(([name, list]) => [
					name,
					Object.keys(list).sort(),
				]),
			);
			expect(offered).toEqual(expected);
			expect(resource?.name).toBe('resource');
		}
	});

	test.each(OPERATIONS)('%s %s', (resource, operation, node, surface) => {
		checkSurface(propertiesOf(node, resource, operation), surface, `${resource}.${operation}`);
	});
});

test.each(TRIGGERS)('the events of $description.name', ({ description }) => {
	const { common, events } = TRIGGER_SURFACE[description.name] ?? { common: {}, events: {} };
	const [event, ...properties] = description.properties;
	const values = event?.options?.map((option) => ('value' in option ? option.value : ''));
	expect([event?.name, values]).toEqual(['event', Object.keys(events)]);
	for (const [name, own] of Object.entries(events)) {
		const shown = properties.filter(
			({ displayOptions }) => displayOptions?.show?.event?.includes(name) ?? true,
		);
		checkSurface(shown, { ...own, ...common }, name);
	}
});

/** Every parameter, with those inside collections, and where it is. */
function everyParameter(
	properties: INodeProperties[],
	at: string,
): Array<[string, INodeProperties]> {
	return properties.flatMap((property): Array<[string, INodeProperties]> => {
		const where = `${at}.${property.name}`;
		const inner = (property.options ?? []).flatMap((option): Array<[string, INodeProperties]> => {
			if (isCollection(option)) return everyParameter(option.values, `${where}.${option.name}`);
			return isParameter(option) ? everyParameter([option], where) : [];
		});
		return [[where, property], ...inner];
	});
}

const PARAMETERS = [...NODES, ...TRIGGERS].flatMap(({ description }) =>
	everyParameter(description.properties, description.name),
);

describe('in every form', () => {
	test('no two entries of a dropdown store the same value', () => {
		for (const [at, { type, options: list = [] }] of PARAMETERS) {
			if (type !== 'options' && type !== 'multiOptions') continue;
			const values = (list as INodePropertyOptions[]).map(({ value }) => value);
			expect(new Set(values).size, at).toBe(values.length);
		}
	});

	test('passwords are hidden while they are typed', () => {
		const secret = PARAMETERS.filter(([, { name }]) => /password$/i.test(name));
		expect(secret.length).toBeGreaterThan(5);
		for (const [at, { typeOptions }] of secret) expect(typeOptions?.password, at).toBe(true);
	});
});

test('country and language rules offer the ISO codes', () => {
	const find = (name: string, code: string) =>
		PARAMETERS.filter(([at]) => at.endsWith(`${name}.rule.key`)).flatMap(
			([, { options: list = [] }]) =>
				(list as INodePropertyOptions[])
					.filter(({ value }) => value === code)
					.map((one) => one.name),
		);
	expect(new Set(find('countryRules', 'ZA'))).toEqual(new Set(['South Africa']));
	expect(new Set(find('countryRules', 'NA'))).toEqual(new Set(['Namibia']));
	expect(new Set(find('languageRules', 'af'))).toEqual(new Set(['Afrikaans']));
	expect(new Set(find('languageRules', 'zu'))).toEqual(new Set(['Zulu']));
});

test.each([...NODES, ...TRIGGERS])(
	'$description.name has every method that its parameters load from, and no other',
	({ description, methods }) => {
		const text = JSON.stringify(description);
		const named = (key: string) =>
			new Set([...text.matchAll(new RegExp(`"${key}":"(\\w+)"`, 'g'))].map(([, name]) => name));
		expect(named('searchListMethod')).toEqual(new Set(Object.keys(methods?.listSearch ?? {})));
		expect(named('loadOptionsMethod')).toEqual(new Set(Object.keys(methods?.loadOptions ?? {})));
	},
);
