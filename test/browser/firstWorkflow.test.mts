import { expect } from 'vitest';
import { buildFirstWorkflow, firstWorkflow } from '../../sandbox/browser/firstWorkflow.mjs';
import { data, link } from '../n8n/harness.mjs';
import { it } from './harness.mjs';

it('builds a workflow by hand and runs it', async ({ editor }) => {
	await buildFirstWorkflow(editor);
	// What the dropdowns asked for while it was built.
	await Promise.all([link.reset(), data.reset()]);
	await editor.executeWorkflow();
	await editor.page.getByText('Workflow executed successfully').waitFor();

	const { url, emis, marks, countries } = firstWorkflow;
	expect(await link.requests()).toMatchObject([
		{
			method: 'POST',
			path: '/api/v1/links',
			body: expect.arrayContaining([
				['expiration_date', firstWorkflow.expirationDate],
				['expiration_time', '23:59'],
			]),
		},
		{ method: 'GET', path: '/api/v1/links', query: { status: '1' } },
	]);
	const { links, pixels } = await link.records();
	const made = links.find((record) => record.url === url);
	expect(made).toMatchObject({
		domain: { name: firstWorkflow.domain },
		target_type: 1,
		country_target: countries.map(({ code, url: value }) => ({ key: code, value })),
	});
	const names = made?.pixels.map(({ id }) => pixels.find((pixel) => pixel.id === id)?.name);
	expect(names?.sort()).toEqual([...firstWorkflow.pixels].sort());

	expect(await data.requests()).toMatchObject([
		{ method: 'GET', path: `/v1/high-schools/${emis}` },
		{
			method: 'POST',
			path: '/v1/aps-calculator',
			body: {
				university_id: 'uct',
				subjects: marks.map(([name, level]) => ({ name, level: Number(level) })),
			},
		},
	]);
});
