import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

const HTTP = ['n8n-workflow', 'nodes/shared', 'nodes/shared/http'];
const FORM = [...HTTP, 'nodes/shared/node'];

/** The folders of a node from the ground up, as n8n's "Node file structure" has them, and our own. */
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

/** The folders from the ground up, and which folders and packages each may import beside itself. */
const ROOMS: Record<string, string[]> = {
	'nodes/shared': ['n8n-workflow', 'node:crypto'],
	'nodes/shared/http': ['n8n-workflow', 'nodes/shared'],
	'nodes/shared/node': HTTP,
	'nodes/shared/trigger': FORM,
	credentials: HTTP,
	// What is known of the country needs no package, not even n8n.
	[COUNTRY]: ['nodes/shared'],
	...nodeRooms('nodes/LinkManager'),
	...nodeRooms('nodes/ReferenceData', [COUNTRY]),
};

/** The folder of a file; what is no file here, such as a package, stands for itself. */
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

/** What a file imports by this name: a package, or another file, with its path from the checkout. */
function targetOf(file: string, name: string): string {
	if (!name.startsWith('.')) return name;
	const target = path.posix.join(path.posix.dirname(file), name);
	return [`${target}.ts`, `${target}/index.ts`].find((one) => SOURCES.has(one)) ?? target;
}

/** What a file imports, types too. */
function importsOf(file: string): string[] {
	const { importedFiles } = ts.preProcessFile(SOURCES.get(file) ?? '');
	return importedFiles
		.map(({ fileName }) => fileName)
		.filter((name) => !name.endsWith('.json'))
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

test('imports only go down, and every one is of a file that is there, or of a package that the folder may need', () => {
	const wrong = [...imports].flatMap(([file, names]) => {
		const allowed = [roomOf(file), ...(ROOMS[roomOf(file)] ?? [])];
		return names
			.filter((name) => !allowed.includes(roomOf(name)))
			.map((name) => `${file} imports ${name}`);
	});
	expect(wrong).toEqual([]);
	expect(new Set(FILES.map(roomOf))).toEqual(new Set(Object.keys(ROOMS)));
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
