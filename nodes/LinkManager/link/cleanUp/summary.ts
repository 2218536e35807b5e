import type { IDataObject } from 'n8n-workflow';

import type { Hint } from '../../../shared/node/hints';
import { counted } from '../../../shared/text';
import { filterLabel, type LinkFilters } from '../filters';
import { showsDisabled } from '../linkState';
import type { CleanUpRules, Judgement, KeptFor } from './judge';

/** What became of a link, as its item says. */
export interface Ending {
	action: 'reported' | 'disabled' | 'deleted' | 'kept' | 'left' | 'failed';
	reason: string;
	days: number | null;
}

/** A link that the service listed, and what its record showed then. */
export interface FoundLink {
	/** As it was listed, or as it was read right before the change. */
	record: IDataObject;
	judgement: Judgement;
	/** Absent if nothing was done with the link. */
	ending?: Ending;
}

/** What a clean-up found and did. */
export interface CleanUpRun {
	/** Without Trust Filters if a filter turned out not to work. */
	rules: CleanUpRules;
	maxLinks: number;
	links: FoundLink[];
}

export const GONE = 'The link was already gone';

/** What became of a link, also of one that was kept or left; undefined for one that isn't meant. */
export function endingOf({ judgement, ending }: FoundLink, maxLinks: number): Ending | undefined {
	if (ending || judgement.verdict === 'notMeant') return ending;
	const { days } = judgement;
	if (judgement.verdict === 'kept') return { action: 'kept', reason: judgement.reason, days };
	const reason = `Left for the next run, because "Max Links" allows ${maxLinks} per run`;
	return { action: 'left', reason, days };
}

/** The hints of a run: what was found, due, changed, kept and why, and left for the next run. */
export function summarize(run: CleanUpRun): Hint[] {
	const sentences = [found(run), kept(run), done(run), left(run), asItWas(run)];
	const type = countActions(run, 'failed') > 0 ? 'warning' : 'info';
	return [{ text: sentences.filter(Boolean).join(' '), type }, ...hintsOfStrays(run)];
}

function found({ rules, links }: CleanUpRun): string {
	const due = links.filter(({ judgement }) => judgement.verdict === 'due');
	const keptCount = links.filter(({ judgement }) => judgement.verdict === 'kept').length;
	const count = due.length + keptCount;
	if (count === 0) {
		const filtered = Object.keys(rules.filters).length > 0 ? ' that meet your filters' : '';
		return `No ${rules.target} links were found${filtered}.`;
	}
	const disabled = due.filter(({ record }) => showsDisabled(record) === 'yes').length;
	const isReport = rules.action === 'report' && rules.target === 'expired';
	const ofThem = isReport && disabled > 0 ? ` (${disabled} of them already disabled)` : '';
	return `Found ${counted(count, `${rules.target} link`)}: ${due.length} due${ofThem}, ${keptCount} kept.`;
}

function kept({ rules: { target, graceDays, trustFilter }, links }: CleanUpRun): string {
	const reasons: Readonly<Record<KeptFor, (isOne: boolean) => string>> = {
		exceptSpace: (isOne) => `${isOne ? 'is' : 'are'} in the space chosen in "Except Space"`,
		expirationUrl: (isOne) => `${isOne ? 'has' : 'have'} an expiration URL`,
		grace: (isOne) =>
			`${isOne ? 'has' : 'have'} been ${target} for less than ${counted(graceDays, 'day')}`,
		alreadyDisabled: (isOne) => `${isOne ? 'is' : 'are'} already disabled`,
		notShown: (isOne) => `${isOne ? "doesn't" : "don't"} show enough in the record`,
		unclear: (isOne) => `${isOne ? "isn't" : "aren't"} clear from the record`,
	};
	const counts = (Object.keys(reasons) as KeptFor[]).map((keptFor) => ({
		keptFor,
		count: links.filter(
			({ judgement }) => judgement.verdict === 'kept' && judgement.keptFor === keptFor,
		).length,
	}));
	const parts = counts
		.filter(({ count }) => count > 0)
		.map(({ keptFor, count }) => `${count} ${reasons[keptFor](count === 1)}`);
	if (parts.length === 0) return '';
	const areNotShown = counts.some(({ keptFor, count }) => keptFor === 'notShown' && count > 0);
	const areStrays = links.some(({ judgement }) => judgement.verdict === 'notMeant');
	const advice =
		areNotShown && !trustFilter && !areStrays
			? ' To rely on the service\'s filters for what records don\'t show, turn on "Trust Filters".'
			: '';
	return `Kept: ${parts.join(', ')}.${advice}`;
}

function done(run: CleanUpRun): string {
	const gone = run.links.filter(
		({ ending }) => ending?.action === 'kept' && ending.reason === GONE,
	).length;
	const keptNow = run.links.filter(({ ending }) => ending?.action === 'kept').length - gone;
	const counts: Array<[count: number, what: string]> = [
		[countActions(run, 'disabled'), 'disabled'],
		[countActions(run, 'deleted'), 'deleted'],
		[countActions(run, 'failed'), 'failed'],
		[gone, 'already gone'],
		[keptNow, 'kept when read again'],
	];
	const parts = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
	return parts.length > 0 ? `${parts.join(', ')}.` : '';
}

function left(run: CleanUpRun): string {
	const { rules, maxLinks, links } = run;
	if (rules.action === 'report') {
		const due = links.filter(({ judgement }) => judgement.verdict === 'due').length;
		return due > maxLinks
			? `"Max Links" allows ${counted(maxLinks, 'change')} per run, so ${due - maxLinks} would be left for the next run.`
			: '';
	}
	const count = countActions(run, 'left');
	return count > 0
		? `${count} left for the next run, because "Max Links" allows ${maxLinks} per run.`
		: '';
}

function asItWas(run: CleanUpRun): string {
	const changed = countActions(run, 'disabled') + countActions(run, 'deleted');
	return changed > 0 ? 'The output shows each link as it was before the change.' : '';
}

function countActions({ links, maxLinks }: CleanUpRun, action: Ending['action']): number {
	return links.filter((link) => endingOf(link, maxLinks)?.action === action).length;
}

/** Links that the service listed although their own records show that they aren't meant. */
function hintsOfStrays({ rules, links }: CleanUpRun): Hint[] {
	const counts = new Map<keyof LinkFilters, number>();
	for (const { judgement } of links) {
		if (judgement.verdict !== 'notMeant') continue;
		counts.set(judgement.filter, (counts.get(judgement.filter) ?? 0) + 1);
	}
	return [...counts].map(([filter, count]) => {
		const isOne = count === 1;
		const not =
			filter === 'status'
				? `${isOne ? "isn't" : "aren't"} ${rules.target}`
				: `${isOne ? "doesn't" : "don't"} meet the filter "${filterLabel(filter)}"`;
		const name = filter === 'status' ? 'status filter' : 'filter';
		return {
			text: `The service also listed ${counted(count, 'link')} that ${not} according to the record. The node didn't touch ${isOne ? 'it' : 'them'}. The service's ${name} may not work: leave "Trust Filters" off.`,
			type: 'warning',
		};
	});
}
