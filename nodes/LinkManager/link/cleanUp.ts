import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { counted } from '../../shared/wording';
import { hasStatus } from '../../shared/client/errors';
import { readIdentifier } from '../../shared/identifiers';
import { inLanes } from '../../shared/lanes';
import { hintsOfListing } from '../../shared/item/getMany';
import type { Item, Operation } from '../../shared/item/operation';
import { optionsCollection } from '../../shared/item/commonProperties';
import { changeRecord, deleteRecord, listRecords } from '../api';
import { linkFilterProperties, linkFilterQuery, type LinkFilters } from './getAll';
import { inStateSince, showsDisabled, showsExpired } from './judgement';

type Target = 'expired' | 'disabled';
type Action = 'report' | 'disable' | 'delete';

interface CleanUpOptions {
	keepWithExpirationUrl: boolean;
	graceDays: number;
	trustFilter: boolean;
}

/** What happened to one link, and why; an entry `cleanUp` beside the record as it was. */
interface Outcome {
	action: 'reported' | 'disabled' | 'deleted' | 'skipped' | 'failed';
	reason: string;
}

const STATUS: Readonly<Record<Target, string>> = { expired: '2', disabled: '3' };

const DAY = 86_400_000;

const properties: INodeProperties[] = [
	{
		displayName: 'Links to Clean Up',
		name: 'target',
		type: 'options',
		options: [
			{ name: 'Disabled', value: 'disabled', description: 'Links that were switched off' },
			{
				name: 'Expired',
				value: 'expired',
				description: 'Links past their expiration date, or out of clicks',
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
			{ name: 'Delete', value: 'delete', description: 'Delete the links for good' },
			{
				name: 'Disable',
				value: 'disable',
				description: 'Switch the links off; they can be switched on again',
			},
			{ name: 'Only Report', value: 'report', description: 'Change nothing; list the links' },
		],
		default: 'report',
		description: 'What to do with the links found. Begin with Only Report and look at the result.',
	},
	{
		displayName:
			'Deleting cannot be undone. The output holds each record as it was: keep it as the log of the run.',
		name: 'deleteNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { cleanUpAction: ['delete'] } },
	},
	{
		displayName: 'Max Links',
		name: 'maxLinks',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 50,
		description:
			'The most links that one run may change. When there are more, the rest is left for the next run, and a hint says how many there are.',
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		description: 'Which links to look at. Without filters it is every link of the account.',
		options: linkFilterProperties,
	},
	optionsCollection(
		{
			displayName: 'Grace Days',
			name: 'graceDays',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 3650, numberPrecision: 0 },
			default: 0,
			description:
				'How many days a link must have been expired or disabled. For a disabled link, and one that is out of clicks, they count from its last change.',
		},
		{
			displayName: 'Keep Links with Expiration URL',
			name: 'keepWithExpirationUrl',
			type: 'boolean',
			default: true,
			description:
				'Whether to keep links with an expiration URL, since they still send people somewhere',
		},
		{
			displayName: 'Trust Status Filter',
			name: 'trustFilter',
			type: 'boolean',
			default: false,
			description:
				"Whether to believe the service's status filter for a link whose record does not show its state. A record that shows another state is never touched.",
		},
	),
];

export const cleanUp: Operation = {
	option: {
		name: 'Clean Up',
		value: 'cleanUp',
		action: 'Clean up expired or disabled links',
		description:
			'Find expired or disabled links and report, disable or delete them, safe to run on a schedule',
	},
	properties,
	emptyFilters: 'refuse',
	async execute(item) {
		return await item.run.serially('clean up', async () => await cleanUpLinks(item));
	},
};

async function cleanUpLinks(item: Item): Promise<IDataObject[]> {
	const { parameters } = item;
	const target = parameters.choice<Target>('target');
	const action = parameters.choice<Action>('cleanUpAction');
	if (target === 'disabled' && action === 'disable') {
		throw new UserError('Disabled links cannot be disabled again', {
			description: 'Set "What to Do" to Delete or Only Report, or look for expired links.',
		});
	}
	const maxLinks = parameters.number('maxLinks');
	const filters = parameters.collection<LinkFilters>('filters');
	const options = parameters.collection<CleanUpOptions>('options');

	const listing = await listRecords(
		item,
		'links',
		{ ...linkFilterQuery(filters), status: STATUS[target], sort_by: 'id', sort: 'asc' },
		{ limit: Infinity },
	);
	const now = Date.now();
	const judged = listing.records.map((record) => ({
		record,
		outcome: judge(record, target, options, now),
	}));
	const meant = judged.flatMap(({ record, outcome }) =>
		outcome === 'noMatch' ? [] : [{ record, outcome }],
	);
	const found = meant.filter(({ record }) => !isDone(record, action));
	const strays = judged.length - meant.length;
	if (strays > 0) {
		item.hint(
			`The service also listed ${counted(strays, 'link')} not ${target} by the record itself, and left alone here; its status filter may not work.`,
			'warning',
		);
	}
	hintsOfListing(
		item,
		{ ...listing, records: found.map(({ record }) => record) },
		`${target} links`,
	);

	const changed = await item.run.once('clean up: changed', async () => ({ count: 0 }));
	const due = found.filter(({ outcome }) => outcome === undefined);
	const allowed = action === 'report' ? due.length : Math.max(0, maxLinks - changed.count);
	const taken = due.slice(0, allowed);
	const left = action === 'report' ? due.length - maxLinks : due.length - taken.length;
	changed.count += action === 'report' ? 0 : taken.length;

	const outcomes = new Map<IDataObject, Outcome>();
	await inLanes(taken.length, item.run.concurrency, async (index) => {
		const record = taken[index]?.record ?? {};
		outcomes.set(record, await act(item, record, target, action));
	});
	hintsOfOutcomes(item, action, [...outcomes.values()], left, maxLinks);
	const overCap = skipped(
		`Max Links allows ${maxLinks} links a run; this one is left for the next`,
	);
	return found.map(({ record, outcome }) => {
		const { action: done, reason } = outcomes.get(record) ?? outcome ?? overCap;
		return { ...record, cleanUp: { action: done, reason } };
	});
}

/** Undefined for a link that is due; why not, for one that is kept; `noMatch` for one that is not meant. */
function judge(
	record: IDataObject,
	target: Target,
	options: Partial<CleanUpOptions>,
	now: number,
): Outcome | 'noMatch' | undefined {
	const { keepWithExpirationUrl = true, graceDays = 0, trustFilter = false } = options;
	const evidence = target === 'expired' ? showsExpired(record, now) : showsDisabled(record);
	if (evidence === 'no') return 'noMatch';
	if (evidence === 'unknown' && !trustFilter) {
		return skipped(`the record does not show whether the link is ${target}`);
	}
	const { expiration_url: expirationUrl } = record;
	if (keepWithExpirationUrl && typeof expirationUrl === 'string' && expirationUrl !== '') {
		return skipped('it has an expiration URL, so it still sends people somewhere');
	}
	if (graceDays === 0) return undefined;
	const since = inStateSince(record, target, now);
	if (since === undefined) {
		return skipped(`the record does not show since when the link is ${target}`);
	}
	const days = Math.floor((now - since) / DAY);
	return days >= graceDays
		? undefined
		: skipped(`${target} for ${Math.max(0, days)} of ${graceDays} days`);
}

function skipped(reason: string): Outcome {
	return { action: 'skipped', reason };
}

function failed(reason: string): Outcome {
	return { action: 'failed', reason };
}

/** A link that is disabled already needs no disabling: a second run finds nothing. */
function isDone(record: IDataObject, action: Action): boolean {
	return action === 'disable' && showsDisabled(record) === 'yes';
}

async function act(
	{ client }: Item,
	record: IDataObject,
	target: Target,
	action: Action,
): Promise<Outcome> {
	if (action === 'report') return { action: 'reported', reason: `it is ${target}` };
	try {
		const id = readIdentifier(record.id, 'Link');
		if (action === 'disable') {
			const { record: after, returned } = await changeRecord(client, 'links', id, {
				disabled: '1',
			});
			const evidence = showsDisabled(after);
			if (evidence === 'no') {
				return failed('the service accepted the change, but the link is still active');
			}
			if (evidence === 'unknown' && !returned) {
				return failed(
					'the service accepted the change without an answer, and the link does not show whether it is disabled',
				);
			}
			return { action: 'disabled', reason: `it was ${target}` };
		}
		await deleteRecord(client, 'links', id);
		return { action: 'deleted', reason: `it was ${target}` };
	} catch (error) {
		if (hasStatus(error, 404) && action === 'delete') {
			return { action: 'deleted', reason: 'it was gone already' };
		}
		return failed((error as Error).message);
	}
}

function hintsOfOutcomes(
	item: Item,
	action: Action,
	outcomes: Outcome[],
	left: number,
	maxLinks: number,
): void {
	const failures = outcomes.filter((outcome) => outcome.action === 'failed').length;
	const done = outcomes.length - failures;
	if (action !== 'report' && outcomes.length > 0) {
		item.hint(
			`${counted(done, 'link')} ${action === 'delete' ? 'deleted' : 'disabled'}${failures > 0 ? `, ${failures} failed` : ''}.`,
			failures > 0 ? 'warning' : 'info',
		);
	}
	if (left > 0) {
		item.hint(
			action === 'report'
				? `That is ${counted(left, 'link')} more than the ${maxLinks} that "Max Links" lets one run change.`
				: `${counted(left, 'more link')} to clean up: "Max Links" allows ${maxLinks} a run. Run the node again for the rest.`,
		);
	}
}
