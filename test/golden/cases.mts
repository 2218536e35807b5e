import type { IDataObject } from 'n8n-workflow';

import type { NodeRun } from '../engine/harness.mjs';
import { link } from './data.mjs';
import type { Case } from './record.mjs';

const locator = (value: unknown, mode = 'id') => ({ __rl: true, mode, value }) as IDataObject;

/** A case from its resource, operation and parameters; what else it has is not the node's. */
function on(resource: string, operation: string) {
	return (title: string, parameters: IDataObject = {}, more: Partial<Case> = {}): Case => ({
		title: `${operation}, ${title}`,
		parameters: { resource, operation, ...parameters },
		...more,
	});
}

const plain = { plain: true } as const;
const three = [{ n: 1 }, { n: 2 }, { n: 3 }];
const linkId = locator(1);

const linkFilters = {
	status: 1,
	spaceId: locator(7),
	domainId: locator(1),
	pixelId: locator(1),
	search: 'sale',
	searchBy: 'alias',
};
const newLink = { url: 'https://example.com/new', domainId: locator(1) };
const everyField = {
	alias: 'every-field',
	password: 'Visitor secret 1',
	spaceId: locator(7),
	pixelIds: ['1', '2'],
	disabled: 1,
	privacy: 2,
	privacyPassword: 'Statistics secret 2',
	expirationUrl: 'https://example.com/über?a=1&b=2',
	expirationDate: '2026-12-31T00:00:00',
	expirationTime: '18:30',
	expirationClicks: 500,
};
const everyClear = [
	'password',
	'space',
	'pixels',
	'privacyPassword',
	'expirationUrl',
	'expiration',
	'expirationClicks',
	'targeting',
];

const getLinks = on('link', 'getAll');
const createLink = on('link', 'create');
const updateLink = on('link', 'update');
const upsertLink = on('link', 'upsert');
const cleanUp = on('link', 'cleanUp');
const byAlias = (alias: string) => ({ matchBy: 'alias', alias, ...newLink });
const byUrl = (url: string) => ({ matchBy: 'url', ...newLink, url });

const linkCases: Case[] = [
	getLinks('everything', { returnAll: true }),
	getLinks('everything in pages of ten', { returnAll: true, options: { perPage: 10 } }, plain),
	getLinks('at most 3', { limit: 3 }),
	getLinks('all filters', { returnAll: true, filters: linkFilters }),
	getLinks('by title', { filters: { search: 'page' } }, plain),
	getLinks('expired', { filters: { status: 2 } }, plain),
	getLinks('sorted', { options: { sortBy: 'clicks', sort: 'asc' } }, plain),
	getLinks('a filter that gives nothing', { filters: { search: '={{ $json.none }}' } }, plain),
	on('link', 'get')('by ID', { linkId }),
	on('link', 'get')('three items', { linkId: locator('={{ $json.n }}') }, { items: three }),
	on('link', 'get')('an ID that is none', { linkId: locator('one two') }, plain),
	createLink('with an alias', { ...newLink, additionalFields: { alias: 'new' } }),
	createLink('without an alias', newLink),
	createLink('every field', { ...newLink, additionalFields: everyField }),
	createLink('a URL that gives nothing', { url: '={{ $json.none }}' }, plain),
	createLink(
		'a time without a date',
		{ ...newLink, additionalFields: { expirationTime: '9' } },
		plain,
	),
	createLink('a taken alias', { ...newLink, additionalFields: { alias: 'old-offer' } }, plain),
	createLink(
		'three items',
		{ url: '=https://example.com/{{ $json.n }}', additionalFields: { alias: '=n-{{ $json.n }}' } },
		{ items: three, onError: 'continueRegularOutput' },
	),
	createLink('without an alias and with Retry On Fail', newLink, {
		tries: 2,
		strikes: ['POST links'],
	}),
	updateLink('two fields', { linkId, updateFields: { url: 'https://example.com/x', disabled: 0 } }),
	updateLink('every field', { linkId, updateFields: { ...everyField, ...newLink } }, plain),
	updateLink('clear everything', { linkId, clearFields: everyClear }),
	updateLink('add pixels', { linkId, updateFields: { pixelIds: ['3'], pixelMode: 'add' } }),
	updateLink(
		'remove pixels',
		{ linkId, updateFields: { pixelIds: ['1'], url: 'https://a.example', pixelMode: 'remove' } },
		plain,
	),
	updateLink(
		'replace pixels',
		{ linkId, updateFields: { pixelIds: ['5'], pixelMode: 'replace' } },
		plain,
	),
	updateLink('nothing', { linkId }, plain),
	upsertLink('new by alias', byAlias('fresh')),
	upsertLink('existing by alias', byAlias('old-offer')),
	upsertLink('on a domain where the alias is', byAlias('spring-sale'), plain),
	upsertLink('two of one alias', { ...byAlias('spring-sale'), domainId: locator('') }, plain),
	upsertLink('new by URL', byUrl('https://example.com/fresh')),
	upsertLink('existing by URL', {
		...byUrl('https://example.com/used-up'),
		additionalFields: { expirationClicks: 200 },
	}),
	upsertLink(
		'three items, two of one alias',
		{ ...byAlias('=alias-{{ $json.n % 2 }}') },
		{ items: three, ...plain },
	),
	on('link', 'delete')('by ID', { linkId }),
	on('link', 'delete')(
		'three items, one of them gone',
		{ linkId: locator('={{ $json.n === 2 ? 404 : $json.n }}') },
		{ items: three, onError: 'continueRegularOutput', ...plain },
	),
	...['expired', 'disabled'].flatMap((target) =>
		['report', 'disable', 'delete'].map((cleanUpAction) =>
			cleanUp(`${target}: ${cleanUpAction}`, { target, cleanUpAction }),
		),
	),
	cleanUp(
		'filtered',
		{ cleanUpAction: 'delete', filters: { search: 'o', searchBy: 'alias', domainId: locator(1) } },
		plain,
	),
	cleanUp(
		'by title',
		{
			cleanUpAction: 'delete',
			filters: { search: 'offer' },
			options: { keepWithExpirationUrl: false },
		},
		plain,
	),
	cleanUp(
		'30 days of grace, trusting filters, with kept links',
		{
			cleanUpAction: 'delete',
			graceDays: 30,
			filters: { search: 'o' },
			options: { trustFilter: true, includeKept: true },
		},
		plain,
	),
	cleanUp('a filter that gives nothing', { filters: { search: '={{ $json.none }}' } }, plain),
	cleanUp('at most 1', { cleanUpAction: 'delete', maxLinks: 1 }, plain),
];

const pixelId = locator(1);
const pixel = { name: 'New pixel', type: 'pinboard', value: 'PX-NEW' };
const getPixels = on('pixel', 'getAll');

const pixelCases: Case[] = [
	getPixels('everything', { returnAll: true }),
	getPixels('at most 3, sorted', { limit: 3, options: { sortBy: 'name', sort: 'asc' } }, plain),
	getPixels('filtered', { returnAll: true, filters: { search: 'pixel', type: 'retarget' } }),
	on('pixel', 'get')('by ID', { pixelId }),
	on('pixel', 'create')('every field', pixel),
	on('pixel', 'create')('of its own type', { ...pixel, type: 'custom', customType: 'x-y' }, plain),
	on('pixel', 'update')('every field', { pixelId, updateFields: pixel }),
	on('pixel', 'upsert')('new', pixel),
	on('pixel', 'upsert')('existing', { ...pixel, name: 'Pixel B' }),
	on('pixel', 'delete')('by ID', { pixelId }),
];

const emis = locator('700100001', 'emis');
const getSchools = on('highSchool', 'getAll');
const match = on('highSchool', 'match');

const highSchoolCases: Case[] = [
	getSchools('everything', { returnAll: true }),
	getSchools('at most 3, raw', { limit: 3, output: 'raw' }, plain),
	getSchools('from page 2', { returnAll: true, options: { perPage: 5, startPage: 2 } }, plain),
	getSchools('all filters', {
		returnAll: true,
		output: 'selectedFields',
		outputFields: ['name', 'town'],
		filters: {
			province: 'Gauteng',
			district: 'Tshwane South',
			sector: 'Public',
			quintile: 'Q5',
			noFee: false,
			urbanRural: 'Urban',
			search: 'school',
		},
	}),
	on('highSchool', 'get')('by EMIS number', { schoolId: emis }),
	on('highSchool', 'get')('by ID, raw', { schoolId: locator('9002'), output: 'raw' }, plain),
	match('matched', { schoolName: 'Hoerskool Waterberg' }),
	match('by EMIS number', { schoolName: '700 100 001' }),
	match('ambiguous', { schoolName: 'Greenfields Secondary' }, plain),
	match('by town', { schoolName: 'Greenfields Sec', filters: { town: 'Durban' } }, plain),
	match('not found', { schoolName: 'Riverside Academy' }, plain),
	match('by province', { schoolName: 'St Marys', filters: { province: 'GP' } }),
	on('highSchool', 'getProvinces')('all'),
	on('highSchool', 'getDistricts')('all', {}, plain),
	on('highSchool', 'getDistricts')('of a province', { filters: { province: 'KZN' } }),
];

const getCodes = on('postalCode', 'getAll');
const validate = on('postalCode', 'validate');
const hatfield = '00000000-0000-4000-8000-000000000001';

const postalCodeCases: Case[] = [
	getCodes('everything', { returnAll: true }),
	getCodes('all filters', {
		filters: {
			search: 'hat',
			suburb: 'Hatfield',
			area: 'Pretoria',
			province: 'Gauteng',
			postalCode: '0083',
		},
	}),
	on('postalCode', 'get')('by ID', { postalCodeId: locator(hatfield) }),
	validate('valid', { postalCode: '0083', filters: { suburb: 'Hatfield', area: 'Pretoria' } }),
	validate('without a zero', { postalCode: 83, filters: { suburb: 'hatfield' } }, plain),
	validate('a code alone', { postalCode: '0083' }),
	validate('of another suburb', { postalCode: '0181', filters: { suburb: 'Hatfield' } }),
	validate('not found', { postalCode: '9999' }, plain),
	validate('no code', { postalCode: 'ABC' }, plain),
];

const getUniversities = on('university', 'getAll');
const getUniversity = on('university', 'get');

const universityCases: Case[] = [
	getUniversities('everything', { returnAll: true }),
	getUniversities('filtered', { filters: { search: 'pretoria', province: 'Gauteng' } }),
	getUniversity('by ID', { universityId: locator('uct') }),
	getUniversity('that does not exist', { universityId: locator('nowhere') }, plain),
];

const marks: Array<[string, string]> = [
	['English Home Language', '5'],
	['Afrikaans First Additional Language', '6'],
	['Mathematics', '6'],
	['Physical Sciences', '5'],
	['Life Sciences', '7'],
	['Geography', '4'],
	['Life Orientation', '7'],
];
const defined = {
	subjectsFrom: 'define',
	subjects: { subject: marks.map(([name, mark]) => ({ name, mark })) },
};
const asJson = { subjectsFrom: 'json', subjectsJson: JSON.stringify(Object.fromEntries(marks)) };
const asFields = { subjectsFrom: 'fields', marksAs: 'percentage' };
const learner = { Name: 'Thandi', Maths: '71%', 'Eng HL': 62, 'Phys Sci': 55, LO: 80, Age: 17 };
const calculate = on('admissionPointScore', 'calculate');
const compareAt = on('admissionPointScore', 'compare');
const universityId = locator('up');

const admissionPointScoreCases: Case[] = [
	calculate('Define Below', { universityId, ...defined }),
	calculate('JSON', { universityId, ...asJson }, plain),
	calculate('Input Fields', { universityId, ...asFields }, { items: [learner], ...plain }),
	calculate(
		'8 levels and the input',
		{
			universityId,
			subjectsFrom: 'json',
			subjectsJson: '{"Maths": "93%", "LO": 8, "History": 71}',
			marksAs: 'percentage',
			options: { levelScale: 8, includeInputFields: true },
		},
		{ items: [{ learner: 'Thandi' }], ...plain },
	),
	calculate(
		'marks that are none',
		{ universityId, subjectsFrom: 'json', subjectsJson: '{"Maths": 9, "History": "absent"}' },
		{ ...plain, onError: 'continueRegularOutput' },
	),
	compareAt('all', { universityScope: 'all', ...asJson }),
	compareAt('in one province', { universityScope: 'province', province: 'Gauteng', ...asJson }),
	compareAt('selected, only qualifying, in full', {
		universityScope: 'selected',
		universityIds: ['uct', 'tut'],
		onlyQualifying: true,
		simplify: false,
		...asJson,
	}),
];

function onEvent(event: string, parameters: IDataObject, change: Case['change']): Case[] {
	const one = (title: string, more: Partial<Case>): Case => ({
		title: `${event}, ${title}`,
		parameters: { event, ...parameters },
		...more,
	});
	const includeExisting = { options: { includeExisting: true } };
	return [
		one('published', { change }),
		one('first poll', {}),
		one('tested in the editor', { manual: true }),
		one('with what exists', { parameters: { event, ...parameters, ...includeExisting }, ...plain }),
	];
}

const changeRecord = (id: unknown, fields: IDataObject) => (record: IDataObject) =>
	record.id === id ? { ...record, ...fields } : record;
const ended = { ends_at: '2026-03-16T09:30:00.000000Z' };
const filters = { domainId: locator(1) };

const linkTriggerCases: Case[] = [
	...onEvent('linkCreated', {}, ({ records }) => {
		records.links.push(link({ id: 30, alias: 'thirty' }), link({ id: 31, alias: 'thirty-one' }));
	}),
	...onEvent('linkExpired', { filters }, ({ records }) => {
		records.links = records.links.map(changeRecord(6, ended));
	}),
	...onEvent('linkDisabled', {}, ({ records }) => {
		records.links = records.links.map(changeRecord(6, { disabled: 1 }));
		records.links = records.links.map(changeRecord(4, { disabled: 0 }));
	}),
	...onEvent('linkExpiresSoon', { days: 3 }, ({ records }) => {
		records.links = records.links.map(changeRecord(1, { ends_at: '2026-03-18T21:59:00.000000Z' }));
	}),
	...onEvent('clicksReached', { clickMilestones: '100, 1000' }, ({ records }) => {
		records.links = records.links.map(changeRecord(1, { clicks: 1234 }));
	}),
];

const referenceTriggerCases: Case[] = [
	...onEvent('schoolAdded', { province: 'Gauteng' }, ({ records }) => {
		const [, school] = records['high-schools'];
		records['high-schools'].push({
			...school,
			id: 9999,
			nat_emis: '700199999',
			name: 'New School',
		});
	}),
	...onEvent('schoolChanged', { district: 'Tshwane South' }, ({ records }) => {
		const schools = records['high-schools'];
		records['high-schools'] = schools.map(changeRecord(9002, { name: 'Greenfields High School' }));
	}),
	...onEvent('applicationsOpened', {}, ({ records }) => {
		const opens = { application_opens: '2026-03-16' };
		records.universities = records.universities.map(changeRecord('uj', opens));
	}),
	...onEvent('applicationsCloseSoon', { days: 14 }, ({ records }) => {
		const closes = { application_closes: '2026-03-20' };
		records.universities = records.universities.map(changeRecord('up', closes));
	}),
	...onEvent('applicationDatesChanged', { universityIds: ['up', 'uj'] }, ({ records }) => {
		const closes = { application_closes: '2026-07-31' };
		records.universities = records.universities.map(changeRecord('up', closes));
	}),
];

function dropdown(method: string, filter?: string, parameters: IDataObject = {}): Case {
	const title = filter === undefined ? method : `${method} "${filter}"`;
	return { title, parameters, dropdown: { method, filter }, ...(filter && plain) };
}

const linkDropdowns: Case[] = [
	dropdown('credential'),
	dropdown('searchLinks'),
	dropdown('searchLinks', 'sale'),
	dropdown('searchPixels', 'pixel'),
	dropdown('getPixels'),
	dropdown('searchDomains', 'go'),
	dropdown('searchSpaces'),
];

const referenceDropdowns: Case[] = [
	dropdown('credential'),
	dropdown('searchSchools'),
	dropdown('searchSchools', 'green'),
	dropdown('searchSchools', '700100001'),
	dropdown('searchPostalCodes', 'hatfield'),
	dropdown('searchPostalCodes', '0083'),
	dropdown('searchUniversities', 'cape'),
	dropdown('getUniversities'),
	dropdown('getDistricts', undefined, { filters: { province: 'Gauteng' } }),
];

/** The files of the record: what each holds and on which node. */
export const FILES: ReadonlyArray<{ name: string; node: NodeRun['node']; cases: Case[] }> = [
	{ name: 'link', node: 'linkManager', cases: linkCases },
	{ name: 'pixel', node: 'linkManager', cases: pixelCases },
	{ name: 'highSchool', node: 'referenceData', cases: highSchoolCases },
	{ name: 'postalCode', node: 'referenceData', cases: postalCodeCases },
	{ name: 'university', node: 'referenceData', cases: universityCases },
	{ name: 'admissionPointScore', node: 'referenceData', cases: admissionPointScoreCases },
	{ name: 'linkManagerTrigger', node: 'linkManagerTrigger', cases: linkTriggerCases },
	{ name: 'referenceDataTrigger', node: 'referenceDataTrigger', cases: referenceTriggerCases },
	{ name: 'linkManagerDropdowns', node: 'linkManager', cases: linkDropdowns },
	{ name: 'referenceDataDropdowns', node: 'referenceData', cases: referenceDropdowns },
];
