import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { runConcurrently } from '../../../../shared/concurrency';
import { failureIn, inOneText, Outdated } from '../../../../shared/http/errors';
import { listRecords } from '../../../../shared/http/pagination';
import { ExecutionCancelled } from '../../../../shared/http/queue';
import { fitsInAnswer } from '../../../../shared/node/agentTool';
import { filtersField } from '../../../../shared/node/collection';
import { refusedIfEmpty } from '../../../../shared/node/emptiness';
import {
	choiceField,
	flagField,
	idField,
	notice,
	numberField,
} from '../../../../shared/node/field';
import { queryOf } from '../../../../shared/node/getMany';
import { readIdentifier } from '../../../../shared/node/identifier';
import { type Item, operation } from '../../../../shared/node/operation';
import { optionsField } from '../../../../shared/node/options';
import { showsDisabled } from '../../../records/linkState';
import { deleteRecord, findById, getById, sendUpdate } from '../../../transport/api';
import { locatorProperty, SEEN_ONLY } from '../../recordLocator';
import { refuseIncompleteKey } from '../../incompleteKey';
import { linkTexts, spaceId } from '../linkFields';
import { completeLinkFilters, linkFilterFields, STATUS } from '../linkFilters';
import { type CleanUpRules, judge } from './rules';
import { type FoundLink, summarize } from './summary';

const cleanUpFields = [
	choiceField({
		displayName: 'Links to Clean Up',
		name: 'target',
		type: 'options',
		options: [
			{ name: 'Disabled', value: 'disabled', description: 'Links that are turned off' },
			{
				name: 'Expired',
				value: 'expired',
				description: 'Links that are past their expiration date or have used up their clicks',
			},
		],
		default: 'expired',
		description: 'Which links to look for',
	}),
	choiceField({
		displayName: 'What to Do',
		name: 'cleanUpAction',
		type: 'options',
		options: [
			{ name: 'Delete', value: 'delete', description: 'Delete the links permanently' },
			{
				name: 'Disable',
				value: 'disable',
				description: 'Turn expired links off. You can turn them on again later.',
			},
			{
				name: 'Report Only',
				value: 'report',
				description: 'List the links without changing anything',
			},
		],
		default: 'report',
		description:
			'What to do with the links that are found. Start with Report Only and check the result.',
		builderHint: {
			propertyHint:
				'Safe by default: "report" changes nothing. Use "disable" or "delete" only if the user asks for it.',
		},
	}),
	notice({
		displayName:
			"Deleting can't be undone. The output contains the full record of every link, so store it as your log.",
		name: 'deleteNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { cleanUpAction: ['delete'] } },
	}),
	numberField({
		displayName: 'Grace Period (Days)',
		name: 'graceDays',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 0,
		description:
			'How many days a link must have been expired or disabled before it is cleaned up. For disabled links and links that have used up their clicks, the days count from the last change.',
	}),
	numberField({
		displayName: 'Max Links',
		name: 'maxLinks',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 50,
		description:
			'Maximum number of links to change in one run. Any others are left for the next run, and a hint tells you how many.',
	}),
	filtersField(
		// An incomplete search text would find other links than intended.
		linkFilterFields.map((field) =>
			field.name === 'search' ? field.map(refuseIncompleteKey) : field,
		),
		refusedIfEmpty(
			'"Clean Up" doesn\'t ignore an empty filter, because it could change more than you intended. Set the filter or remove it.',
		),
	).with({
		description:
			'Only links that meet all of these filters are cleaned up. Without filters, all expired or disabled links of the account are checked. To protect a space, use "Except Space" in "Options" instead.',
	}),
	optionsField(
		idField({
			...locatorProperty('Space', 'exceptSpaceId', 'searchSpaces', '7'),
			displayName: 'Except Space',
			description: `Links in this space are kept. Links whose record doesn't show the space are kept too. ${SEEN_ONLY}`,
			builderHint: spaceId.property.builderHint,
		}).optional(refusedIfEmpty('Choose one from the list or enter its ID.')),
		flagField({
			displayName: 'Include Kept Links',
			name: 'includeKept',
			type: 'boolean',
			default: false,
			description:
				'Whether to also return links that were kept or left for the next run, each with the reason',
		}).filled(),
		flagField({
			displayName: 'Keep Links with Expiration URL',
			name: 'keepWithExpirationUrl',
			type: 'boolean',
			default: true,
			description:
				'Whether to keep expired links that have an expiration URL, because they still redirect visitors. This is on unless you turn it off.',
		}).filled(),
		flagField({
			displayName: 'Trust Filters',
			name: 'trustFilter',
			type: 'boolean',
			default: false,
			description:
				"Whether to rely on the service's filters if a link's record doesn't show what is needed, such as its status. Leave off unless links are kept for that reason.",
		}).filled(),
	),
] as const;

export const cleanUp = operation({
	option: {
		name: 'Clean Up',
		value: 'cleanUp',
		action: 'Clean up expired or disabled links',
		description:
			'Find expired or disabled links, and report, disable or delete them. Safe to run on a schedule.',
	},
	changes: ({ action }: CleanUpRules) => action !== 'report',
	fields: cleanUpFields,
	read({ target, cleanUpAction: action, filters, options, graceDays, maxLinks }): CleanUpRules {
		if (target === 'disabled' && action === 'disable') {
			throw new UserError("Disabled links can't be disabled again", {
				description:
					'Set "What to Do" to Delete or Report Only, or set "Links to Clean Up" to Expired.',
			});
		}
		const judged = completeLinkFilters(filters);
		return { target, action, filters: judged, ...options, graceDays, maxLinks };
	},
	async run(rules, item) {
		const task = async () => await cleanUpLinks(item, rules);
		return await item.run.serialize('clean up', task);
	},
});

async function cleanUpLinks(item: Item, given: CleanUpRules): Promise<IDataObject[]> {
	const records = await listLinks(item, given);
	const now = Date.now();
	const shared = item.run.acrossTries(progress);
	// If a filter let one wrong link through, it proves nothing about the others.
	shared.isFilterBroken ||= records.some((one) => judge(one, given, now).verdict === 'notMeant');
	const rules = { ...given, trustFilter: given.trustFilter && !shared.isFilterBroken };
	const links = records.map((record): FoundLink => {
		const judgement = judge(record, rules, now);
		const isDue = judgement.verdict === 'due';
		return { record, action: 'kept', ...judgement, ...(isDue && unlessChanged(rules)) };
	});
	if (rules.action !== 'report') await changeDueLinks(item, rules, links);
	for (const { text, type } of summarize(rules, links)) item.hint(text, type);
	const items = itemsOf(links, rules.includeKept);
	const isLog = item.isTool && rules.action !== 'report';
	return isLog && !fitsInAnswer(items) ? items.map(shortened) : items;
}

/** Shared by all items and tries of a run: links already handled, and filters that don't work. */
const progress = () => ({ taken: 0, isFilterBroken: false });

/** Every link that the service lists, the oldest first. */
async function listLinks(item: Item, { filters, target }: CleanUpRules): Promise<IDataObject[]> {
	const status = String(STATUS[target]);
	const oldestFirst = { ...queryOf(filters), status, sort_by: 'id', sort: 'asc' };
	const { records, incomplete } = await listRecords(item.client, 'links', oldestFirst);
	if (incomplete !== undefined) item.hint(incomplete, 'warning');
	return records;
}

/** The action for a link that is due but not changed. */
function unlessChanged({ action, maxLinks }: CleanUpRules): Partial<FoundLink> {
	if (action === 'report') return { action: 'reported' };
	const reason = `Left for the next run, because "Max Links" allows ${maxLinks} per run`;
	return { action: 'left', reason };
}

/**
 * Changes the links that are due, in the order of the list. Max Links holds for all items of a run and all
 * tries of Retry On Fail. Counts attempted changes, so that a service that is down isn't asked for every
 * link.
 */
async function changeDueLinks(item: Item, rules: CleanUpRules, links: FoundLink[]): Promise<void> {
	const due = links.filter(({ verdict }) => verdict === 'due');
	const shared = item.run.acrossTries(progress);
	await runConcurrently(
		due,
		item.run.queue.concurrency,
		async (link) => {
			shared.taken += 1;
			Object.assign(link, await changeLink(item, link, rules));
			// A link that is no longer due doesn't count.
			if (link.action === 'kept' && link.reason !== GONE) shared.taken -= 1;
		},
		() => shared.taken < rules.maxLinks,
	);
}

const GONE = 'The link was already gone';

/**
 * Reads a link once more, judges it again, and changes it. If it fails, the other links go on.
 *
 * @returns what happened to the link
 * @throws ExecutionCancelled
 */
async function changeLink(
	item: Item,
	link: FoundLink,
	rules: CleanUpRules,
): Promise<Partial<FoundLink>> {
	const { client } = item;
	const { id: given } = link.record;
	const isDeletion = rules.action === 'delete';
	try {
		const id = readIdentifier(given, 'ID of the link');
		const record = await getById(client, 'links', id);
		const { verdict, reason, days } = judge(record, rules, Date.now());
		// Someone may have changed the link since it was listed.
		if (verdict !== 'due') return { record, action: 'kept', reason, days };
		const check = async (mayHaveChanged: boolean) => {
			const now = await findById(client, 'links', id);
			const isDone = isDeletion ? !now : now && showsDisabled(now) === 'yes';
			if (mayHaveChanged && isDone) return;
			if (!now || judge(now, rules, Date.now()).verdict !== 'due') throw new Outdated();
		};
		if (isDeletion) await deleteRecord(client, 'links', id, check);
		else await sendUpdate(client, 'links', id, { disabled: '1' }, linkTexts, check);
		return { record, action: isDeletion ? 'deleted' : 'disabled', reason, days };
	} catch (error) {
		if (error instanceof ExecutionCancelled) throw error as Error;
		if (error instanceof Outdated) return await changeLink(item, link, rules);
		if (!failureIn(error).isNotFound) return { action: 'failed', reason: inOneText(error) };
		return { action: isDeletion ? 'deleted' : 'kept', reason: GONE };
	}
}

/** The items: what is due or was done, and with Include Kept Links also what was kept or left. */
function itemsOf(links: readonly FoundLink[], includeKept: boolean): IDataObject[] {
	return links
		.filter(({ verdict, action }) => {
			const isUntouched = action === 'kept' || action === 'left';
			return verdict !== 'notMeant' && (includeKept || !isUntouched);
		})
		.map(({ record, action, reason, days }) => ({ clean_up: { action, reason, days }, ...record }));
}

/** The fields that identify a link, short enough that a model gets every link that was changed. */
function shortened({ clean_up, id, alias, short_url }: IDataObject): IDataObject {
	return { clean_up, id, alias, short_url };
}
