import { beforeEach, describe, expect, it } from 'vitest';
import { data, json, link, resetServices, runNode, sources } from './harness.mjs';

beforeEach(resetServices);

const getLink = {
	resource: 'link',
	operation: 'get',
	linkId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
};

describe('errors in a real n8n', () => {
	it('stops at an unknown record with the item in the error', async () => {
		const run = await runNode('linkManager', {
			parameters: getLink,
			items: [{ id: 1001 }, { id: 999_999 }],
		});
		expect(run.error).toMatchObject({ context: { itemIndex: 1 } });
	});

	it('continues with the error in the item', async () => {
		const run = await runNode('linkManager', {
			parameters: getLink,
			items: [{ id: 1001 }, { id: 999_999 }, { id: 1002 }],
			onError: 'continueRegularOutput',
		});
		expect(run.outputs).toHaveLength(1);
		expect(json(run)).toMatchObject([{ id: 1001 }, { error: expect.any(String) }, { id: 1002 }]);
		expect(sources(run)).toEqual([0, 1, 2]);
	});

	it('sends failed items to the error output, each with its own message', async () => {
		const run = await runNode('linkManager', {
			parameters: getLink,
			items: [{ id: 1001 }, { id: 999_999 }, { id: '..' }],
			onError: 'continueErrorOutput',
		});
		expect(json(run, 0)).toMatchObject([{ id: 1001 }]);
		expect(run.outputs[1]).toHaveLength(2);
		const messages = json(run, 1).map(({ error }) => error);
		expect(new Set(messages).size).toBe(2);
		expect(sources(run, 1)).toEqual([1, 2]);
		expect((await link.requests()).map(({ path }) => path)).not.toContain('/api/v1/links/..');
	});

	it.each(['', ' ', '.', '..'])('sends nothing for the identifier "%s"', async (id) => {
		const run = await runNode('linkManager', {
			parameters: { ...getLink, operation: 'delete' },
			items: [{ id }],
		});
		expect(run.error?.message).toBeTruthy();
		expect(await link.requests()).toEqual([]);
	});

	it('waits out a 429 and succeeds', async () => {
		await link.fault({ kind: 'rateLimit', times: 1, retryAfter: 1 });
		const run = await runNode('linkManager', { parameters: getLink, items: [{ id: 1001 }] });
		expect(json(run)).toMatchObject([{ id: 1001 }]);
		expect(await link.requests()).toHaveLength(2);
	});

	it('reads again after a lost connection', async () => {
		await link.fault({ kind: 'reset', times: 1 });
		const run = await runNode('linkManager', { parameters: getLink, items: [{ id: 1001 }] });
		expect(json(run)).toMatchObject([{ id: 1001 }]);
		expect(await link.requests()).toHaveLength(2);
	});

	it('refuses marks out of range before it asks the calculator', async () => {
		const run = await runNode('referenceData', {
			parameters: {
				resource: 'admissionPointScore',
				operation: 'calculate',
				universityId: { __rl: true, mode: 'id', value: 'uct' },
				subjectsFrom: 'define',
				subjects: { subject: [{ name: 'Mathematics', mark: 12 }] },
				marksAs: 'level',
			},
		});
		expect(run.error?.message).toContain('Mathematics');
		expect((await data.requests()).map(({ method }) => method)).not.toContain('POST');
	});
});
