import type { IDataObject } from 'n8n-workflow';

import { fieldOf, type Judged, type Part } from './part.mjs';

/** Match, with no more of a row than these filters. */
function names(title: string, file: string, filters: string[]): Part {
	return {
		title,
		file,
		async measure(rows, { run }) {
			const parameters = {
				resource: 'highSchool',
				operation: 'match',
				schoolName: fieldOf('typed'),
				filters: Object.fromEntries(filters.map((filter) => [filter, fieldOf(filter)])),
			};
			const { records } = await run(parameters, rows);
			return rows.map((row, index) => judge(row, records[index] ?? {}));
		},
	};
}

export const schoolNames: Part[] = [
	names('report names, province', 'report-names.json.gz', ['province']),
	names('report names, province and district', 'report-names.json.gz', ['province', 'district']),
	names('report names alone', 'report-names.json.gz', []),
	names('names by hand, province', 'hand-names.json', ['province']),
];

/** Asked: the school is among the candidates that a person gets. */
function judge(row: IDataObject, { nat_emis: emis, reason, candidates }: IDataObject): Judged {
	const offered = (candidates as IDataObject[]).map(({ nat_emis }) => nat_emis);
	const isOffered = offered.includes(row.emis as string);
	const notMatched = isOffered ? 'asked' : 'missed';
	const matched = emis === row.emis ? 'right' : 'wrong';
	const outcome = emis === null || emis === undefined ? notMatched : matched;
	return { counts: { [outcome]: 1 }, isFine: outcome === 'right', row, result: { emis, reason } };
}
