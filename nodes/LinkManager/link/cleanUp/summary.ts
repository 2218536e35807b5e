import type { IDataObject } from 'n8n-workflow';

import type { Hint } from '../../../shared/node/hints';
import { counted } from '../../../shared/text';
import { showsDisabled } from '../../linkState';
import type { CleanUpRules, Judgement } from './judge';

/** What became of a link, as its item says. */
export interface Ending extends Pick<Judgement, 'reason' | 'days'> {
	action: 'reported' | 'disabled' | 'deleted' | 'kept' | 'left' | 'failed';
}

/** A link that the service listed. */
export interface FoundLink {
	/** As it was listed, or as it was read right before the change. */
	record: IDataObject;
	/** What the listed record showed. */
	judgement: Judgement;
	/** Absent if the link isn't meant. */
	ending?: Ending;
}

export const GONE = 'The link was already gone';

/** The hints of a run: what was found, due, changed, kept and why, and left for the next run. */
export function summarize(rules: CleanUpRules, links: FoundLink[]): Hint[] {
	const judgedAs = (verdict: Judgement['verdict']) =>
		links.filter(({ judgement }) => judgement.verdict === verdict);
	const [due, kept, strays] = [judgedAs('due'), judgedAs('kept'), judgedAs('notMeant')];
	const count = (action: Ending['action']) =>
		due.filter(({ ending }) => ending?.action === action).length;

	const sentences = [found(rules, due, kept.length)];
	if (kept.length > 0) sentences.push(`Kept: ${reasonsOf(kept)}.`);
	if (strays.length === 0 && kept.some(({ judgement }) => judgement.isNotShown)) {
		sentences.push(
			'To rely on the service\'s filters for what records don\'t show, turn on "Trust Filters".',
		);
	}
	const gone = due.filter(
		({ ending }) => ending?.action === 'kept' && ending.reason === GONE,
	).length;
	const done = [
		[count('disabled'), 'disabled'],
		[count('deleted'), 'deleted'],
		[count('failed'), 'failed'],
		[gone, 'already gone'],
		[count('kept') - gone, 'kept when read again'],
	].filter(([number]) => number !== 0);
	if (done.length > 0) sentences.push(`${done.map((words) => words.join(' ')).join(', ')}.`);
	const isReport = rules.action === 'report';
	const left = isReport ? due.length - rules.maxLinks : count('left');
	if (left > 0) {
		const isLeft = `${left} ${isReport ? 'would be ' : ''}left for the next run`;
		sentences.push(`${isLeft}, because "Max Links" allows ${rules.maxLinks} per run.`);
	}
	if (count('disabled') + count('deleted') > 0) {
		sentences.push('The output shows each link as it was before the change.');
	}
	const type = count('failed') > 0 ? 'warning' : 'info';
	return [{ text: sentences.join(' '), type }, ...hintOfStrays(strays)];
}

function found({ target, action, filters }: CleanUpRules, due: FoundLink[], kept: number): string {
	if (due.length + kept === 0) {
		const filtered = filters.length > 0 ? ' that meet your filters' : '';
		return `No ${target} links were found${filtered}.`;
	}
	const links = counted(due.length + kept, `${target} link`);
	// Disable would keep these, so a report says how many there are.
	const disabled = due.filter(({ record }) => showsDisabled(record) === 'yes').length;
	const isToldApart = action === 'report' && target === 'expired' && disabled > 0;
	const ofThem = isToldApart ? ` (${disabled} of them already disabled)` : '';
	return `Found ${links}: ${due.length} due${ofThem}, ${kept} kept.`;
}

/** Links that the service listed although their own records show that they aren't meant. */
function hintOfStrays(strays: FoundLink[]): Hint[] {
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
