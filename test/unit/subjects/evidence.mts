/*
 * node --import tsx test/unit/subjects/evidence.mts: takes every word and rule of the reader of subjects out,
 * one at a time, and names those that no line of fieldNames.txt and submissions.txt needs.
 *
 * --all: also what each of the others is needed by. A file's name: only what stands in it.
 */
import { build } from 'esbuild';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

import { faultsOf, labelled, type Labelled, type Reader } from './labelled.mjs';

const folder = path.resolve(
	import.meta.dirname,
	'../../../nodes/ReferenceData/southAfrica/subjects',
);

/** A piece of a file that can be taken out. */
interface Piece {
	file: string;
	what: string;
	/** Only lines with all of these can need it. */
	words: string[];
	start: number;
	end: number;
}

const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
const only = process.argv.slice(2).filter((one) => files.includes(one));
const pieces = (only.length > 0 ? only : files).flatMap(piecesOf);
const lines = labelled();
const whole = await readerWithout(undefined);
const broken = lines.filter((line) => !isReadRight(line, whole));
if (broken.length > 0) {
	throw new Error(`Not read right: ${broken.map(({ line }) => line).join('\n')}`);
}

let unneeded = 0;
for (const piece of pieces) {
	const needing = await firstNeeding(piece);
	if (needing === undefined) unneeded += 1;
	if (needing !== undefined && !process.argv.includes('--all')) continue;
	console.log(`${piece.file}: ${piece.what}: ${needing ?? 'no line needs it'}`);
}
console.log(`${pieces.length} words and rules, ${unneeded} of them without a line that needs them`);

/** A line that isn't read right without a piece. */
async function firstNeeding(piece: Piece): Promise<string | undefined> {
	try {
		const readSubjects = await readerWithout(piece);
		return lines
			.filter(({ line }) => piece.words.every((word) => foldOf(line).includes(word)))
			.find((line) => !isReadRight(line, readSubjects))?.line;
	} catch {
		return 'nothing works without it';
	}
}

/** A guard is read right if nothing is sent wrong or stays unsaid. */
function isReadRight(line: Labelled, readSubjects: Reader): boolean {
	const { isWrong, isUnread, isUnsaid, saysMore } = faultsOf(line, readSubjects);
	return !(isWrong || isUnsaid || saysMore || (isUnread && !line.isGuard));
}

/** How the words of a name begin, because their ends may be cut off; without what is written in other ways. */
function wordsIn(name: string): string[] {
	return name
		.split(/[^\p{L}\d]+/u)
		.map((word) => foldOf(word).slice(0, 3))
		.filter((word) => word !== '' && !['and', 'en'].includes(word));
}

function foldOf(text: string): string {
	return text
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^a-z\d%]/g, '');
}

async function readerWithout(piece: Piece | undefined): Promise<Reader> {
	const { outputFiles } = await build({
		entryPoints: [path.join(folder, 'readSubjects.ts')],
		bundle: true,
		write: false,
		format: 'esm',
		plugins: [
			{
				name: 'without',
				setup({ onLoad }) {
					onLoad({ filter: /subjects\/\w+\.ts$/ }, ({ path: file }) => {
						const text = readFileSync(file, 'utf8');
						const isOf = piece && path.basename(file) === piece.file;
						const contents = isOf ? text.slice(0, piece.start) + text.slice(piece.end) : text;
						return { contents, loader: 'ts' };
					});
				},
			},
		],
	});
	const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
	const module = (await import(`data:text/javascript;base64,${code}`)) as { readSubjects: Reader };
	return module.readSubjects;
}

/** The words of tables in texts, the rows of other tables, and the choices in patterns. */
function piecesOf(file: string): Piece[] {
	const text = readFileSync(path.join(folder, file), 'utf8');
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	const found: Piece[] = [];
	const add = (start: number, end: number, what = text.slice(start, end), words: string[] = []) =>
		found.push({ file, what: what.replace(/\s+/g, ' ').slice(0, 100), words, start, end });
	const visit = (node: ts.Node): void => {
		if (ts.isNoSubstitutionTemplateLiteral(node) && ts.isCallExpression(node.parent)) {
			const at = node.getStart() + 1;
			const isTable = node.parent.expression.getText() === 'rowsOf';
			// "name: other, other" or words
			const pattern = isTable ? /(?<=: ?)[^,:\n]+(?:, )?|, [^,:\n]+/g : /\S+\s*/g;
			for (const { index, 0: word } of isTable
				? othersIn(node.text)
				: node.text.matchAll(pattern)) {
				add(at + index, at + index + word.length, word, wordsIn(word));
			}
		}
		const { parent } = node;
		const isTable =
			ts.isArrayLiteralExpression(parent) &&
			/^(?:const )?[A-Z_]+$/.test(nameAbove(parent)) &&
			parent.elements.length > 1;
		if (isTable) add(node.getStart(), node.getEnd() + (text[node.getEnd()] === ',' ? 1 : 0));
		if (ts.isRegularExpressionLiteral(node)) {
			for (const [from, to] of choicesIn(node.text)) {
				add(
					node.getStart() + from,
					node.getStart() + to,
					`${text.slice(node.getStart() + from, node.getStart() + to)} in ${node.text}`,
				);
			}
		}
		ts.forEachChild(node, visit);
	};
	ts.forEachChild(source, visit);
	return found;
}

/** The constant whose value an array is. */
function nameAbove(array: ts.Node): string {
	return ts.isVariableDeclaration(array.parent) ? array.parent.name.getText() : '';
}

function othersIn(table: string): Array<{ index: number; 0: string }> {
	let at = 0;
	return table.split('\n').flatMap((line) => {
		const start = at;
		at += line.length + 1;
		const [name = '', others = ''] = line.split(/: ?/);
		let index = start + line.length - others.length;
		if (name === '' || others === '') return [];
		// A language begins with the letters of its levels.
		return others.split(', ').flatMap((other, place, all) => {
			const isLast = place === all.length - 1;
			const word = isLast ? (place > 0 ? `, ${other}` : other) : `${other}, `;
			const found = { index: isLast && place > 0 ? index - 2 : index, 0: word };
			index += other.length + 2;
			return /^[HFS]{1,3}$/.test(other) ? [] : [found];
		});
	});
}

/** Where the choices of a pattern's innermost groups are, each with one of the bars beside it. */
function choicesIn(pattern: string): Array<[from: number, to: number]> {
	return [
		...pattern.matchAll(
			/\((?:\?(?:[:=!]|<[=!]|<\w+>))?((?:[^()[\]\\]|\\.|\[(?:[^\]\\]|\\.)*\])*)\)/g,
		),
	].flatMap(({ index, 0: group, 1: inner = '' }) => {
		const choices = inner.split('|');
		if (choices.length < 2) return [];
		let at = index + group.length - 1 - inner.length;
		return choices.map((choice, place): [number, number] => {
			const isLast = place === choices.length - 1;
			const range: [number, number] = isLast
				? [at - 1, at + choice.length]
				: [at, at + choice.length + 1];
			at += choice.length + 1;
			return range;
		});
	});
}
