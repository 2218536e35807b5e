import type {
	IAuthenticate,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IDataObject,
	INodeCredentialTestResult,
	IN8nHttpFullResponse,
	UserError,
} from 'n8n-workflow';

import { answerOfFault, type RawResponse, readAnswer } from './response';
import { readApiKey, readBaseUrl } from './credential';
import { readEnvelope } from './envelope';
import { type Failure, failureOf } from './failures';
import { type Service, type ServiceRequest, WHILE_WATCHED } from './types';

const { timeout: TIMEOUT } = WHILE_WATCHED;

/** One list that every key may read, as small as it gets. */
export interface ConnectionTest {
	/** After the version prefix. */
	path: string;
	query: string;
	/** What the list is, as a noun: `the list of links`. */
	subject: string;
	/** The credential's own way to add the key to a request. */
	authenticate: Extract<IAuthenticate, (...args: never[]) => unknown>;
}

/**
 * The test behind a credential's "Retry" button: one read that returns at most one page, and what is
 * wrong in the same words that the node uses.
 */
export async function testConnection(
	functions: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
	service: Service,
	{ path, query, subject, authenticate }: ConnectionTest,
): Promise<INodeCredentialTestResult> {
	const { baseUrl, apiKey } = credential.data ?? {};
	try {
		const key = readApiKey(apiKey, service);
		const url = `${readBaseUrl(baseUrl, service)}${service.versionPath}/${path}?${query}`;
		const { headers } = await authenticate({ apiKey: key }, { url });
		const answer = await send(functions, url, { ...headers, Accept: 'application/json' });
		const request = { method: 'GET' as const, path: [path], subject, secrets: [key] };
		const failure = failureOfTest(answer, request, service);
		if (!failure) return { status: 'OK', message: 'Connection tested successfully' };
		return { status: 'Error', message: `${failure.message}. ${failure.description}` };
	} catch (error) {
		const { message, description } = error as UserError;
		return { status: 'Error', message: [message, description].filter(Boolean).join('. ') };
	}
}

/** A list that is not there, or is none, shows that another service answers. */
function failureOfTest(
	answer: RawResponse,
	request: ServiceRequest,
	service: Service,
): Failure | undefined {
	const isList = answer.form === 'json' && readEnvelope(answer.body).records !== undefined;
	const failure = failureOf(answer, request, service, TIMEOUT);
	if (answer.status !== 404 && (failure || isList)) return failure;
	return {
		message: `No ${service.name} answers at this address (HTTP ${answer.status})`,
		description: 'Check the base URL in the credential.',
	};
}

/** n8n gives credential tests this one way to send a request. */
async function send(
	functions: ICredentialTestFunctions,
	uri: string,
	headers: IDataObject,
): Promise<RawResponse> {
	try {
		const response = (await functions.helpers.request({
			uri,
			method: 'GET',
			headers,
			timeout: TIMEOUT,
			json: false,
			simple: false,
			followRedirect: false,
			resolveWithFullResponse: true,
		})) as IN8nHttpFullResponse;
		return readAnswer(response);
	} catch (error) {
		return answerOfFault(error);
	}
}
