import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchChromium } from '../../sandbox/browser/chromium.mjs';
import { client, data, importWorkflowFile, n8nUrl, resetServices } from './harness.mjs';

const file = path.join(
	import.meta.dirname,
	'..',
	'..',
	'examples',
	'05-aps-check-from-a-form.json',
);

/** What a learner fills in, by the labels of the form. */
type Answers = Record<string, string>;

const nobody: Answers = { 'My marks are': 'Percentages', 'Universities in': 'All of South Africa' };
const thandi: Answers = {
	...nobody,
	'Your name': 'Thandi',
	'Subject 1': 'isiZulu Home Language',
	'Mark 1': '74',
	'Subject 2': 'English First Additional Language',
	'Mark 2': '68 %',
	'Subject 3': 'Mathematics',
	'Mark 3': '71%',
	'Life Orientation': '80',
	'Subject 4': 'Physical Sciences',
	'Mark 4': '66,5',
	'Subject 5': 'Life Sciences',
	'Mark 5': '72',
	'Subject 6': 'Geography',
	'Mark 6': '65',
};

/** A page of the form's answer as a person reads it. */
interface AnswerPage {
	title: string;
	text: string;
	/** The cells of the table by row, without its head. */
	rows: string[][];
	/** What the form holds after a click on the way back; undefined without one. */
	formAgain?: Answers;
}

describe('5. APS check from a form, in a browser', () => {
	let browser: Browser;
	let id = '';

	beforeAll(async () => {
		browser = await launchChromium();
		({ id } = await importWorkflowFile(file));
		await client.activateWorkflow(id);
	});
	afterAll(async () => {
		await client.deactivateWorkflow(id);
		await browser.close();
	});
	beforeEach(resetServices);

	/** Fills in the form and reads what it answers. */
	async function fillIn(answers: Answers): Promise<AnswerPage> {
		const page = await browser.newPage();
		// The page asks for a font on the internet, and waits for it.
		await page.route(/^https:/, (route) => route.abort());
		await page.goto(`${n8nUrl}/form/aps-check`);
		for (const [label, value] of Object.entries(answers)) {
			const field = page.getByLabel(label, { exact: true });
			const isList = await field.evaluate(({ tagName }) => tagName === 'SELECT');
			await (isList ? field.selectOption(value) : field.fill(value));
		}
		await page.getByRole('button', { name: 'Show me' }).click();
		await page.waitForURL(/\/form-waiting\//);
		const header = page.locator('.header');
		await header.locator('h1').waitFor();
		const answer: AnswerPage = {
			title: await header.locator('h1').innerText(),
			text: await header.innerText(),
			rows: await Promise.all(
				(await header.locator('tbody tr').all()).map((row) => row.locator('td').allInnerTexts()),
			),
		};
		const back = page.getByRole('link', { name: 'Back to the form' });
		if ((await back.count()) > 0) {
			await back.click();
			await page.waitForURL(/\/form\/aps-check/);
			answer.formAgain = {};
			for (const label of Object.keys(answers)) {
				answer.formAgain[label] = await page.getByLabel(label, { exact: true }).inputValue();
			}
		}
		await page.close();
		return answer;
	}

	async function calculations() {
		return (await data.requests()).filter(({ method }) => method === 'POST');
	}

	it('ranks all universities with gap and closing date', async () => {
		const { title, rows } = await fillIn(thandi);
		expect(title).toMatch(/^Thandi, you reach the minimum score of \d+ of 26 universities$/);
		expect(rows).toHaveLength(26);
		const gaps = rows.map(([, , , gap]) => Number(gap));
		expect(gaps).toEqual([...gaps].sort((a, b) => b - a));
		for (const [, score, needed, gap, enough] of rows) {
			expect(Number(gap)).toBe(Number(score) - Number(needed));
			expect(enough).toBe(Number(gap) >= 0 ? 'yes' : 'not yet');
		}
		const closings = rows.map(([, , , , , closing]) => closing);
		expect(closings).toContain('ask the university');
		expect(closings).toContainEqual(expect.stringMatching(/^\d{4}-\d\d-\d\d, in \d+ days$/));
		expect(closings).toContainEqual(expect.stringMatching(/^closed on \d{4}-\d\d-\d\d$/));
		expect(closings).toContainEqual(expect.stringMatching(/, opens on \d{4}-\d\d-\d\d$/));

		expect(await calculations()).toHaveLength(26);
		expect((await calculations())[0]?.body).toMatchObject({
			subjects: [
				{ name: 'IsiZulu Home Language', level: 6 },
				{ name: 'English First Additional Language', level: 5 },
				{ name: 'Mathematics', level: 6 },
				{ name: 'Life Orientation', level: 7 },
				{ name: 'Physical Sciences', level: 5 },
				{ name: 'Life Sciences', level: 6 },
				{ name: 'Geography', level: 5 },
			],
		});
	});

	it('looks at one province only, takes levels, and says when subjects are missing', async () => {
		const { title, text, rows } = await fillIn({
			'My marks are': 'Levels 1 to 7',
			'Universities in': 'Limpopo',
			'Subject 3': 'Mathematics',
			'Mark 3': '6',
		});
		expect(title).toBe('You reach the minimum score of 0 of 2 universities');
		expect(text).toContain('You entered 1 subject. Most scores count six');
		expect(rows.map(([name]) => name)).toEqual(['University of Limpopo', 'University of Venda']);
		expect((await calculations()).map(({ body }) => body)).toMatchObject([
			{ subjects: [{ name: 'Mathematics', level: 6 }] },
			{ subjects: [{ name: 'Mathematics', level: 6 }] },
		]);
	});

	it.each<[string, Answers, string]>([
		['nothing at all', nobody, 'Choose at least one subject and fill in its mark.'],
		['a word for a mark', { ...thandi, 'Mark 3': 'sixty' }, '"sixty" is not a mark'],
		['a mark above 100', { ...thandi, 'Mark 3': '165' }, 'the percentage "165" is not between'],
		['a mark below 0', { ...thandi, 'Mark 3': '-5' }, '"-5"'],
		[
			'a percentage for a level',
			{ ...thandi, 'My marks are': 'Levels 1 to 7', 'Mark 1': '74' },
			'the level "74" is not a whole number from 1 to 7',
		],
		[
			'levels for percentages',
			{ ...nobody, 'Subject 3': 'Mathematics', 'Mark 3': '6', 'Life Orientation': '7' },
			'All your marks look like levels.',
		],
		[
			'level 9',
			{ ...nobody, 'My marks are': 'Levels 1 to 7', 'Life Orientation': '9' },
			'the level "9" is not a whole number from 1 to 7',
		],
		['a subject without a mark', { ...thandi, 'Mark 3': '' }, 'Subject "Mathematics": no mark'],
		['a mark without a subject', { ...nobody, 'Mark 4': '65' }, '"Subject 4" is empty'],
		['a subject twice', { ...thandi, 'Subject 5': 'Geography' }, 'You chose Geography twice.'],
		[
			'a language at two levels',
			{ ...thandi, 'Subject 1': 'English Home Language' },
			'You chose English both as Home Language and as First Additional Language.',
		],
		['markup', { ...thandi, 'Mark 3': '<b onclick="alert(1)">1</b>' }, 'is not a mark'],
	])('answers %s in plain words, and leads back to the form', async (_case, answers, words) => {
		const { title, text, rows, formAgain } = await fillIn(answers);
		expect(title).toBe('Please check your marks');
		expect(text).toContain(words);
		expect(text).not.toMatch(/\[item|Mark Type|input item|undefined|null/);
		expect(rows).toEqual([]);
		expect(formAgain).toEqual(answers);
		expect(await calculations()).toEqual([]);
	});

	it.each([
		['the service is down', { kind: 'status', status: 500 }],
		['the key may not calculate', { kind: 'status', status: 403, method: 'POST' }],
	] as const)('asks to try again later when %s', async (_case, fault) => {
		await data.fault(fault);
		const { title, text } = await fillIn({ ...nobody, 'Universities in': 'Limpopo', ...math });
		expect(title).toBe('Please try again later');
		expect(text).not.toMatch(/key|403|500|HTTP/);
	});

	const math: Answers = { 'Subject 3': 'Mathematics', 'Mark 3': '71' };

	it('shows the others when one university cannot be checked', async () => {
		await data.fault({ kind: 'status', status: 404, method: 'POST', times: 1 });
		const { text, rows } = await fillIn({ ...nobody, 'Universities in': 'Limpopo', ...math });
		expect(rows).toHaveLength(1);
		expect(text).toContain("1 university couldn't be checked right now.");
	});
});
