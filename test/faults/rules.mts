import { type FaultKind, MAX_RETRIES } from './faultKinds.mjs';

/**
 * What a call does at the service, which decides what may be done about a fault:
 * - `read`: nothing; may be sent as often as one likes
 * - `update`: the same change however often it is sent
 * - `delete`: gone after the first; a second one finds nothing
 * - `create`: something new, that can be looked up, and of which the service refuses a second (alias)
 * - `createFindable`: something new at each sending, that can be looked up (name, destination)
 * - `createBlind`: something new at each sending, that cannot be told from others
 */
export type CallClass = 'read' | 'update' | 'delete' | 'create' | 'createFindable' | 'createBlind';

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
		case 'unfiltered':
			return { outcome: 'success', sent: 1, lookUps: 0, made: 1 };
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
			if (callClass !== 'delete') return failure;
			// An empty answer is one to a deletion; one of another form proves nothing.
			return {
				...failure,
				outcome: 'success',
				lookUps: kind.fault.kind === 'wrongEnvelope' ? 1 : 0,
			};
	}
}

type Creation = 'create' | 'createFindable' | 'createBlind';

function isCreation(callClass: CallClass): callClass is Creation {
	return callClass.startsWith('create');
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

/** How often the node looks for what it may have created. */
const LOOKS = 3;

/**
 * A creation is looked up, and sent once more only if there was no answer that may mean success, and the
 * service would refuse a second record. Without anything to look up, it is never sent again.
 */
function creation(
	callClass: Creation,
	{ lasting, reaction, fault }: FaultKind,
	made: number,
): Expectation {
	if (callClass === 'createBlind') return { outcome: 'unknown', sent: 1, lookUps: 0, made };
	if (made === 1) return { outcome: 'success', sent: 1, lookUps: 1, made };
	const hasSuccessStatus =
		reaction === 'nonsense' || reaction === 'silent' || fault.kind === 'errorIn200';
	if (callClass === 'createFindable' || hasSuccessStatus) {
		return { outcome: 'unknown', sent: 1, lookUps: LOOKS, made };
	}
	return lasting
		? { outcome: 'unknown', sent: 2, lookUps: 2 * LOOKS, made }
		: { outcome: 'success', sent: 2, lookUps: LOOKS, made: 1 };
}
