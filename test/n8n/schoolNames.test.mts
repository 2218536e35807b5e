import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../../sandbox/browser/chromium.mjs';
import { client, data, importWorkflowFile, n8nUrl, resetServices } from './harness.mjs';

const file = path.join(
	import.meta.dirname,
	'../../examples/10-clean-up-a-sheet-of-school-names.json',
);

/** Older versions have data tables, but no node that makes one. */
const tables = (await client.nodeTypes()).filter(({ name }) => name === 'n8n-nodes-base.dataTable');
const makesTables = JSON.stringify(tables).includes('"createIfNotExists"');

let browser: Browser;
let id = '';

beforeAll(async () => {
	await resetServices();
	browser = await launchChromium();
	({ id } = await importWorkflowFile(file));
	await client.activateWorkflow(id);
});
afterAll(async () => {
	await client.deactivateWorkflow(id);
	await browser.close();
});

/** Submits the form with its sample names; chooses a school for each name that the next page asks. */
async function cleanUp(choices: Record<string, RegExp>): Promise<{ asked: number; text: string }> {
	const page = await browser.newPage();
	// The page asks for a font on the internet, and waits for it.
	await page.route(/^https:/, (route) => route.abort());
	await page.goto(`${n8nUrl}/form/school-names`);
	await page.getByRole('button', { name: 'Find the schools' }).click();
	for (const [typed, wanted] of Object.entries(choices)) {
		const field = page.getByLabel(typed, { exact: true });
		const option = await field.locator('option').filter({ hasText: wanted }).first().innerText();
		await field.selectOption(option);
	}
	const asked = Object.keys(choices).length;
	if (asked > 0) await page.getByRole('button', { name: 'Save' }).click();
	await page.getByRole('heading', { name: /have an EMIS number$/ }).waitFor();
	const text = await page.locator('.header').innerText();
	await page.close();
	return { asked, text };
}

it.skipIf(!makesTables)(
	'10. matched names get their EMIS number, a person decides the others, and nothing is asked twice',
	async () => {
		const first = await cleanUp({ 'Naledi Secondary': /Bloemfontein/, 'Mzuvele S/S': /^None/ });
		expect(first.text).toContain('3 of 5 names have an EMIS number');
		expect(first.text).toMatch(/PTA BOYS HIGH\s+\d{9}\s+Pretoria Boys' High School/);
		expect(first.text).toMatch(/Naledi Secondary\s+\d{9}\s+Naledi Secondary School/);
		expect(first.text).toMatch(/No school has these names: .*Hogwarts School/);
		const requests = await data.requests();
		expect(requests.length).toBeGreaterThan(4);

		const second = await cleanUp({});
		expect(second.text).toBe(first.text);
		expect(await data.requests()).toHaveLength(requests.length);
	},
);
