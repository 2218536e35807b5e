import type { IDataObject } from 'n8n-workflow';

import { counted } from '../../shared/text';
import { likeness, type ChosenPlace, type Likeness, type RecordedPlace } from './likeness';
import { readRecordedName, type SchoolName } from './schoolName';
import type { Sought } from './sought';

/** Two schools whose scores are closer than this are not told apart by the name. */
const MARGIN = 0.03;

/** From this score on a person should look at a school that is not good enough to be chosen. */
const WORTH_A_LOOK = 0.6;

/** Below this score a school is not worth showing, unless there may be others that are. */
const WORTH_SHOWING = 0.3;

export interface Candidate extends Likeness {
	/** As the service returned it. */
	school: IDataObject;
}

export interface Verdict {
	status: 'matched' | 'ambiguous' | 'not_found';
	/** A sentence for a person. */
	reason: string;
	/** The best first; the first one is meant if the status is `matched`. */
	candidates: Candidate[];
}

/** Whether a person should see the school at all. */
export const isWorthShowing = ({ score }: Candidate): boolean => score >= WORTH_SHOWING;

/** The schools that were found, the likeliest first, each once. */
export function candidatesFor(
	typed: SchoolName,
	schools: Iterable<IDataObject>,
	chosen: ChosenPlace,
): Candidate[] {
	return [...schools]
		.map((school) => ({
			school,
			...likeness(typed, readRecordedName(textOf(school.name)), placeOf(school), chosen),
		}))
		.sort((one, other) => other.score - one.score);
}

/**
 * Which school is meant. None is chosen if another is as likely, or if the service may have more.
 *
 * @param complete whether every school that could be as likely is among the candidates
 */
export function judge(
	found: readonly Candidate[],
	{ minimumScore, complete, sought }: { minimumScore: number; complete: boolean; sought: Sought },
): Verdict {
	const candidates = found.filter(isWorthShowing);
	const [best] = candidates;
	if (best === undefined || best.score < Math.min(WORTH_A_LOOK, minimumScore)) {
		const { noun, where, narrow, widen } = sought;
		if (complete) {
			const reason = `No ${noun}${where} has this name. ${widen}`;
			return { status: 'not_found', reason, candidates };
		}
		const closest =
			found.length === 0 ? '' : ` The closest of the ${found.length} compared are in "candidates".`;
		return {
			status: 'ambiguous',
			reason: `More ${noun}s${where} may have a name like this than the node could compare.${closest} ${narrow}`,
			candidates: best === undefined ? [...found] : candidates,
		};
	}
	const equals = candidates.filter(
		({ score, loosely }) => best.score - (best.sameType ? score : loosely) < MARGIN - 1e-9,
	);
	return {
		...verdictOn(best, equals.length, best.score >= minimumScore, complete, sought),
		candidates,
	};
}

function verdictOn(
	best: Candidate,
	equals: number,
	good: boolean,
	complete: boolean,
	{ noun, where, narrow }: Sought,
): Pick<Verdict, 'status' | 'reason'> {
	const name = textOf(best.school.name);
	const why = best.why.join(', ');
	if (!good) {
		return {
			status: 'ambiguous',
			reason: `No ${noun}${where} has exactly this name. The closest is ${name}: ${why}.`,
		};
	}
	if (equals > 1) {
		const likeIt = best.exact ? 'this name' : 'a name like this';
		return { status: 'ambiguous', reason: `${counted(equals, noun)}${where} have ${likeIt}` };
	}
	if (!complete) {
		return {
			status: 'ambiguous',
			reason: `${name} fits, but the service has more schools with names like this than could be compared. ${narrow}`,
		};
	}
	return { status: 'matched', reason: `Only one ${noun}${where} fits: ${why}` };
}

/** Where a school is, by its record. */
export function placeOf(school: IDataObject): RecordedPlace {
	return {
		town: textOf(school.town),
		district: textOf(school.district),
		rest: ['province', 'circuit', 'street_address', 'postal_address']
			.map((field) => textOf(school[field]))
			.join(' '),
	};
}

/** A field of a record as text; "" when it is missing or empty. */
export function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
