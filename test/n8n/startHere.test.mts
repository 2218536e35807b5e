import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { link, resetServices, runWorkflowFile } from './harness.mjs';

beforeEach(resetServices);

const file = path.join(import.meta.dirname, '..', '..', 'sandbox', 'startHere.json');

it('runs the workflow that a newcomer sees first', async () => {
	const { status, error, nodes } = await runWorkflowFile(file, { trigger: 'Execute workflow' });
	expect(error).toBeUndefined();
	expect(status).toBe('success');
	const items = (name: string) => nodes[name]?.[0]?.outputs[0]?.map((item) => item.json);
	expect(items('List active links')).toHaveLength(5);
	expect(items('Create a link')).toMatchObject([{ url: 'https://www.example.org/open-day' }]);
	expect(items('Find a school by EMIS number')).toMatchObject([{ nat_emis: '210000007' }]);
	expect(items('Calculate an APS')).toMatchObject([{ university: 'University of Cape Town' }]);

	const made = (await link.records()).links.find(({ url }) => url.endsWith('/open-day'));
	expect(made).toMatchObject({ target_type: 1, country_target: [{ key: 'ZA' }, { key: 'NA' }] });
	expect(made?.pixels.map(({ id }) => id)).toEqual([101, 102]);
	expect(made?.ends_at).not.toBeNull();
});
