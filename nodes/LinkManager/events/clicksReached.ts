import { UserError } from 'n8n-workflow';

import { quoted } from '../../shared/text';
import type { TriggerEvent } from '../../shared/trigger/event';
import { clicksOf } from '../link/linkState';
import { watchLinks } from './links';

const MOST_MILESTONES = 50;

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
		const milestones = readMilestones(parameters.text('clickMilestones'));
		return watchLinks(parameters, {
			lookedFor: `links with at least ${milestones[0]} clicks`,
			threshold: milestones,
			fields: ['clicks'],
			what: 'how many clicks links have',
			factsOf(link) {
				const clicks = clicksOf(link) ?? 0;
				return milestones
					.filter((milestone) => milestone <= clicks)
					.map((milestone) => ({ key: String(milestone), about: { milestone } }));
			},
		});
	},
};

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
