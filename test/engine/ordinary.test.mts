import { expect, test } from 'vitest';

import { readList } from '../list.mjs';
import { useSandbox } from './sandbox.mjs';

// Codes and places as forms, spreadsheets and databases have them. What Match makes of names is measured in
// test/unit/schoolNames, what is made of learners' subjects in test/unit/subjects.

const { data, runLeast } = await useSandbox({ links: 1, schools: 1 });

const columns = ['code', 'suburb', 'area', 'province', 'says'] as const;

test.each(readList(import.meta.dirname, 'places.txt', columns))(
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
