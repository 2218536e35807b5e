import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

/** What the client must know of a service; one constant a node. */
export interface Service {
	/** The credential type, e.g. `linkManagerApi`. */
	credential: string;
	/** How messages name it, e.g. `link management service`. */
	name: string;
	/** The contract's version prefix, e.g. `/api/v1`. */
	versionPath: string;
	/** Endings that people paste along with the base URL; see readBaseUrl. */
	pastedPaths: readonly string[];
	/** What a key needs for a call, for the text of a 403; undefined where the contract is silent. */
	requirement(path: readonly string[]): string | undefined;
}

export interface ServiceRequest {
	method: IHttpRequestMethods;
	/** Path segments after the version prefix, not yet encoded. */
	path: readonly string[];
	query?: Record<string, string>;
	form?: URLSearchParams;
	json?: IDataObject;
	/** What the call is about, as a noun: `the link 12`, `the list of schools`. */
	subject: string;
	/** True for a call that makes something new at each sending: never sent again blindly. */
	creates?: boolean;
	/** Values that no message may repeat: the passwords in the body. The client adds the key. */
	secrets?: readonly string[];
	/** The service's field names in the words of the form, for its messages about fields. */
	fieldLabels?: Readonly<Record<string, string>>;
}

export interface Reply {
	status: number;
	/** The parsed JSON; undefined for an empty body. */
	body: unknown;
}

/** How patient a request is. Times in milliseconds. */
export interface Patience {
	maxRetries: number;
	maxWait: number;
	timeout: number;
}
