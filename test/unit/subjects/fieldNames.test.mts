import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

import type { MarkUnit } from '../../../nodes/ReferenceData/southAfrica/subjects/answers.js';
import { SubjectError } from '../../../nodes/ReferenceData/southAfrica/subjects/subjectError.js';
import { readSubjects } from '../../../nodes/ReferenceData/southAfrica/subjects/readSubjects.js';

/** One line of the list: an input item, what it must send, and what hints or an error must name. */
interface Labelled {
	line: string;
	fields: Record<string, unknown>;
	marksAs: MarkUnit;
	sends: string[];
	names: string[];
	/** All that is said, but that subjects are missing. */
	says?: string[];
	fails?: boolean;
}

/** A subject that no line of the list is about, so that each item has one. */
const BESIDE = { 'Nautical Science': '70%' };

/** How the lines of each section are read. */
const READERS: Record<string, (line: string) => Omit<Labelled, 'line'>> = {
	Names(line) {
		const [, field = '', subject = '', unit] =
			/^(.+) = (.+?)(?: \((level|percentage)\))?$/.exec(line) ?? [];
		const isLevel = unit === 'level';
		return {
			fields: { ...BESIDE, [field]: isLevel ? 6 : 65 },
			// The unit of the name must win.
			marksAs: unit === 'percentage' ? 'level' : 'percentage',
			sends: ['?', '-'].includes(subject) ? [] : [`${subject} ${isLevel ? 6 : 5}`],
			names: subject === '?' ? [field] : [],
		};
	},
	Values(line) {
		const [, value = '', marksAs, result = ''] =
			/^(.+), (level|percentage) = (.+)$/.exec(line) ?? [];
		const isLevel = /^\d$/.test(result);
		return {
			fields: { ...BESIDE, History: JSON.parse(value) as unknown },
			marksAs: marksAs as MarkUnit,
			sends: isLevel ? [`History ${result}`] : [],
			names: isLevel || result === '-' ? [] : ['History'],
			fails: result === 'error',
		};
	},
	Forms(line) {
		const [, marksAs, json = '', sends = '', kind, names = ''] =
			/^(level|percentage) (\{.*\}) = (.*?)\s*(?:(named|error): (.*))?$/.exec(line) ?? [];
		const isSentence = /^(?:These .*|".*" isn't .*)$/.test(names);
		const isAll = names === '-' || names.startsWith('These ');
		const named = isSentence ? [names] : names.split(', ');
		return {
			fields: JSON.parse(json) as Labelled['fields'],
			marksAs: marksAs as MarkUnit,
			sends: sends === '' ? [] : sends.split(', '),
			names: ['', '-'].includes(names) ? [] : named,
			says: isAll ? named.filter((one) => one !== '-') : undefined,
			fails: kind === 'error',
		};
	},
};

/** What the reader makes of an item: what it sends, and all that it says. */
function outcome({ fields, marksAs }: Labelled): { sent: string[]; said: string; failed: boolean } {
	try {
		const read = readSubjects({ from: 'fields', data: fields }, { marksAs, levelScale: 7 });
		const sent = read.subjects.map(({ name, level }) => `${name} ${level}`);
		return {
			sent: sent.filter((subject) => subject !== 'Nautical Science 6'),
			said: read.warnings.join('\n'),
			failed: false,
		};
	} catch (error) {
		if (!(error instanceof SubjectError)) throw error;
		return { sent: [], said: `${error.message}\n${error.description}`, failed: true };
	}
}

describe('the labelled list of field names, values and forms', () => {
	const readings = ['fieldNames.txt', 'submissions.txt']
		.flatMap((file) => {
			const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
			const sections = text.split(/^## /m).slice(1);
			return sections.map((section) => ({ file, section: section.split('\n') }));
		})
		.flatMap(({ file, section: [title = '', ...lines] }) =>
			lines
				.filter((line) => line !== '' && !line.startsWith('#'))
				.map((line) => ({ file, line, ...(READERS[title]?.(line) as Omit<Labelled, 'line'>) })),
		)
		.map((label) => ({ ...label, ...outcome(label) }));

	it('is read right: what a line says is sent, and nothing else', () => {
		expect(readings.length).toBeGreaterThanOrEqual(480);
		const wrong = readings.filter(
			({ sends, sent, fails, failed }) =>
				sent.join() !== sends.join() || (fails !== undefined && fails !== failed),
		);
		expect(wrong).toEqual([]);
	});

	it('leaves nothing unsaid that may be a mark', () => {
		const unsaid = readings.filter(
			({ names, said }) => !names.every((name) => said.includes(name)),
		);
		expect(unsaid).toEqual([]);
	});

	it('says nothing of a field that is plainly something else', () => {
		const others = readings.filter(({ line }) => line.endsWith(' = -'));
		expect(others.length).toBeGreaterThanOrEqual(20);
		const named = others.filter(({ fields, said }) => said.includes(`"${Object.keys(fields)[1]}"`));
		expect(named).toEqual([]);
	});

	it('says nothing else where a line has all that is said', () => {
		const isMissing = /^(?:Only \d|Life Orientation is missing)/;
		const whole = readings.filter(({ says }) => says !== undefined);
		expect(whole.length).toBeGreaterThanOrEqual(18);
		const other = whole.filter(({ said, says = [] }) => {
			const sentences = said.split('\n').filter((one) => one !== '' && !isMissing.test(one));
			return sentences.join('\n') !== says.join('\n');
		});
		expect(other).toEqual([]);
	});
});
