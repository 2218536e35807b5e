import type { IDataObject } from 'n8n-workflow';

import { DAY } from '../../../../shared/clock';
import { counted, cut } from '../../../../shared/text';
import {
	readEnd,
	readRecordTime,
	showsDisabled,
	showsExpirationUrl,
} from '../../../records/linkState';
import { type Shown, showsId } from '../../../records/shown';
import { type LinkFilter, showsStatus, STATUS } from '../linkFilters';

/** What a clean-up looks for, and what it keeps. */
export interface CleanUpRules {
	target: 'expired' | 'disabled';
	/** The stored values of "What to Do". */
	action: 'report' | 'disable' | 'delete';
	filters: readonly LinkFilter[];
	/** Links in this space are kept. */
	exceptSpaceId?: string;
	keepWithExpirationUrl: boolean;
	graceDays: number;
	/** Whether the service's filters answer what a record doesn't show at all. */
	trustFilter: boolean;
	/** The most links that a run may change. */
	maxLinks: number;
	/** Whether links that were kept or left are items too. */
	includeKept: boolean;
}

/** A question about a link, as the end of a sentence, and the answer in its record. */
type Question = [what: string, shows: Shown];

export interface Judgement {
	/** `notMeant`: the record shows another status, or doesn't meet a filter. */
	verdict: 'due' | 'kept' | 'notMeant';
	reason: string;
	/** How long the link has been in the state; null if the record doesn't show it. */
	days: number | null;
}

/**
 * Whether a clean-up may change a link, by the link's own record: it isn't meant if the record fails the
 * status (see `showsExpired`) or a filter, it is kept for a reason or for an open question, and else due.
 */
export function judge(record: IDataObject, rules: CleanUpRules, now: number): Judgement {
	const { target } = rules;
	const state = showsStatus(record, STATUS[target], now);
	if (state === 'no') return { verdict: 'notMeant', reason: `Not ${target}`, days: null };
	const questions: Question[] = [[`is ${target}`, state]];
	for (const { label, shows: showsOf } of rules.filters) {
		const filter = `the filter "${label}"`;
		const shows = showsOf(record);
		if (shows === 'no')
			return { verdict: 'notMeant', reason: `Doesn't meet ${filter}`, days: null };
		questions.push([`meets ${filter}`, shows]);
	}
	const { days, reason } = ageOf(record, target, state, now);
	const kept = whyKept(record, rules, questions, days);
	return { verdict: kept === undefined ? 'due' : 'kept', reason: kept ?? reason, days };
}

/** Why a link that meets the filters is kept; undefined if it isn't. */
function whyKept(
	record: IDataObject,
	rules: CleanUpRules,
	questions: readonly Question[],
	days: number | null,
): string | undefined {
	const { target, action, exceptSpaceId, graceDays, trustFilter } = rules;
	// The service isn't asked for links outside a space, so Trust Filters doesn't answer this.
	const isExcepted = exceptSpaceId === undefined ? 'no' : showsId(record.space, exceptSpaceId);
	if (isExcepted === 'yes') return 'In the space chosen in "Except Space"';
	if (isExcepted !== 'no') return "The record doesn't clearly show the link's space";

	const isDisabled = target === 'expired' && showsDisabled(record) === 'yes';
	// A disabled link doesn't redirect visitors, so its expiration URL doesn't matter.
	const isUrlAsked = target === 'expired' && !isDisabled && rules.keepWithExpirationUrl;
	const url = isUrlAsked ? showsExpirationUrl(record) : 'no';
	for (const [what, shows] of [...questions, ['has an expiration URL', url] as const]) {
		if (shows === 'unreadable') return `The record doesn't clearly show whether the link ${what}`;
		if (shows === 'absent' && !trustFilter) {
			return `The record doesn't show whether the link ${what} (see "Trust Filters")`;
		}
	}
	if (url === 'yes') return 'Has an expiration URL (see "Keep Links with Expiration URL")';
	if (isDisabled && action === 'disable') return 'Already disabled';
	if (graceDays === 0 || (days ?? -1) >= graceDays) return undefined;
	return days === null
		? `The record doesn't show how long the link has been ${target}`
		: `${STATES[target]} for less than ${counted(graceDays, 'day')}`;
}

const STATES = { expired: 'Expired', disabled: 'Disabled' } as const;

/** Days count from the expiration date if it has passed, otherwise from the last change. */
function ageOf(record: IDataObject, target: CleanUpRules['target'], shown: Shown, now: number) {
	const end = target === 'expired' ? readEnd(record.ends_at) : undefined;
	const hasEnded = end !== undefined && end.latest <= now;
	const since = hasEnded ? end : readRecordTime(record.updated_at);
	const days = since ? Math.max(0, Math.floor((now - since.latest) / DAY)) : null;
	const ago = days === 0 ? 'less than 1 day ago' : `${counted(days ?? 0, 'day')} ago`;
	if (hasEnded) return { days, reason: `Expired ${ago}` };
	const state = stateInWords(record, target, shown);
	return { days, reason: days === null ? state : `${state}, last changed ${ago}` };
}

/** The state of a link that is disabled, or whose expiration date has not passed. */
function stateInWords(record: IDataObject, target: CleanUpRules['target'], shown: Shown): string {
	if (shown !== 'yes') return `${STATES[target]} according to the service`;
	if (target === 'disabled') return 'Disabled';
	const { clicks, expiration_clicks: allowed } = record;
	return `Used up its clicks (${cut(clicks)} of ${cut(allowed)})`;
}
