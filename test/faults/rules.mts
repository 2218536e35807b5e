import { type FaultKind, MAX_RETRIES } from './faultKinds.mjs';

/**
 * What a call does at the service, which decides what may be done about a fault:
 * - `read`: nothing; may be sent as often as one likes
 * - `update`: the same change however often it is sent
 * - `delete`: gone after the first; a second one finds nothing
 * - `create`: something new at each sending, that can be looked up (alias, name, destination)
 * - `createBlind`: something new at each sending, that cannot be told from others
 */
export type CallClass = 'read' | 'update' | 'delete' | 'create' | 'createBlind';

export interface Expectation {
	/**
	 * `success`: the item comes out as if nothing had happened; `error`: with an error that says what
	 * happened; `unknown`: with an error that says that the change may have been made.
	 */
	outcome: 'success' | 'error' | 'unknown';
	/** How often the call is sent in all. */
	sent: number;
	/** Reads beside it, to find out what became of it. */
	lookUps: number;
	/** How often the service makes the change. */
	made: number;
	/** No call is sent any more after this one. */
	stops?: boolean;
}

/**
 * What has to come of a fault, by what the call does: the rules that the matrix measures against.
 *
 * @param goneIsAnswer for a call that takes a missing record for an answer
 */
export function expectationOf(
	callClass: CallClass,
	kind: FaultKind,
	goneIsAnswer = false,
): Expectation {
	if (goneIsAnswer && kind.fault.status === 404) {
		return { outcome: 'success', sent: 1, lookUps: 0, made: 0 };
	}
	const made = kind.fault.applied === true ? 1 : 0;
	const failure = { outcome: 'error', sent: 1, lookUps: 0, made } as const;
	switch (kind.reaction) {
		case 'held':
			return { outcome: 'success', sent: 2, lookUps: 0, made: 1 };
		case 'heldTooLong':
			return { ...failure, stops: true };
		case 'refused':
			return failure;
		case 'lost':
			return isCreation(callClass) ? creation(callClass, kind, made) : retried(callClass, kind);
		case 'broken':
		case 'nonsense':
			if (isCreation(callClass)) return creation(callClass, kind, made);
			return isChange(callClass) ? { ...failure, outcome: 'unknown' } : failure;
		case 'undone':
			if (callClass === 'delete') return failure;
			return expectationOf(callClass, { ...kind, reaction: 'silent' });
		case 'silent':
			if (isCreation(callClass)) return creation(callClass, kind, made);
			if (callClass === 'update') return { outcome: 'success', sent: 1, lookUps: 1, made };
			return callClass === 'delete' ? { ...failure, outcome: 'success' } : failure;
	}
}

function isCreation(callClass: CallClass): callClass is 'create' | 'createBlind' {
	return callClass === 'create' || callClass === 'createBlind';
}

function isChange(callClass: CallClass): boolean {
	return callClass === 'update' || callClass === 'delete';
}

/** Reads, updates and deletions are sent again; a deletion that then finds nothing has succeeded. */
function retried(callClass: CallClass, { lasting, fault }: FaultKind): Expectation {
	if (lasting) {
		const outcome = isChange(callClass) ? 'unknown' : 'error';
		return { outcome, sent: MAX_RETRIES + 1, lookUps: 0, made: 0 };
	}
	const twice = fault.applied === true && callClass === 'update';
	return { outcome: 'success', sent: 2, lookUps: 0, made: twice ? 2 : 1 };
}

/** A creation is looked up before it is sent once more, and never sent again where it cannot be. */
function creation(
	callClass: 'create' | 'createBlind',
	{ lasting }: FaultKind,
	made: number,
): Expectation {
	if (callClass === 'createBlind') return { outcome: 'unknown', sent: 1, lookUps: 0, made };
	if (lasting) return { outcome: 'unknown', sent: 2, lookUps: 2, made: 0 };
	return made === 1
		? { outcome: 'success', sent: 1, lookUps: 1, made: 1 }
		: { outcome: 'success', sent: 2, lookUps: 1, made: 1 };
}
