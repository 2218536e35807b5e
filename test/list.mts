import { readFileSync } from 'node:fs';
import path from 'node:path';

import { readTable } from '../sandbox/services/data/table.mjs';

/**
 * The rows of a list that lies beside a test: one line a row, cells between `|`. What begins with `#` is a
 * comment or a heading.
 *
 * @param section the beginning of the heading (`## …`) of the part to read
 * @throws Error when the list has no such part
 */
export function readList<const Column extends string>(
	folder: string,
	file: string,
	columns: readonly Column[],
	section?: string,
): Array<Record<Column, string>> {
	const text = readFileSync(path.join(folder, file), 'utf8');
	const start = section === undefined ? '' : `## ${section}`;
	const part = text.split(/^(?=## )/m).find((one) => one.startsWith(start));
	if (part === undefined) throw new Error(`${file} has no heading that begins with "${start}"`);
	const rows = part.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
	return readTable(rows.join('\n'), columns);
}
