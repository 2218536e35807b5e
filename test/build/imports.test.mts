import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

const HTTP = ['nodes/shared', 'nodes/shared/http'];
const SERVICE = [...HTTP, 'nodes/shared/node', 'nodes/shared/trigger', 'credentials'];

/** The folders from the ground up, and what each may import beside itself. */
const ROOMS: Record<string, string[]> = {
	'nodes/shared': [],
	'nodes/shared/http': ['nodes/shared'],
	'nodes/shared/node': HTTP,
	'nodes/shared/trigger': [...HTTP, 'nodes/shared/node'],
	credentials: HTTP,
	'nodes/LinkManager': SERVICE,
	'nodes/ReferenceData': SERVICE,
};

function roomOf(file: string): string {
	const rooms = Object.keys(ROOMS).filter((room) => file.startsWith(`${room}/`));
	return rooms.sort((a, b) => b.length - a.length)[0] ?? 'no room';
}

/** What each file imports of the others, types too; paths from the checkout. */
function readImports(): Map<string, string[]> {
	const files = ['nodes', 'credentials'].flatMap((folder) =>
		readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => path.posix.join(folder, file.split(path.sep).join('/'))),
	);
	const resolve = (from: string, name: string) => {
		const file = path.posix.join(path.posix.dirname(from), name);
		const candidates = [`${file}.ts`, `${file}/index.ts`];
		return candidates.find((candidate) => files.includes(candidate)) ?? file;
	};
	return new Map(
		files.map((file) => {
			const { importedFiles } = ts.preProcessFile(readFileSync(path.join(root, file), 'utf8'));
			const own = importedFiles
				.map(({ fileName }) => fileName)
				.filter((name) => name.startsWith('.') && !name.endsWith('.json'));
			return [file, own.map((name) => resolve(file, name))];
		}),
	);
}

/** What is left once every file that imports nothing of the rest is taken away, again and again. */
function circles(imports: Map<string, string[]>): string[] {
	const left = new Map(imports);
	const isFree = ([, names]: [string, string[]]) => !names.some((name) => left.has(name));
	for (let free = [...left].filter(isFree); free.length > 0; free = [...left].filter(isFree)) {
		for (const [file] of free) left.delete(file);
	}
	return [...left.keys()];
}

const imports = readImports();

test('no import goes round in a circle, not even of a type', () => {
	const round = new Map(Object.entries({ a: ['b'], b: ['c'], c: ['b', 'd'], d: [] }));
	expect(circles(round)).toEqual(['a', 'b', 'c']);
	expect(circles(imports)).toEqual([]);
});

test('imports only go down, and every one is of a file that is there', () => {
	const wrong = [...imports].flatMap(([file, names]) => {
		const room = roomOf(file);
		const allowed = [room, ...(ROOMS[room] ?? [])];
		return names
			.filter((name) => !imports.has(name) || !allowed.includes(roomOf(name)))
			.map((name) => `${file} imports ${name}`);
	});
	expect(wrong).toEqual([]);
	expect(imports.size).toBeGreaterThan(50);
});
