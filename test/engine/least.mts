import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { LinkManager } from '../../nodes/LinkManager/LinkManager.node.js';
import { ReferenceData } from '../../nodes/ReferenceData/ReferenceData.node.js';

const byId = (value: string): IDataObject => ({ __rl: true, mode: 'id', value });
const link = { linkId: byId('1005') };
const newLink = { url: 'https://www.example.org/new', domainId: byId('11') };
const pixel = { pixelId: byId('101') };
const newPixel = { name: 'New', type: 'pinboard', value: '1' };
const subjects = { subjects: { subject: [{ name: 'Mathematics', mark: '6' }] } };
const universityId = byId('uct');

/** The least that each operation needs to find or change something in the sample data. */
export const LEAST: Record<string, IDataObject> = {
	'link cleanUp': {},
	'link create': newLink,
	'link delete': link,
	'link get': link,
	'link getAll': {},
	'link update': { ...link, updateFields: { disabled: 1 } },
	'link upsert': { ...newLink, alias: 'new' },
	'pixel create': newPixel,
	'pixel delete': pixel,
	'pixel get': pixel,
	'pixel getAll': {},
	'pixel update': { ...pixel, updateFields: { type: 'pinboard' } },
	'pixel upsert': newPixel,
	'highSchool get': { schoolId: byId('1') },
	'highSchool getAll': {},
	'highSchool getDistricts': {},
	'highSchool getProvinces': {},
	'highSchool match': { schoolName: 'Pretoria' },
	'postalCode get': { postalCodeId: byId('36f17f3e-8c46-44e0-b785-be013a3f207a') },
	'postalCode getAll': {},
	'postalCode validate': { postalCode: '0083' },
	'university get': { universityId },
	'university getAll': {},
	'admissionPointScore calculate': { universityId, ...subjects },
	'admissionPointScore closeGap': { universityId, ...subjects },
	'admissionPointScore compare': subjects,
};

/** The parameters of an operation, given as `link create`: the least that it needs, and others. */
export function parametersOf(operation: string, others: IDataObject = {}): IDataObject {
	const [resource = '', name = ''] = operation.split(' ');
	const least = LEAST[operation];
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

/** Every operation of both nodes, as `link create`. */
export const OPERATIONS = PROPERTIES.filter(({ name }) => name === 'operation').flatMap(
	({ displayOptions: { show = {} } = {}, options = [] }) =>
		(options as Array<{ value: string }>).map(
			({ value }) => `${String(show.resource?.[0])} ${value}`,
		),
);
