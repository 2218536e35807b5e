import type { IAuthenticate, ICredentialsDecrypted, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { fingerprint } from '../fingerprint';
import { addressIn, trimmed, withoutSlashAtEnd } from '../values';
import { asNotSent } from './errors';
import { RateLimit } from './rateLimit';
import { type Redact, redactorOf } from './secrets';
import type { RequestFunctions, Service } from './types';

/** Both credentials have it, under the name that n8n's own credentials use. */
export const ignoreSslIssues: INodeProperties = {
	displayName: 'Ignore SSL Issues (Insecure)',
	name: 'allowUnauthorizedCerts',
	type: 'boolean',
	default: false,
	description: 'Whether to connect even if SSL certificate validation is not possible',
};

/** Where a credential points, read once per execution. */
export interface Connection {
	baseUrl: string;
	apiKey: string;
	/** Replaces the API key in a text. */
	redact: Redact;
	/** Passed to n8n with each request: without it, n8n reads and decrypts the credential each time. */
	credential: ICredentialsDecrypted;
	/** Identifies the account without its key. */
	account: string;
	/** That of the account, shared by all executions that use it. */
	rateLimit: RateLimit;
}

/** @throws UserError if the base URL or the key is missing or can't be used */
export async function openConnection(
	functions: Pick<RequestFunctions, 'getCredentials'>,
	service: Service,
): Promise<Connection> {
	const { credential: type } = service;
	const data = await functions.getCredentials(type).catch((error: unknown) => {
		throw asNotSent(error);
	});
	const apiKey = readApiKey(data.apiKey, service);
	const baseUrl = readBaseUrl(data.baseUrl, service);
	const account = fingerprint(JSON.stringify([baseUrl, apiKey]));
	return {
		baseUrl,
		apiKey,
		redact: redactorOf(apiKey),
		account,
		credential: { id: '', name: type, type, data: { ...data, apiKey } },
		rateLimit: rateLimitOf(account),
	};
}

const MAX_ACCOUNTS = 1000;

/** The accounts that this process used last, the latest at the end. Stored by a hash of the key. */
const accounts = new Map<string, RateLimit>();

/** The rate limit of an account: one object for all executions. */
function rateLimitOf(account: string): RateLimit {
	const rateLimit = accounts.get(account) ?? new RateLimit();
	accounts.delete(account);
	accounts.set(account, rateLimit);
	const [oldest = ''] = accounts.keys();
	if (accounts.size > MAX_ACCOUNTS) accounts.delete(oldest);
	return rateLimit;
}

/**
 * The address of a service as people paste it: without trailing slashes, without the version path that
 * every request adds, and without an endpoint after it.
 *
 * @throws UserError unless it is an http or https address without user, query and fragment
 */
export function readBaseUrl(value: unknown, service: Service): string {
	const text = typeof value === 'string' ? trimmed(value) : '';
	if (text === '') {
		throw new UserError('The credential has no base URL', {
			description: 'Open the credential and enter the address of the service.',
		});
	}
	if (!/^https?:/i.test(text)) throw unusable('it must start with http:// or https://');
	const address = addressIn(text);
	if (!address) throw unusable("it isn't a complete URL");
	const { origin, pathname, username, password, search, hash } = address;
	if (username + password !== '') throw unusable("it can't contain a username or password");
	if (search + hash !== '') throw unusable('it can\'t contain "?" or "#"');
	const version = [service.versionPath, ...(service.pastedParts ?? [])].join('|');
	const endpoint = `/+(?:${service.endpoints.join('|')})(?:/.*)?`;
	const pasted = new RegExp(`(?:${version})(?:${endpoint})?/*$`, 'i');
	return origin + withoutSlashAtEnd(pathname.replace(pasted, ''));
}

function unusable(reason: string): UserError {
	return new UserError(`The base URL in the credential can't be used: ${reason}`, {
		description: 'Open the credential and correct the base URL, e.g. https://api.example.com.',
	});
}

/**
 * How a credential adds the key to a request. A function, because n8n evaluates an expression anew for
 * every request, which takes it longer than sending one.
 */
export function keyInHeader(name: string, prefix = '') {
	return (async ({ apiKey, allowUnauthorizedCerts }, request) => ({
		...request,
		skipSslCertificateValidation: allowUnauthorizedCerts === true,
		headers: { ...request.headers, [name]: prefix + pastedKey(apiKey) },
	})) satisfies IAuthenticate;
}

/** An API key without what people paste with it: "Bearer", and spaces around it. */
function pastedKey(value: unknown): string {
	return typeof value === 'string' ? value.replace(/^\s*bearer\s/i, '').trim() : '';
}

/**
 * The API key. n8n's HTTP client silently drops some characters that no key has.
 *
 * @throws UserError if it is missing, or has characters other than visible ASCII
 */
export function readApiKey(value: unknown, { name }: Service): string {
	const key = pastedKey(value);
	if (key === '') {
		throw new UserError('The credential has no API key', {
			description: `Open the credential and enter your API key for the ${name}.`,
		});
	}
	if (/^[!-~]+$/.test(key)) return key;
	throw new UserError(
		"The API key in the credential can't be used: it contains a space, a line break, an invisible character or an accented letter",
		{ description: `Open the credential and enter your API key for the ${name} again.` },
	);
}
