import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { SECOND, systemClock } from '../../../shared/clock';
import { optionsCollection } from '../../../shared/node/options';
import type { Item, Operation } from '../../../shared/node/operation';
import type { ItemParameters } from '../../../shared/node/parameters';
import { runConcurrently } from '../../../shared/concurrency';
import { mapInTurns } from '../../../shared/turns';
import { getRecord, listRecords } from '../../api';
import { type CleanUpRun, type JudgedLink, summarize } from './summary';
import {
	type LinkFilters,
	linkFilterProperties,
	linkFilterQuery,
	readLinkFilters,
	STATUS,
} from '../filters';
import { type CleanUpRules, judge } from './judge';
import type { LinkState } from '../otherWords';
import { type CleanUpAction, endingOf, GONE, retire } from './retire';

const properties: INodeProperties[] = [
	{
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
	},
	{
		displayName: 'What to Do',
		name: 'cleanUpAction',
		type: 'options',
		options: [
			{ name: 'Delete', value: 'delete', description: 'Delete the links permanently' },
			{
				name: 'Disable',
				value: 'disable',
				description: 'Turn the links off. You can turn them on again later.',
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
	},
	{
		displayName:
			"Deleting can't be undone. The output contains the full record of every link, so store it as your log.",
		name: 'deleteNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { cleanUpAction: ['delete'] } },
	},
	{
		displayName: 'Grace Days',
		name: 'graceDays',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 0,
		description:
			'How many days a link must have been expired or disabled before it is cleaned up. For disabled links and links that have used up their clicks, the days count from the last change.',
	},
	{
		displayName: 'Max Links',
		name: 'maxLinks',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 50,
		description:
			'Maximum number of links to change in one run. Any others are left for the next run, and a hint tells you how many.',
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		description: 'Which links to check. Without filters, every link in the account is checked.',
		builderHint: {
			propertyHint:
				'An expression that gives nothing is refused. Never make the whole collection one expression.',
		},
		options: linkFilterProperties,
	},
	optionsCollection(
		{
			displayName: 'Include Kept Links',
			name: 'includeKept',
			type: 'boolean',
			default: false,
			description:
				'Whether to also return links that were kept or left for the next run, each with the reason',
		},
		{
			displayName: 'Keep Links with Expiration URL',
			name: 'keepWithExpirationUrl',
			type: 'boolean',
			default: true,
			description:
				'Whether to keep links that have an expiration URL, because they still redirect visitors',
		},
		{
			displayName: 'Trust Filters',
			name: 'trustFilter',
			type: 'boolean',
			default: false,
			description:
				"Whether to rely on the service's filters if a link's full record doesn't show its status, its expiration URL, or whether it meets your filters. A link whose record shows otherwise, or isn't clear, is never changed.",
		},
	),
];

interface CleanUpOptions {
	includeKept: boolean;
	keepWithExpirationUrl: boolean;
	trustFilter: boolean;
}

export const cleanUp: Operation = {
	option: {
		name: 'Clean Up',
		value: 'cleanUp',
		action: 'Clean up expired or disabled links',
		description:
			'Find expired or disabled links, and report, disable or delete them. Safe to run on a schedule.',
	},
	properties,
	emptyFilters: 'refuse',
	async execute(item) {
		const { parameters } = item;
		const target = parameters.choice<LinkState>('target');
		const action = parameters.choice<CleanUpAction>('cleanUpAction');
		if (target === 'disabled' && action === 'disable') {
			throw new UserError("Disabled links can't be disabled again", {
				description:
					'Set "What to Do" to Delete or Report Only, or set "Links to Clean Up" to Expired.',
			});
		}
		const { includeKept, keepWithExpirationUrl, trustFilter } =
			parameters.filled<CleanUpOptions>('options');
		const rules: CleanUpRules = {
			target,
			disables: action === 'disable',
			filters: readFilters(parameters),
			keepWithExpirationUrl,
			graceDays: parameters.number('graceDays'),
			trustFilter,
		};
		const maxLinks = parameters.number('maxLinks');
		return await item.serialize('clean up', async () => {
			const run = { action, maxLinks, ...(await findLinks(item, rules)) };
			await retireDueLinks(item, run);
			for (const { text, type } of summarize(run, parameters)) item.hint(text, type, true);
			return await itemsOf(run, includeKept);
		});
	},
};

/** @throws UserError when a filter would narrow nothing */
function readFilters(parameters: ItemParameters): LinkFilters {
	const filters = readLinkFilters(parameters);
	if (filters.searchBy === undefined || filters.search !== undefined) return filters;
	const search = parameters.label('filters', 'search');
	throw new UserError(`"${parameters.label('filters', 'searchBy')}" needs "${search}"`, {
		description: `Without it, no links would be filtered out. Add "${search}" to "${parameters.label('filters')}", or remove "${parameters.label('filters', 'searchBy')}".`,
	});
}

/** Every link that the service lists, before any of them is changed, and the rules that it was judged by. */
async function findLinks(
	item: Item,
	rules: CleanUpRules,
): Promise<Pick<CleanUpRun, 'rules' | 'listedAt' | 'judged'>> {
	const listedAt = systemClock.now();
	const query = { ...rules.filters, status: STATUS[rules.target] };
	const { records, incomplete } = await listRecords(
		item,
		'links',
		{ ...linkFilterQuery(query), sort_by: 'id', sort: 'asc' },
		{ limit: Infinity },
	);
	if (incomplete !== undefined) item.hint(incomplete, 'warning');
	const now = Date.now();
	const judgeAll = async (by: CleanUpRules) => ({
		rules: by,
		listedAt,
		judged: await mapInTurns(records, (record) => ({ record, judgement: judge(record, by, now) })),
	});
	const found = await judgeAll(rules);
	// A filter that let one wrong link through says nothing of the others.
	const isBroken = found.judged.some(({ judgement }) => judgement.verdict === 'notMeant');
	return isBroken && rules.trustFilter ? await judgeAll({ ...rules, trustFilter: false }) : found;
}

/**
 * Changes the links that are due, in the order of the list. Max Links holds for all items of a run
 * together, and for all its tries: for what was changed, or may have been, not for what was only read. As
 * many reads may be in vain, so that a service that is down is not asked for every link.
 */
async function retireDueLinks(item: Item, cleanUpRun: CleanUpRun): Promise<void> {
	const { judged, action } = cleanUpRun;
	const due = judged.filter(({ judgement }) => judgement.verdict === 'due');
	if (action === 'report') {
		for (const one of due) one.ending = { action: 'reported' };
		return;
	}
	const { client, run } = item;
	const used = run.kept<Used>('clean up: used', () => ({ changes: 0, vainReads: 0 }));
	for (;;) {
		const taken = await takeNext(item, cleanUpRun, due, used);
		if (taken.length === 0) return;
		await eachOf(run, taken, async (one) => {
			let isSent = false;
			one.ending = await endingOf(one.record, action, async (id) => {
				const readAt = one.readAt ?? cleanUpRun.listedAt;
				if (systemClock.now() - readAt > FRESH) {
					one.record = await getRecord(client, 'links', id);
					settle(one, cleanUpRun.rules);
				}
				if (one.ending) return one.ending;
				isSent = true;
				return await retire(client, id, action);
			});
			if (isSent) used.changes += 1;
			else countVain(one, used);
		});
	}
}

/** How long a record counts: its link may be changed while the run works. */
const FRESH = 10 * SECOND;

/** What counts toward Max Links, each by itself. */
interface Used {
	changes: number;
	vainReads: number;
}

/** Counts a link that could not be read, or was gone: a service may answer so for every one. */
function countVain({ ending }: JudgedLink, used: Used): void {
	if (ending?.action === 'failed' || ending?.reason === GONE) used.vainReads += 1;
}

/**
 * Takes the next links from those that are due, no more than may still be changed. Those that are due
 * because a filter is trusted are read before any is changed, and others are taken for those that aren't
 * due by their own record: a list may show less. One that shows otherwise says that no filter can be
 * trusted.
 */
async function takeNext(
	{ client, run }: Item,
	cleanUpRun: CleanUpRun,
	due: JudgedLink[],
	used: Used,
): Promise<JudgedLink[]> {
	let taken: JudgedLink[] = [];
	for (;;) {
		const room = cleanUpRun.maxLinks - Math.max(used.changes, used.vainReads) - taken.length;
		const next = due.splice(0, Math.max(0, room));
		if (next.length === 0) return taken;
		const trusted = next.filter(
			({ judgement }) => judgement.verdict === 'due' && judgement.isTrusted,
		);
		await eachOf(run, trusted, async (one) => {
			one.ending = await endingOf(one.record, cleanUpRun.action, async (id) => {
				one.record = await getRecord(client, 'links', id);
				one.readAt = systemClock.now();
				one.judgement = judge(one.record, cleanUpRun.rules, Date.now());
				return undefined;
			});
			countVain(one, used);
		});
		taken.push(...next);
		const isBroken = trusted.some(({ judgement }) => judgement.verdict === 'notMeant');
		if (isBroken && cleanUpRun.rules.trustFilter) {
			cleanUpRun.rules = { ...cleanUpRun.rules, trustFilter: false };
			for (const one of taken) {
				if (one.readAt) one.judgement = judge(one.record, cleanUpRun.rules, Date.now());
			}
		}
		taken = taken.filter(({ judgement, ending }) => judgement.verdict === 'due' && !ending);
	}
}

async function eachOf(
	run: Item['run'],
	links: JudgedLink[],
	task: (one: JudgedLink) => Promise<void>,
): Promise<void> {
	await runConcurrently(
		links.length,
		run.concurrency,
		async (index) => await task(links[index] as JudgedLink),
	);
}

/** Judges a link that was due by what was read of it now; it is skipped if it isn't due any more. */
function settle(one: JudgedLink, rules: CleanUpRules): void {
	const now = judge(one.record, rules, Date.now());
	const { reason, days } =
		now.verdict === 'notMeant' ? { reason: notMeant(now.filter, rules), days: null } : now;
	one.judgement = { verdict: 'due', reason, days, isTrusted: false };
	if (now.verdict !== 'due') one.ending = { action: 'skipped' };
}

function notMeant(filter: keyof LinkFilters, { target }: CleanUpRules): string {
	const is = filter === 'status' ? `isn't ${target}` : "doesn't meet every filter";
	return `Read again, the record shows that the link ${is}`;
}

/** What is due, or was done; what was kept only where it is asked for. */
async function itemsOf(
	{ judged, maxLinks }: CleanUpRun,
	includeKept: boolean,
): Promise<IDataObject[]> {
	const items = await mapInTurns(judged, ({ record, judgement, ending }): IDataObject[] => {
		if (judgement.verdict === 'notMeant') return [];
		const { reason, days } = judgement;
		if (ending) {
			return [
				{ cleanUp: { action: ending.action, reason: ending.reason ?? reason, days }, ...record },
			];
		}
		if (!includeKept) return [];
		const why =
			judgement.verdict === 'kept'
				? reason
				: `Left for the next run, because "Max Links" allows ${maxLinks} per run`;
		return [{ cleanUp: { action: 'skipped', reason: why, days }, ...record }];
	});
	return items.flat();
}
