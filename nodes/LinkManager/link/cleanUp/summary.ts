import type { IDataObject } from 'n8n-workflow';

import type { Hint } from '../../../shared/node/hints';
import type { ItemParameters } from '../../../shared/node/parameters';
import { counted } from '../../../shared/text';
import type { LinkFilters } from '../filters';
import type { CleanUpRules, Judgement, KeptFor } from './judge';
import { type CleanUpAction, GONE, type LinkEnding } from './retire';

export interface JudgedLink {
	record: IDataObject;
	/** When the record was read by its ID, by the clock of the node, if it was. */
	readAt?: number;
	judgement: Judgement;
	ending?: LinkEnding | undefined;
}

/** What a clean-up was asked for, and how it came out. */
export interface CleanUpRun {
	rules: CleanUpRules;
	action: CleanUpAction;
	maxLinks: number;
	/** When the list was begun, by the clock of the node. */
	listedAt: number;
	/**
	 * Every link that the service listed; those without an ending were not worked on. What was read again
	 * stays due, with what its record showed then.
	 */
	judged: JudgedLink[];
}

/** What a clean-up found, did and left, for the output pane. */
export function summarize(run: CleanUpRun, parameters: ItemParameters): Hint[] {
	const failed = countEndings(run, 'failed');
	const text = [found(run), kept(run), done(run), left(run)].filter(Boolean).join(' ');
	return [{ text, type: failed > 0 ? 'warning' : 'info' }, ...hintsOfStrays(run, parameters)];
}

function found(run: CleanUpRun): string {
	const { rules, judged } = run;
	const due = countDue(run, (one) => !isUnchecked(one, run));
	const spared = judged.filter(({ judgement }) => judgement.verdict === 'kept').length;
	if (due + spared > 0) {
		return `Found ${counted(due + spared, `${rules.target} link`)}: ${due} due, ${spared} kept.`;
	}
	const filtered = Object.keys(rules.filters).length > 0 ? ' that meet your filters' : '';
	return `No ${rules.target} links were found${filtered}.`;
}

function kept({ rules: { target, graceDays }, judged }: CleanUpRun): string {
	const reasons: Readonly<Record<KeptFor, (one: boolean) => string>> = {
		expirationUrl: (one) => `${one ? 'has' : 'have'} an expiration URL`,
		grace: (one) =>
			`${one ? 'has' : 'have'} been ${target} for less than ${counted(graceDays, 'day')}`,
		alreadyDisabled: (one) => `${one ? 'is' : 'are'} already disabled`,
		unclear: (one) => `${one ? "doesn't" : "don't"} show enough in the record`,
	};
	const parts = (Object.keys(reasons) as KeptFor[]).flatMap((reason) => {
		const count = judged.filter(
			({ judgement }) => judgement.verdict === 'kept' && judgement.keptFor === reason,
		).length;
		return count > 0 ? [`${count} ${reasons[reason](count === 1)}`] : [];
	});
	return parts.length > 0 ? `Kept: ${parts.join(', ')}.` : '';
}

function done(run: CleanUpRun): string {
	if (run.action === 'report') return '';
	const wanted = run.action === 'delete' ? 'deleted' : 'disabled';
	const gone = run.judged.filter(
		({ ending }) => ending?.action === 'skipped' && ending.reason === GONE,
	);
	const skipped = countEndings(run, 'skipped') - gone.length;
	const parts: Array<[count: number, what: string]> = [
		[countEndings(run, wanted), wanted],
		[countEndings(run, 'failed'), 'failed'],
		[gone.length, 'already gone'],
		[skipped, 'not due when read again'],
	];
	const counts = parts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []));
	const text = counts.join(', ');
	return text && `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}

function left(run: CleanUpRun): string {
	const { action, maxLinks } = run;
	if (action === 'report') {
		const over = countDue(run, () => true) - maxLinks;
		return over > 0
			? `"Max Links" allows ${counted(maxLinks, 'change')} per run, so ${counted(over, 'link')} would be left for the next run.`
			: '';
	}
	const count = countDue(run, ({ ending }) => !ending);
	const unchecked = countDue(run, (one) => isUnchecked(one, run));
	const of = unchecked > 0 ? ` (${unchecked} unchecked)` : '';
	return count > 0
		? `${counted(count, 'link')}${of} left for the next run, because "Max Links" allows ${maxLinks} per run.`
		: '';
}

/** Whether a link counted as due by a filter that turned out not to work, and was not read. */
function isUnchecked({ judgement, ending }: JudgedLink, { rules }: CleanUpRun): boolean {
	return !ending && !rules.trustFilter && judgement.verdict === 'due' && judgement.isTrusted;
}

function countDue({ judged }: CleanUpRun, isMeant: (one: JudgedLink) => boolean): number {
	return judged.filter((one) => one.judgement.verdict === 'due' && isMeant(one)).length;
}

/** Links that the service listed although their own records say that they are not meant. */
function hintsOfStrays({ rules, judged }: CleanUpRun, parameters: ItemParameters): Hint[] {
	const counts = new Map<keyof LinkFilters, number>();
	for (const { judgement } of judged) {
		if (judgement.verdict !== 'notMeant') continue;
		counts.set(judgement.filter, (counts.get(judgement.filter) ?? 0) + 1);
	}
	return [...counts].map(([filter, count]) => {
		const one = count === 1;
		const not =
			filter === 'status'
				? `${one ? "isn't" : "aren't"} ${rules.target}`
				: `${one ? "doesn't" : "don't"} meet the filter "${parameters.label('filters', filter)}"`;
		return {
			text: `The service also listed ${counted(count, 'link')} that ${not} according to the record. The node didn't touch ${one ? 'it' : 'them'}. The service's ${filter === 'status' ? 'status ' : ''}filter may not work.`,
			type: 'warning',
		};
	});
}

function countEndings({ judged }: CleanUpRun, action: LinkEnding['action']): number {
	return judged.filter(({ ending }) => ending?.action === action).length;
}
