import { UserError } from 'n8n-workflow';

import { isObject } from '../../shared/values';
import { quoted } from '../../shared/text';

/** The forms that JSON of subjects takes, for messages. */
export const USE_JSON = 'Use [{ "name": "Mathematics", "level": 6 }] or { "Mathematics": 6 }.';

const POSITION = /at position (\d+)(?: \(line \d+ column \d+\))?$/;

/**
 * The value of the JSON text of subjects.
 *
 * @throws UserError when the text is no JSON, or an object of it has a key twice
 */
export function parseOnce(text: string): unknown {
	const data = parse(text);
	requireOnce(text, data);
	return data;
}

function parse(text: string): unknown {
	let complaint = '';
	try {
		return JSON.parse(text);
	} catch (error) {
		if (error instanceof Error) complaint = error.message;
	}
	const position = POSITION.exec(complaint)?.[1];
	const place = position === undefined ? '' : ` at character ${Number(position) + 1}`;
	const oneLine = text.trim().replace(/\s+/g, ' ');
	throw new UserError(`The subjects are not valid JSON${place}: ${quoted(oneLine)}`, {
		description: USE_JSON,
	});
}

/** @throws UserError where an object of the text has a key twice: JSON keeps only the last of them */
function requireOnce(text: string, data: unknown): void {
	const kept: string[] = [];
	const values = [data];
	for (const value of values) {
		if (isObject(value)) kept.push(...Object.keys(value));
		if (typeof value === 'object' && value !== null) values.push(...Object.values(value));
	}
	for (const [, key, colon] of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?/g)) {
		if (key === undefined || colon === undefined) continue;
		const name = String(JSON.parse(key));
		const index = kept.indexOf(name);
		if (index !== -1) kept.splice(index, 1);
		else {
			throw new UserError(`The subjects JSON has ${quoted(name)} twice in one object`, {
				description: 'Keep one of them, because JSON keeps only the last.',
			});
		}
	}
}
