import type { IDataObject } from 'n8n-workflow';

import type { Hint } from '../../../../shared/node/hints';
import { counted } from '../../../../shared/text';
import type { CleanUpRules, Judgement } from './rules';

/** A link that the service listed, and what happened to it. The verdict is about the listed record. */
export interface FoundLink extends Judgement {
	/** The record as listed, or as read right before the change. */
	record: IDataObject;
	action: 'reported' | 'disabled' | 'deleted' | 'kept' | 'left' | 'failed';
}

/** The hints of a run: what was found, due, changed, kept and why, and left for the next run. */
export function summarize(rules: CleanUpRules, links: FoundLink[]): Hint[] {
	const judgedAs = (verdict: Judgement['verdict']) =>
		links.filter((link) => link.verdict === verdict);
	const [due, kept, strays] = [judgedAs('due'), judgedAs('kept'), judgedAs('notMeant')];
	const count = (action: FoundLink['action']) =>
		due.filter((link) => link.action === action).length;

	const sentences = [found(rules, due.length, kept.length)];
	if (kept.length > 0) sentences.push(`Kept: ${reasonsOf(kept)}.`);
	const done = [
		[count('disabled'), 'disabled'],
		[count('deleted'), 'deleted'],
		[count('failed'), 'failed'],
		[count('kept'), 'kept or already gone when checked again'],
	].filter(([number]) => number !== 0);
	if (done.length > 0) sentences.push(`${done.map((words) => words.join(' ')).join(', ')}.`);
	const isReport = rules.action === 'report';
	const left = isReport ? due.length - rules.maxLinks : count('left');
	if (left > 0) {
		const isLeft = `${left} ${isReport ? 'would be ' : ''}left for the next run`;
		sentences.push(`${isLeft}, because "Max Links" allows ${rules.maxLinks} per run.`);
	}
	const type = count('failed') > 0 ? 'warning' : 'info';
	return [{ text: sentences.join(' '), type }, ...hintOfStrays(strays)];
}

function found({ target, filters }: CleanUpRules, due: number, kept: number): string {
	if (due + kept === 0) {
		const filtered = filters.length > 0 ? ' that meet your filters' : '';
		return `No ${target} links were found${filtered}.`;
	}
	return `Found ${counted(due + kept, `${target} link`)}: ${due} due, ${kept} kept.`;
}

/** Links that the service listed although their own records show that they aren't meant. */
function hintOfStrays(strays: FoundLink[]): Hint[] {
	if (strays.length === 0) return [];
	const text = `The service also listed ${counted(strays.length, 'link')} that the node left alone: ${reasonsOf(strays)}. The service's filters may not work, so leave "Trust Filters" off.`;
	return [{ text, type: 'warning' }];
}

/** Each reason in the words of the items, with the number of links. */
function reasonsOf(links: FoundLink[]): string {
	const counts = new Map<string, number>();
	for (const { reason } of links) counts.set(reason, (counts.get(reason) ?? 0) + 1);
	return [...counts]
		.map(([reason, count]) => `${reason.charAt(0).toLowerCase()}${reason.slice(1)} (${count})`)
		.join('; ');
}
