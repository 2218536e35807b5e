import type { Failure as Cause, INode } from 'n8n-workflow';
import { ExpressionError, NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';

import { asHtml } from '../text';

/**
 * What became of a request that failed.
 * - `notSent`: nothing reached the service, or it accepted nothing (429). Safe to retry.
 * - `refused`: the service rejected the request. A retry would fail too.
 * - `unknown`: it may have been carried out.
 */
export type Outcome = 'notSent' | 'refused' | 'unknown';

/** Someone changed a record between the look at it and the change. */
export class Outdated extends UserError {
	constructor() {
		super('Someone changed the record while the node was running', {
			description: 'Nothing was changed. Run the node again.',
		});
	}
}

/** One failure, in words and for n8n. */
export interface Failure {
	/** What happened. */
	message: string;
	/** What to check. */
	description?: string;
	outcome: Outcome;
	httpCode?: string;
	/** Whether a retry may help. */
	isTransient?: boolean;
	/** The service's own "no such record". */
	isNotFound?: boolean;
	/** Whether Retry On Fail must not run the item again, because a create may have happened. */
	isFinal?: boolean;
	/** Why, as n8n's triggers read it to decide when to poll again; only what the response proves. */
	cause?: Cause;
}

/** The n8n error that says exactly this, with outcome, status and cause. */
export function errorOf(node: INode, failure: Failure): NodeApiError {
	const { message, httpCode, isFinal } = failure;
	const kept = isFinal && node.retryOnFail ? KEPT_ENDED : '';
	const description = [failure.description, kept].filter(Boolean).join(' ');
	const error = new NodeApiError(node, { message }, { message, httpCode });
	return withFailure(error, { ...failure, description });
}

const KEPT_ENDED =
	'"Retry On Fail" doesn\'t run this item again, because it may have created a record.';

/** An error as n8n shows it: with another message, and a description that is HTML. */
export function shownError(
	node: INode,
	error: Error,
	message: string,
): NodeApiError | NodeOperationError {
	const { description: told = '', outcome, httpCode, cause } = failureIn(error);
	// n8n writes those of its expressions in HTML.
	const description = error instanceof ExpressionError ? told : asHtml(told);
	const failure = { message, description, outcome, httpCode, cause };
	if (error instanceof NodeApiError) return errorOf(node, failure);
	const origin = { cause: error, stack: error.stack };
	return withFailure(Object.assign(new NodeOperationError(node, message), origin), failure);
}

/** n8n's classes replace a message that has a word such as "EPERM" in it, so the texts are set again. */
function withFailure<T extends NodeApiError | NodeOperationError>(
	error: T,
	{ message, description, outcome, isNotFound, isFinal, cause }: Failure,
): T {
	error.message = message;
	error.description = description;
	error.messages = [];
	Object.assign(error.context, { outcome, isNotFound, isFinal });
	if (cause) error.failure = cause;
	return error;
}

/** What an error says. Of those without an outcome, bad input and failing expressions sent nothing. */
export function failureIn(error: unknown): Failure {
	const { message = '', description, httpCode, failure: cause, context = {} } = detailsOf(error);
	const sentNothing = error instanceof UserError || error instanceof ExpressionError;
	const { outcome = sentNothing ? 'notSent' : 'unknown', isNotFound, isFinal } = context;
	const said = { message, description: description ?? '', httpCode: httpCode ?? undefined };
	return { ...said, outcome, isNotFound, isFinal, cause };
}

/** Marks an error from before anything was sent, whatever its class. */
export function asNotSent(error: unknown): Error {
	const { context } = detailsOf(error);
	return Object.assign(error as Error, { context: { outcome: 'notSent', ...context } });
}

/** What happened and what to check, for a place that shows only one text. */
export function inOneText(error: unknown): string {
	const { message, description } = failureIn(error);
	return [message, description].filter(Boolean).join('. ');
}

type Details = Partial<Pick<NodeApiError, 'message' | 'description' | 'httpCode' | 'failure'>> & {
	context?: Partial<Pick<Failure, 'outcome' | 'isNotFound' | 'isFinal'>>;
};

/** What the errors of n8n carry. */
function detailsOf(error: unknown): Details {
	return error instanceof Error ? (error as Details) : {};
}
