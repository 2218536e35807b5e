import type { INodeParameters } from 'n8n-workflow';

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const link = { linkId: byId('1005') };
const newLink = { url: 'https://www.example.org/new', domainId: byId('11') };
const pixel = { pixelId: byId('101') };
const newPixel = { name: 'New', type: 'pinboard', value: '1' };
const subjects = { subjects: { subject: [{ name: 'Mathematics', mark: '6' }] } };

/** The least that each operation needs to find or change something in the sample data. */
export const LEAST: Record<string, Record<string, INodeParameters>> = {
	link: {
		cleanUp: {},
		create: newLink,
		delete: link,
		get: link,
		getAll: {},
		update: { ...link, updateFields: { disabled: 1 } },
		upsert: { ...newLink, alias: 'new' },
	},
	pixel: {
		create: newPixel,
		delete: pixel,
		get: pixel,
		getAll: {},
		update: { ...pixel, updateFields: { type: 'pinboard' } },
		upsert: newPixel,
	},
	highSchool: {
		get: { schoolId: byId('1') },
		getAll: {},
		getDistricts: {},
		getProvinces: {},
		match: { schoolName: 'Pretoria' },
	},
	postalCode: {
		get: { postalCodeId: byId('74959957-4ef9-4a94-a26f-38cab922aecf') },
		getAll: {},
		validate: { postalCode: '0083' },
	},
	university: { get: { universityId: byId('uct') }, getAll: {} },
	admissionPointScore: {
		calculate: { universityId: byId('uct'), ...subjects },
		compare: subjects,
	},
};
