import { counted, joined } from '../../../shared/text';
import { fold, textOf } from '../words';
import type { Candidate } from './compareNames';
import type { KnownOfSchool } from './recordedSchool';

/** If the scores of two schools are closer than this, the name could mean either. */
const MARGIN = 0.03;

/** From this score, a school that isn't matched is worth showing. */
const WORTH_A_LOOK = 0.6;

/** Below this score, a school is only shown if better ones may be missing. */
const WORTH_SHOWING = 0.3;

export interface Verdict {
	status: 'matched' | 'ambiguous' | 'not_found';
	/** A sentence for a person. */
	reason: string;
	/** The best first. If the status is `matched`, the first is the match. */
	candidates: Candidate[];
}

/** Whether the type of a school differs from the typed one, or its kind wasn't typed. */
export const isOfOtherKind = ({ type, leftOut }: Candidate): boolean =>
	(type !== 'same' && type !== 'unsaid') || leftOut !== undefined;

/** Whether to show the school to a person. */
export const isWorthShowing = ({ score }: Candidate): boolean => score >= WORTH_SHOWING;

export function likeliestFirst(candidates: Iterable<Candidate>): Candidate[] {
	return [...candidates].sort((one, other) => other.score - one.score);
}

interface Circumstances {
	known: KnownOfSchool;
	minimumScore: number;
	/** Whether every school that could be as likely is among the candidates. */
	isComplete: boolean;
	/** The number of an exam center in the text. */
	examNumber?: string;
}

/** The school that the name means. None is matched if another is as likely, or if the service may have more. */
export function verdictOn(compared: Iterable<Candidate>, circumstances: Circumstances): Verdict {
	const { known, minimumScore, isComplete, examNumber } = circumstances;
	const { noun, where, narrow } = wordsFor(known);
	const found = likeliestFirst(compared);
	const candidates = found.filter(isWorthShowing);
	const examined = candidates.filter(
		({ school, hasAllButSlips }) => hasAllButSlips && textOf(school.exam_number) === examNumber,
	);
	if (examined.length === 1) {
		const reason = `The text contains both the name and the exam number of this school (${examNumber})`;
		const others = candidates.filter((candidate) => !examined.includes(candidate));
		return { status: 'matched', reason, candidates: [...examined, ...others] };
	}
	const [best] = candidates;
	if (best === undefined || best.score < Math.min(WORTH_A_LOOK, minimumScore)) {
		if (isComplete) {
			const set = [...PLACES, 'sector' as const].filter((key) => known[key] !== undefined);
			const reason = `No ${noun}${where} has this name. Check the ${joined(['name', ...set], 'and')}, or enter the EMIS number.`;
			return { status: 'not_found', reason, candidates };
		}
		const closest = `The closest of the ${found.length} compared are in "candidates". `;
		const reason = `Too many ${noun}s${where} may have a name like this for the node to compare them all. ${found.length === 0 ? '' : closest}${narrow}`;
		return { status: 'ambiguous', reason, candidates: best === undefined ? found : candidates };
	}
	const doubt = doubtOf(best, candidates, circumstances);
	const reason = doubt ?? `Only one ${noun}${where} fits: ${joined(best.why, 'and')}`;
	return { status: doubt === undefined ? 'matched' : 'ambiguous', reason, candidates };
}

/** Why a person must choose, as a sentence. Undefined if the best school is the match. */
function doubtOf(
	best: Candidate,
	candidates: readonly Candidate[],
	{ known, minimumScore, isComplete }: Circumstances,
): string | undefined {
	const { noun, where, narrow, open } = wordsFor(known);
	const name = textOf(best.school.name);
	const why = joined(best.why, 'and');
	if (best.score < minimumScore) {
		return `No ${noun}${where} has exactly this name. The closest is ${name}: ${why}.`;
	}
	const equals = candidates.filter(({ isSame, score, scoreIfWordsOmitted }) => {
		const other = best.isSame || best.type === 'same' ? score : scoreIfWordsOmitted;
		return (isSame || !best.isSame) && best.score - other < MARGIN - 1e-9;
	});
	equals.push(...candidates.filter((other) => !equals.includes(other) && isRival(best, other)));
	const advice = open.length === 0 ? 'Choose one of the candidates.' : narrow;
	if (equals.length > 1) {
		const likeIt = equals.every(({ exact }) => exact) ? 'this name' : 'a name like this';
		return `${counted(equals.length, noun)}${where} have ${likeIt}. ${advice}`;
	}
	const rival = candidates.find(({ hasAllTyped, score }) => hasAllTyped && score >= WORTH_A_LOOK);
	if (rival && !best.hasAllTyped) {
		return `${name} is close, but ${textOf(rival.school.name)} contains every word that was entered. ${advice}`;
	}
	if (!isComplete) {
		return `${name} fits, but the service has more schools with names like this than the node could compare. ${narrow}`;
	}
	if (best.isOtherOfTown) {
		return `${name} is close, but its town may have another school of this name: ${why}.`;
	}
	// A name whose own school isn't listed may be close to that of another one in the nation.
	return best.hasSlipAlone && where === ''
		? `${name} is close, but may be another school: ${why}. ${narrow}`
		: undefined;
}

/**
 * Whether a school may be meant, although the best has a higher score: its exam center has this name,
 * or people take one type of school for another, and leave out a kind or a number.
 */
function isRival(best: Candidate, other: Candidate): boolean {
	const isElsewhere = fold(textOf(best.school.province)) !== fold(textOf(other.school.province));
	if (other.isExamCenter) return true;
	if (best.isSame) {
		return isElsewhere && other.isNamesake && ['same', 'similar', 'unsaid'].includes(other.type);
	}
	if (!other.isNamesake) {
		return (
			isOfOtherKind(best) &&
			other.type === 'same' &&
			other.hasAllButSlips &&
			other.score >= WORTH_A_LOOK
		);
	}
	return (
		best.type === 'unsaid' ||
		isOfOtherKind(best) ||
		!best.isNamesake ||
		other.leftOut === 'number' ||
		other.type === 'unsaid' ||
		(isElsewhere && other.type === 'similar')
	);
}

const PLACES = ['town', 'district', 'province'] as const;

/** What was looked for, in words. */
function wordsFor(known: KnownOfSchool) {
	const places = PLACES.map((place) => known[place]).filter((place) => place !== undefined);
	const open = PLACES.filter((place) => known[place] === undefined);
	return {
		noun: known.sector === undefined ? 'school' : `${known.sector.toLowerCase()} school`,
		where: places.length === 0 ? '' : ` in ${places.join(', ')}`,
		open,
		/** What to do if there are too many schools, as a sentence. */
		narrow: open.length === 0 ? 'Enter more of the name.' : `Add the ${joined([...open], 'or')}.`,
	};
}
