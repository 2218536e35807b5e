import { createRequire } from 'node:module';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import type { Workflow } from '../../sandbox/n8n/client.mjs';
import { queryPostgres } from '../../sandbox/postgres.mjs';
import { mcpToken } from '../../sandbox/provision.mjs';
import { dayIn } from '../../sandbox/services/data/universities.mjs';
import { startHere } from '../../sandbox/startHere.mjs';
import {
	answerForm,
	client,
	credentials,
	data,
	importExample,
	link,
	output,
	postgres,
	publishExample,
	resetWorld,
	runExample,
} from './harness.mjs';

// Examples with several pages are filled in by a browser: test/browser/forms.test.mts.

interface Row {
	example: number;
	does: string;
	trigger: string;
	items?: () => IDataObject[];
	given?(): void | Promise<void>;
	/** What is different from the example. */
	change?(workflow: Workflow): void;
	/** For an example that waits for an answer: which fields, to whose message, what the page says then, and
	 * what happens until then. */
	answer?: { with: string[]; to: string; says?: string; meanwhile?(): unknown };
	/** What nodes give, for one run after the other. */
	runs: Array<Record<string, unknown>>;
	/** What the runs changed on the link service. */
	changes?: unknown[];
	calculations?: number;
}

const times = (count: number, value: unknown): unknown[] => Array<unknown>(count).fill(value);
const containing = (text: string): unknown => expect.stringContaining(text);

/** Older versions have data tables, but no node that makes one; there, it is made by hand. */
const makesTables = (await client.nodeTypes())
	.filter(({ name }) => name === 'n8n-nodes-base.dataTable')
	.some(({ properties }) => JSON.stringify(properties).includes('"createIfNotExists"'));

/** Changes a link as somebody else would. */
async function changeLink(id: number, fields: Record<string, string>): Promise<void> {
	const headers = { authorization: `Bearer ${link.apiKey}` };
	await axios.put(`${link.baseUrl}/api/v1/links/${id}`, new URLSearchParams(fields), { headers });
	link.ledger.pop();
}

/** Puts other rows in the place of an example's own. */
function setRows({ nodes }: Workflow, rows: IDataObject[]): void {
	const node = nodes.find(({ name }) => name === 'Rows');
	if (node) node.parameters.jsonOutput = JSON.stringify({ rows });
}

/** Has a node of data tables use one that doesn't exist. */
function pointElsewhere({ nodes }: Workflow, name: string): void {
	const table = { __rl: true, mode: 'name', value: 'Table that does not exist' };
	const node = nodes.find((one) => one.name === name);
	if (node) node.parameters.dataTableId = table;
}

const nightly = { example: 1, trigger: 'Every night at 2' };
const expiring = {
	example: 11,
	trigger: 'When a link expires soon',
	// The test step gives the link that expires last of those that expire soon.
	given: async () =>
		await changeLink(1005, { expiration_date: dayIn(6), expiration_time: '12:00' }),
};
const noMinimum = containing("The minimum of the university isn't known.");
const keep = { with: ['Keep it for 30 more days'], to: 'Message to the owner' };

const rows: Row[] = [
	{
		...nightly,
		does: 'reports and asks; then deletes what was approved and is still expired',
		answer: {
			with: ['', 'Delete them'],
			to: 'Message to the approver',
			says: '49 links deleted, 1 kept',
			// Somebody gives a link that is listed more clicks while the form waits.
			meanwhile: async () => await changeLink(1004, { expiration_clicks: '1000000' }),
		},
		runs: [
			{
				'Log found links': times(50, { step: 'found' }),
				'Log before deleting': times(49, { step: 'deleting', record: containing('"url":"https:') }),
				'Log deleted links': times(49, { step: 'deleted', record: containing('"url":"https:') }),
			},
		],
		changes: times(49, { action: 'deleted', id: expect.not.toSatisfy((id) => id === 1004) }),
	},
	{
		...nightly,
		does: 'changes nothing when the answer is no',
		answer: { with: ['', 'Keep them'], to: 'Message to the approver' },
		runs: [{ 'Log kept links': [{ step: 'kept', detail: '50 links: Keep them' }] }],
	},
	{
		...nightly,
		does: 'deletes only what nobody wants to keep',
		answer: {
			with: ['sample-8\nsample-4', 'Delete them'],
			to: 'Message to the approver',
			says: '48 links deleted, 2 kept',
		},
		runs: [
			{
				'Log deleted links': times(48, {
					step: 'deleted',
					alias: expect.not.stringMatching(/^sample-[48]$/),
				}),
			},
		],
		changes: times(48, { action: 'deleted' }),
	},
	{
		...nightly,
		does: 'deletes nothing if an alias to keep is not listed',
		answer: {
			with: ['sample-8 Sample-4', 'Delete them'],
			to: 'Message to the approver',
			says: 'No link was deleted',
		},
		runs: [
			{ 'Log kept links': [{ step: 'kept', detail: containing('not in the list: Sample-4. ') }] },
		],
	},
	{
		...nightly,
		does: 'deletes nothing that it could not log before',
		change: (workflow) => pointElsewhere(workflow, 'Log before deleting'),
		answer: { with: ['', 'Delete them'], to: 'Message to the approver' },
		runs: [{ 'Log kept links': [{ step: 'failed', detail: containing('not found') }] }],
	},
	...[['Delete them '], ['delete them'], ['D'.repeat(100)], [''], []].map((forged) => ({
		...nightly,
		does: `takes "${forged}" for a no`,
		answer: { with: ['', ...forged], to: 'Message to the approver', says: 'No link was deleted' },
		runs: [
			{
				'Log kept links': [
					{
						step: 'kept',
						detail: "50 links: the decision wasn't one of the two, so nothing was deleted",
					},
				],
			},
		],
	})),
	{
		...nightly,
		does: 'logs why it kept what was approved',
		answer: {
			with: ['', 'Delete them'],
			to: 'Message to the approver',
			meanwhile: () => link.fault({ kind: 'status', status: 401 }),
		},
		runs: [{ 'Log kept links': [{ step: 'failed', detail: containing('50 links: ') }] }],
	},
	{
		...nightly,
		does: 'asks nobody when no record shows that it has expired',
		given: () => link.quirk({ hideFields: ['ends_at', 'expiration_clicks'] }),
		runs: [{ 'Message to the approver': [] }],
	},
	{
		example: 2,
		trigger: 'Every night at 3',
		does: 'disables and deletes at most fifty a night, logs each, and ends',
		runs: [
			{
				'Log before deleting': times(50, { action: 'deleting', record: containing('"url":"http') }),
				'Log what happened': times(100, { record: containing('"url":"http') }),
				Digest: [{ text: '50 disabled, 50 deleted, 0 not deleted, 0 failed' }],
			},
			{ Digest: [{ text: '10 disabled, 10 deleted, 0 not deleted, 0 failed' }] },
			{ Digest: [] },
		],
		changes: expect.toSatisfy((ledger: typeof link.ledger) =>
			ledger.every(({ before }) => (before as IDataObject).expiration_url === null),
		),
	},
	{
		example: 2,
		trigger: 'Every night at 3',
		does: 'logs the first step when the second one is refused',
		given: () =>
			link.fault({ kind: 'status', status: 401, method: 'GET', path: 'links$', after: 2 }),
		runs: [
			{
				'Log what happened': [...times(50, { action: 'disabled' }), { action: 'failed' }],
				Digest: [{ text: containing('50 disabled, 0 deleted, 0 not deleted, 1 failed. ') }],
			},
		],
		changes: times(50, { fields: { disabled: '1' } }),
	},
	{
		example: 2,
		trigger: 'Every night at 3',
		does: 'deletes nothing that it could not log before',
		// As a full table does, one that isn't there refuses each row.
		change: (workflow) => pointElsewhere(workflow, 'Log before deleting'),
		runs: [
			{ Digest: [{ text: containing('50 disabled, 0 deleted, 0 not deleted, 50 failed. ') }] },
		],
		changes: times(50, { fields: { disabled: '1' } }),
	},
	{
		example: 3,
		trigger: 'Execute workflow',
		does: 'makes a link of each row; then updates, keeps, or leaves alone what is so already',
		runs: ['created', 'updated'].map((first) => ({
			'Prepare row for write-back': [
				{
					Alias: 'open-day-mail',
					Destination:
						'https://www.example.org/open-day?utm_source=newsletter&utm_medium=email&utm_campaign=open+day',
					'What happened': first,
				},
				{
					Destination:
						'https://www.example.org/open-day?lang=af&utm_source=poster&utm_medium=print&utm_campaign=open+day#programme',
					'What happened': first === 'created' ? 'created' : 'kept',
				},
				{
					Destination:
						'https://www.example.org/bursaries?utm_source=social&utm_medium=post&utm_campaign=bursaries+%26+loans',
					'What happened': first === 'created' ? 'created' : 'unchanged',
				},
			],
			'Rows to correct': [{ Alias: 'open-day-radio', 'What is wrong': containing('next Friday') }],
		})),
		changes: [
			{ action: 'created', after: { pixels: [{ id: 101 }, { id: 102 }] } },
			{ action: 'created', after: { ends_at: containing(dayIn(30)) } },
			{ action: 'created', after: { ends_at: null } },
			{ action: 'updated', after: { alias: 'open-day-mail' } },
		],
	},
	{
		example: 3,
		trigger: 'Execute workflow',
		does: 'writes what begins like a formula as text',
		change: (workflow) =>
			setRows(workflow, [
				{
					Alias: '-open-day',
					Destination: 'https://www.example.org/',
					'If it exists': 'update',
				},
				{ Alias: '=1+1', Destination: '' },
			]),
		runs: [
			{
				'Prepare row for write-back': [{ Alias: "'-open-day" }],
				'Rows to correct': [{ Alias: "'=1+1" }],
			},
		],
		changes: [{ action: 'created' }],
	},
	{
		example: 4,
		trigger: 'Every Monday at 6',
		does: 'disables what is gone, repairs what has moved, reports what fails',
		given: async () => {
			await changeLink(1001, { url: 'https://www.example.org/endless' });
			const gone = link.links.get('1033');
			if (gone) link.links.set('1033', { ...gone, target_type: 1 });
			link.fault({ kind: 'status', status: 403, method: 'PUT', times: 1 });
		},
		runs: [
			{
				Digest: [
					{
						subject: '8 gone, 10 moved, 12 failing, 1 not changed',
						text: containing('/endless (HTTP 405, because this server refuses HEAD)'),
					},
				],
			},
			{ Digest: [{ subject: '1 gone, 0 moved, 12 failing, 0 not changed' }] },
		],
		changes: [
			...times(8, { fields: { disabled: '1' }, before: { url: containing('/bursary/') } }),
			...times(10, { fields: { url: containing('/sample/maps/') } }),
			{ fields: { disabled: '1' }, before: { url: containing('/bursary/') } },
		],
	},
	{
		example: 6,
		trigger: 'Execute workflow',
		does: 'gives three universities for each learner, and names who has no usable mark',
		runs: [
			{
				'Prepare result row': expect.toSatisfy(
					(results: IDataObject[]) =>
						results.map(({ Learner }) => Learner).join() ===
							['Anele', 'Bianca', 'Chuma', 'Dineo']
								.flatMap((name) => Array<string>(3).fill(`${name} (sample)`))
								.join() &&
						results.every(({ Gap, Score, Needed }) => Gap === Number(Score) - Number(Needed)),
				),
				'Learners to follow up': [
					{ Learner: 'Ethan (sample)', 'What is wrong': containing('"absent" is not a mark') },
				],
			},
		],
		calculations: 12,
	},
	{
		example: 6,
		trigger: 'Execute workflow',
		does: 'writes what begins like a formula as text',
		change: (workflow) =>
			setRows(workflow, [{ Learner: '=1+1', Class: '@A', Maths: 70, Universities: '+1, uct' }]),
		runs: [
			{
				'Prepare result row': [
					{ University: 'University of Cape Town' },
					{ Learner: "'=1+1", Class: "'@A", University: "'+1" },
				],
			},
		],
		calculations: 1,
	},
	...[
		{ example: 6, calculations: 12, 'Prepare result row': times(12, { 'Please note': noMinimum }) },
		{ example: 16, calculations: 3, 'Message to a person': [{ text: noMinimum }] },
	].map(({ example, calculations, ...outputs }) => ({
		example,
		calculations,
		trigger: 'Execute workflow',
		runs: [outputs],
		does: 'decides nothing about a university whose minimum is not known',
		given: () => data.fault({ kind: 'body', method: 'POST', body: '{"data":{"aps_score":33}}' }),
	})),
	{
		...expiring,
		does: 'gives a link that is to be kept 30 more days',
		answer: keep,
		runs: [{ 'Message to the owner': [{ text: containing('/sample-5 expires on ') }] }],
		changes: [{ id: 1005, fields: { expiration_date: dayIn(36) } }],
	},
	{
		...expiring,
		does: 'lets it expire',
		answer: { ...keep, with: ['Let it expire'] },
		runs: [{ 'Read the link again': [] }],
	},
	{
		...expiring,
		does: 'leaves a link as somebody has set it meanwhile',
		answer: {
			...keep,
			meanwhile: async () =>
				await changeLink(1005, { expiration_date: dayIn(200), expiration_time: '12:00' }),
		},
		runs: [{ 'Second message to the owner': [{ text: containing('sample-5 stays as it is') }] }],
	},
	{
		...expiring,
		does: 'says if it could not be extended',
		answer: { ...keep, meanwhile: () => link.fault({ kind: 'status', status: 401 }) },
		runs: [{ 'Second message to the owner': [{ text: containing("couldn't be extended. The") }] }],
	},
	...[
		[14, '14 days left'],
		[1, '1 day left'],
		[0, 'that is today'],
	].map(([days_left, words]) => ({
		example: 12,
		trigger: 'When applications close soon',
		does: `writes one message for each learner and university: ${words}`,
		items: () =>
			data.universities
				.filter(({ id }) => id === 'uct')
				.map((uct) => ({ ...uct, trigger: { event: 'applicationsCloseSoon', days_left } })),
		runs: [
			{
				'Message to the learner': [
					{ to: 'anele@example.com', text: containing(`: ${words}. Apply`) },
					{ to: 'chuma@example.com' },
				],
			},
		],
	})),
	{
		example: 14,
		trigger: 'Execute workflow',
		does: 'creates what it can, and lists a lost response apart from what was refused',
		given: () => link.fault({ kind: 'reset', method: 'POST', applied: true, times: 1 }),
		runs: [
			{
				'Links created': [{ Order: '1002' }],
				'Check first': [{ Order: '1001' }],
				'Not created': [{ Order: '1003' }],
			},
		],
		changes: times(2, { action: 'created' }),
	},
	{
		example: 14,
		trigger: 'Execute workflow',
		does: 'writes what begins like a formula as text',
		given: () => link.fault({ kind: 'reset', method: 'POST', applied: true, times: 1 }),
		change: (workflow) =>
			setRows(workflow, [
				{ Order: '=1+1', Page: 'https://www.example.org/1' },
				{ Order: '-2', Page: 'https://www.example.org/2' },
				{ Order: '@3', Page: 'www.example.org' },
			]),
		runs: [
			{
				'Links created': [{ Order: "'-2" }],
				'Check first': [{ Order: "'=1+1" }],
				'Not created': [{ Order: "'@3" }],
			},
		],
		changes: times(2, { action: 'created' }),
	},
	{
		example: 14,
		trigger: 'Execute workflow',
		does: 'waits to send again what was not sent',
		given: () => link.fault({ kind: 'rateLimit', method: 'POST', retryAfter: 3600 }),
		runs: [{ 'Not sent?': times(3, { details: { outcome: 'notSent' } }) }],
	},
	{
		example: 16,
		trigger: 'Execute workflow',
		does: 'says yes and no with the reason, and passes what is in doubt to a person',
		runs: [
			{
				'Verdict rows': [
					{ Applicant: 'Anele (sample)', Verdict: 'yes' },
					{ Applicant: 'Bianca (sample)', Verdict: 'no' },
					{ Applicant: 'Chuma (sample)', Verdict: 'check' },
					{ Applicant: 'Dineo (sample)', Verdict: 'check' },
				],
				'Message to a person': [{ text: containing('"absent" is not a mark') }],
			},
		],
		calculations: 3,
	},
];

beforeEach(resetWorld);

async function runRow({ example: number, trigger, items, change, answer }: Row) {
	const execution = await runExample(number, { trigger, items: items?.() }, change);
	if (answer === undefined) return execution;
	expect(execution.status).toBe('waiting');
	expect(link.ledger).toEqual([]);
	await answer.meanwhile?.();
	return await answerForm(execution, answer.to, answer.with, answer.says);
}

it.each(rows.filter((row) => makesTables || row.example > 2))(
	'example $example $does',
	async (row) => {
		const { given, runs, changes = [], calculations = 0 } = row;
		await given?.();
		for (const outputs of runs) {
			const execution = await runRow(row);
			expect(execution.error).toBeUndefined();
			for (const [node, expected] of Object.entries(outputs)) {
				expect(output(execution, node), node).toMatchObject(expected as IDataObject[]);
			}
		}
		expect(link.ledger).toMatchObject(changes);
		const { length } = data.requests.filter(({ method }) => method === 'POST');
		expect(length).toBe(calculations);
	},
);

const arcadia = { suburb: 'Arcadia' };
const brooklyn = { suburb: 'Brooklyn', area: 'Pretoria', street_code: '0181', box_code: '0011' };

it.each([
	[200, { postal_code: '0083', ...arcadia }, { valid: true, matched_on: 'street' }],
	[200, { postal_code: 7, ...arcadia }, { postal_code: '0007', matched_on: 'box' }],
	[422, { postal_code: '0083', suburb: 'Brooklyn' }, { suggestions: [brooklyn] }],
	[422, { postal_code: '9998', ...arcadia }, { valid: false, status: 'not_found' }],
	[422, { postal_code: '0083' }, { status: 'ambiguous', suggestions: [{}, {}] }],
	[422, { postal_code: '12A4' }, { status: 'invalid', message: containing('12A4') }],
	[422, { postal_code: '12\u202EA4' }, { message: containing('12[U+202E]A4') }],
	[422, {}, { status: 'invalid', suggestions: [] }],
	[422, { postal_code: 'x'.repeat(7_000_000) }, { status: 'invalid' }],
	[422, { postal_code: '0083', suburb: 'x'.repeat(7_000_000) }, { valid: false }],
	[503, { postal_code: '0084' }, { message: "The postal code can't be checked right now." }],
])('example 7 answers %i to request %#', async (status, body, answer) => {
	await publishExample(7);
	if (status === 503) data.fault({ kind: 'status', status: 403 });
	const url = `${client.baseUrl}/webhook/postal-code-check`;
	const response = await axios.post<unknown>(url, body, { validateStatus: null });
	expect(response.data).toMatchObject(answer);
	expect(response.status).toBe(status);
	expect(JSON.stringify(response.data).length).toBeLessThan(2000);
});

it.skipIf(postgres === undefined)(
	'example 8 adds, updates, and reports what is new and what is gone',
	async () => {
		const sql = async (statement: string) => postgres && (await queryPostgres(postgres, statement));
		const run = async () => await runExample(8, { trigger: 'First of the month' });
		await sql('DROP TABLE IF EXISTS schools');
		const count = output(await run(), 'Get all high schools').length;
		expect(await sql('SELECT count(*), count(DISTINCT nat_emis) FROM schools')).toEqual([
			[String(count), String(count)],
		]);
		const report = async (news: string) =>
			expect(output(await run(), 'Report')).toMatchObject([
				{ subject: `${count} schools listed, ${news}` },
			]);
		await report('0 new, 0 gone');

		// One that the service lists no more, one of another province, one that is not in the table yet.
		await sql(`
			INSERT INTO schools (nat_emis, name, province, town, last_seen) VALUES
				('399999999', 'Closed School', 'Northern Cape', 'Kimberley', '2020-01-01'),
				('799999999', 'School Elsewhere', 'Gauteng', 'Pretoria', '2020-01-01');
			DELETE FROM schools WHERE nat_emis = (SELECT min(nat_emis) FROM schools);`);
		await report('1 new, 1 gone');
		await report('0 new, 0 gone');
		const gone = 'SELECT nat_emis FROM schools WHERE gone_since IS NOT NULL';
		expect(await sql(gone)).toEqual([['399999999']]);

		// One comes back: then it is not gone any more.
		await sql(`UPDATE schools SET gone_since = now() WHERE nat_emis = (SELECT max(nat_emis)
			FROM schools WHERE province = 'Northern Cape' AND gone_since IS NULL)`);
		await run();
		expect(await sql(gone)).toEqual([['399999999']]);
	},
);

const patient = { timeout: 20_000 };

type Pages = Array<Array<string | string[] | File>>;

/** Publishes an example that begins with a form, whose pages are sent as they send themselves. */
async function openForm(number: number, change?: Row['change']) {
	const { id, nodes } = await importExample(number, change);
	const [form] = nodes.flatMap(
		({ parameters: { options } }) => (options as IDataObject)?.path ?? [],
	);
	onTestFinished(async () => await client.deactivateWorkflow(id));
	await client.activateWorkflow(id);
	const first = `${client.baseUrl}/form/${String(form)}`;
	let address = first;
	const latest = async () => (await client.listExecutions(id))[0] ?? { id: '', status: '' };
	return {
		latest,
		close: async () => await client.deactivateWorkflow(id),
		restart: () => (address = first),
		page: async () => (await axios.get<string>(address)).data,
		/** Without fields, it only loads the last page. */
		async submit(fields: Pages[number] = []) {
			// The first page starts another execution.
			const before = address === first ? (await latest()).id : undefined;
			const body = new FormData();
			for (const [index, value] of fields.entries()) {
				for (const one of [value].flat()) body.append(`field-${index}`, one);
			}
			const { data: answer } = await axios.post<{ formWaitingUrl?: string }>(address, body);
			address = answer.formWaitingUrl ?? address;
			const status = fields.length > 0 ? 'waiting' : 'success';
			const reached = async () => {
				const execution = await latest();
				return execution.id !== before && execution.status;
			};
			await expect.poll(reached, patient).toBe(status);
		},
	};
}

/** Fills in the fields of a form's pages, until a node has given something. */
async function fillIn(
	number: number,
	pages: Pages,
	node: string,
	meanwhile?: Row['given'],
	change?: Row['change'],
) {
	const form = await openForm(number, change);
	for (const fields of pages) {
		if (fields === pages.at(-1)) await meanwhile?.();
		await form.submit(fields);
	}
	const given = async () => output(await client.waitForExecution((await form.latest()).id), node);
	await expect.poll(given, patient).not.toEqual([]);
	// Once loaded, the last page ends the execution. It says the same when it is loaded again.
	await form.submit();
	expect(await form.page()).toContain((await given())[0]?.title ?? '');
	await form.close();
	return await given();
}

/** What of links comes back, by their alias. */
const comesBack = (links: unknown[]) =>
	Object.fromEntries(
		(links as IDataObject[]).map(({ alias, url, space, domain, pixels, privacy }) => [
			alias,
			{ url, space, domain, pixels, privacy },
		]),
	);

it.skipIf(!makesTables)(
	'example 17 brings back what example 1 deleted, and deletes again',
	async () => {
		const answer = { with: ['', 'Delete them'], to: 'Message to the approver' };
		const cleanUp = async () => await runRow({ ...nightly, does: '', runs: [], answer });
		// What was deleted although the response says otherwise comes back too.
		link.fault({ kind: 'status', status: 500, method: 'DELETE', applied: true, times: 1 });
		await cleanUp();
		const deleted = link.ledger.splice(0).map(({ before }) => before);
		const pages = [['Link clean-up log', dayIn(-1)], ['Restore them as they were']];
		const result = await fillIn(17, pages, 'Write the result');
		expect(result).toMatchObject([{ title: '50 links restored' }]);
		const restored = link.ledger.splice(0).map(({ after }) => after);
		expect(comesBack(restored)).toEqual(comesBack(deleted));
		// It had a password, without which it would redirect everybody.
		expect(restored).toContainEqual(expect.objectContaining({ alias: 'sample-11', disabled: 1 }));
		await cleanUp();
		const again = link.ledger.map(({ before }) => before);
		expect(again).toContainEqual(expect.objectContaining({ alias: 'sample-8' }));
	},
);

const FORGED = 'takes a forged decision for a no';

// Without a log it doesn't ask.
it.skipIf(!makesTables)(`example 17 ${FORGED}`, async () => {
	const pages = [['Link clean-up log', dayIn(-1)], ['restore them as they were']];
	expect(await fillIn(17, pages, 'Nothing restored')).toHaveLength(1);
	expect(link.ledger).toEqual([]);
});

it(`example 19 ${FORGED}`, async () => {
	const file = new File(['url,alias\nhttps://www.example.org/a,a'], 'links.csv');
	expect(await fillIn(19, [[file], ['update']], 'Nothing imported')).toHaveLength(1);
	expect(link.ledger).toEqual([]);
});

const old = 'https://www.example.org/sample/bursary/';
const missing = (workflow: Workflow) => pointElsewhere(workflow, 'Get log');

it.each<[number, string, string[], Row['change']?]>([
	[17, 'Please check your answers', ['Table that does not exist', dayIn(-1)]],
	[17, 'Please check your answers', ['Link clean-up log', 'yesterday']],
	[17, 'Please check your answers', ['Link clean-up log']],
	[17, 'The log can&#x27;t be read', ['Retired links', dayIn(-1)], missing],
	[18, 'Nothing was listed', [old, 'javascript:alert(1)']],
	[18, 'Nothing was listed', ['www.example.org', old]],
	[18, 'Nothing was listed', [old, old]],
	[18, 'Nothing was listed', [old, `https://${'x'.repeat(1_000_000)}`]],
	[18, 'There is nothing to move', ['https://nowhere.example/', old]],
])(
	'example %i ends with "%s" if it has nothing to ask: %#',
	async (number, words, fields, change) => {
		const form = await openForm(number, change);
		await form.submit(fields);
		await form.submit();
		const page = await form.page();
		expect(page).toContain(words);
		expect(page.length).toBeLessThan(50_000);
		expect(link.requests.length > 0).toBe(words === 'There is nothing to move');
	},
);

it.skipIf(!makesTables)('example 17 has nothing to restore of a later day', async () => {
	await runExample(1, nightly);
	const pages = [['Link clean-up log', dayIn(2)]];
	expect(await fillIn(17, pages, 'Nothing to restore')).toHaveLength(1);
});

it.skipIf(!makesTables).each<[number, Pages]>([
	[17, [['Link clean-up log', dayIn(-1)], ['Restore them as they were']]],
	[
		18,
		[
			[old, 'https://bursaries.example.org/'],
			['', 'Move them'],
		],
	],
])('example %i lists only the first of many results', async (number, pages) => {
	if (number === 17) {
		const answer = { with: ['', 'Delete them'], to: 'Message to the approver' };
		await runRow({ ...nightly, does: '', runs: [], answer });
	}
	const first20 = ({ nodes }: Workflow) => {
		for (const node of nodes.filter(({ name }) => name === 'Write the result')) {
			const parameters = JSON.stringify(node.parameters).replaceAll(' 500', ' 20');
			node.parameters = JSON.parse(parameters) as typeof node.parameters;
		}
	};
	const [result] = await fillIn(number, pages, 'Write the result', undefined, first20);
	expect(result).toMatchObject({ title: containing('50 '), message: containing('And 30 more.') });
	const [group] = String(result?.message).split('\n\n');
	expect(group?.split('\n')).toHaveLength(22);
});

it('example 19 lists what is neither http nor https apart, and a long value cut off', async () => {
	const long = `https://www.example.org/${'x'.repeat(1_000_000)}`;
	const form = await openForm(19);
	await form.submit([new File([`url,alias\njavascript:alert(1),a\n${long},b`], 'links.csv')]);
	const page = await form.page();
	expect(page).toContain('Import 1 links?');
	expect(page).toMatch(/Row 2: The destination URL doesn.{1,6}t begin with http/);
	expect(page).toContain('x…');
	expect(page.length).toBeLessThan(50_000);
});

it('example 19 imports what it can, and nothing the second time', async () => {
	const rows = [
		'Long URL,Tags,Domain,Short code,Title',
		'https://www.example.org/a?b=1,x,s.example,import-a,"A, ""a"""',
		'"https://www.example.org/with,comma",,s.example,import-b,B',
		'https://www.example.org/c,,s.example,import-b,C',
		'www.example.org,,s.example,import-d,D',
		'https://www.example.org/e,,s.example,import-e,A 5" disk',
		'https://www.example.org/f,,s.example,import-f,F',
		'https://www.example.org/g?a=1,2,,s.example,import-g,G',
	];
	const pages = (file: string | Buffer<ArrayBuffer>) => [
		[new File([file], 'links.csv')],
		['Import, and update links that exist'],
	];
	for (const result of ['4 created', '4 unchanged']) {
		const [page] = await fillIn(19, pages(rows.join('\r\n')), 'Write the report');
		expect(page).toMatchObject({ title: result, message: containing('Row 4: Row 3 has the same') });
		expect(page?.message).toContain('Row 5: The destination URL doesn');
		expect(page?.message).toContain('Row 8: More cells than columns.');
	}
	// A quotation that doesn't end, a file that isn't UTF-8, and none.
	const begin = `${rows[0]}\nhttps://www.example.org/g,,s.example,import-g,`;
	for (const file of [`${begin}"G`, Buffer.from(`${begin}é`, 'latin1')]) {
		const [first = []] = pages(file);
		expect(await fillIn(19, [first], 'Nothing imported')).toHaveLength(1);
	}
	expect(await fillIn(19, [['url,alias']], 'Nothing imported')).toHaveLength(1);
	expect(link.ledger).toMatchObject([
		{ action: 'created', after: { alias: 'import-a', url: 'https://www.example.org/a?b=1' } },
		{ action: 'created', after: { alias: 'import-b', url: 'https://www.example.org/with,comma' } },
		...times(2, { action: 'created' }),
	]);
});

/**
 * Files of other shorteners, with the columns of their export, API or table, and the aliases of their
 * links to https://www.example.org/a.
 */
const layouts: Array<[name: string, file: string, aliases: string[]]> = [
	['Bitly', 'title,link,long_url\nA,https://bit.ly/x1,{}', ['x1']],
	[
		'Bitly, two links',
		'Link,Custom Link,Destination URL\nbit.ly/x1,go.example/x2,{}',
		['x2', 'x1'],
	],
	[
		'Bitly, a list',
		'long_url,custom_bitlinks\n{},"[""https://b.example/x1"", ""https://b.example/x2""]"',
		['x1', 'x2'],
	],
	['Short.io', 'id,originalURL,shortURL,path\n1,{},https://s.example/x1,x1', ['x1']],
	['Shlink', 'Long URL,Tags,Domain,Short code,Title\n{},,,x1,A', ['x1']],
	['YOURLS', 'keyword,url,title,timestamp,ip,clicks\nx1,{},A,2026-01-01,127.0.0.1,5', ['x1']],
	['YOURLS, import and export', 'source,target,hits\r\n/x1/,{},5', ['x1']],
	[
		'Rebrandly',
		'id,createdAt,shortUrl,domain,slashtag,destination\n1,2026-01-01,r.example/x1,r.example,x1,{}',
		['x1'],
	],
	[
		'Rebrandly, as its guide exports it',
		'id,createdAt,shortUrl,destination\n1,2026-01-01,r.example/x1,{}',
		['x1'],
	],
	[
		'Polr',
		'id,short_url,long_url,ip,creator,clicks,secret_key,is_disabled\n1,x1,{},127.0.0.1,a,5,,0',
		['x1'],
	],
	[
		'Kutt, table',
		'id,address,description,banned,domain_id,password,expire_in,target,visit_count\n1,x1,A,f,,,,{},5',
		['x1'],
	],
	[
		'Kutt, API',
		'address,banned,id,link,password,target\nx1,false,1,https://kutt.example/x1/,false,{}',
		['x1'],
	],
	['Dub', 'link,url,clicks\nhttps://dub.example/x1,{},5', ['x1']],
	[
		'Dub, all columns',
		'id,domain,key,url,archived,shortLink\n1,dub.example,x1,{},false,https://dub.example/x1',
		['x1'],
	],
	['golinks', 'gid,name,url,description,private\n1,x1,{},A,0', ['x1']],
	['golinks, with go', 'Go Link,Destination URL\ngo/x1,{}', ['x1']],
	['golink of Tailscale', 'Short,Long,Owner\nx1,{},a@example.org', ['x1']],
	[
		'Trotto',
		'id,key,organization,owner,shortpath,shortpath_prefix,destination_url\n1,b:x1,a.example,A,x1,x1,{}',
		['x1'],
	],
	['Firebase', 'short_link,link,apn,name\nhttps://a.page.example/x1,{},,A', ['x1']],
	[
		'Firebase, as its guide lists it',
		'Short link,Deep link (link),Link name\nhttps://a.page.example/x1,{},A',
		['x1'],
	],
	['Redirection', 'source,target,regex,code,type,hits\n/x1,{},0,301,url,5', ['x1']],
	['TinyURL', 'TinyURL;Long URL\nhttps://tiny.example/x1;{}', ['x1']],
	['a sheet', 'URL,Alias\n{},x1', ['x1']],
];

it('example 19 knows the files of other shorteners, or says what it looked for', async () => {
	const form = await openForm(19);
	const url = 'https://www.example.org/a';
	const read = async (file: string): Promise<string> => {
		form.restart();
		await form.submit([new File([file.replace('{}', url)], 'links.csv')]);
		return await form.page();
	};
	for (const [name, file, aliases] of layouts) {
		const lines = aliases.map((alias) => `${alias} → ${url}`);
		expect(await read(file), name).toContain(`will be imported\n${lines.join('\n')}`);
	}
	const page = await read('Adresse,Ziel\na,{}');
	expect(page).toContain('Found: Adresse, Ziel');
	expect(page).toContain('Looked for alias: shortcode, keyword');
	const nothing = [
		page,
		await read(''),
		await read('url,alias\n'),
		await read('url,alias\nexample.org/a,x1'),
		await read('url,alias\n' + '{},x\n'.repeat(5_001)),
		await read('url,alias\n{},' + 'x'.repeat(5_000_000)),
	];
	const tooLong = 'The file has more than 5,000 rows or 5 MB.';
	const reasons = [
		"the columns aren't known",
		'The file is empty.',
		'no rows',
		'Row 2: The destination URL',
		tooLong,
		tooLong,
	];
	for (const [index, reason] of reasons.entries()) {
		const shown = ['Nothing was imported', reason, 'Decision'].map((text) =>
			nothing[index]?.includes(text),
		);
		expect(shown, reason).toEqual([true, true, false]);
	}
}, 120_000);

/** What the form of example 5 sends: the fields of its first page, in their order. */
async function answersOf5(answers: Record<string, string | string[]>): Promise<Pages[number]> {
	const { nodes } = await importExample(5);
	const form = nodes.find(({ name }) => name === 'Form: my marks')?.parameters.formFields;
	const fields = (form as { values: Array<{ fieldLabel?: string }> }).values;
	return fields.map(({ fieldLabel = '' }) => answers[fieldLabel] ?? '');
}

const asked5 = { 'My marks are': 'Percentages', 'Universities in': 'Limpopo' };

it('example 5 says all that is wrong at once', async () => {
	const answers = {
		...asked5,
		'Subject 1': 'English Home Language',
		'Mark 1': '165',
		'Subject 2': 'English First Additional Language',
		'Mark 2': '60',
		'Subject 3': 'Mathematics',
		'Mark 3': 'sixty',
		'Subject 4': 'History',
		'Mark 4': '60',
		'Subject 5': 'History',
		'Mark 5': '60',
		'Mark 6': '70',
	};
	const [page] = await fillIn(5, [await answersOf5(answers)], 'What to correct');
	expect(page?.problems).toEqual([
		'Choose the subject for Mark 6, or clear the mark.',
		'You chose History twice. Each subject counts once.',
		'You chose English at two levels. Choose two different languages.',
		containing('"165" is not between 0 and 100'),
		containing('"sixty" is not a mark'),
		containing('Enter each mark as a percentage'),
	]);
	expect(data.requests).toEqual([]);
});

it.each([
	[
		{ 'Subject 3': ['Mathematics', 'Mathematical Literacy'], 'Mark 3': '60' },
		'"Subject 3" was answered twice',
	],
	// n8n makes one text of a text field that came twice.
	[{ 'Mark 3': ['60', '70'] }, 'Enter Mark 3 as one whole number'],
	[{ 'Mark 3': '', 'Life Orientation': '60,5' }, 'Enter Life Orientation as one whole number'],
	[{ 'Mark 3': '' }, 'fill in their marks'],
	[{ 'Mark 3': '6' }, 'look like levels'],
	[{ 'My marks are': 'Levels 1 to 7', 'Mark 3': '60' }, 'look like percentages'],
	[{ 'Universities in': 'Atlantis' }, 'Choose "Universities in" from its list'],
	[{ 'My marks are': '' }, 'Choose "My marks are" from its list'],
	[{ 'Subject 4': 'Witchcraft', 'Mark 4': '70' }, 'Choose "Subject 4" from its list'],
])('example 5 asks to correct %j', async (answer, words) => {
	const answers = { ...asked5, 'Subject 3': 'Mathematics', ...answer };
	const [page] = await fillIn(5, [await answersOf5(answers)], 'What to correct');
	expect(page?.problems).toContainEqual(containing(words));
});

it('example 5 calculates nothing for a university that it did not offer', async () => {
	const answers = await answersOf5({ ...asked5, 'Subject 3': 'Mathematics', 'Mark 3': '60' });
	const [page] = await fillIn(5, [answers, ['My Fake University']], 'What to correct');
	expect(page).toMatchObject({ problems: ['Choose a university from the list.'] });
});

it('examples 5, 10 and 15 answer a text of a megabyte with a short page', async () => {
	const name = 'x'.repeat(1_000_000);
	const answers = await answersOf5({ ...asked5, 'Subject 3': name, 'Mark 3': name });
	const pages: Array<[number, Pages, string]> = [
		[5, [answers.with(0, name)], 'What to correct'],
		[15, [[name, 'Gauteng'], ["I don't know"], ["My school isn't in the list"]], 'Row to save'],
		[10, [[name]], 'Rows of the page'],
	];
	for (const [number, page, node] of pages.slice(0, makesTables ? 3 : 2)) {
		expect(JSON.stringify(await fillIn(number, page, node)).length).toBeLessThan(5_000);
	}
});

it.skipIf(!makesTables).each([
	['nothing', ' \n'],
	['more than 500 names', Array.from({ length: 501 }, (_, index) => `School ${index}`).join('\n')],
])('example 10 asks again for names if there is %s', async (_, typed) => {
	expect(await fillIn(10, [[typed]], 'Too few or too many')).toHaveLength(1);
	expect(data.requests).toEqual([]);
});

it.skipIf(!makesTables)('example 10 saves the choice for a name with signs of HTML', async () => {
	const typed = `Naledi <${Date.now()}>`;
	const pages = [[typed], ['NALEDI S, Durban, KwaZulu-Natal (510000051)']];
	const saved = { typed, nat_emis: '510000051', school: 'NALEDI S', result: 'chosen' };
	expect(await fillIn(10, pages, 'Save answers')).toMatchObject([saved]);
});

it.skipIf(!makesTables)('example 10 reads a name without signs that nobody sees', async () => {
	const name = `Hogwarts ${Date.now()}`;
	const typed = `\u202E${name}\u200B`;
	expect(await fillIn(10, [[typed]], 'Rows of the page')).toMatchObject([{ typed: name }]);
});

it.skipIf(!makesTables)('example 10 reads each name if the field is sent twice', async () => {
	const names = [`Hogwarts ${Date.now()}`, `Hogwarts ${Date.now() + 1}`];
	const typed = names.map((name) => ({ typed: name }));
	expect(await fillIn(10, [[names]], 'Rows of the page')).toMatchObject(typed);
});

it.skipIf(!makesTables)('example 10 takes an answer that it did not offer for none', async () => {
	const typed = `Naledi ${Date.now()}`;
	const pages = [[`=${typed}`], ['My Fake School, Durban, KwaZulu-Natal (999999999)']];
	const saved = { typed: `'=${typed}`, nat_emis: '', school: '', result: 'not_found' };
	expect(await fillIn(10, pages, 'Save answers')).toMatchObject([saved]);
});

it.skipIf(!makesTables)('example 10 asks about 50 names at once', async () => {
	const names = Array.from({ length: 60 }, (_, index) => `=Naledi & ${Date.now() + index}`);
	const form = await openForm(10);
	await form.submit([names.join('\n')]);
	expect((await form.page()).match(/>&#x3D;Naledi &amp; \d/g)).toHaveLength(50);
	await form.submit(Array<string>(50).fill('None of these'));
	const page = await form.page();
	expect(page).toContain('0 of 50 names have an EMIS number');
	expect(page).toContain('10 names may mean several schools');
	// The apostrophe is for the spreadsheet.
	expect(page).toContain(`: ${names[0]}; ${names[1]}`.replaceAll('&', '&amp;'));
});

it("example 15 saves a school's own data, and what strangers type as text", async () => {
	const [school] = data.schools.filter(({ name }) => name === "Pretoria Boys' High School");
	const option = `${school?.name}, ${school?.town} (${school?.nat_emis})`;
	const pages = [['=1+1', 'Gauteng'], ['Tshwane South'], [option]];
	const row = { Learner: "'=1+1", Province: 'Gauteng', 'EMIS number': school?.nat_emis };
	expect(await fillIn(15, pages, 'Row to save')).toMatchObject([row]);
});

it('example 15 saves the name as it is seen, and the province of a school that it does not list', async () => {
	const pages = [
		['\u202EThandi\u200B ', 'Gauteng'],
		["I don't know"],
		["My school isn't in the list"],
	];
	const row = { Learner: 'Thandi', Province: 'Gauteng', School: '', 'EMIS number': '' };
	expect(await fillIn(15, pages, 'Row to save')).toMatchObject([row]);
});

it.each<[string, Pages, number]>([
	['a name of blanks', [[' \u200B', 'Gauteng']], 0],
	['a province that it did not offer', [['Thandi', 'Atlantis']], 0],
	['a district that it did not offer', [['Thandi', 'Gauteng'], ['Forged']], 1],
	['no district', [['Thandi', 'Gauteng'], ['']], 1],
	[
		'a school that it did not offer',
		[['Thandi', 'Gauteng'], ['Tshwane South'], ['My Fake School (999999999)']],
		4,
	],
])('example 15 asks to fill in the form again after %s', async (_, pages, lists) => {
	expect(await fillIn(15, pages, 'Choose again')).toHaveLength(1);
	expect(data.requests).toHaveLength(lists);
});

it.each([
	['districts', [['Thandi', 'Gauteng']]],
	['schools', [['Thandi', 'Gauteng'], ["I don't know"]]],
])('example 15 asks to try again later if the %s are refused', async (list, pages) => {
	data.fault({ kind: 'status', status: 403, path: `${list}$` });
	expect(await fillIn(15, pages, 'Try again later')).toHaveLength(1);
});

it.each(['https://', 'www.example.org', 'javascript:alert(1)'])(
	'example 18 lists nothing if the new beginning is %s',
	async (beginning) => {
		const pages = [['https://www.example.org/sample/', beginning]];
		expect(await fillIn(18, pages, 'Correct the beginnings')).toHaveLength(1);
		expect(link.requests).toEqual([]);
	},
);

it("example 18 moves nothing if an alias to leave out isn't listed", async () => {
	const pages = [
		['https://www.example.org/sample/bursary/', 'https://bursaries.example.org/'],
		['sample-9\nSample-33', 'Move them'],
	];
	const [result] = await fillIn(18, pages, 'Why nothing');
	expect(result).toMatchObject({ message: containing('aren&#39;t in the list: Sample-33.') });
	expect(link.ledger).toEqual([]);
});

it.each([
	['sample-1', 'You can close this page.'],
	['x '.repeat(25_001), 'more than 50,000 characters'],
	['x'.repeat(50_000), `${'x'.repeat(500)}….`],
])('example 18 moves nothing if nothing is left to move: %#', async (leaveOut, words) => {
	const part = 'https://www.example.org/only-this';
	await changeLink(1001, { url: part });
	const pages = [
		[part, `${part}-one`],
		[leaveOut, 'Move them'],
	];
	const [result] = await fillIn(18, pages, 'Why nothing');
	expect(result).toMatchObject({ title: '0 links moved', message: containing(words) });
	expect(link.ledger).toEqual([]);
});

it('example 18 moves whole parts only, and nothing that somebody has changed', async () => {
	await changeLink(1001, { url: 'https://www.example.org/sample/bursary-office' });
	const changed = async () => await changeLink(1009, { url: 'https://www.example.org/other' });
	const parts = ['bursary', 'grants'].map((part) => `https://www.example.org/sample/${part}`);
	const [result] = await fillIn(18, [parts, ['', 'Move them']], 'Write the result', changed);
	const message = containing('sample-9 → https://www.example.org/other');
	expect(result).toMatchObject({ title: '49 of 50 links moved', message });
	expect(link.ledger).toMatchObject(times(49, { fields: { url: containing('/sample/grants/') } }));
});

/** What of the protocol's own client is used here. */
interface McpClient {
	connect(transport: object): Promise<void>;
	listTools(): Promise<{ tools: Array<{ name: string }> }>;
	callTool(call: { name: string; arguments: IDataObject }): Promise<unknown>;
	close(): Promise<void>;
}
const n8nFolder = inject('n8nFolder');

describe.skipIf(n8nFolder === undefined)('example 20', () => {
	/** Signs in as an assistant does, with the client that n8n has. */
	async function connect(token: string): Promise<McpClient> {
		await publishExample(20);
		const load = createRequire(`${n8nFolder}/package.json`);
		const part = <T,>(name: string) => load(`@modelcontextprotocol/sdk/client/${name}.js`) as T;
		type Transport = new (url: URL, options: object) => object;
		const { Client } = part<{ Client: new (info: object) => McpClient }>('index');
		const { StreamableHTTPClientTransport: Http } =
			part<Record<'StreamableHTTPClientTransport', Transport>>('streamableHttp');
		const assistant = new Client({ name: 'test', version: '1' });
		onTestFinished(async () => await assistant.close());
		const requestInit = { headers: { authorization: `Bearer ${token}` } };
		const address = new URL(`${client.baseUrl}/mcp/school-data`);
		await assistant.connect(new Http(address, { requestInit }));
		return assistant;
	}

	it('lets an assistant look things up, and nothing else', async () => {
		const assistant = await connect(mcpToken);
		const { tools } = await assistant.listTools();
		expect(tools.map(({ name }) => name).sort()).toEqual([
			...['Check_a_postal_code', 'Close_the_gap', 'Compare_universities', 'Find_short_links'],
			'Match_a_school',
		]);
		const call = async (name: string, given: IDataObject) =>
			JSON.stringify(await assistant.callTool({ name, arguments: given }));
		const school = { school_name: 'Ellen Kuzwayo Secondary', province: '' };
		expect(await call('Match_a_school', school)).toContain('210000007');
		const subjects = [{ name: 'Mathematics', percentage: 72 }];
		expect(await call('Close_the_gap', { university: 'ul', subjects })).toContain('aps_score');
		expect(await call('Find_short_links', { alias: 'sample-147' })).toContain('net/sample-147');
		expect(link.ledger).toEqual([]);
	});

	it('refuses another token', async () => {
		await expect(connect('another')).rejects.toThrow('Authorization');
	});
});

it('Start here, which a newcomer sees first', async () => {
	const { id } = await client.createWorkflow(startHere(credentials));
	const execution = await client.runWorkflow(id, { trigger: 'Execute workflow' });
	expect(execution.error).toBeUndefined();
	expect(output(execution, 'List active links')).toHaveLength(5);
	expect(output(execution, 'Find a school by EMIS number')).toHaveLength(1);
	expect(output(execution, 'Calculate an APS')).toHaveLength(1);
	expect(link.ledger).toMatchObject([{ action: 'created', after: { target_type: 1 } }]);
});
