import type { IDataObject } from 'n8n-workflow';

import { runConcurrently } from '../../../shared/concurrency';
import { operation } from '../../../shared/node/operation';
import { calculateScore } from '../../transport/api';
import type { SubjectLevel } from '../../southAfrica/subjects/levels';
import { universityIdOf } from '../university/universityId';
import { difference, rowOfFailure } from './scores';
import { learnerOf, scoreFields, tellSubjects } from './learner';

export const closeGap = operation({
	option: {
		name: 'Close the Gap',
		value: 'closeGap',
		action: 'Close the gap to the minimum APS',
		description:
			"See what a learner's APS for a university would be with each subject one level higher",
	},
	changes: false,
	fields: scoreFields,
	read: (values, form) => ({
		university: values.universityId,
		learner: learnerOf(values, form),
		highest: values.options.levelScale,
	}),
	async run({ university, learner, highest }, item) {
		tellSubjects(item, learner);
		const { subjects, warnings } = learner;
		const id = await universityIdOf(item, university);
		const scoreWith = async (levels: readonly SubjectLevel[]) =>
			await calculateScore(item.client, id, levels);
		const { aps_score: current, qualifies } = await scoreWith(subjects);
		if (qualifies === true) item.hint('The learner already meets the minimum APS.');

		const raised = subjects.filter(({ level }) => level < highest);
		if (raised.length === 0) item.hint('Every subject is at the top of the scale.');
		const { concurrency } = item.run.queue;
		const rows = await runConcurrently(raised, concurrency, async ({ name, level }) => {
			const row = { subject: name, level, raised_to: level + 1 };
			const levels = subjects.map((one) => (one.name === name ? { name, level: level + 1 } : one));
			const score = await scoreWith(levels).then(
				({ aps_score, aps_minimum, qualifies: meets }) => ({
					aps_score,
					gain: difference(aps_score, current),
					aps_minimum,
					gap: difference(aps_score, aps_minimum),
					qualifies: meets,
				}),
				rowOfFailure,
			);
			return { ...row, ...score, warnings };
		});
		return rows.sort(byGain);
	},
});

/** Those that qualify first, then by gain; the ones without a score last. */
function byGain(one: IDataObject, other: IDataObject): number {
	const rank = (row: IDataObject) => ('error' in row ? 2 : row.qualifies === true ? 0 : 1);
	return rank(one) - rank(other) || Number(other.gain ?? 0) - Number(one.gain ?? 0);
}
