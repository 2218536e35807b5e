import type {
	INode,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodeType,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { LinkManager } from '../../nodes/LinkManager/LinkManager.node.js';
import { LinkManagerTrigger } from '../../nodes/LinkManager/LinkManagerTrigger.node.js';
import { ReferenceData } from '../../nodes/ReferenceData/ReferenceData.node.js';
import { ReferenceDataTrigger } from '../../nodes/ReferenceData/ReferenceDataTrigger.node.js';
import { OPERATIONS as OFFERED } from '../engine/least.mjs';

/*
 * The stable surface, written out by hand: what saved workflows hold. A parameter is its name, with
 * the values of its dropdown, the modes of its locator or the entries of its collection, and with its
 * default, since n8n stores no value that is the default. Values and entries stand in order; "…" are
 * more than twenty values, or a long text.
 */
const listOf = (entries: string[]) => `{${entries.sort().join(', ')}}`;
const filters = (...entries: string[]) => `filters${listOf(entries)}`;
const options = (...more: string[]) =>
	`options${listOf(['concurrency=50', 'maxRetries=4', 'maxWait=300', 'timeout=60', ...more])}`;

const MANY = ['returnAll=false', 'limit=50'];
const SEARCH = ['search', 'searchBy(alias|title|url)=title'];
const PLACES = ['spaceId[list|id]', 'domainId[list|id]', 'pixelId[list|id]'];
const SORTED = ['sort(asc|desc)=desc', 'perPage(10|100|25|50)=100'];
const BY_LINK = 'linkId[list|id|alias]';
const BY_PIXEL = 'pixelId[list|id]';
const PLATFORMS = '(Android|Chrome OS|Linux|OS X|Ubuntu|Windows|iOS)';
const LINK_FIELDS = [
	...['expirationClicks=0', 'expirationDate', 'expirationTime', 'expirationUrl'],
	...['disabled(0|1)=0', 'password', 'privacy(0|1|2)=0', 'privacyPassword'],
	...['pixelIds', 'spaceId[list|id]'],
	'utmParameters{utm{campaign, content, medium, source, term}}',
];
const RULES = [
	...['countryRules{rule{key(…), value}}', 'languageRules{rule{key(…), value}}'],
	...[`platformRules{rule{key${PLATFORMS}, value}}`, 'rotationRules{rule{value}}'],
];
const TARGETING = ['targetType(0|1|2|4|unchanged)=unchanged', ...RULES];
const CLEARED =
	'expiration|expirationClicks|expirationUrl|password|pixels|privacyPassword|space|targeting';
const PIXEL_TYPE =
	'type(custom|microblog|pinboard|professional-network|qa-network|retarget|search-a-ads|search-a-analytics|search-a-tag-manager|search-b|social-a)=retarget';
const PIXEL = ['name', PIXEL_TYPE, 'customType', 'value'];

const NINE =
	'Eastern Cape|Free State|Gauteng|KwaZulu-Natal|Limpopo|Mpumalanga|North West|Northern Cape|Western Cape';
const PROVINCE = `province(${NINE})=Gauteng`;
const SECTOR = 'sector(Private|Public)=Public';
const PAGES = options('perPage=100', 'startPage=1');
/** For AI agents, whose builders see output and outputFields in place of Simplify. */
const SIMPLIFY = [
	...['simplify=true', 'output(raw|selectedFields|simplified)=simplified', 'outputFields(…)'],
];
const SUBJECTS = [
	...['subjectsFrom(define|fields|json)=define', 'marksAs(level|percentage)=level'],
	...['subjects{subject{mark, name(…)}}', 'subjectsJson=…'],
];
const IN_SCORES = ['includeInputFields=false', 'levelScale(7|8)=7'];
const SCOPE = 'universityScope(all|province|selected)=all';
const BY_UNIVERSITY = 'universityId[list|id]';

const OPERATIONS: Record<string, string[]> = {
	'link getAll': [
		...MANY,
		filters(...SEARCH, ...PLACES, 'status(0|1|2|3)=0'),
		options(...SORTED, 'sortBy(alias|clicks|id|title|url)=id'),
	],
	'link get': [BY_LINK, options()],
	'link create': [
		...['url', 'domainId[list|id]', options()],
		...[`additionalFields${listOf(['alias', ...LINK_FIELDS])}`, 'targetType(0|1|2|4)=0', ...RULES],
	],
	'link update': [
		...[BY_LINK, ...TARGETING, `clearFields(${CLEARED})`, options()],
		`updateFields${listOf(['alias', 'url', 'pixelMode(add|remove|replace)=add', ...LINK_FIELDS])}`,
	],
	'link upsert': [
		...['matchBy(alias|url)=alias', 'alias', 'url', 'domainId[list|id]', options()],
		'ifExists(keep|update)=update',
		...[`additionalFields${listOf(LINK_FIELDS)}`, ...TARGETING],
	],
	'link delete': [BY_LINK, options()],
	'link cleanUp': [
		...['target(disabled|expired)=expired', 'cleanUpAction(delete|disable|report)=report'],
		...[filters(...SEARCH, ...PLACES), 'graceDays=0', 'maxLinks=50'],
		options(
			...['exceptSpaceId[list|id]', 'includeKept=false'],
			...['keepWithExpirationUrl=true', 'trustFilter=false'],
		),
	],
	'pixel getAll': [
		...[...MANY, filters('search', PIXEL_TYPE, 'customType')],
		options(...SORTED, 'sortBy(id|name)=id'),
	],
	'pixel get': [BY_PIXEL, options()],
	'pixel create': [...PIXEL, options()],
	'pixel update': [BY_PIXEL, `updateFields${listOf(PIXEL)}`, options()],
	'pixel upsert': [...PIXEL, 'ifExists(keep|update)=update', options()],
	'pixel delete': [BY_PIXEL, options()],
	'highSchool getAll': [
		...[...MANY, ...SIMPLIFY, PAGES],
		filters(
			...['search', PROVINCE, 'district', SECTOR, 'quintile(Q1|Q2|Q3|Q4|Q5)=Q1'],
			...['noFee=true', 'urbanRural(Rural|Urban)=Urban'],
		),
	],
	'highSchool get': ['schoolId[list|emis|id]', ...SIMPLIFY, options()],
	'highSchool getProvinces': [options()],
	'highSchool getDistricts': [filters(PROVINCE), options()],
	'highSchool match': [
		...['schoolName', ...SIMPLIFY, filters(PROVINCE, 'district', 'town', SECTOR)],
		options('includeInputFields=false', 'maxCandidates=5', 'minimumScore=0.85'),
	],
	'postalCode getAll': [
		...[...MANY, filters('search', 'suburb', 'area', PROVINCE, 'postalCode'), PAGES],
	],
	'postalCode get': ['postalCodeId[list|id]', options()],
	'postalCode validate': [
		...['postalCode', filters('suburb', 'area', PROVINCE), options('includeInputFields=false')],
	],
	'university getAll': [...MANY, filters('search', PROVINCE), PAGES],
	'university get': [BY_UNIVERSITY, options()],
	'admissionPointScore calculate': [BY_UNIVERSITY, ...SUBJECTS, options(...IN_SCORES)],
	'admissionPointScore closeGap': [BY_UNIVERSITY, ...SUBJECTS, options(...IN_SCORES)],
	'admissionPointScore compare': [
		...[SCOPE, PROVINCE, 'universityIds', ...SUBJECTS, 'simplify=true'],
		options(...IN_SCORES, 'onlyQualifying=false', 'openOnly=false'),
	],
};

const EVENTS: Record<string, string[]> = {
	clicksReached: ['clickMilestones=100, 1000, 10000'],
	linkCreated: [],
	linkDisabled: [],
	linkExpired: [],
	linkExpiresSoon: ['days=7'],
	applicationDatesChanged: ['universityIds'],
	applicationsCloseSoon: ['days=14', 'universityIds'],
	applicationsOpened: ['universityIds'],
	schoolAdded: ['district'],
	schoolChanged: ['district'],
};
/** What all events of a trigger have. */
const POLLED = options('includeExisting=false', 'maxEvents=100');
const COMMON: Record<string, string[]> = {
	linkManagerTrigger: [filters(...SEARCH, ...PLACES), POLLED],
	referenceDataTrigger: [`province(|${NINE})`, POLLED],
};

const NODES: INodeType[] = [new LinkManager(), new ReferenceData()];
const TRIGGERS: INodeType[] = [new LinkManagerTrigger(), new ReferenceDataTrigger()];

type Option = NonNullable<INodeProperties['options']>[number];

const isCollection = (option: Option): option is INodePropertyCollection => 'values' in option;
/** Not "length", the mark of a whole expression (`quirks.ts`): no form shows it. */
const isParameter = (option: Option): option is INodeProperties =>
	'type' in option && option.name !== 'length';
/** A number as a text is stored as a text, so it stands in quotes. */
const said = (value: unknown) =>
	typeof value === 'string' && /^\d+$/.test(value) ? `"${value}"` : String(value);
const valuesOf = ({ options: list = [] }: INodeProperties) =>
	list.flatMap((option) => ('value' in option ? [option.value] : []));

/** A parameter in the words of the lists above. */
function described(parameter: INodeProperties): string {
	const { name, options: list = [], modes = [], default: preset } = parameter;
	const values = valuesOf(parameter);
	const entries = list.flatMap((option) => {
		if (isCollection(option)) return [`${option.name}${listOf(option.values.map(described))}`];
		return isParameter(option) ? [described(option)] : [];
	});
	const shown = typeof preset === 'string' && preset.length > 20 ? '…' : said(preset);
	return [
		name,
		values.length > 0 && `(${values.length > 20 ? '…' : values.map(said).sort().join('|')})`,
		modes.length > 0 && `[${modes.map((mode) => mode.name).join('|')}]`,
		entries.length > 0 && listOf(entries),
		preset !== '' && typeof preset !== 'object' && `=${shown}`,
	]
		.filter(Boolean)
		.join('');
}

/** What a form shows while one of its choices is made; a parameter may stand there twice. */
function shownFor({ description }: INodeType, choice: Record<string, string>): string[] {
	const shown = description.properties.filter(
		({ name, type, displayOptions: { show = {} } = {} }) =>
			type !== 'notice' &&
			!['resource', 'operation', 'event'].includes(name) &&
			Object.entries(choice).every(([key, value]) => show[key]?.includes(value) ?? true),
	);
	return [...new Set(shown.map(described))].sort();
}

test('the resources and operations are those that workflows store', () => {
	const advice = 'Each needs its line in OPERATIONS of test/build/interface.test.mts';
	expect([...OFFERED].sort(), advice).toEqual(Object.keys(OPERATIONS).sort());
});

test.each(Object.entries(OPERATIONS))('%s has what workflows store', (name, surface) => {
	const [resource = '', operation = ''] = name.split(' ');
	const node = NODES[/^(link|pixel)$/.test(resource) ? 0 : 1]!;
	expect(shownFor(node, { resource, operation })).toEqual(surface.sort());
});

const eventsOf = ({ description: { properties } }: INodeType) =>
	properties.filter(({ name }) => name === 'event').flatMap(valuesOf);

test('the events are those that workflows store', () => {
	const advice = 'Each needs its line in EVENTS of test/build/interface.test.mts';
	expect(TRIGGERS.flatMap(eventsOf), advice).toEqual(Object.keys(EVENTS));
});

test.each(Object.entries(EVENTS))('%s has what workflows store', (event, surface) => {
	const node = TRIGGERS.find((trigger) => eventsOf(trigger).includes(event))!;
	const common = COMMON[node.description.name] ?? [];
	expect(shownFor(node, { event })).toEqual([...surface, ...common].sort());
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

test('every operation and every event says what it does', () => {
	for (const { name, options = [] } of PARAMETERS.map(([, parameter]) => parameter)) {
		if (name !== 'operation' && name !== 'event') continue;
		for (const option of options) expect(option, option.name).toHaveProperty('description');
	}
});

test('no two entries of a list have the same label, or store the same value', () => {
	for (const [at, parameter] of PARAMETERS) {
		const values = valuesOf(parameter);
		expect(new Set(values).size, at).toBe(values.length);
		const { options: list = [] } = parameter;
		const labels = list.map((one) => ('displayName' in one ? one.displayName : one.name));
		expect(new Set(labels).size, at).toBe(labels.length);
	}
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

test.each<[INodeType, INodeParameters, string]>([
	[
		new LinkManager(),
		{ resource: 'link', operation: 'cleanUp', cleanUpAction: 'delete' },
		'Clean Up: delete',
	],
	[new LinkManager(), {}, 'Get many links'],
	[
		new ReferenceData(),
		{ resource: 'admissionPointScore', operation: 'compare' },
		'Compare universities by APS',
	],
	[new LinkManagerTrigger(), { event: 'linkExpired' }, 'On link expired'],
])('the canvas shows under the name what the node does (%#)', (type, parameters, shown) => {
	const { name, subtitle } = type.description;
	const at: INode['position'] = [0, 0];
	const node = { id: '1', name, type: name, typeVersion: 1, position: at, parameters };
	const find = () => type;
	const nodeTypes = { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const own = workflow.getNode(name)!;
	expect(workflow.expression.getSimpleParameterValue(own, subtitle, 'internal', {})).toBe(shown);
});

test('a pixel type stands beside the word that records show', () => {
	const type = new LinkManager().description.properties.find(({ name }) => name === 'type');
	expect(type?.options?.map(({ name }) => name)).toEqual([
		'Custom',
		'Microblog (microblog)',
		'Pinboard (pinboard)',
		'Professional Network (professional-network)',
		'Q&A Network (qa-network)',
		'Retargeting (retarget)',
		'Search Engine A: Ads (search-a-ads)',
		'Search Engine A: Analytics (search-a-analytics)',
		'Search Engine A: Tag Manager (search-a-tag-manager)',
		'Search Engine B (search-b)',
		'Social Network A (social-a)',
	]);
});

test.each([
	['concurrency', 'A lower number takes longer, but leaves more of the rate limit to others.'],
	['maxRetries', 'At 0, a lost connection fails it.'],
	['maxWait', 'A request that would have to wait longer fails.'],
	['timeout', 'the service may still make a change that the node reports as failed.'],
])('every "%s" says what a wrong value costs', (wanted, cost) => {
	const said = PARAMETERS.filter(([, { name }]) => name === wanted);
	expect(said.length).toBeGreaterThan(20);
	for (const [at, { description }] of said) expect(description, at).toContain(cost);
});

test.each([
	[
		new LinkManagerTrigger(),
		/^Starts the workflow when .* The Link Manager actions create, find, /,
	],
	[new ReferenceDataTrigger(), /^Starts the workflow when .* The Reference Data actions look up /],
])('a trigger says what the actions do, since n8n shows its text for both (%#)', (type, said) => {
	expect(type.description.description).toMatch(said);
});

/** Every text that stands under one of these keys, however deep. */
function textsUnder(keys: string[], description: INodeType['description']): string[] {
	const found: string[] = [];
	JSON.stringify(description, (key, value: unknown) => {
		if (keys.includes(key) && typeof value === 'string') found.push(value);
		return value;
	});
	return found;
}

test.each([...NODES, ...TRIGGERS])(
	'hints for assistants are short and name what $description.name has',
	({ description }) => {
		const keys = ['name', 'value', 'searchListMethod', 'loadOptionsMethod'];
		const names = textsUnder(keys, description);
		expect(description.builderHint?.searchHint).toBeDefined();
		const hints = textsUnder(['searchHint', 'propertyHint'], description);
		for (const hint of hints) {
			expect(hint.length, hint).toBeLessThanOrEqual(120);
			expect(hint).not.toMatch(/\{\{|\$/);
		}
		const patterns = description.builderHint?.extraTypeDefContent ?? [];
		expect(patterns).not.toEqual([]);
		for (const hint of [...hints, ...patterns.map(({ content }) => content)]) {
			for (const [, name] of hint.matchAll(/"([^"]*)"/g)) expect(names, hint).toContain(name);
		}
	},
);

const ONCE = 'Place it next, comparing trigger.event_id, to handle each event once';

test.each<[INodeType, string, string]>([
	[
		new LinkManager(),
		'n8n-nodes-base.wait',
		'Place it before links are deleted, so that a person approves',
	],
	[new LinkManagerTrigger(), 'n8n-nodes-base.removeDuplicates', ONCE],
	[new ReferenceDataTrigger(), 'n8n-nodes-base.removeDuplicates', ONCE],
])('assistants read which node belongs beside it (%#)', (type, nodeType, relationHint) => {
	expect(type.description.builderHint?.relatedNodes).toEqual([{ nodeType, relationHint }]);
});

test('a hint for assistants says what the form says with a label: seconds, and what a number is', () => {
	for (const [at, { displayName, options: list = [], builderHint }] of PARAMETERS) {
		const hint = builderHint?.propertyHint ?? '';
		if (displayName.endsWith('(Seconds)')) expect(hint, at).toContain('In seconds.');
		for (const option of list) {
			if (!('value' in option) || typeof option.value !== 'number') continue;
			const saysItself = option.name.startsWith(String(option.value));
			if (!saysItself) expect(hint, at).toContain(`${option.value} is ${option.name}`);
		}
	}
});
