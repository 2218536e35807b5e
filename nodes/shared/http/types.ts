import type {
	IDataObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

/** n8n's functions for a node, a trigger or a dropdown. */
export type RequestFunctions = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** What the client must know of a service; one constant per node. */
export interface Service {
	/** The type of its credential. */
	credential: string;
	/** How messages name it, as a noun. */
	name: string;
	/** The contract's version prefix, e.g. `/api/v1`. */
	versionPath: string;
	/** Parts of the version prefix that people paste along with the base URL. */
	pastedParts?: readonly string[];
	/** The first parts of all paths after the version prefix, e.g. `links`. */
	endpoints: readonly string[];
	/** What its records begin with, if they have it. */
	firstFields?: readonly string[];
	/** Fields that hold a password when they are sent, and true or false in a record. */
	passwordFields?: readonly string[];
	/** The most records that the service gives in one page. */
	largestPage: number;
	/** The page size that needs the fewest requests for so many records. */
	pageSizeFor(limit: number): number;
	/** Whether the same read is sent once in a run and serves all items that ask for it. */
	cachesReads?: true;
	/** What a key needs, by the first part of the path, for the text of a 403. */
	requirements?: Readonly<Record<string, string>>;
}

/** One request, as an api.ts words it. */
export interface ServiceRequest {
	/** What it does; by default, it reads. Each sending of a create makes a new record. */
	effect?: 'read' | 'create' | 'update' | 'deletion';
	/** Path segments after the version prefix, not yet encoded. */
	path: readonly string[];
	query?: Record<string, string>;
	/** A form body. */
	formBody?: URLSearchParams;
	/** For a calculation: a read that is sent by POST. */
	json?: IDataObject;
	/** What the request is about, as a noun: `record 12`, `the list of records`. */
	subject: string;
	/** Secrets that no message may show. The client adds the API key and the passwords that it sent. */
	secrets?: readonly string[];
	/** The service's field names in the words of the form, for its messages about fields. */
	fieldLabels?: Readonly<Record<string, string>>;
	/** What to do if the service doesn't accept a field (by its own name for it), as a sentence. */
	fieldAdvice?: Readonly<Record<string, string>>;
	/** The text of a 404 in words that fit the operation. */
	notFound?: { message: string; description: string };
	/**
	 * For a change: whether it is still right, because someone may have changed the record meanwhile. Called before
	 * the change is sent again after a failure, or if it had to wait for more than two seconds.
	 *
	 * @param mayHaveChanged whether an earlier try may have made the change
	 * @throws Outdated if it isn't
	 */
	check?(mayHaveChanged: boolean): Promise<unknown>;
}

/** How long a request waits and how often it is retried. Times in milliseconds. */
export interface RetryPolicy {
	maxRetries: number;
	/** For all waits that the service asks for, and for the turn after them, together. */
	maxWait: number;
	/** For one response, from the sending of its request to its last byte. */
	timeout: number;
	/** When a poll must end, in milliseconds since 1970. No response is awaited after that. */
	deadline?: number;
	/** Whether the user has no options to change it. */
	isFixed?: true;
	/** Advice if the cause of a failure may go away by itself, where it isn't to try again later. */
	again?: string;
}

/** For a person who waits at the screen (a dropdown, publishing): gives up early. */
export const WHILE_WATCHED: RetryPolicy = {
	maxRetries: 1,
	maxWait: 5_000,
	timeout: 20_000,
	isFixed: true,
};
