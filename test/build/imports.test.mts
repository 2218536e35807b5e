import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

const HTTP = ['n8n-workflow', 'nodes/shared', 'nodes/shared/http'];
const FORM = [...HTTP, 'nodes/shared/node'];

/** The folders of a node from the bottom up: those of n8n's "Node file structure", and our own. */
function nodeRooms(node: string, country: string[] = []): Record<string, string[]> {
	const [transport, records, actions] = ['transport', 'records', 'actions'].map(
		(folder) => `${node}/${folder}`,
	) as [string, string, string];
	const methods = `${node}/methods`;
	const events = `${node}/events`;
	const known = [...FORM, ...country];
	return {
		[transport]: FORM,
		[records]: [...known, transport],
		[methods]: [...known, transport, records, 'credentials'],
		[actions]: [...known, transport, records],
		[events]: [...known, transport, records, actions, 'nodes/shared/trigger'],
		[node]: [...FORM, 'nodes/shared/trigger', transport, methods, actions, events],
	};
}

const COUNTRY = 'nodes/ReferenceData/southAfrica';

/** The folders from the bottom up, and which other folders and packages each may import. */
const ROOMS: Record<string, string[]> = {
	'nodes/shared': ['n8n-workflow', 'node:crypto'],
	'nodes/shared/http': ['n8n-workflow', 'nodes/shared'],
	'nodes/shared/node': HTTP,
	'nodes/shared/trigger': FORM,
	credentials: HTTP,
	// Knowledge of the country needs no package, not even n8n.
	[COUNTRY]: ['nodes/shared'],
	...nodeRooms('nodes/LinkManager'),
	...nodeRooms('nodes/ReferenceData', [COUNTRY]),
};

/** The folder of a file. A package is returned as it is. */
function roomOf(file: string): string {
	if (!SOURCES.has(file)) return file;
	const rooms = Object.keys(ROOMS).filter((room) => file.startsWith(`${room}/`));
	const [room = 'no room'] = rooms.sort((a, b) => b.length - a.length);
	return room;
}

const FILES = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => path.posix.join(folder, file.split(path.sep).join('/'))),
);
const SOURCES = new Map(FILES.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));

/** What a name in an import refers to: a package, or the path of a file from the root. */
function targetOf(file: string, name: string): string {
	if (!name.startsWith('.')) return name;
	const target = path.posix.join(path.posix.dirname(file), name);
	return [`${target}.ts`, `${target}/index.ts`].find((one) => SOURCES.has(one)) ?? target;
}

/** What a file imports, including types. */
function importsOf(file: string): string[] {
	const { importedFiles } = ts.preProcessFile(SOURCES.get(file) ?? '');
	return importedFiles
		.map(({ fileName }) => fileName)
		.filter((name) => !name.endsWith('.json'))
		.map((name) => targetOf(file, name));
}

const imports = new Map(FILES.map((file) => [file, importsOf(file)]));

test('imports have no cycles, not even through types', () => {
	// Removes files that import none of the others until only cycles are left.
	const left = new Map(imports);
	const isFree = ([, names]: [string, string[]]) => !names.some((name) => left.has(name));
	for (let free = [...left].filter(isFree); free.length > 0; free = [...left].filter(isFree)) {
		for (const [file] of free) left.delete(file);
	}
	expect([...left.keys()]).toEqual([]);
});

test('each folder imports only from folders below it and from packages that it may use', () => {
	const wrong = [...imports].flatMap(([file, names]) => {
		const allowed = [roomOf(file), ...(ROOMS[roomOf(file)] ?? [])];
		return names
			.filter((name) => !allowed.includes(roomOf(name)))
			.map((name) => `${file} imports ${name}`);
	});
	expect(wrong).toEqual([]);
	expect(new Set(FILES.map(roomOf))).toEqual(new Set(Object.keys(ROOMS)));
});

/** The values that a file exports. Types don't count, because signatures may need them. */
function exportsOf(file: string): string[] {
	const pattern = /^export (?:async )?(?:function|class|const) (\w+)/gm;
	const exported = (SOURCES.get(file) ?? '').matchAll(pattern);
	return [...exported].map(([, name]) => `${file}: ${name}`);
}

/** The names that a file imports or exports again. */
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

test('everything that a file under nodes/ exports is used by another one', () => {
	/** n8n loads these classes by name. */
	const isLoaded = (file: string) => /\.(node|credentials)\.ts$/.test(file);
	const exported = FILES.filter((file) => !isLoaded(file)).flatMap(exportsOf);
	const imported = new Set(FILES.flatMap(importedNamesOf));
	expect(exported.length).toBeGreaterThan(100);
	expect(exported.filter((name) => !imported.has(name))).toEqual([]);
});

test('no two files declare the same top-level name, apart from those that each resource or service has', () => {
	const pattern = /^(?:export )?(?:async )?(?:function|class|const|let|interface|type) (\w+)/gm;
	const declared = FILES.filter((file) => file.startsWith('nodes/')).flatMap((file) =>
		[...(SOURCES.get(file) ?? '').matchAll(pattern)].map(([, name = '']) => name),
	);
	const shared = declared.filter((name, index) => declared.indexOf(name) !== index);
	const allowed = 'LARGEST_PAGE create get getAll properties resources update upsert';
	expect([...new Set(shared)].sort().join(' ')).toBe(allowed);
});
