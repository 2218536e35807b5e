import type { IDataObject } from 'n8n-workflow';

import { fieldOf, type Judged, type Part } from './part.mjs';

/** Validate: "99" and an empty text mean that nothing was given. */
export const addresses: Part = {
	title: 'addresses',
	file: 'addresses.json',
	async measure(rows, { run }) {
		const parts = ['suburb', 'area', 'province'];
		const filters = Object.fromEntries(parts.map((part) => [part, fieldOf(part)]));
		const parameters = { resource: 'postalCode', operation: 'validate', filters };
		const items = rows.map((row) =>
			Object.fromEntries(
				['code', ...parts].map((part) => [part, row[part] === '99' ? '' : row[part]]),
			),
		);
		const { records } = await run({ ...parameters, postalCode: fieldOf('code') }, items);
		return rows.map((row, index) => judge(row, records[index] ?? {}));
	},
};

function judge(row: IDataObject, { status, warnings, suggestions, message }: IDataObject): Judged {
	const { label } = row;
	const isWarned = (warnings as string[]).length > 0;
	const outcome = `${String(label)}: ${String(status)}${isWarned ? ', warned' : ''}`;
	const suggested = (suggestions as IDataObject[]).length;
	const isOpen = status === 'mismatch' && suggested === 0;
	const isFine = label === 'agrees' ? status === 'valid' : status !== 'valid' || isWarned;
	const counts = { [outcome]: 1, ...(isOpen && { 'mismatch without a suggestion': 1 }) };
	return { counts, isFine: isFine && !isOpen, row, result: { message, warnings, suggested } };
}
