import { readFileSync } from 'node:fs';

/** A list from a file in this folder, without the white space around it. */
export function readData(name: string): string {
	return readFileSync(new URL(name, import.meta.url), 'utf8').trim();
}

/** Reads a table from text: one line per row, with cells separated by `|`. */
export function readTable<Column extends string>(
	text: string,
	columns: readonly Column[],
): Array<Record<Column, string>> {
	return text
		.trim()
		.split('\n')
		.map((line) => {
			const cells = line.trim().split('|');
			const row = columns.map((column, index) => [column, cells[index] ?? '']);
			return Object.fromEntries(row) as Record<Column, string>;
		});
}

/** Reads a list from text, separated by commas. */
export function words(text: string): string[] {
	return text.trim().split(/\s*,\s*/);
}

/** The value at an index, which wraps around at the end. @throws if there are no values */
export function cycle<T>(values: readonly T[], index: number): T {
	if (values.length === 0) throw new Error('There is nothing to choose from.');
	return values[index % values.length] as T;
}
