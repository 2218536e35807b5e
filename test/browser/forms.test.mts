import { afterAll, beforeEach, expect, it } from 'vitest';
import { Editor } from '../../sandbox/browser/editor.mjs';
import {
	addressIn,
	answerForm,
	client,
	data,
	link,
	owner,
	publishExample,
	resetWorld,
	runExample,
} from '../n8n/harness.mjs';

// The pages that examples show: filled in by hand on a phone, with values that would be HTML.

/**
 * What would hide the rest of a page, offer a link of somebody else's, or call their server, and a
 * word that is too long for a line.
 */
const hostile = `<!--<textarea><a href="https://evil.example/">here</a><img src="https://evil.example/1.png">\u202Egnp.exe${'x'.repeat(220)}`;

interface Row {
	example: number;
	does: string;
	/** The address of its form, or the message that has it, and where the example starts. */
	form: string | { message: string; trigger: string };
	given?(): void | Promise<void>;
	/** What is filled in, page by page, by the labels of fields. */
	pages: Array<Record<string, string>>;
	/** What the pages say beside the hostile text, in this order. */
	says: string[];
	/** What happened on the link service. */
	changes?: unknown[];
}

const changeLink = (wanted: string, fields: object) => {
	const [[id, record] = []] = [...link.links].filter(([, { alias }]) => alias === wanted);
	if (id && record) link.links.set(id, { ...record, ...fields });
};
const expired = { url: `https://www.example.org/${hostile}`, short_url: `https://x/${hostile}` };
const marks = {
	'Your name': hostile,
	'My marks are': 'Percentages',
	'Universities in': 'Limpopo',
	'Subject 1': 'English Home Language',
	'Mark 1': '61',
	'Subject 3': 'Mathematics',
};

const approval = { message: 'Message to the approver', trigger: 'Every night at 2' };

const rows: Row[] = [
	{
		example: 1,
		does: 'lists what will be deleted',
		form: approval,
		given: () => changeLink('sample-4', expired),
		pages: [{ Decision: 'Keep them' }],
		says: [
			...['Delete 50 expired links?', 'can be restored from the log', 'sample-171'],
			'No link was deleted',
		],
	},
	{
		example: 5,
		does: 'shows a learner the score, the gap and what would close it',
		form: 'aps-check',
		given: () => {
			const index = data.universities.findIndex(({ id }) => id === 'ul');
			const [university] = data.universities.slice(index);
			if (university) data.universities[index] = { ...university, name: `UL ${hostile}` };
		},
		pages: [{ ...marks, 'Mark 3': '60' }, { University: 'University of Venda' }],
		says: [
			...['your score is 10', 'The minimum is 26', 'Please note', 'What would close the gap'],
			'Back to the form',
		],
	},
	{
		example: 5,
		does: 'says which mark to correct, and calculates nothing',
		form: 'aps-check',
		pages: [{ ...marks, 'Mark 3': `sixty ${hostile}` }],
		says: ['Please check your answers', 'is not a mark', 'Back to the form'],
	},
	{
		example: 10,
		does: 'asks which school is meant',
		form: 'school-names',
		pages: [{ 'School names': `PTA BOYS HIGH\nNaledi\n${hostile}` }, { Naledi: 'None of these' }],
		says: ['Which school is meant?', 'names have an EMIS number', 'Names without an EMIS number'],
	},
	{
		example: 11,
		does: 'asks the owner',
		form: { message: 'Message to the owner', trigger: 'When a link expires soon' },
		given: () =>
			changeLink('sample-5', {
				...expired,
				ends_at: new Date(Date.now() + 6 * 86_400_000).toISOString(),
			}),
		pages: [{ Answer: 'Let it expire' }],
		says: ['Keep this link?', 'redirects to'],
	},
	{
		example: 15,
		does: 'leads from the province to the school',
		form: 'my-school',
		pages: [
			{ 'Your name': hostile, Province: 'Gauteng' },
			{ District: 'Tshwane South' },
			{ School: "Pretoria Boys' High School, Pretoria" },
		],
		says: ['Thank you', "Pretoria Boys' High School", 'EMIS number'],
	},
	{
		example: 17,
		does: 'lists what was deleted, and creates it again',
		form: 'restore-links',
		given: async () => {
			changeLink('sample-4', expired);
			const waiting = await runExample(1, approval);
			await answerForm(waiting, approval.message, ['', 'Delete them']);
			link.ledger.length = 0;
		},
		pages: [
			{ Log: 'Link clean-up log', 'Deleted since': new Date().toISOString().slice(0, 10) },
			{ Decision: 'Restore them without expiration' },
		],
		says: ['deleted links?', "passwords and targeting rules can't", '50 links restored'],
	},
	{
		example: 18,
		does: 'moves what is approved, and leaves out what is named',
		form: 'move-destinations',
		given: () =>
			changeLink('sample-3', { url: `https://www.example.org/sample/bursary/${hostile}` }),
		pages: [
			{ 'Old beginning': 'https://www.example.org/sample/bursary/' },
			{ 'Leave out': 'sample-9', Decision: 'Move them' },
		],
		says: ['Move 50 links?', '49 of 50 links moved'],
	},
	{
		example: 19,
		does: 'imports what it can, and lists the rest with reasons',
		form: 'import-links',
		pages: [
			{
				CSV: [
					'"Link";"Custom Link";"Destination URL"',
					'"bit.ly/3abc";"go.example.org/import-a";"https://www.example.org/a;b"',
					`"bit.ly/sample-4";"";"https://www.example.org/${hostile.replaceAll('"', '""')}"`,
				].join('\n'),
			},
			{ Decision: 'Import, and leave links that exist as they are' },
		],
		says: ['Import 3 links?', '2 created, 1 kept', 'The alias exists and redirects to'],
		changes: [
			{ action: 'created', after: { alias: 'import-a', url: 'https://www.example.org/a;b' } },
			{ action: 'created', after: { alias: '3abc', url: 'https://www.example.org/a;b' } },
		],
	},
];

const editor = await Editor.open(client.baseUrl, owner);
const { page } = editor;

afterAll(async () => await editor.close());
beforeEach(resetWorld);

/** Opens the first page of an example, as whoever got its address does. */
async function openForm({ example, form }: Row) {
	if (typeof form === 'string') {
		await publishExample(example);
		return await page.goto(`${client.baseUrl}/form/${form}`);
	}
	const waiting = await runExample(example, form);
	return await page.goto(addressIn(waiting, form.message));
}

async function fillIn(answers: Record<string, string>): Promise<void> {
	for (const [label, value] of Object.entries(answers)) {
		const field = page.getByLabel(label, { exact: true });
		const kind = await field.evaluate((element) => element.getAttribute('type') ?? element.tagName);
		if (kind === 'SELECT') {
			const options = await field.locator('option').allTextContents();
			const begins = options.find((option) => option.startsWith(value));
			await field.selectOption(options.find((option) => option === value) ?? begins ?? '');
		} else if (kind === 'file') {
			const buffer = Buffer.from(value);
			await field.setInputFiles({ name: 'links.csv', mimeType: 'text/csv', buffer });
		} else await field.fill(value);
	}
	await page.evaluate("document.body.classList.add('left')");
	await page.locator('#submit-btn').click();
	// The next page, or the same one when nothing follows.
	await page.locator('body:not(.left) h1, #submitted-form:visible').first().waitFor();
}

/** What the page says. Everything in it is text, and nothing is cut off. */
async function readPage(): Promise<string> {
	expect(await page.locator('a[href^="https://evil"], img, textarea:not([name])').count()).toBe(0);
	const cutOff = 'document.documentElement.scrollWidth - innerWidth';
	expect(await page.evaluate(cutOff)).toBeLessThanOrEqual(0);
	return await page.locator('body').innerText();
}

/** On a phone and on a desk. */
const seen = rows.flatMap((row) => [390, 1280].map((width) => ({ ...row, width })));

// Example 10 never asks twice. Its own test below looks at both widths.
it.each(seen.filter(({ width, example }) => width === 390 || example !== 10))(
	'example $example $does ($width pixels wide)',
	async ({ width, ...row }) => {
		await row.given?.();
		await page.setViewportSize({ width, height: 844 });
		await openForm(row);
		const texts = [await readPage()];
		for (const answers of row.pages) {
			await fillIn(answers);
			texts.push(await readPage());
		}
		const text = texts.join('\n');
		// A message quotes only the beginning of a long value.
		expect(text).toContain(hostile.slice(0, 50));
		for (const words of row.says) expect(text).toContain(words);
		if (row.changes) expect(link.ledger).toMatchObject(row.changes);
	},
);

/** The values of a dropdown of the page. */
async function valuesOf(label: string): Promise<string[]> {
	const options = page.getByLabel(label, { exact: true }).locator('option:not([disabled])');
	return await options.allTextContents();
}

/** A language, without the level it is taken at. */
const languageOf = (subject: string) => subject.replace(/ \w+( Additional)? Language$/, '');

it('example 5 takes every value of every dropdown, and shows the whole answer', async () => {
	await publishExample(5);
	const address = `${client.baseUrl}/form/aps-check`;
	await page.goto(address);
	const labels = ['My marks are', 'Universities in'];
	const subjects = [4, 5, 6, 7, 1, 2, 3].map((number) => `Subject ${number}`);
	const left: Record<string, string[]> = {};
	const all: Record<string, string[]> = {};
	for (const label of [...labels, ...subjects]) {
		all[label] = await valuesOf(label);
		left[label] = [...all[label]];
	}
	for (let round = 0; round < 60 && Object.values(left).some(({ length }) => length > 0); round++) {
		const answers: Record<string, string> = { 'Your name': `Learner ${round}` };
		for (const label of labels) answers[label] = left[label]?.shift() ?? all[label]?.[0] ?? '';
		const mark = answers['My marks are'] === 'Percentages' ? '65' : '5';
		for (const label of subjects) {
			const taken = Object.values(answers).map(languageOf);
			const isFree = (subject: string) => !taken.includes(languageOf(subject));
			const subject = [...(left[label] ?? []), ...(all[label] ?? [])].find(isFree) ?? '';
			left[label] = (left[label] ?? []).filter((other) => other !== subject);
			Object.assign(answers, { [label]: subject, [label.replace('Subject', 'Mark')]: mark });
		}
		await page.goto(address);
		await fillIn({ ...answers, 'Life Orientation': mark });
		const universities = await valuesOf('University');
		await fillIn({ University: universities[round % universities.length] ?? '' });
		for (const width of [390, 1280]) {
			await page.setViewportSize({ width, height: 844 });
			const text = await readPage();
			expect(text).toMatch(new RegExp(`^Learner ${round}, your score is \\d+$`, 'm'));
			expect(text, JSON.stringify(answers)).not.toContain('Please note');
		}
	}
	expect(left).toEqual(Object.fromEntries([...labels, ...subjects].map((label) => [label, []])));
}, 600_000);

it.each([
	[15, 'my-school', { 'Your name': 'Thandi' }, 'Province', 9, /Which district is your school in\?/],
	[
		17,
		'restore-links',
		{ 'Deleted since': '2026-01-01' },
		'Log',
		2,
		/Decision|Run example 1 or 2 first/,
	],
])(
	'example %i takes every value of its first dropdown',
	async (example, form, answers, label, count, next) => {
		await publishExample(example);
		const address = `${client.baseUrl}/form/${form}`;
		await page.goto(address);
		const values = await valuesOf(label);
		expect(values).toHaveLength(count);
		for (const value of values) {
			await page.goto(address);
			await fillIn({ ...answers, [label]: value });
			for (const width of [390, 1280]) {
				await page.setViewportSize({ width, height: 844 });
				expect(await readPage(), value).toMatch(next);
			}
		}
	},
);

it('example 15 takes every district that it offers', async () => {
	await publishExample(15);
	let values: string[] = [];
	for (let index = 0; index === 0 || index < values.length; index++) {
		await page.goto(`${client.baseUrl}/form/my-school`);
		await fillIn({ 'Your name': 'Thandi', Province: 'North West' });
		values = await valuesOf('District');
		await fillIn({ District: values[index] ?? '' });
		for (const width of [390, 1280]) {
			await page.setViewportSize({ width, height: 844 });
			expect(await readPage(), values[index]).toContain('Which school is it');
		}
	}
	expect(values.length).toBeGreaterThan(3);
});

it('example 10 takes every school that it offers', async () => {
	await publishExample(10);
	await page.goto(`${client.baseUrl}/form/school-names`);
	const names = Array.from({ length: 20 }, (_, index) => `Naledi & ${Date.now() + index}`);
	await fillIn({ 'School names': names.join('\n') });
	const values = await valuesOf(names[0] ?? '');
	expect(values.length).toBeLessThanOrEqual(20);
	const answers = names.map((name, index) => [name, values[index % values.length] ?? ''] as const);
	await fillIn(Object.fromEntries(answers));
	const chosen = answers.filter(([, value]) => value !== 'None of these');
	expect(chosen.length).toBeLessThan(20);
	for (const width of [390, 1280]) {
		await page.setViewportSize({ width, height: 844 });
		const text = await readPage();
		expect(text).toContain(`${chosen.length} of 20 names have an EMIS number`);
		for (const [name, value] of chosen) {
			expect(text).toContain(`${name}\t${/\d{9}/.exec(value)?.[0]}`);
		}
	}
});

const question = { message: 'Message to the owner', trigger: 'When a link expires soon' };
const log = { Log: 'Link clean-up log', 'Deleted since': '2026-01-01' };
const file = { CSV: 'alias,url\nimport-z,https://www.example.org/z' };
const move = { 'Old beginning': 'https://www.example.org/sample/bursary/' };

it.each<[number, Row['form'], Row['pages'], string]>([
	[1, approval, [{ Keep: 'sample-8', Decision: 'Delete them' }], '49 links deleted'],
	[1, approval, [{ Keep: 'no-such-link', Decision: 'Delete them' }], 'No link was deleted'],
	[11, question, [{ Answer: 'Keep it for 30 more days' }], 'Your response has been recorded'],
	[17, 'restore-links', [log, { Decision: 'Restore them as they were' }], 'links restored'],
	[17, 'restore-links', [log, { Decision: 'Do nothing' }], 'Nothing was restored'],
	[18, 'move-destinations', [move, { Decision: 'Do nothing' }], '0 links moved'],
	[19, 'import-links', [file, { Decision: 'Import, and update links that exist' }], '1 created'],
	[19, 'import-links', [file, { Decision: 'Do nothing' }], 'Nothing was imported'],
])('example %i takes the other answers: %#', async (example, form, pages, says) => {
	if (example === 11) changeLink('sample-5', { ends_at: new Date(Date.now() + 5e8).toISOString() });
	await openForm({ example, form, does: '', pages, says: [] });
	for (const answers of pages) await fillIn(answers);
	for (const width of [390, 1280]) {
		await page.setViewportSize({ width, height: 844 });
		expect(await readPage()).toContain(says);
	}
});
