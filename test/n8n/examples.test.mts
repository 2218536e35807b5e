import { readdir } from 'node:fs/promises';
import path from 'node:path';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Execution } from '../../sandbox/n8n/client.mjs';
import { queryPostgres } from '../../sandbox/postgres.mjs';
import { startHere } from '../../sandbox/startHere.mjs';
import {
	client,
	credentials,
	data,
	examples as folder,
	importWorkflowFile,
	jsonBody,
	link,
	output,
	postgres,
	resetWorld,
	runWorkflowFile,
} from './harness.mjs';

const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
const example = (number: number) =>
	path.join(folder, files.find((name) => Number.parseInt(name) === number) ?? `no ${number}`);

beforeEach(resetWorld);

async function runExample(number: number, trigger: string): Promise<Execution> {
	const execution = await runWorkflowFile(example(number), { trigger });
	expect(execution.error).toBeUndefined();
	expect(execution.status).toBe('success');
	return execution;
}

/** Answers the form that a message links to, as its page does, and waits for the end. */
async function answerForm(waiting: Execution, message: IDataObject | undefined, answer: string) {
	const [, address = ''] = /(http\S+)$/.exec(String(message?.text)) ?? [];
	await axios.postForm(address, { 'field-0': answer });
	const ended = await client.waitForExecution(waiting.id, 'waiting');
	expect(ended.error).toBeUndefined();
	expect(ended.status).toBe('success');
	return ended;
}

/** Ids of what was changed on the link service since the last reset, by what happened to it. */
function changed(action: string): number[] {
	return link.ledger.filter((entry) => entry.action === action).map(({ id }) => id);
}

const offered = await client.nodeTypes();
/** Older versions have data tables, but no node that makes one; there, it is made by hand. */
const makesTables = offered
	.filter(({ name }) => name === 'n8n-nodes-base.dataTable')
	.some(({ properties }) => JSON.stringify(properties).includes('"createIfNotExists"'));

describe.skipIf(!makesTables)('1. Clean up expired links', () => {
	const trigger = 'Every night at 2';

	/** Runs it up to the form, and answers the form as its page does. */
	async function decide(decision: string, meanwhile?: () => Promise<void>) {
		const stored = await importWorkflowFile(example(1));
		const waiting = await client.runWorkflow(stored.id, { trigger });
		expect(waiting.status).toBe('waiting');
		expect(link.ledger).toEqual([]);
		await meanwhile?.();
		const [message] = output(waiting, 'Message to the approver');
		const ended = await answerForm(waiting, message, decision);
		return { waiting, ended, listed: output(waiting, 'Limit to max links') };
	}

	it('reports, logs and asks; then deletes what was approved and is still expired', async () => {
		const before = [...link.links.values()];
		let extended = 0;
		const { waiting, ended, listed } = await decide('Delete them', async () => {
			// Somebody gives one of the listed links more clicks while the form waits.
			extended = before.find(({ expiration_clicks: clicks }) => clicks === 50)?.id ?? 0;
			await changeLink(extended, { expiration_clicks: '1000000' });
		});
		expect(listed).toHaveLength(50);
		expect(listed.map(({ id }) => id)).toContain(extended);
		expect(output(waiting, 'Log found links')).toHaveLength(50);

		const approved = listed.map(({ id }) => Number(id)).filter((id) => id !== extended);
		expect(changed('deleted').sort()).toEqual(approved.sort());
		const log = output(ended, 'Log deleted links');
		expect(log.map(({ step }) => step)).toEqual(approved.map(() => 'deleted'));
		const [first] = log;
		expect(JSON.parse(String(first?.record))).toMatchObject(
			before.find(({ id }) => String(id) === first?.link_id) ?? {},
		);
	});

	it('changes nothing when the answer is no', async () => {
		const { ended } = await decide('Keep them');
		expect(link.ledger).toEqual([]);
		expect(output(ended, 'Log kept links')).toMatchObject([
			{ step: 'kept', detail: '50 links: Keep them' },
		]);
	});

	it('asks nobody when no record shows that it has expired', async () => {
		link.quirk({ hideFields: ['ends_at', 'expiration_clicks'] });
		const execution = await runExample(1, trigger);
		expect(Object.keys(execution.nodes)).not.toContain('Message to the approver');
	});
});

async function changeLink(id: number, fields: Record<string, string>): Promise<void> {
	const headers = { authorization: `Bearer ${link.apiKey}` };
	await axios.put(`${link.baseUrl}/api/v1/links/${id}`, new URLSearchParams(fields), { headers });
}

describe.skipIf(!makesTables)('2. Retire links in two steps', () => {
	it('disables and deletes at most fifty a night, and nothing once all is done', async () => {
		const before = new Map([...link.links.values()].map((record) => [record.id, record]));
		const digests = [];
		for (let night = 1; night <= 3; night++) {
			const execution = await runExample(2, 'Every night at 3');
			digests.push(output(execution, 'Digest').map(({ text }) => text));
		}
		expect(digests).toEqual([
			['50 disabled, 50 deleted, 0 failed'],
			['10 disabled, 10 deleted, 0 failed'],
			[],
		]);
		const disabled = changed('updated').map((id) => before.get(id));
		const deleted = changed('deleted').map((id) => before.get(id));
		expect(disabled).toHaveLength(60);
		expect(deleted).toHaveLength(60);
		for (const record of disabled)
			expect(record).toMatchObject({ disabled: 0, expiration_url: null });
		for (const record of deleted)
			expect(record).toMatchObject({ disabled: 1, expiration_url: null });
	});

	it('keeps each record as it was in its log', async () => {
		const before = [...link.links.values()];
		const log = output(await runExample(2, 'Every night at 3'), 'Log full record');
		expect(log).toHaveLength(100);
		for (const { link_id, record } of log) {
			const { cleanUp, ...kept } = JSON.parse(String(record)) as IDataObject;
			expect(cleanUp).toBeDefined();
			expect(kept).toEqual(before.find(({ id }) => String(id) === link_id));
		}
	});
});

describe('3. Campaign links from a sheet', () => {
	it('makes a link of each row, and none on the second run', async () => {
		const runs = [];
		for (let run = 1; run <= 2; run++) runs.push(await runExample(3, 'Execute workflow'));
		const rows = runs.map((execution) => output(execution, 'Prepare row for write-back'));
		expect(rows.map((written) => written.map((row) => row['What happened']))).toEqual([
			['created', 'created', 'created'],
			['updated', 'updated', 'updated'],
		]);
		expect(changed('created')).toHaveLength(3);

		const made = [...link.links.values()]
			.filter(({ alias }) => /^(open|burs)/.test(alias))
			.sort((a, b) => a.alias.localeCompare(b.alias));
		expect(made.map(({ alias, url, pixels }) => [alias, url, pixels.map(({ id }) => id)])).toEqual([
			[
				'bursaries-social',
				'https://www.example.org/bursaries?utm_source=social&utm_medium=post&utm_campaign=bursaries%20%26%20loans',
				[103],
			],
			[
				'open-day-mail',
				'https://www.example.org/open-day?utm_source=newsletter&utm_medium=email&utm_campaign=open%20day',
				[101, 102],
			],
			[
				'open-day-poster',
				'https://www.example.org/open-day?lang=af&utm_source=poster&utm_medium=print&utm_campaign=open%20day#programme',
				[],
			],
		]);
		for (const { ends_at } of made) expect(ends_at).not.toBeNull();
	});
});

describe('4. Find broken destinations', () => {
	it('disables what is gone, repairs what has moved, reports what fails', async () => {
		const before = new Map([...link.links.values()].map((record) => [record.id, record]));
		const execution = await runExample(4, 'Every Monday at 6');
		expect(output(execution, 'Digest')).toMatchObject([
			{ subject: '10 gone, 10 moved, 10 failing' },
		]);
		expect(output(execution, 'Open the destination')).toHaveLength(150);

		const ledger = link.ledger;
		expect(ledger).toHaveLength(20);
		for (const { id, fields } of ledger) {
			const { url = '' } = before.get(id) ?? {};
			expect(fields).toEqual(
				url.includes('/bursary/')
					? { disabled: '1' }
					: { url: url.replace('/campus-map/', '/maps/') },
			);
		}
		const again = await runExample(4, 'Every Monday at 6');
		expect(output(again, 'Digest')).toMatchObject([{ subject: '0 gone, 0 moved, 10 failing' }]);
		expect(link.ledger).toHaveLength(20);
	});
});

describe('5. APS check from a form', () => {
	const trigger = 'Form: my marks';
	const nobody = { 'My marks are': 'Percentages', 'Universities in': 'Limpopo' };

	/** What the form answers: what comes into the node that shows the page. */
	async function fillIn(answers: IDataObject): Promise<Execution> {
		return await runWorkflowFile(example(5), { trigger, items: [answers] });
	}

	it('ranks the universities of a province with gap and closing date', async () => {
		const answers = { ...nobody, 'Subject 3': 'Mathematics', 'Mark 3': '71%' };
		const { error, nodes } = await fillIn(answers);
		expect(error).toBeUndefined();
		expect(Object.keys(nodes)).toContain('Answer');
		expect(data.requests.filter(({ method }) => method === 'POST').map(jsonBody)).toMatchObject([
			{ subjects: [{ name: 'Mathematics', level: 6 }] },
			{ subjects: [{ name: 'Mathematics', level: 6 }] },
		]);
	});

	it('asks to correct a mark that is none, and calculates nothing', async () => {
		const { nodes } = await fillIn({ ...nobody, 'Subject 3': 'Mathematics', 'Mark 3': 'sixty' });
		expect(Object.keys(nodes)).toContain('Please correct');
		expect(data.requests.filter(({ method }) => method === 'POST')).toEqual([]);
	});
});

describe('6. APS for a whole class', () => {
	it('gives three universities for each learner, and names who has no usable mark', async () => {
		const execution = await runExample(6, 'Execute workflow');
		const rows = output(execution, 'Prepare result row');
		expect(rows.map(({ Learner }) => Learner)).toEqual(
			['Anele', 'Bianca', 'Chuma', 'Dineo'].flatMap((name) => Array(3).fill(`${name} (sample)`)),
		);
		for (const row of rows) {
			expect(row).toMatchObject({
				Gap: Number(row.Score) - Number(row.Needed),
				Enough: Number(row.Score) >= Number(row.Needed),
			});
		}
		expect(output(execution, 'Learners to follow up')).toEqual([
			{
				Learner: 'Ethan (sample)',
				Class: '12B',
				'What is wrong': expect.stringContaining('Subject "Mathematics": "absent" is not a mark'),
				'What to do': expect.any(String),
			},
		]);
		const { requests } = data;
		expect(requests.filter(({ method }) => method === 'GET')).toHaveLength(1);
		const calculations = requests.filter(({ method }) => method === 'POST');
		expect(calculations).toHaveLength(12);
		// "62%" in a cell and an empty cell, as sheets have them.
		const bodies = calculations.map(jsonBody);
		const dineo = bodies.find((body) => JSON.stringify(body).includes('Sesotho'));
		expect(dineo).toMatchObject({
			subjects: expect.arrayContaining([{ name: 'Mathematics', level: 5 }]),
		});
		expect(JSON.stringify(dineo)).not.toContain('Life Orientation');
	});
});

describe('7. Postal code check behind a webhook', () => {
	let id = '';
	beforeAll(async () => {
		({ id } = await importWorkflowFile(example(7)));
		await client.activateWorkflow(id);
	});
	afterAll(async () => await client.deactivateWorkflow(id));

	async function check(body: IDataObject): Promise<{ status: number; answer: IDataObject }> {
		const url = `${client.baseUrl}/webhook/postal-code-check`;
		const response = await axios.post<IDataObject>(url, body, { validateStatus: null });
		return { status: response.status, answer: response.data };
	}

	it('answers 200 for a code of the suburb, also when it lost its zeros', async () => {
		expect(await check({ postal_code: '0083', suburb: 'Arcadia' })).toMatchObject({
			status: 200,
			answer: { valid: true, postal_code: '0083', matched_on: 'street' },
		});
		expect(await check({ postal_code: 7, suburb: 'Arcadia' })).toMatchObject({
			status: 200,
			answer: { valid: true, postal_code: '0007', matched_on: 'box' },
		});
	});

	it('answers 422 with suggestions for a code of another place', async () => {
		expect(await check({ postal_code: '0083', suburb: 'Brooklyn' })).toMatchObject({
			status: 422,
			answer: {
				valid: false,
				status: 'mismatch',
				message: '0083 is not a postal code of Brooklyn.',
				suggestions: [
					{ suburb: 'Brooklyn', area: 'Pretoria', street_code: '0181', box_code: '0011' },
				],
			},
		});
	});

	it.each([
		[{ postal_code: '9998', suburb: 'Arcadia' }, 'not_found', 'There is no postal code 9998.'],
		[{ postal_code: '0083' }, 'ambiguous', '0083 belongs to several suburbs.'],
		[{ postal_code: '12A4' }, 'no_code', 'A postal code has four digits.'],
		[{ postal_code: '' }, 'no_code', 'A postal code has four digits.'],
		[{}, 'no_code', 'A postal code has four digits.'],
	])('answers 422 to %j', async (body, status, message) => {
		expect(await check(body)).toMatchObject({
			status: 422,
			answer: { valid: false, status, message: expect.stringContaining(message) },
		});
	});

	it('answers 503 when the service is out of order, without blaming the customer', async () => {
		data.fault({ kind: 'status', status: 403 });
		expect(await check({ postal_code: '0083', suburb: 'Arcadia' })).toEqual({
			status: 503,
			answer: { message: "The postal code can't be checked right now." },
		});
	});
});

describe.skipIf(postgres === undefined)('8. School directory into PostgreSQL', () => {
	const trigger = 'First of the month';

	async function sql(statement: string): Promise<string[][]> {
		if (postgres === undefined) throw new Error('No PostgreSQL.');
		return await queryPostgres(postgres, statement);
	}

	async function report(): Promise<IDataObject | undefined> {
		return output(await runExample(8, trigger), 'Report')[0];
	}

	it('adds, updates, and reports what is new and what is gone', async () => {
		await sql('DROP TABLE IF EXISTS schools');
		const count = output(await runExample(8, trigger), 'Get all high schools').length;
		expect(count).toBeGreaterThan(100);
		expect(await sql('SELECT count(*), count(DISTINCT nat_emis) FROM schools')).toEqual([
			[String(count), String(count)],
		]);
		const unchanged = `${count} schools listed, 0 new, 0 gone`;
		expect(await report()).toMatchObject({ subject: unchanged, text: '' });

		// One that the service lists no more, one of another province, one that is not in the table yet,
		// and one with an old name.
		await sql(`
			INSERT INTO schools (nat_emis, name, province, town, last_seen) VALUES
				('399999999', 'Closed School', 'Northern Cape', 'Kimberley', '2020-01-01'),
				('799999999', 'School Elsewhere', 'Gauteng', 'Pretoria', '2020-01-01');
			DELETE FROM schools WHERE nat_emis = (SELECT min(nat_emis) FROM schools);
			UPDATE schools SET name = 'Old Name' WHERE nat_emis = (SELECT max(nat_emis) FROM schools
				WHERE name NOT IN ('Closed School', 'School Elsewhere'));`);
		expect(await report()).toEqual({
			subject: `${count} schools listed, 1 new, 1 gone`,
			text: expect.stringMatching(/^new: .+ \(sample\), .+\ngone: Closed School, Kimberley$/),
		});
		expect(await report()).toMatchObject({ subject: unchanged });
		expect(await sql('SELECT nat_emis FROM schools WHERE gone_since IS NOT NULL')).toEqual([
			['399999999'],
		]);
		expect(await sql("SELECT count(*) FROM schools WHERE name = 'Old Name'")).toEqual([['0']]);

		// It comes back: then it is not gone any more.
		await sql(`UPDATE schools SET gone_since = now() WHERE nat_emis = (SELECT max(nat_emis)
			FROM schools WHERE province = 'Northern Cape' AND gone_since IS NULL)`);
		await report();
		expect(await sql('SELECT nat_emis FROM schools WHERE gone_since IS NOT NULL')).toEqual([
			['399999999'],
		]);
	});
});

describe.skipIf(!makesTables)('10. Clean up a sheet of school names', () => {
	it('finds the EMIS numbers once, and asks the service nothing for the same names', async () => {
		const items = [{ 'School names': 'Hoerskool Waterkloof\nPTA BOYS HIGH\nHogwarts School' }];
		const run = async () =>
			await runWorkflowFile(example(10), { trigger: 'Form: school names', items });
		const { error, nodes } = await run();
		expect(error).toBeUndefined();
		expect(Object.keys(nodes)).toContain('Result');
		const requests = data.requests.length;
		expect(requests).toBeGreaterThan(2);
		await run();
		expect(data.requests).toHaveLength(requests);
	});
});

describe('11. Tell the owner before a link expires', () => {
	const trigger = 'When a link expires soon';
	const dayIn = (days: number) =>
		new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

	async function answer(text: string, meanwhile?: (id: number) => Promise<void>) {
		const [{ id } = { id: 0 }] = [...link.links.values()].filter(({ disabled }) => !disabled);
		await changeLink(id, {
			expiration_date: dayIn(3),
			expiration_time: '12:00',
			expiration_clicks: '',
		});
		const stored = await importWorkflowFile(example(11));
		const waiting = await client.runWorkflow(stored.id, { trigger });
		expect(waiting.error).toBeUndefined();
		expect(waiting.status).toBe('waiting');
		const [found, ...more] = output(waiting, trigger);
		expect(more).toEqual([]);
		expect(found).toMatchObject({ trigger: { event: 'linkExpiresSoon', sample: true } });
		const [message] = output(waiting, 'Message to the owner');
		expect(message?.text).toContain(`${String(found?.short_url)} expires on`);
		await meanwhile?.(Number(found?.id));
		const before = link.ledger.length;
		await answerForm(waiting, message, text);
		return { found, changes: link.ledger.slice(before) };
	}

	it('gives a link that is to be kept 30 more days', async () => {
		const { found, changes } = await answer('Keep it for 30 more days');
		const day = new Date(Date.parse(String(found?.ends_at)) + 30 * 86_400_000);
		expect(changes).toHaveLength(1);
		expect(changes[0]).toMatchObject({ id: found?.id, action: 'updated' });
		expect(changes[0]?.body).toContain(`expiration_date=${day.toISOString().slice(0, 10)}`);
	});

	it('lets it expire, or leaves it as somebody has set it meanwhile', async () => {
		expect((await answer('Let it expire')).changes).toEqual([]);
		const { changes } = await answer('Keep it for 30 more days', async (id) => {
			await changeLink(id, { expiration_date: dayIn(200), expiration_time: '12:00' });
		});
		expect(changes).toEqual([]);
	});
});

describe('12. Remind learners before applications close', () => {
	it('writes one message for each learner and university', async () => {
		const uct = data.universities.find(({ id }) => id === 'uct');
		const stored = await importWorkflowFile(example(12));
		const execution = await client.runWorkflow(stored.id, {
			trigger: 'When applications close soon',
			items: [{ ...uct, trigger: { event: 'applicationsCloseSoon', days_left: 14 } }],
		});
		expect(execution.status).toBe('success');
		const messages = output(execution, 'Message to the learner');
		expect(messages.map(({ to }) => to)).toEqual(['anele@example.com', 'chuma@example.com']);
		expect(messages[0]?.text).toContain(
			`close on ${String(uct?.application_closes)}: 14 days left`,
		);
	});
});

describe('14. Try again what was not sent', () => {
	const trigger = 'Execute workflow';

	it('creates what it can, and lists a lost response apart from what was refused', async () => {
		link.fault({ kind: 'reset', method: 'POST', applied: true, times: 1 });
		const execution = await runExample(14, trigger);
		expect(output(execution, 'Links created')).toHaveLength(1);
		expect(output(execution, 'Check first')).toMatchObject([{ Order: '1001' }]);
		expect(output(execution, 'Not created')).toMatchObject([{ Order: '1003' }]);
		expect(link.ledger.filter(({ action }) => action === 'created')).toHaveLength(2);
	});

	it('waits to send again what was not sent', async () => {
		link.fault({ kind: 'rateLimit', method: 'POST', retryAfter: 3600 });
		const execution = await runWorkflowFile(example(14), { trigger });
		expect(output(execution, 'Not sent?')).toMatchObject([
			{ Order: '1001', details: { outcome: 'notSent' } },
			{ Order: '1002', details: { outcome: 'notSent' } },
			{ Order: '1003', details: { outcome: 'notSent' } },
		]);
		expect(link.ledger).toEqual([]);
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
