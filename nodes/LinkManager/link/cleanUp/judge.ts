import type { IDataObject } from 'n8n-workflow';

import { DAY } from '../../../shared/clock';
import { counted } from '../../../shared/text';
import { filterLabel, type LinkFilters, showsFilters, STATUS } from '../filters';
import {
	changedAt,
	endOf,
	showsClicksUsedUp,
	showsDisabled,
	showsExpirationUrl,
	type Shown,
	showsSpace,
} from '../linkState';

/** The stored values of "What to Do". */
export type CleanUpAction = 'report' | 'disable' | 'delete';

/** What a clean-up looks for, and what it keeps. */
export interface CleanUpRules {
	target: 'expired' | 'disabled';
	action: CleanUpAction;
	filters: LinkFilters;
	/** Links in this space are kept. */
	exceptSpaceId?: string;
	keepWithExpirationUrl: boolean;
	graceDays: number;
	/** Whether the service's filters answer what a record doesn't show at all. */
	trustFilter: boolean;
}

export interface Judgement {
	/** `notMeant`: the record shows that the link isn't in the state, or doesn't meet a filter. */
	verdict: 'due' | 'kept' | 'notMeant';
	reason: string;
	/** How long the link has been in the state; null if the record doesn't show it. */
	days: number | null;
	/** Set if Trust Filters would have answered the question that keeps the link. */
	isNotShown?: boolean;
}

/** Why a link is kept. */
type Keeping = Pick<Judgement, 'reason' | 'isNotShown'>;

/** Whether a clean-up may change a link, by the link's own record. */
export function judge(record: IDataObject, rules: CleanUpRules, now: number): Judgement {
	const filters = { ...rules.filters, status: STATUS[rules.target] };
	const shown = showsFilters(record, filters, now);
	const failed = shown.find(([, shows]) => shows === 'no');
	if (failed) {
		const isStatus = failed[0] === 'status';
		const reason = isStatus ? `Not ${rules.target}` : `Doesn't meet ${named(failed[0])}`;
		return { verdict: 'notMeant', reason, days: null };
	}
	const { days, reason } = ageOf(record, rules.target, now);
	const keeping =
		keepForSpace(record, rules) ??
		keepForFilters(shown, rules) ??
		keepForState(record, rules) ??
		keepForGrace(days, rules);
	return keeping ? { verdict: 'kept', days, ...keeping } : { verdict: 'due', days, reason };
}

/** Trust Filters doesn't count here: the service isn't asked for links outside a space. */
function keepForSpace(record: IDataObject, { exceptSpaceId }: CleanUpRules): Keeping | undefined {
	if (exceptSpaceId === undefined) return undefined;
	const shows = showsSpace(record, exceptSpaceId);
	if (shows === 'no') return undefined;
	return {
		reason:
			shows === 'yes'
				? 'In the space chosen in "Except Space"'
				: "The record doesn't clearly show the link's space",
	};
}

function keepForFilters(
	shown: ReadonlyArray<[name: keyof LinkFilters, shows: Shown]>,
	rules: CleanUpRules,
): Keeping | undefined {
	for (const [name, shows] of shown) {
		const is = name === 'status' ? `is ${rules.target}` : `meets ${named(name)}`;
		const keeping = keepForDoubt(shows, rules, `whether the link ${is}`);
		if (keeping) return keeping;
	}
	return undefined;
}

/** A disabled link redirects nobody, so an expiration URL doesn't keep it. */
function keepForState(record: IDataObject, rules: CleanUpRules): Keeping | undefined {
	if (rules.target === 'disabled') return undefined;
	if (showsDisabled(record) === 'yes') {
		return rules.action === 'disable' ? { reason: 'Already disabled' } : undefined;
	}
	if (!rules.keepWithExpirationUrl) return undefined;
	const shows = showsExpirationUrl(record);
	return shows === 'yes'
		? { reason: 'Has an expiration URL, so it still redirects visitors' }
		: keepForDoubt(shows, rules, 'whether the link has an expiration URL');
}

function keepForGrace(
	days: number | null,
	{ target, graceDays }: CleanUpRules,
): Keeping | undefined {
	if (graceDays === 0 || (days !== null && days >= graceDays)) return undefined;
	return {
		reason:
			days === null
				? `The record doesn't show how long the link has been ${target}`
				: `${target === 'expired' ? 'Expired' : 'Disabled'} for less than ${counted(graceDays, 'day')}`,
	};
}

/** What a record doesn't show may be left to the service; what can't be read may not. */
function keepForDoubt(
	shows: Shown,
	{ trustFilter }: CleanUpRules,
	what: string,
): Keeping | undefined {
	if (shows === 'unreadable') return { reason: `The record doesn't clearly show ${what}` };
	if (shows !== 'absent' || trustFilter) return undefined;
	return { reason: `The record doesn't show ${what}`, isNotShown: true };
}

function named(filter: keyof LinkFilters): string {
	return `the filter "${filterLabel(filter)}"`;
}

/** Days count from the expiration date if it has passed, otherwise from the last change. */
function ageOf(
	record: IDataObject,
	target: CleanUpRules['target'],
	now: number,
): Pick<Judgement, 'days' | 'reason'> {
	const end = target === 'expired' ? endOf(record) : undefined;
	const hasEnded = end !== undefined && end.latest <= now;
	const since = hasEnded ? end : changedAt(record);
	const days = since ? Math.max(0, Math.floor((now - since.latest) / DAY)) : null;
	const ago = days === 0 ? 'less than 1 day ago' : `${counted(days ?? 0, 'day')} ago`;
	if (hasEnded) return { days, reason: `Expired ${ago}` };
	const state = stateInWords(record, target);
	return { days, reason: days === null ? state : `${state}, last changed ${ago}` };
}

function stateInWords(record: IDataObject, target: CleanUpRules['target']): string {
	if (target === 'disabled') {
		return showsDisabled(record) === 'yes' ? 'Disabled' : 'Disabled according to the service';
	}
	return showsClicksUsedUp(record)
		? `Used up its clicks (${String(record.clicks)} of ${String(record.expiration_clicks)})`
		: 'Expired according to the service';
}
