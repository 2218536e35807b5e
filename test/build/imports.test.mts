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
	'nodes/ReferenceData/southAfrica': ['nodes/shared'],
	'nodes/ReferenceData': [...SERVICE, 'nodes/ReferenceData/southAfrica'],
};

function roomOf(file: string): string {
	const rooms = Object.keys(ROOMS).filter((room) => file.startsWith(`${room}/`));
	return rooms.sort((a, b) => b.length - a.length)[0] ?? 'no room';
}

const FILES = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => path.posix.join(folder, file.split(path.sep).join('/'))),
);
const SOURCES = new Map(FILES.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));

/** The file that another one imports by this name; paths from the checkout. */
function targetOf(file: string, name: string): string {
	const target = path.posix.join(path.posix.dirname(file), name);
	return [`${target}.ts`, `${target}/index.ts`].find((one) => SOURCES.has(one)) ?? target;
}

/** What a file imports of the others, types too. */
function importsOf(file: string): string[] {
	const { importedFiles } = ts.preProcessFile(SOURCES.get(file) ?? '');
	return importedFiles
		.map(({ fileName }) => fileName)
		.filter((name) => name.startsWith('.') && !name.endsWith('.json'))
		.map((name) => targetOf(file, name));
}

const imports = new Map(FILES.map((file) => [file, importsOf(file)]));

test('no import goes round in a circle, not even of a type', () => {
	// What is left once every file that imports nothing of the rest is taken away, again and again.
	const left = new Map(imports);
	const isFree = ([, names]: [string, string[]]) => !names.some((name) => left.has(name));
	for (let free = [...left].filter(isFree); free.length > 0; free = [...left].filter(isFree)) {
		for (const [file] of free) left.delete(file);
	}
	expect([...left.keys()]).toEqual([]);
});

test('imports only go down, and every one is of a file that is there', () => {
	const wrong = [...imports].flatMap(([file, names]) => {
		const allowed = [roomOf(file), ...(ROOMS[roomOf(file)] ?? [])];
		return names
			.filter((name) => !imports.has(name) || !allowed.includes(roomOf(name)))
			.map((name) => `${file} imports ${name}`);
	});
	expect(wrong).toEqual([]);
	expect(imports.size).toBeGreaterThan(50);
});

test('what is known of South Africa needs no package, not even n8n', () => {
	const inRoom = [...SOURCES].filter(
		([file]) => roomOf(file) === 'nodes/ReferenceData/southAfrica',
	);
	expect(inRoom.length).toBeGreaterThan(10);
	const packages = inRoom.flatMap(([file, source]) =>
		ts
			.preProcessFile(source)
			.importedFiles.filter(({ fileName }) => !fileName.startsWith('.'))
			.map(({ fileName }) => `${file} imports ${fileName}`),
	);
	expect(packages).toEqual([]);
});

test("the files at the root of a node's folder import nothing from the folders beside them, but what is known of South Africa", () => {
	const goUp = [...imports].flatMap(([file, names]) => {
		const folder = path.posix.dirname(file);
		if (!/^nodes\/(LinkManager|ReferenceData)$/.test(folder) || file.endsWith('.node.ts'))
			return [];
		return names
			.filter((name) => name.startsWith(`${folder}/`) && path.posix.dirname(name) !== folder)
			.filter((name) => !name.startsWith('nodes/ReferenceData/southAfrica/'))
			.map((name) => `${file} imports ${name}`);
	});
	expect(goUp).toEqual([]);
});

/** The values that a file exports itself; a type may be part of the signature of one. */
function exportsOf(file: string): string[] {
	const pattern = /^export (?:async )?(?:function|class|const) (\w+)/gm;
	const exported = (SOURCES.get(file) ?? '').matchAll(pattern);
	return [...exported].map(([, name]) => `${file}: ${name}`);
}

/** What a file imports or passes on. */
function importedNamesOf(file: string): string[] {
	const pattern = /^(?:import|export) (?:type )?\{([^}]*)\} from '(\.[^']*)';/gm;
	const clauses = [...(SOURCES.get(file) ?? '').matchAll(pattern)];
	return clauses.flatMap(([, names = '', from = '']) =>
		names.split(',').map((name) => {
			const original = name.trim().replace(/^type | as .*/g, '');
			return `${targetOf(file, from)}: ${original}`;
		}),
	);
}

test('nothing under nodes/ is exported for a test alone', () => {
	/** n8n loads these classes by name. */
	const isLoaded = (file: string) => /\.(node|credentials)\.ts$/.test(file);
	const exported = FILES.filter((file) => !isLoaded(file)).flatMap(exportsOf);
	const imported = new Set(FILES.flatMap(importedNamesOf));
	expect(exported.length).toBeGreaterThan(100);
	expect(exported.filter((name) => !imported.has(name))).toEqual([]);
});

test('a top-level name means one thing: only what both services or several resources have shares one', () => {
	const pattern = /^(?:export )?(?:async )?(?:function|class|const|let|interface|type) (\w+)/gm;
	const declared = FILES.filter((file) => file.startsWith('nodes/')).flatMap((file) =>
		[...(SOURCES.get(file) ?? '').matchAll(pattern)].map(([, name = '']) => name),
	);
	const shared = declared.filter((name, index) => declared.indexOf(name) !== index);
	const allowed = 'LARGEST_PAGE create get getAll properties resources update upsert';
	expect([...new Set(shared)].sort().join(' ')).toBe(allowed);
});
