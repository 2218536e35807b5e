import { readFileSync } from 'node:fs';
import path from 'node:path';

type MarkUnit = 'level' | 'percentage';

/** The reader, or another build of it. */
export type Reader =
	typeof import('../../../nodes/ReferenceData/southAfrica/subjects/readSubjects.js').readSubjects;

/** One line of the list: an input item, what it must send, and what hints or an error must name. */
export interface Labelled {
	line: string;
	/** It is made up to mislead: nothing may be sent wrong or stay unsaid, but no word is there to read it. */
	isGuard: boolean;
	fields: Record<string, unknown>;
	marksAs: MarkUnit;
	sends: string[];
	names: string[];
	/** All that is said, but that subjects are missing. */
	says?: string[];
	fails?: boolean;
}

type Reading = Omit<Labelled, 'line' | 'isGuard'>;

/** A subject that no line of the list is about, so that each item has one. */
const BESIDE = { 'Nautical Science': '70%' };

/** How the lines of each section are read. */
const READERS: Record<string, (line: string) => Reading> = {
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

/** The lines of both lists. */
export function labelled(): Labelled[] {
	return ['fieldNames.txt', 'submissions.txt'].flatMap((file) => {
		const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
		return text
			.split(/^## /m)
			.slice(1)
			.flatMap((section) => {
				const [title = '', ...lines] = section.split('\n');
				const read = READERS[title];
				if (!read) throw new Error(`No reader for "${title}" in ${file}`);
				return lines
					.filter((line) => line !== '' && !line.startsWith('#'))
					.map((line) => {
						const own = line.replace(/^guard /, '');
						return { line, isGuard: own !== line, ...read(own) };
					});
			});
	});
}

/** Sentences that most lines bring about, because a line has few subjects. */
const IS_MISSING = /^(?:Only \d|Life Orientation is missing)/;

/** What is wrong with how a line is read: what is sent, what stays unsaid, what else is said. */
export function faultsOf({ line, fields, marksAs, ...expected }: Labelled, readSubjects: Reader) {
	const { sent, said, failed } = outcome(readSubjects, fields, marksAs);
	const sentences = said.split('\n').filter((one) => one !== '' && !IS_MISSING.test(one));
	const { sends, names, says, fails } = expected;
	return {
		isWrong: sent.some((subject) => !sends.includes(subject)),
		isUnread: sent.join() !== sends.join() || (fails !== undefined && fails !== failed),
		isUnsaid: !names.every((name) => said.includes(name)),
		saysMore:
			(says !== undefined && sentences.join('\n') !== says.join('\n')) ||
			(line.endsWith(' = -') && said.includes(`"${Object.keys(fields)[1]}"`)),
		sent,
		said,
	};
}

/** What the reader makes of an item: what it sends, and all that it says. */
function outcome(readSubjects: Reader, fields: Labelled['fields'], marksAs: MarkUnit) {
	try {
		const read = readSubjects({ from: 'fields', data: fields }, { marksAs, levelScale: 7 });
		const sent = read.subjects.map(({ name, level }) => `${name} ${level}`);
		return {
			sent: sent.filter((subject) => subject !== 'Nautical Science 6'),
			said: read.warnings.join('\n'),
			failed: false,
		};
	} catch (error) {
		if (!(error instanceof Error && 'description' in error)) throw error;
		return { sent: [], said: `${error.message}\n${String(error.description)}`, failed: true };
	}
}
