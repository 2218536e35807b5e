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

const FILES = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => path.posix.join(folder, file.split(path.sep).join('/'))),
);
const SOURCES = new Map(FILES.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));

/** What a file imports of the others, types too; paths from the checkout. */
function importsOf(file: string): string[] {
	const { importedFiles } = ts.preProcessFile(SOURCES.get(file) ?? '');
	return importedFiles
		.map(({ fileName }) => fileName)
		.filter((name) => name.startsWith('.') && !name.endsWith('.json'))
		.map((name) => {
			const target = path.posix.join(path.posix.dirname(file), name);
			return [`${target}.ts`, `${target}/index.ts`].find((one) => SOURCES.has(one)) ?? target;
		});
}

const imports = new Map(FILES.map((file) => [file, importsOf(file)]));

/** What is left once every file that imports nothing of the rest is taken away, again and again. */
function circles(given: Map<string, string[]>): string[] {
	const left = new Map(given);
	const isFree = ([, names]: [string, string[]]) => !names.some((name) => left.has(name));
	for (let free = [...left].filter(isFree); free.length > 0; free = [...left].filter(isFree)) {
		for (const [file] of free) left.delete(file);
	}
	return [...left.keys()];
}

test('no import goes round in a circle, not even of a type', () => {
	const round = new Map(Object.entries({ a: ['b'], b: ['c'], c: ['b', 'd'], d: [] }));
	expect(circles(round)).toEqual(['a', 'b', 'c']);
	expect(circles(imports)).toEqual([]);
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

test("the files at the root of a node's folder import nothing from the folders beside them", () => {
	const goUp = [...imports].flatMap(([file, names]) => {
		const folder = path.posix.dirname(file);
		if (!/^nodes\/(LinkManager|ReferenceData)$/.test(folder) || file.endsWith('.node.ts'))
			return [];
		return names
			.filter((name) => name.startsWith(`${folder}/`) && path.posix.dirname(name) !== folder)
			.map((name) => `${file} imports ${name}`);
	});
	expect(goUp).toEqual([]);
});

test('nothing under nodes/ is exported for a test alone', () => {
	/** n8n loads these classes by name. */
	const isLoaded = (file: string) => /\.(node|credentials)\.ts$/.test(file);
	const exported = FILES.filter((file) => !isLoaded(file)).flatMap((file) =>
		exportsOf(file).map((name) => `${file}: ${name}`),
	);
	const imported = new Set(FILES.flatMap(importedNamesOf));
	expect(exported.length).toBeGreaterThan(100);
	expect(exported.filter((name) => !imported.has(name))).toEqual([]);
});

function parse(file: string): ts.SourceFile {
	return ts.createSourceFile(file, SOURCES.get(file) ?? '', ts.ScriptTarget.Latest, true);
}

/** The values that a file exports itself; a type may be part of the signature of one. */
function exportsOf(file: string): string[] {
	return parse(file).statements.flatMap((statement) => {
		const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
		if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
		if (ts.isVariableStatement(statement)) {
			return statement.declarationList.declarations.map(({ name }) => name.getText());
		}
		if (!ts.isFunctionDeclaration(statement) && !ts.isClassDeclaration(statement)) return [];
		return statement.name ? [statement.name.getText()] : [];
	});
}

/** What a file imports or passes on, as `file: name`. */
function importedNamesOf(file: string): string[] {
	return parse(file).statements.flatMap((statement) => {
		if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
		const { moduleSpecifier } = statement;
		if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return [];
		const target = path.posix.join(path.posix.dirname(file), moduleSpecifier.text);
		const from = [`${target}.ts`, `${target}/index.ts`].find((one) => SOURCES.has(one));
		const clause = ts.isImportDeclaration(statement)
			? statement.importClause?.namedBindings
			: statement.exportClause;
		if (!from || !clause || !('elements' in clause)) return [];
		return clause.elements.map(
			({ name, propertyName }) => `${from}: ${(propertyName ?? name).getText()}`,
		);
	});
}
