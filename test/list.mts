import { readFileSync } from 'node:fs';
import path from 'node:path';

import { readTable } from '../sandbox/services/data/table.mjs';

/**
 * The rows of a list that lies beside a test: one line a row, cells between `|`. What begins with `# `
 * is a comment; so is the first line.
 *
 * @param section the beginning of the heading (`## …`) of the part to read
 */
export function readList<const Column extends string>(
	folder: string,
	file: string,
	columns: readonly Column[],
	section = '',
): Array<Record<Column, string>> {
	const text = readFileSync(path.join(folder, file), 'utf8');
	const part = text.split(/^## /m).find((one) => one.startsWith(section)) ?? '';
	const [, ...lines] = part.split('\n');
	const rows = lines.filter((line) => line !== '' && !line.startsWith('# '));
	return readTable(rows.join('\n'), columns);
}
