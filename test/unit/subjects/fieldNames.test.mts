import { readFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	type MarkOptions,
	readSubjects,
} from '../../../nodes/ReferenceData/subjects/readSubjects.js';

type Fields = Record<string, unknown>;

/** One line of the list: an input item, what it must send, and what hints or an error must name. */
interface Labelled {
	line: string;
	fields: Fields;
	marksAs: MarkOptions['marksAs'];
	sends: string[];
	names: string[];
	fails: boolean;
}

/** A subject that no line of the list is about, so that each item has one. */
const BESIDE = { 'Nautical Science': '70%' };

function labelOfName(line: string): Labelled {
	const [, field = '', subject = '', unit = 'mark'] =
		/^(.+) = (.+?)(?: \((level|percentage)\))?$/.exec(line) ?? [];
	const value = unit === 'level' ? 6 : 65;
	const sends = ['?', '-'].includes(subject) ? [] : [`${subject} ${unit === 'level' ? 6 : 5}`];
	return {
		line,
		fields: { ...BESIDE, [field]: value },
		// The unit of the name must win.
		marksAs: unit === 'percentage' ? 'level' : 'percentage',
		sends,
		names: subject === '-' ? [] : [field],
		fails: false,
	};
}

function labelOfValue(line: string): Labelled {
	const [, value = '', marksAs = '', result = ''] =
		/^(.+), (level|percentage) = (.+)$/.exec(line) ?? [];
	const isLevel = /^\d$/.test(result);
	return {
		line,
		fields: { ...BESIDE, History: JSON.parse(value) as unknown },
		marksAs: marksAs as MarkOptions['marksAs'],
		sends: isLevel ? [`History ${result}`] : [],
		names: isLevel ? [] : ['History'],
		fails: result === 'error',
	};
}

function labelOfForm(line: string): Labelled {
	const [, marksAs = '', json = '', sends = '', kind, names = ''] =
		/^(level|percentage) (\{.*\}) = (.*?)\s*(?:(named|error): (.*))?$/.exec(line) ?? [];
	return {
		line,
		fields: JSON.parse(json) as Fields,
		marksAs: marksAs as MarkOptions['marksAs'],
		sends: sends === '' ? [] : sends.split(', '),
		names: names === '' ? [] : names.split(', '),
		fails: kind === 'error',
	};
}

const READERS: Record<string, (line: string) => Labelled> = {
	Names: labelOfName,
	Values: labelOfValue,
	Forms: labelOfForm,
};

function labelledList(): Labelled[] {
	const text = readFileSync(path.join(import.meta.dirname, 'fieldNames.txt'), 'utf8');
	return text
		.split(/^## /m)
		.slice(1)
		.flatMap((section) => {
			const [title = '', ...lines] = section.split('\n');
			const read = READERS[title];
			if (read === undefined) throw new Error(`No such section: ${title}`);
			return lines.filter((line) => line !== '' && !line.startsWith('#')).map(read);
		});
}

/** What the reader makes of an item: what it sends, and all that it says. */
function outcome({ fields, marksAs }: Labelled): { sent: string[]; said: string; failed: boolean } {
	try {
		const { subjects, hints } = readSubjects(
			{ from: 'fields', data: fields },
			{ marksAs, levelScale: 7 },
		);
		const sent = subjects.map(({ name, level }) => `${name} ${level}`);
		return {
			sent: sent.filter((subject) => subject !== 'Nautical Science 6'),
			said: hints.map(({ text }) => text).join('\n'),
			failed: false,
		};
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		return { sent: [], said: `${error.message}\n${error.description}`, failed: true };
	}
}

describe('the labelled list of field names, values and forms', () => {
	const labelled = labelledList();
	const readings = labelled.map((label) => ({ label, ...outcome(label) }));
	const toRead = readings.filter(({ label }) => label.sends.length > 0);
	const isRight = ({ label, sent }: (typeof readings)[number]) =>
		sent.join('; ') === label.sends.join('; ');

	it('has at least 200 lines', () => {
		expect(labelled.length).toBeGreaterThanOrEqual(200);
	});

	it('is read right in at least 95% of the lines that have subjects', () => {
		const right = toRead.filter(isRight);
		const missed = toRead.filter((reading) => !isRight(reading)).map(({ label }) => label.line);
		expect(right.length / toRead.length, missed.join('\n')).toBeGreaterThanOrEqual(0.95);
	});

	it('is never read wrong: nothing is sent that the line does not say', () => {
		const wrong = readings.filter(({ label, sent, failed }) => {
			const extra = sent.filter((subject) => !label.sends.includes(subject));
			return extra.length > 0 || (label.fails && !failed);
		});
		expect(wrong.map(({ label, sent, said }) => ({ line: label.line, sent, said }))).toEqual([]);
	});

	it('leaves nothing unsaid that may be a mark', () => {
		const unsaid = readings.filter(({ label, said, ...reading }) => {
			const isRead = label.sends.length > 0 && isRight({ label, said, ...reading });
			const isName = Object.keys(label.fields).length === 2 && 'Nautical Science' in label.fields;
			if (isName && isRead) return false;
			return label.names.some((name) => !said.includes(name));
		});
		expect(unsaid.map(({ label, sent, said }) => ({ line: label.line, sent, said }))).toEqual([]);
	});
});
