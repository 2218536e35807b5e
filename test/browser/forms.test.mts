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
		says: ['Delete 50 expired links?', 'sample-171', 'No link was deleted'],
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
		says: ['your score is 10', 'The minimum is 26', 'Please note', 'What would close the gap'],
	},
	{
		example: 5,
		does: 'says which mark to correct, and calculates nothing',
		form: 'aps-check',
		pages: [{ ...marks, 'Mark 3': `sixty ${hostile}` }],
		says: ['Please check your marks', 'is not a mark', 'Back to the form'],
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

let shot = 0;
const shoot = async () => await page.screenshot({ path: `/tmp/ex/shots/${String(++shot).padStart(3, '0')}.png`, fullPage: true });
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
			const [option = ''] = await field.locator('option', { hasText: value }).allTextContents();
			await field.selectOption(option);
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
	await shoot();
	return await page.locator('body').innerText();
}

/** On a phone, and what a learner sees also on a desk. */
const seen = rows.flatMap((row) => [390, 1280].map((width) => ({ ...row, width })));

it.each(seen.filter(({ width, example }) => width === 390 || example === 5))(
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
