import type { IDataObject } from 'n8n-workflow';

import { locator } from '../engine/sandbox.mjs';
import type { NodeName } from '../engine/harness.mjs';
import type { CallClass } from './rules.mjs';
import type { ReferenceSamples } from './world.mjs';

/** One column of the matrix: an operation, and the one of its calls that the fault hits. */
export interface Column {
	/** The operation, and in brackets the call where it makes several kinds. */
	name: string;
	node: NodeName;
	parameters: IDataObject;
	/** Input items; the fault hits `hitItem`, the others must not notice. */
	items: IDataObject[];
	callClass: CallClass;
	/** Calls that show, before a create is sent again, that nothing like it was made. */
	proof?: number;
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** The path of the call as a RegExp source. */
	path: string;
	/** How many such calls pass before the one that is hit; default 1. */
	after?: number;
	/** Default 1, the second item. */
	hitItem?: number;
	/** Which of the changes the call leads to, counted from 0; default `after`. */
	hitChange?: number;
	/**
	 * How many calls fewer there are when the one that is hit fails: those of its item that follow it,
	 * less the call that the next item makes in its stead where items share its answer.
	 */
	callsAfter?: number;
	/** What the changes of the run are recognised by in the service's ledger, in the order made. */
	changes?: { action: 'created' | 'updated' | 'deleted'; keys: string[] };
	/** Records that do not meet a filter come out, with a hint that says so. */
	passesStrays?: true;
	/** One page more is asked for once a list holds several records, since what it says of its end proves nothing. */
	readsOn?: true;
	/** A record that is not there is what was wanted, or what its item then says. */
	gone?: 'wanted' | RegExp;
	/** Where a failure is shown: in place of the item, or in the one row that it is about. */
	failsIn?: 'item' | 'comparison' | 'cleanUp';
}

/** The passwords that the matrix sends; none of them may come back. */
export const PASSWORDS = ['Kl"1&/ü=%2F ?pw', "s'tat<1>\\geheim"] as const;

const LINKS = '^/api/v1/links$';
const ONE_LINK = '^/api/v1/links/[^/]+$';
const PIXELS = '^/api/v1/pixels$';
const ONE_PIXEL = '^/api/v1/pixels/[^/]+$';

const [password, privacyPassword] = PASSWORDS;
const secrets = { password, privacy: 2, privacyPassword };
const domainId = locator(12);
const url = '=https://example.com/{{ $json.name }}';

const names = ['one', 'two', 'three'];
const newRecords = names.map((name) => ({ name, alias: `new-${name}` }));
/** Links of the sample data that the matrix changes: active ones, on the second domain. */
const linkIds = ['1005', '1011', '1017'];
const oldLinks = linkIds.map((id, index) => ({
	id,
	alias: `sample-${Number(id) - 1000}`,
	name: names[index],
}));
const pixelIds = ['101', '102', '103'];
const oldPixels = [
	{ id: '101', pixel: 'Sample retarget', name: 'one' },
	{ id: '102', pixel: 'Sample search-b', name: 'two' },
	{ id: '103', pixel: 'Sample social-a', name: 'three' },
];
const three = names.map((name) => ({ name }));

/** The links of a sample account of 25 that Clean Up finds due by default: expired, without an address. */
const DUE_LINKS = ['1002', '1004', '1008', '1012', '1014', '1018', '1022', '1024'];

type NodeColumn = Omit<Column, 'node'>;

const link = (operation: string, parameters: IDataObject = {}) => ({
	resource: 'link',
	operation,
	...parameters,
});
const pixel = (operation: string, parameters: IDataObject = {}) => ({
	resource: 'pixel',
	operation,
	...parameters,
});

const newLink = { url, domainId, additionalFields: { alias: '={{ $json.alias }}', ...secrets } };
const upsertLink = {
	matchBy: 'alias',
	alias: '={{ $json.alias }}',
	url,
	domainId,
	additionalFields: secrets,
};
const newPixel = { name: '={{ $json.name }}', type: 'pinboard', value: '=PX-{{ $json.name }}' };
const upsertPixel = { ...newPixel, name: '={{ $json.pixel }}' };

/** The proof of the search that the first item that creates something waits for, and the next one if it fails. */
const proofOfSearch = {
	items: newRecords,
	callClass: 'read',
	method: 'GET',
	hitItem: 0,
	hitChange: 0,
} as const;

const linkColumns: NodeColumn[] = [
	{
		name: 'link: Get Many',
		parameters: link('getAll', { returnAll: true, options: { perPage: 10 } }),
		items: three,
		callClass: 'read',
		method: 'GET',
		path: LINKS,
		hitItem: 0,
		callsAfter: 1,
	},
	{
		name: 'link: Get Many, filtered',
		parameters: link('getAll', { returnAll: true, filters: { domainId } }),
		items: three,
		callClass: 'read',
		method: 'GET',
		path: LINKS,
		passesStrays: true,
	},
	{
		name: 'link: Get',
		parameters: link('get', { linkId: '={{ $json.id }}' }),
		items: oldLinks,
		callClass: 'read',
		method: 'GET',
		path: ONE_LINK,
	},
	{
		name: 'link: Create, with alias',
		parameters: link('create', newLink),
		items: newRecords,
		callClass: 'create',
		method: 'POST',
		path: LINKS,
		changes: { action: 'created', keys: newRecords.map(({ alias }) => alias) },
		proof: 5,
	},
	{
		name: 'link: Create, without alias',
		parameters: link('create', { url, domainId, additionalFields: secrets }),
		items: newRecords,
		callClass: 'createBlind',
		method: 'POST',
		path: LINKS,
		changes: { action: 'created', keys: names.map((name) => `https://example.com/${name}`) },
	},
	{
		name: 'link: Update',
		parameters: link('update', {
			linkId: '={{ $json.id }}',
			updateFields: { url, ...secrets },
			clearFields: ['space'],
		}),
		items: oldLinks,
		callClass: 'update',
		method: 'PUT',
		path: ONE_LINK,
		changes: { action: 'updated', keys: linkIds },
	},
	{
		name: 'link: Create or Update (oldest links)',
		...proofOfSearch,
		parameters: link('upsert', upsertLink),
		path: LINKS,
		after: 1,
		callsAfter: 0,
		changes: { action: 'created', keys: newRecords.map(({ alias }) => alias) },
	},
	{
		name: 'link: Create or Update (search for one of them)',
		...proofOfSearch,
		parameters: link('upsert', upsertLink),
		path: LINKS,
		after: 2,
		callsAfter: -1,
		changes: { action: 'created', keys: newRecords.map(({ alias }) => alias) },
	},
	{
		name: 'link: Create or Update (lookup)',
		parameters: link('upsert', upsertLink),
		items: newRecords,
		callClass: 'read',
		method: 'GET',
		path: LINKS,
		after: 3,
		hitChange: 1,
		callsAfter: 1,
		readsOn: true,
		changes: { action: 'created', keys: newRecords.map(({ alias }) => alias) },
	},
	{
		name: 'link: Create or Update, new by alias',
		parameters: link('upsert', upsertLink),
		items: newRecords,
		callClass: 'create',
		method: 'POST',
		path: LINKS,
		proof: 3,
		changes: { action: 'created', keys: newRecords.map(({ alias }) => alias) },
	},
	{
		name: 'link: Create or Update, new by URL',
		parameters: link('upsert', { ...upsertLink, matchBy: 'url', alias: '' }),
		items: newRecords,
		callClass: 'createFindable',
		method: 'POST',
		path: LINKS,
		changes: { action: 'created', keys: names.map((name) => `https://example.com/${name}`) },
	},
	{
		name: 'link: Create or Update, existing',
		parameters: link('upsert', upsertLink),
		items: oldLinks,
		callClass: 'update',
		method: 'PUT',
		path: ONE_LINK,
		changes: { action: 'updated', keys: linkIds },
	},
	{
		name: 'link: Delete',
		parameters: link('delete', { linkId: '={{ $json.id }}' }),
		items: oldLinks,
		callClass: 'delete',
		method: 'DELETE',
		path: ONE_LINK,
		changes: { action: 'deleted', keys: linkIds },
	},
	{
		name: 'link: Clean Up (search)',
		parameters: link('cleanUp'),
		items: [{}],
		callClass: 'read',
		method: 'GET',
		path: LINKS,
		after: 0,
		hitItem: 0,
	},
	{
		name: 'link: Clean Up, delete with a filter (search)',
		parameters: link('cleanUp', {
			cleanUpAction: 'delete',
			filters: { search: 'sample-8', searchBy: 'alias' },
		}),
		items: [{}],
		callClass: 'read',
		method: 'GET',
		path: LINKS,
		after: 0,
		hitItem: 0,
		callsAfter: 1,
		changes: { action: 'deleted', keys: ['1008'] },
	},
	{
		name: 'link: Clean Up, disable',
		parameters: link('cleanUp', { cleanUpAction: 'disable' }),
		items: [{}],
		callClass: 'update',
		method: 'PUT',
		path: ONE_LINK,
		hitItem: 0,
		changes: { action: 'updated', keys: DUE_LINKS.filter((id) => id !== '1008' && id !== '1018') },
		gone: /"skipped","reason":"The link was already gone"/,
		failsIn: 'cleanUp',
	},
	{
		name: 'link: Clean Up, delete',
		parameters: link('cleanUp', { cleanUpAction: 'delete' }),
		items: [{}],
		callClass: 'delete',
		method: 'DELETE',
		path: ONE_LINK,
		hitItem: 0,
		changes: { action: 'deleted', keys: DUE_LINKS },
		gone: 'wanted',
		failsIn: 'cleanUp',
	},
	{
		name: 'pixel: Get Many',
		parameters: pixel('getAll', { returnAll: true, options: { perPage: 10 } }),
		items: three,
		callClass: 'read',
		method: 'GET',
		path: PIXELS,
		hitItem: 0,
	},
	{
		name: 'pixel: Get Many, filtered',
		parameters: pixel('getAll', { returnAll: true, filters: { type: 'retarget' } }),
		items: three,
		callClass: 'read',
		method: 'GET',
		path: PIXELS,
		passesStrays: true,
	},
	{
		name: 'pixel: Get',
		parameters: pixel('get', { pixelId: '={{ $json.id }}' }),
		items: oldPixels,
		callClass: 'read',
		method: 'GET',
		path: ONE_PIXEL,
	},
	{
		name: 'pixel: Create',
		parameters: pixel('create', newPixel),
		items: newRecords,
		callClass: 'createFindable',
		method: 'POST',
		path: PIXELS,
		changes: { action: 'created', keys: names },
	},
	{
		name: 'pixel: Update',
		parameters: pixel('update', {
			pixelId: '={{ $json.id }}',
			updateFields: { value: '=PX-{{ $json.name }}' },
		}),
		items: oldPixels,
		callClass: 'update',
		method: 'PUT',
		path: ONE_PIXEL,
		changes: { action: 'updated', keys: pixelIds },
	},
	{
		name: 'pixel: Create or Update (search for an old pixel)',
		...proofOfSearch,
		parameters: pixel('upsert', newPixel),
		path: PIXELS,
		after: 2,
		callsAfter: -1,
		changes: { action: 'created', keys: names },
	},
	{
		name: 'pixel: Create or Update (lookup)',
		parameters: pixel('upsert', newPixel),
		items: newRecords,
		callClass: 'read',
		method: 'GET',
		path: PIXELS,
		after: 3,
		hitChange: 1,
		callsAfter: 1,
		readsOn: true,
		changes: { action: 'created', keys: names },
	},
	{
		name: 'pixel: Create or Update, new',
		parameters: pixel('upsert', newPixel),
		items: newRecords,
		callClass: 'createFindable',
		method: 'POST',
		path: PIXELS,
		changes: { action: 'created', keys: names },
	},
	{
		name: 'pixel: Create or Update, existing',
		parameters: pixel('upsert', upsertPixel),
		items: oldPixels,
		callClass: 'update',
		method: 'PUT',
		path: ONE_PIXEL,
		changes: { action: 'updated', keys: pixelIds },
	},
	{
		name: 'pixel: Delete',
		parameters: pixel('delete', { pixelId: '={{ $json.id }}' }),
		items: oldPixels,
		callClass: 'delete',
		method: 'DELETE',
		path: ONE_PIXEL,
		changes: { action: 'deleted', keys: pixelIds },
	},
];

const subjects = {
	subjectsFrom: 'json',
	subjectsJson: '{ "Mathematics": 6, "English Home Language": 5 }',
};
const read = { callClass: 'read', method: 'GET' } as const;

/** Pages of three sizes: what two items ask for alike is sent only once. */
const sizes = [10, 11, 12].map((size) => ({ size }));

/** @param samples records of the service that the operations ask for by their identifiers */
function referenceColumns(samples: ReferenceSamples): NodeColumn[] {
	return [
		{
			name: 'highSchool: Get Many',
			parameters: {
				resource: 'highSchool',
				operation: 'getAll',
				returnAll: true,
				simplify: false,
				options: { perPage: '={{ $json.size }}' },
			},
			items: sizes,
			...read,
			path: '^/v1/high-schools$',
			hitItem: 0,
			callsAfter: 1,
		},
		{
			name: 'highSchool: Get',
			parameters: {
				resource: 'highSchool',
				operation: 'get',
				schoolId: locator('={{ $json.emis }}', 'emis'),
			},
			items: samples.schools.map((emis) => ({ emis })),
			...read,
			path: '^/v1/high-schools/\\d+$',
		},
		{
			name: 'highSchool: Match',
			parameters: { resource: 'highSchool', operation: 'match', schoolName: '={{ $json.emis }}' },
			items: samples.schools.map((emis) => ({ emis })),
			...read,
			path: '^/v1/high-schools/\\d+$',
			gone: /"status":"not_found"/,
		},
		{
			name: 'highSchool: Get Provinces',
			parameters: { resource: 'highSchool', operation: 'getProvinces' },
			items: three,
			...read,
			path: '^/v1/high-schools/provinces$',
			after: 0,
			hitItem: 0,
			callsAfter: -1,
		},
		{
			name: 'highSchool: Get Districts',
			parameters: {
				resource: 'highSchool',
				operation: 'getDistricts',
				filters: { province: '={{ $json.province }}' },
			},
			items: ['KZN', 'Gauteng', 'Limpopo'].map((province) => ({ province })),
			...read,
			path: '^/v1/high-schools/districts$',
		},
		{
			name: 'postalCode: Get Many',
			parameters: {
				resource: 'postalCode',
				operation: 'getAll',
				returnAll: true,
				options: { perPage: '={{ $json.size }}' },
			},
			items: sizes,
			...read,
			path: '^/v1/postal-codes$',
			hitItem: 0,
			callsAfter: 1,
		},
		{
			name: 'postalCode: Get',
			parameters: {
				resource: 'postalCode',
				operation: 'get',
				postalCodeId: '={{ $json.id }}',
			},
			items: samples.postalCodes.map((id) => ({ id })),
			...read,
			path: '^/v1/postal-codes/[^/]+$',
		},
		{
			name: 'postalCode: Validate',
			parameters: {
				resource: 'postalCode',
				operation: 'validate',
				postalCode: '={{ $json.code }}',
			},
			items: samples.codes.map((code) => ({ code })),
			...read,
			path: '^/v1/postal-codes$',
		},
		{
			name: 'university: Get Many',
			parameters: {
				resource: 'university',
				operation: 'getAll',
				returnAll: true,
				options: { perPage: '={{ $json.size }}' },
			},
			items: sizes,
			...read,
			path: '^/v1/universities$',
			hitItem: 0,
			callsAfter: 1,
		},
		{
			name: 'university: Get',
			parameters: {
				resource: 'university',
				operation: 'get',
				universityId: '={{ $json.id }}',
			},
			items: samples.universities.map((id) => ({ id })),
			...read,
			path: '^/v1/universities$',
			after: 0,
			hitItem: 0,
			callsAfter: -1,
		},
		{
			name: 'admissionPointScore: Calculate',
			parameters: {
				resource: 'admissionPointScore',
				operation: 'calculate',
				universityId: '={{ $json.id }}',
				...subjects,
			},
			items: samples.universities.map((id) => ({ id })),
			callClass: 'read',
			method: 'POST',
			path: '^/v1/aps-calculator$',
		},
		{
			name: 'admissionPointScore: Compare Universities (list)',
			parameters: {
				resource: 'admissionPointScore',
				operation: 'compare',
				universityScope: 'province',
				province: 'Gauteng',
				...subjects,
			},
			items: three,
			...read,
			path: '^/v1/universities$',
			after: 0,
			hitItem: 0,
			callsAfter: samples.inGauteng - 1,
		},
		{
			name: 'admissionPointScore: Compare Universities (score)',
			parameters: {
				resource: 'admissionPointScore',
				operation: 'compare',
				universityScope: 'selected',
				universityIds: samples.universities,
				...subjects,
			},
			items: three,
			callClass: 'read',
			method: 'POST',
			path: '^/v1/aps-calculator$',
			// Not the first: a denial there ends the whole item.
			after: samples.universities.length + 1,
			failsIn: 'comparison',
		},
	];
}

/** Every operation of both nodes, and every kind of call that one makes. */
export function allColumns(samples: ReferenceSamples): Column[] {
	return [
		...linkColumns.map((column) => ({ ...column, node: 'linkManager' as const })),
		...referenceColumns(samples).map((column) => ({ ...column, node: 'referenceData' as const })),
	];
}
