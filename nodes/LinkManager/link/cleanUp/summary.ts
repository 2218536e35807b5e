import type { IDataObject } from 'n8n-workflow';

import type { Hint } from '../../../shared/node/hints';
import { counted } from '../../../shared/text';
import { showsDisabled } from '../linkState';
import type { CleanUpRules, Judgement } from './judge';

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
	const { verdict, reason, days } = judgement;
	if (ending || verdict === 'notMeant') return ending;
	if (verdict === 'kept') return { action: 'kept', reason, days };
	const why = `Left for the next run, because "Max Links" allows ${maxLinks} per run`;
	return { action: 'left', reason: why, days };
}

/** The hints of a run: what was found, due, changed, kept and why, and left for the next run. */
export function summarize(run: CleanUpRun): Hint[] {
	const sentences = [found(run), kept(run), done(run), left(run), asItWas(run)];
	const text = sentences.filter(Boolean).join(' ');
	const type = countActions(run, 'failed') > 0 ? 'warning' : 'info';
	return [{ text, type }, ...hintOfStrays(run)];
}

function found(run: CleanUpRun): string {
	const { target, action, filters } = run.rules;
	const due = judgedAs(run, 'due');
	const keptCount = judgedAs(run, 'kept').length;
	if (due.length + keptCount === 0) {
		const filtered = Object.keys(filters).length > 0 ? ' that meet your filters' : '';
		return `No ${target} links were found${filtered}.`;
	}
	const links = counted(due.length + keptCount, `${target} link`);
	// Disable would keep these, so a report says how many there are.
	const disabled = due.filter(({ record }) => showsDisabled(record) === 'yes').length;
	const isToldApart = action === 'report' && target === 'expired' && disabled > 0;
	const ofThem = isToldApart ? ` (${disabled} of them already disabled)` : '';
	return `Found ${links}: ${due.length} due${ofThem}, ${keptCount} kept.`;
}

function kept(run: CleanUpRun): string {
	const links = judgedAs(run, 'kept');
	if (links.length === 0) return '';
	const isTrustable = links.some(({ judgement }) => judgement.isNotShown);
	const advice =
		isTrustable && judgedAs(run, 'notMeant').length === 0
			? ' To rely on the service\'s filters for what records don\'t show, turn on "Trust Filters".'
			: '';
	return `Kept: ${reasonsOf(links)}.${advice}`;
}

function done(run: CleanUpRun): string {
	const keptNow = run.links.filter(({ ending }) => ending?.action === 'kept');
	const gone = keptNow.filter(({ ending }) => ending?.reason === GONE).length;
	const counts: Array<[count: number, what: string]> = [
		[countActions(run, 'disabled'), 'disabled'],
		[countActions(run, 'deleted'), 'deleted'],
		[countActions(run, 'failed'), 'failed'],
		[gone, 'already gone'],
		[keptNow.length - gone, 'kept when read again'],
	];
	const parts = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
	return parts.length > 0 ? `${parts.join(', ')}.` : '';
}

function left(run: CleanUpRun): string {
	const { rules, maxLinks } = run;
	const [over, would] =
		rules.action === 'report'
			? [judgedAs(run, 'due').length - maxLinks, 'would be ']
			: [countActions(run, 'left'), ''];
	return over > 0
		? `${over} ${would}left for the next run, because "Max Links" allows ${maxLinks} per run.`
		: '';
}

function asItWas(run: CleanUpRun): string {
	const changed = countActions(run, 'disabled') + countActions(run, 'deleted');
	return changed > 0 ? 'The output shows each link as it was before the change.' : '';
}

/** Links that the service listed although their own records show that they aren't meant. */
function hintOfStrays(run: CleanUpRun): Hint[] {
	const strays = judgedAs(run, 'notMeant');
	if (strays.length === 0) return [];
	const text = `The service also listed ${counted(strays.length, 'link')} that the node didn't touch, by what their own records show: ${reasonsOf(strays)}. The service's filters may not work, so leave "Trust Filters" off.`;
	return [{ text, type: 'warning' }];
}

/** Each reason in the words of the items, with the number of links. */
function reasonsOf(links: FoundLink[]): string {
	const counts = new Map<string, number>();
	for (const { judgement } of links) {
		counts.set(judgement.reason, (counts.get(judgement.reason) ?? 0) + 1);
	}
	return [...counts]
		.map(([reason, count]) => `${reason.charAt(0).toLowerCase()}${reason.slice(1)} (${count})`)
		.join('; ');
}

/** The links whose listed record was judged so. */
export function judgedAs({ links }: CleanUpRun, verdict: Judgement['verdict']): FoundLink[] {
	return links.filter(({ judgement }) => judgement.verdict === verdict);
}

function countActions({ links, maxLinks }: CleanUpRun, action: Ending['action']): number {
	return links.filter((link) => endingOf(link, maxLinks)?.action === action).length;
}
