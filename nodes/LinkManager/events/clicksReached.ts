import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { type Fact, factOf, type Known } from '../../shared/trigger/memory';
import type { TriggerEvent } from '../../shared/trigger/poll';
import { quoted } from '../../shared/text';
import { linkFilterQuery, readLinkFilters } from '../link/filters';
import { listLinks, requireShown } from './links';

const MOST_MILESTONES = 50;

/** Under this every link in sight is remembered, whatever its clicks. */
const SEEN = 'seen';

export const clicksReached: TriggerEvent = {
	option: {
		name: 'Clicks Reached',
		value: 'clicksReached',
		action: 'On number of clicks reached',
		description: 'A link has reached one of the numbers of clicks you set',
	},
	properties: [
		{
			displayName: 'Click Milestones',
			name: 'clickMilestones',
			type: 'string',
			default: '100, 1000, 10000',
			required: true,
			placeholder: 'e.g. 100, 1000',
			description:
				'Numbers of clicks, separated by commas. Each link triggers the workflow once per milestone.',
		},
	],
	watch(parameters) {
		const filters = readLinkFilters(parameters);
		const milestones = readMilestones(parameters.text('clickMilestones'));
		return {
			scope: linkFilterQuery(filters),
			lookedFor: `links with at least ${milestones[0]} clicks`,
			async look(view) {
				const { records, incomplete } = await listLinks(view, filters);
				await requireShown(
					view,
					records,
					(record) => clicksOf(record) !== undefined,
					'how many clicks links have',
				);
				const facts = records.flatMap((record) => [
					...factOf(record, { of: SEEN, isQuiet: () => true }),
					...milestones
						.filter((milestone) => milestone <= (clicksOf(record) ?? -1))
						.flatMap((milestone) => factOf(record, reached(record, milestone))),
				]);
				return { facts, incomplete, setting: milestones.join() };
			},
		};
	},
};

function reached(record: IDataObject, milestone: number): Partial<Fact> {
	const id = String(record.id);
	return {
		of: String(milestone),
		about: { milestone },
		isQuiet: (known) => !wasSeenBelow(known, id) || isNewMilestone(known, milestone),
	};
}

/** A link that comes into sight with its clicks has not reached them now; one that is new has. */
function wasSeenBelow(known: Known, id: string): boolean {
	const highest = known.highest(SEEN);
	return known.has(id, SEEN) || highest === undefined || Number(id) > highest;
}

function isNewMilestone({ setting }: Known, milestone: number): boolean {
	return setting !== undefined && !setting.split(',').includes(String(milestone));
}

function clicksOf({ clicks }: IDataObject): number | undefined {
	const number = typeof clicks === 'string' && clicks.trim() !== '' ? Number(clicks) : clicks;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/**
 * The milestones of a text such as `100, 1000`, ascending and each once.
 *
 * @throws UserError for anything but whole numbers from 1, separated by commas
 */
function readMilestones(text: string): number[] {
	const milestones = text.split(',').map((part) => {
		const number = Number(part);
		if (/^\s*[1-9]\d*\s*$/.test(part) && Number.isSafeInteger(number)) return number;
		throw new UserError(`"Click Milestones" is not a list of numbers: ${quoted(text)}`, {
			description:
				'Enter whole numbers of 1 or higher, separated by commas and without separators inside a number, for example 100, 1000, 10000.',
		});
	});
	if (milestones.length > MOST_MILESTONES) {
		throw new UserError(
			`"Click Milestones" has ${milestones.length} numbers, but can have at most ${MOST_MILESTONES}`,
			{ description: 'Remove the numbers that matter least, or add a second trigger for them.' },
		);
	}
	return [...new Set(milestones)].sort((one, other) => one - other);
}
