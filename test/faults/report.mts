import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { format } from 'prettier';

import type { Cell } from './cell.mjs';
import { FAULT_KINDS } from './faultKinds.mjs';
import type { CallClass } from './rules.mjs';

const FILE = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url));
const BEGIN = '<!-- measured: begin -->';
const END = '<!-- measured: end -->';

const CLASSES: ReadonlyArray<{ callClass: CallClass; title: string }> = [
	{ callClass: 'read', title: 'reads' },
	{ callClass: 'update', title: 'updates' },
	{ callClass: 'delete', title: 'deletions' },
	{ callClass: 'create', title: 'creations with an alias' },
	{ callClass: 'createFindable', title: 'creations by URL or name' },
	{ callClass: 'createBlind', title: 'creations with neither' },
];

const SIGNS = { success: '✓', error: '✗', unknown: '?' } as const;

/** What was measured, as the generated part of docs/reliability.md. */
export function measuredPart(columns: readonly Cell[][]): string {
	return `${byClass(columns)}\n\n${operationsByClass(columns)}\n\n${byOperation(columns)}`;
}

/** The page with the generated part replaced, formatted as the repository is. */
export async function pageWith(part: string): Promise<string> {
	const page = await readPage();
	const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
	if (before === -1 || after === -1) throw new Error(`${FILE} has no generated part`);
	const text = `${page.slice(0, before)}${BEGIN}\n\n${part}\n\n${page.slice(after)}`;
	return await format(text, { parser: 'markdown' });
}

export async function readPage(): Promise<string> {
	return await readFile(FILE, 'utf8');
}

export async function writePage(page: string): Promise<void> {
	await writeFile(FILE, page);
}

function byClass(columns: readonly Cell[][]): string {
	const rows = FAULT_KINDS.map(({ name }, index) => [
		name,
		...CLASSES.map(({ callClass }) => {
			const cells = columns
				.filter(([first]) => first?.column.callClass === callClass)
				.map((column) => column[index]);
			return [...new Set(cells.map((cell) => (cell ? describe(cell) : '')))].join(' / ');
		}),
	]);
	return table(['fault', ...CLASSES.map(({ title }) => title)], rows);
}

function describe({ column, kind, expected: { outcome, sent, lookUps } }: Cell): string {
	const calls = [
		...(kind.reaction === 'unfiltered' && column.passesStrays ? ['with a hint'] : []),
		...(sent > 1 ? [`sent ${sent} times`] : []),
		...(lookUps > 0 ? [`looked up${lookUps > 1 ? ` ${lookUps} times` : ''}`] : []),
	];
	return [SIGNS[outcome], calls.join(', ')].filter(Boolean).join(' ');
}

function operationsByClass(columns: readonly Cell[][]): string {
	return CLASSES.map(({ callClass, title }) => {
		const names = columns
			.map(([first]) => first?.column)
			.filter((column) => column?.callClass === callClass)
			.map((column) => column?.name);
		return `- ${title}: ${names.join('; ')}`;
	}).join('\n');
}

/** All cells: the outcome, and how many calls more or fewer than without the fault. */
function byOperation(columns: readonly Cell[][]): string {
	const key = FAULT_KINDS.map(({ name }, index) => `${index + 1}: ${name}`).join('; ');
	const rows = columns.map((cells) => [
		cells[0]?.column.name ?? '',
		...cells.map(({ expected, calls, callsWithoutFault }) => {
			const more = calls - callsWithoutFault;
			const difference = more === 0 ? '' : more > 0 ? `+${more}` : `−${-more}`;
			return `${SIGNS[expected.outcome]}${difference}`;
		}),
	]);
	const head = ['operation', ...FAULT_KINDS.map((_kind, index) => String(index + 1))];
	return `<details>\n<summary>Every operation with every fault</summary>\n\nThe number is how many calls the run of three items made more or fewer than without the fault.\n\n${table(head, rows)}\n\n${key}\n\n</details>`;
}

function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
