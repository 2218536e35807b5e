import type { IDataObject } from 'n8n-workflow';

import type { Judged, Part } from './part.mjs';

interface Sent {
	name: string;
	level: number;
}

/** Calculate, with Input Fields: what is sent for a whole submission. */
export const submissions: Part = {
	title: 'submissions',
	file: 'submissions.json',
	async measure(rows, { run, requests }) {
		const judged: Judged[] = [];
		for (const row of rows) {
			const parameters = {
				resource: 'admissionPointScore',
				operation: 'calculate',
				universityId: { mode: 'id', value: 'uct' },
				subjectsFrom: 'fields',
				marksAs: row.mark_type,
			};
			requests.length = 0;
			const { error, records } = await run(parameters, [row.item as IDataObject]);
			const { body } = requests.find(({ method }) => method === 'POST') ?? {};
			const sent = body ? (JSON.parse(body) as { subjects: Sent[] }).subjects : [];
			judged.push(judge(row, sent, error?.message ?? records[0]?.warnings));
		}
		return judged;
	},
};

function judge(row: IDataObject, sent: Sent[], said: unknown): Judged {
	const keyOf = (name: string, level: number) => `${name.toLowerCase()} ${level}`;
	const expected = ((row.expect ?? []) as Array<[string, number]>).map((one) => keyOf(...one));
	const given = sent.filter(isLabeled(row)).map(({ name, level }) => keyOf(name, level));
	const right = expected.filter((one) => given.includes(one)).length;
	const wrong = given.length - right;
	const isStopped = sent.length === 0;
	const result = { sent: given, said };
	if (row.refuse) {
		const outcome = isStopped ? 'rightly stopped' : 'not stopped';
		return { counts: { [outcome]: 1 }, isFine: isStopped, row, result };
	}
	const counts = {
		right,
		'not read': expected.length - right,
		"sent and shouldn't be": wrong,
		stopped: Number(isStopped && expected.length > 0),
	};
	return { counts, isFine: right === expected.length && wrong === 0, row, result };
}

/** German stands beside a single name that is tried, and has no label. */
function isLabeled({ item }: IDataObject): (sent: Sent) => boolean {
	const isTried = Object.keys(item as IDataObject).some((name) => /^(German|Duits)$/.test(name));
	return ({ name }) => !isTried || name !== 'German';
}
