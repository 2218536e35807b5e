import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

/** What the client must know of a service; one constant a node. */
export interface Service {
	/** The credential type, e.g. `linkManagerApi`. */
	credential: string;
	/** How messages name it, e.g. `link management service`. */
	name: string;
	/** The contract's version prefix, e.g. `/api/v1`. */
	versionPath: string;
	/** Parts of the version prefix that people paste along with the base URL. */
	pastedParts?: readonly string[];
	/** The first parts of all paths after the version prefix, e.g. `links`. */
	endpoints: readonly string[];
	/** Fields of records that say whether a password is set, and are never to hold one. */
	passwordFields?: readonly string[];
	/** What a key needs for a call, for the text of a 403; undefined where the contract is silent. */
	requirement(path: readonly string[]): string | undefined;
}

/** One request, as an api.ts words it. */
export interface ServiceRequest {
	method: IHttpRequestMethods;
	/** Path segments after the version prefix, not yet encoded. */
	path: readonly string[];
	query?: Record<string, string>;
	form?: URLSearchParams;
	json?: IDataObject;
	/** What the call is about, as a noun: `link 12`, `the list of high schools`. */
	subject: string;
	/** True for a call that makes something new at each sending: never sent again blindly. */
	creates?: boolean;
	/** The passwords in the body: no message or answer of the item may repeat them. The client adds the key. */
	secrets?: readonly string[];
	/** What records show and the form does not hold, such as an alias that is searched for. */
	shown?: readonly string[];
	/** The service's field names in the words of the form, for its messages about fields. */
	fieldLabels?: Readonly<Record<string, string>>;
	/** What a record that the answer may be shows beside its ID: one at least of these fields. */
	recordFields?: readonly string[];
	/** What to do when the service does not accept a field (by its own name for it), as a sentence. */
	fieldAdvice?: Readonly<Record<string, string>>;
	/** What to say of a 404, in words that fit the operation. */
	notFound?: { message: string; description: string };
}

/** An answer that is no failure. */
export interface Response {
	status: number;
	/** The parsed JSON without keys and passwords; undefined for an empty body. */
	body: unknown;
}

/** How patient a request is. Times in milliseconds. */
export interface RetryPolicy {
	maxRetries: number;
	/** For all that the service asks to wait, together. */
	maxWait: number;
	/** For one whole answer. */
	timeout: number;
}

/** For somebody who sits and waits, for a dropdown or to publish: gives up early. */
export const WHILE_WATCHED: RetryPolicy = { maxRetries: 1, maxWait: 5_000, timeout: 20_000 };
