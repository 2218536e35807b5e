import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { LinkManager } from '../../nodes/LinkManager/LinkManager.node.js';
import { ReferenceData } from '../../nodes/ReferenceData/ReferenceData.node.js';

const byId = (value: string): IDataObject => ({ __rl: true, mode: 'id', value });
const link = { linkId: byId('1005') };
const newLink = { url: 'https://www.example.org/new', domainId: byId('11') };
const pixel = { pixelId: byId('101') };
const newPixel = { name: 'New', type: 'pinboard', value: '1' };
const subjects = { subjects: { subject: [{ name: 'Mathematics', mark: '6' }] } };
const university = { universityId: byId('uct') };
const learner = { ...university, ...subjects };
const place = { postalCodeId: byId('36f17f3e-8c46-44e0-b785-be013a3f207a') };

/**
 * The least that each operation needs to find or change something in the sample data of 60 links and 120
 * schools, how many items come out, and how each begins.
 */
export const LEAST: Record<string, [least: IDataObject, items: number, ...fields: string[]]> = {
	'link cleanUp': [{}, 18, 'clean_up', 'id', 'alias'],
	'link create': [newLink, 1, 'id', 'alias', 'short_url'],
	'link delete': [link, 1, 'deleted', 'id'],
	'link get': [link, 1, 'id', 'alias', 'short_url'],
	'link getAll': [{}, 50, 'id', 'alias', 'short_url'],
	'link update': [{ ...link, updateFields: { disabled: 1 } }, 1, 'id', 'alias', 'short_url'],
	'link upsert': [{ ...newLink, alias: 'new' }, 1, 'upsert_result', 'id', 'alias'],
	'pixel create': [newPixel, 1, 'id', 'name', 'type'],
	'pixel delete': [pixel, 1, 'deleted', 'id'],
	'pixel get': [pixel, 1, 'id', 'name', 'type'],
	'pixel getAll': [{}, 12, 'id', 'name', 'type'],
	'pixel update': [{ ...pixel, updateFields: { type: 'pinboard' } }, 1, 'id', 'name', 'type'],
	'pixel upsert': [newPixel, 1, 'upsert_result', 'id', 'name'],
	'highSchool get': [{ schoolId: byId('1') }, 1, 'id', 'name', 'nat_emis'],
	'highSchool getAll': [{}, 50, 'id', 'name', 'nat_emis'],
	'highSchool getDistricts': [{}, 31, 'district', 'province', 'school_count'],
	'highSchool getProvinces': [{}, 9, 'province', 'school_count'],
	'highSchool match': [{ schoolName: 'Ellen Kuzwayo Secondary' }, 1, 'typed', 'status', 'nat_emis'],
	'postalCode get': [place, 1, 'id', 'suburb', 'area'],
	'postalCode getAll': [{}, 50, 'id', 'suburb', 'area'],
	'postalCode validate': [{ postalCode: '0083' }, 1, 'valid', 'status', 'message'],
	'university get': [university, 1, 'id', 'name', 'short_name'],
	'university getAll': [{}, 26, 'id', 'name', 'short_name'],
	'admissionPointScore calculate': [learner, 1, 'aps_score', 'aps_minimum', 'qualifies'],
	'admissionPointScore closeGap': [learner, 1, 'subject', 'level', 'raised_to'],
	'admissionPointScore compare': [subjects, 26, 'aps_score', 'aps_minimum', 'qualifies'],
};

/** The Options with these settings of Requests. */
export function requests(settings: IDataObject): IDataObject {
	return { requests: { settings } };
}

/** The parameters of an operation, given as `link create`: the least that it needs, and others. */
export function parametersOf(operation: string, others: IDataObject = {}): IDataObject {
	const [resource = '', name = ''] = operation.split(' ');
	const [least] = LEAST[operation] ?? [];
	if (!least && OPERATIONS.includes(operation))
		throw new Error(`Add "${operation}" to LEAST in test/engine/least.mts`);
	return { resource, operation: name, ...least, ...others };
}

/** The node that has an operation. */
export function nodeOf(operation: string): 'linkManager' | 'referenceData' {
	return /^(link|pixel) /.test(operation) ? 'linkManager' : 'referenceData';
}

const PROPERTIES = [new LinkManager(), new ReferenceData()].flatMap(
	({ description }) => description.properties,
);

/** The parameters that the form shows for an operation. */
export function propertiesOf(operation: string): INodeProperties[] {
	const [resource = '', name = ''] = operation.split(' ');
	return PROPERTIES.filter(
		({ displayOptions: { show = {} } = {} }) =>
			show.resource?.includes(resource) && show.operation?.includes(name),
	);
}

/** The values of a dropdown of an operation, or the names of what a collection of it may hold. */
export function namesOf(operation: string, parameter: string): string[] {
	const { options = [] } = propertiesOf(operation).find(({ name }) => name === parameter) ?? {};
	const names = options.map((one) => String('value' in one ? one.value : one.name));
	return names.filter((name) => name !== 'length');
}

/** Every operation of both nodes, as `link create`. */
export const OPERATIONS = PROPERTIES.filter(({ name }) => name === 'operation').flatMap(
	({ displayOptions: { show = {} } = {}, options = [] }) =>
		(options as Array<{ value: string }>).map(
			({ value }) => `${String(show.resource?.[0])} ${value}`,
		),
);
