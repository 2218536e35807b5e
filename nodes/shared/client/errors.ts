import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

export interface ErrorText {
	/** What happened. */
	message: string;
	/** What to check. */
	description?: string;
	httpCode?: string;
}

/** A create that may or may not have happened: its answer was lost, or made no sense. */
export class UnknownOutcome extends NodeApiError {}

/**
 * A NodeApiError, or the given subclass, that says exactly this. The class itself swaps a message for
 * a stock one where it finds a word such as "EPERM" in it, so the texts are set again afterwards.
 */
export function apiError<T extends NodeApiError>(
	node: INode,
	{ message, description, httpCode }: ErrorText,
	ErrorClass: new (...args: ConstructorParameters<typeof NodeApiError>) => T,
): T {
	const error = new ErrorClass(node, { message }, { message, description, httpCode });
	error.message = message;
	error.description = description;
	error.messages = [];
	return error;
}

/** True for an error of the service with this HTTP status. */
export function hasStatus(error: unknown, status: number): boolean {
	return error instanceof NodeApiError && error.httpCode === String(status);
}
