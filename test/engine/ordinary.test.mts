import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { readTable } from '../../sandbox/services/data/table.mjs';
import { useSandbox } from './sandbox.mjs';

// Codes and places as forms, spreadsheets and databases have them. What Match makes of names is measured in
// test/unit/schoolNames, what is made of learners' subjects in test/unit/subjects.

const { data, runLeast } = await useSandbox({ links: 1, schools: 1 });

const list = readFileSync(path.join(import.meta.dirname, 'places.txt'), 'utf8');
const lines = list.split('\n').filter((line) => !line.startsWith('#'));
const columns = ['code', 'suburb', 'area', 'province', 'says'] as const;

test.each(readTable(lines.join('\n'), columns))(
	'Validate: $code at $suburb, $area, $province',
	async ({ code, suburb, area, province, says }) => {
		const given = Object.entries({ suburb, area, province }).filter(([, text]) => text !== '');
		const parameters = { postalCode: '={{ $json.code }}', filters: Object.fromEntries(given) };
		const items = [{ code: JSON.parse(code) as string }];
		const { records } = await runLeast('postalCode validate', parameters, { items });
		const [{ status, message, warnings } = {}] = records;
		expect([`${status}: ${message}`, ...(warnings as string[])].join(' ')).toBe(says);
		if (status === 'invalid') expect(data.requests).toEqual([]);
	},
);
