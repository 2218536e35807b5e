import { afterAll, beforeEach, expect, it } from 'vitest';

import { credentialsOf } from '../engine/sandbox.mjs';
import { runNode } from '../engine/harness.mjs';
import { startWorld } from './world.mjs';

const world = await startWorld();
afterAll(world.stop);
beforeEach(world.reset);

it.each([
	['update', 'PUT', { kind: 'validation' }, 'HTTP 422'],
	['update', 'PUT', { kind: 'rateLimit', retryAfter: 60 }, 'HTTP 429'],
	['delete', 'DELETE', { kind: 'redirect' }, 'HTTP 302'],
] as const)(
	'a lost %s (%s) that is then answered with %o may have been made, and says so',
	async (operation, method, then, code) => {
		world.link.fault({ kind: 'reset', applied: true, method, times: 1 });
		world.link.fault({ ...then, method, times: 1 });
		const { error } = await runNode({
			node: 'linkManager',
			parameters: {
				resource: 'link',
				operation,
				linkId: '1005',
				...(operation === 'update' && { updateFields: { disabled: 1 } }),
				options: { maxWait: 5 },
			},
			credentials: credentialsOf(world.link),
		});
		expect(world.link.ledger).toHaveLength(1);
		expect(error?.message).toContain(code);
		expect(error?.description).toContain('may have been made');
	},
);

const disable = {
	resource: 'link',
	operation: 'update',
	linkId: '1005',
	updateFields: { disabled: 1 },
};

it('an update that was made, but whose record cannot be read, says that it was made', async () => {
	world.link.fault({ kind: 'empty', applied: true, method: 'PUT' });
	world.link.fault({ kind: 'status', status: 500, method: 'GET' });
	const { error } = await runNode({
		node: 'linkManager',
		parameters: disable,
		credentials: credentialsOf(world.link),
	});
	expect(world.link.ledger).toHaveLength(1);
	expect(error).toMatchObject({ httpCode: '500' });
	expect(error?.message).toMatch(/^The service accepted the change to link 1005 .+HTTP 500/);
});

it('a change that was refused without being lost was not made, and no such thing is said', async () => {
	world.link.fault({ kind: 'validation', method: 'PUT' });
	const { error } = await runNode({
		node: 'linkManager',
		parameters: disable,
		credentials: credentialsOf(world.link),
	});
	expect(world.link.ledger).toEqual([]);
	expect(`${error?.message} ${error?.description}`).not.toContain('may have been made');
});
