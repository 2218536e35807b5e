import type { Editor } from './editor.mjs';

/** What the workflow is made with, for those who look at what it did. */
export const firstWorkflow = {
	url: 'https://www.example.org/open-day',
	domain: 'go.example.org',
	pixels: ['Sample pinboard', 'Sample professional-network'],
	expirationDate: '2027-03-31',
	countries: [
		{ name: 'South Africa', code: 'ZA', url: 'https://www.example.org/za/open-day' },
		{ name: 'Namibia', code: 'NA', url: 'https://www.example.org/na/open-day' },
	],
	emis: '210000007',
	university: 'University of Cape Town (UCT)',
	marks: [
		['English Home Language', '6'],
		['Mathematics', '6'],
		['Physical Sciences', '5'],
		['Life Orientation', '7'],
	],
} as const;

/**
 * Builds a workflow by hand, with clicks and typing alone: it creates a link with pixels, an
 * expiry and two country rules, finds a school by its EMIS number, calculates an APS and lists links.
 */
export async function buildFirstWorkflow(editor: Editor): Promise<void> {
	await editor.newWorkflow();
	await createLink(editor);
	await findSchool(editor);
	await calculateScore(editor);
	await listLinks(editor);
	await editor.tidyUp();
}

async function createLink(editor: Editor): Promise<void> {
	const { url, domain, pixels, expirationDate, countries } = firstWorkflow;
	await editor.addNode('Link Manager', 'Create link');
	await editor.type('url', url);
	await editor.pick('domainId', domain);
	await editor.add('Add field', 'Pixel Names or IDs');
	await editor.choose('additionalFields.pixelIds', ...pixels);
	await editor.add('Add field', 'Expiration Date');
	await editor.typeDate('additionalFields.expirationDate', expirationDate);
	await editor.add('Add field', 'Targeting');
	await editor.choose('additionalFields.targetType', 'Geographic');
	await editor.add('Add field', 'Country Rules');
	for (const [index, country] of countries.entries()) {
		const row = `additionalFields.countryRules.rule[${index}]`;
		await editor.addRow('Add country');
		await editor.choose(`${row}.key`, country.name);
		await editor.type(`${row}.value`, country.url);
	}
	await editor.closePanel();
}

async function findSchool(editor: Editor): Promise<void> {
	await editor.addNode('Reference Data', 'Get high school');
	await editor.chooseMode('schoolId', 'By EMIS Number');
	await editor.typeLocator('schoolId', firstWorkflow.emis);
	await editor.closePanel();
}

async function calculateScore(editor: Editor): Promise<void> {
	const { university, marks } = firstWorkflow;
	await editor.addNode('Reference Data', 'Calculate admission point score (APS)');
	await editor.pick('universityId', university, 'Cape Town');
	for (const [index, [subject, mark]] of marks.entries()) {
		const row = `subjects.subject[${index}]`;
		await editor.addRow('Add subject');
		await editor.choose(`${row}.name`, subject);
		await editor.type(`${row}.mark`, mark);
	}
	await editor.closePanel();
}

async function listLinks(editor: Editor): Promise<void> {
	await editor.addNode('Link Manager', 'Get many links');
	await editor.add('Add filter', 'Status');
	await editor.choose('filters.status', 'Active');
	await editor.closePanel();
}
