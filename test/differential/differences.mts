import type { IDataObject } from 'n8n-workflow';

import type { Outcome } from './side.mjs';

export const KINDS = ['requests', 'output', 'hints', 'error'] as const;

export interface Difference {
	kind: (typeof KINDS)[number];
	/** The same for differences of one sort. */
	sort: string;
	before: string;
	after: string;
}

/** Everything in which two outcomes of one case differ: the first of each kind. */
export function compare(before: Outcome, after: Outcome, ordered: boolean): Difference[] {
	const found = [
		lines('requests', before.requests, after.requests, ordered),
		output(before.output, after.output),
		lines('hints', before.hints, after.hints, false),
		values('error', before.error ?? null, after.error ?? null),
	];
	return found.filter((difference) => difference !== undefined);
}

function lines(
	kind: Difference['kind'],
	before: string[],
	after: string[],
	ordered: boolean,
): Difference | undefined {
	const gone = without(before, after);
	const come = without(after, before);
	const isSame =
		gone.length + come.length === 0 && (!ordered || before.join('\n') === after.join('\n'));
	if (isSame) return undefined;
	if (gone.length + come.length === 0)
		return { kind, sort: 'another order', before: before.join('\n'), after: after.join('\n') };
	const sort =
		kind === 'requests'
			? sortOfRequests(gone, come)
			: [...signed('−', gone), ...signed('+', come)].join('  ');
	return { kind, sort, before: gone.join('\n'), after: come.join('\n') };
}

function signed(sign: string, texts: string[]): string[] {
	return [...new Set(texts.map(template))].sort().map((text) => `${sign} ${text}`);
}

/** Requests of one method and path are told apart by their fields alone. */
function sortOfRequests(gone: string[], come: string[]): string {
	const left = [...come];
	const pathOf = (line: string) => template(line.split(/[?]| </)[0] ?? '');
	const namesOf = (line: string) =>
		(
			line
				.split(/[?]| < /)
				.slice(1)
				.join('&')
				.match(/(?<=^|&)[^=&]+/g) ?? []
		).map(template);
	const sorts = gone.map((line) => {
		const place = left.findIndex((other) => pathOf(other) === pathOf(line));
		const [other] = place < 0 ? [] : left.splice(place, 1);
		if (other === undefined) return `− ${pathOf(line)}`;
		const lost = signed('−', without(namesOf(line), namesOf(other)));
		const added = signed('+', without(namesOf(other), namesOf(line)));
		return `${pathOf(line)}: ${[...lost, ...added].join(' ') || 'other values'}`;
	});
	return [...new Set([...sorts, ...left.map((line) => `+ ${pathOf(line)}`)])].sort().join('  ');
}

/** What of the first list the second does not have, each as often as it lacks it. */
function without(texts: string[], others: string[]): string[] {
	const left = [...others];
	return texts.filter((text) => {
		const place = left.indexOf(text);
		if (place >= 0) left.splice(place, 1);
		return place < 0;
	});
}

function output(before: unknown[], after: unknown[]): Difference | undefined {
	const difference = values('output', before, after);
	if (!difference || before.length === after.length) return difference;
	return {
		...difference,
		sort: `${after.length > before.length ? 'more' : 'fewer'} items; ${difference.sort}`,
	};
}

/** The first place where two values differ. */
function values(
	kind: Difference['kind'],
	before: unknown,
	after: unknown,
	path = '',
): Difference | undefined {
	if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
	if (isObject(before) && isObject(after) && Array.isArray(before) === Array.isArray(after)) {
		for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
			const difference = values(
				kind,
				before[name],
				after[name],
				`${path}.${/^\d+$/.test(name) ? '#' : name}`,
			);
			if (difference) return difference;
		}
		return {
			kind,
			sort: `${path}: another order of keys`,
			before: text(Object.keys(before)),
			after: text(Object.keys(after)),
		};
	}
	return {
		kind,
		sort: `${path}: ${template(text(before))} → ${template(text(after))}`,
		before: `${path} ${text(before)}`,
		after: `${path} ${text(after)}`,
	};
}

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null;
}

function text(value: unknown): string {
	return value === undefined
		? 'nothing'
		: typeof value === 'string'
			? value
			: JSON.stringify(value);
}

/** A text without what belongs to one case alone. */
function template(line: string): string {
	return line
		.replace(/=[^&<]*/g, '')
		.replace(/"[^"]*"/g, '"…"')
		.replace(/uni-\d+|[0-9a-f-]{30,}|\d[\d.,:TZ-]*/g, '#')
		.slice(0, 110);
}
