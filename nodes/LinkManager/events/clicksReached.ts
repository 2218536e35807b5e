import { UserError } from 'n8n-workflow';

import { textField } from '../../shared/node/field';
import { quoted } from '../../shared/text';
import { triggerEvent } from '../../shared/trigger/event';
import { readCount } from '../records/linkState';
import { filtersOfEvents, watchLinks } from './watchLinks';

export const clicksReached = triggerEvent({
	option: {
		name: 'Clicks Reached',
		value: 'clicksReached',
		action: 'On link reaching a number of clicks',
		description: 'A link has reached a number of clicks that you set',
	},
	fields: [
		textField({
			displayName: 'Click Milestones',
			name: 'clickMilestones',
			type: 'string',
			default: '100, 1000, 10000',
			required: true,
			placeholder: 'e.g. 100, 1000',
			description:
				'Numbers of clicks, separated by commas. Each link triggers the workflow once per milestone.',
		}).map(readMilestones),
		filtersOfEvents,
	],
	watch({ clickMilestones: milestones, filters }) {
		return watchLinks(filters, {
			lookedFor: `links with at least ${milestones[0]} clicks`,
			threshold: milestones,
			fields: ['clicks'],
			factsOf(link) {
				const clicks = readCount(link.clicks);
				return milestones
					.filter((milestone) => typeof clicks === 'number' && milestone <= clicks)
					.map((milestone) => ({ key: String(milestone), about: { milestone } }));
			},
		});
	},
});

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
				'Enter whole numbers of 1 or higher, separated by commas and write each without separators, for example 100, 1000, 10000.',
		});
	});
	return [...new Set(milestones)].sort((one, other) => one - other);
}
