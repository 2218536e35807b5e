import type { Failure as Cause, INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';

export type { Cause };

/** What an error says. */
export interface ErrorText {
	/** What happened. */
	message: string;
	/** What to check. */
	description?: string;
	httpCode?: string;
	/** Why, as n8n's triggers read it to decide when to ask again; only what the answer proves. */
	cause?: Cause;
	/** Whether the answer shows that there is no such record, or no more. */
	gone?: boolean;
}

/** The errors that were made with `gone`. n8n shows the name of an error's class, so they have none. */
const goneErrors = new WeakSet<Error>();

/**
 * A create that must not be tried again: its answer was lost or made no sense, so that it may or may not
 * have happened, or it made something of which there may be one already.
 */
export class UnknownOutcome extends NodeApiError {}

/** What is set in the credential cannot be used. */
export class UnusableSettings extends UserError {
	readonly failure: Cause = { cause: 'configuration-invalid' };
}

/** A NodeApiError, or the given subclass, that says exactly this. */
export function apiError<T extends NodeApiError>(
	node: INode,
	text: ErrorText,
	ErrorClass: new (...args: ConstructorParameters<typeof NodeApiError>) => T,
): T {
	const { message, description, httpCode } = text;
	return saying(new ErrorClass(node, { message }, { message, description, httpCode }), text);
}

/** The same error, of the same class, status and cause, with another message; an n8n error in any case. */
export function inOtherWords(
	node: INode,
	error: Error,
	message: string,
): NodeApiError | NodeOperationError {
	const description = descriptionOf(error);
	const text = { message, description, cause: causeOf(error) };
	if (error instanceof NodeApiError) {
		const ErrorClass = error instanceof UnknownOutcome ? UnknownOutcome : NodeApiError;
		return apiError(node, { ...text, httpCode: error.httpCode ?? undefined }, ErrorClass);
	}
	return saying(new NodeOperationError(node, message, { description }), text);
}

/** True for an error of the service with this HTTP status. */
export function hasStatus(error: unknown, status: number): boolean {
	return error instanceof NodeApiError && error.httpCode === String(status);
}

/** True for an error of the service that says "not found", whatever it is that it didn't find. */
export function isNotFound(error: unknown): error is NodeApiError {
	return hasStatus(error, 404) || hasStatus(error, 410);
}

/** True for an error of the service that shows that there is no such record, or no more. */
export function isGone(error: unknown): boolean {
	return error instanceof Error && goneErrors.has(error);
}

/** What to check, as an error of n8n says it. */
export function descriptionOf(error: Error): string | undefined {
	return 'description' in error && typeof error.description === 'string'
		? error.description
		: undefined;
}

/** What happened and what to check, for a place that shows only one text. */
export function inOneText(error: Error): string {
	return [error.message, descriptionOf(error)].filter(Boolean).join('. ');
}

/** Why, where an error says it for n8n. */
export function causeOf(error: unknown): Cause | undefined {
	return error instanceof Error && 'failure' in error ? (error.failure as Cause) : undefined;
}

/**
 * n8n's classes swap a message for a stock one where they find a word such as "EPERM" in it, so the
 * texts are set again afterwards.
 */
function saying<T extends NodeApiError | NodeOperationError>(
	error: T,
	{ message, description, cause, gone }: ErrorText,
): T {
	error.message = message;
	error.description = description;
	error.messages = [];
	if (cause) error.failure = cause;
	if (gone) goneErrors.add(error);
	return error;
}
