import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { answerOfFault, type Answer, readAnswer } from './answer';
import type { Service } from './request';
import { readBaseUrl } from './baseUrl';
import { failureOf } from './failures';

const TIMEOUT = 20_000;

/**
 * The test behind a credential's "Retry" button: one read that returns at most one page, and what is
 * wrong in the same words that the node uses.
 *
 * @param path of the call, after the version prefix
 * @param headers that carry the key
 */
export async function testConnection(
	functions: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
	service: Service,
	{ path, query, headers }: ConnectionTest,
): Promise<INodeCredentialTestResult> {
	const { baseUrl, apiKey } = credential.data ?? {};
	const key = typeof apiKey === 'string' ? apiKey.trim() : '';
	try {
		if (key === '') throw new UserError('The credential has no API key');
		const url = `${readBaseUrl(baseUrl, service.pastedPaths)}${service.versionPath}/${path}?${query}`;
		const answer = await send(functions, url, { Accept: 'application/json', ...headers(key) });
		const request = {
			method: 'GET' as const,
			path: [path],
			subject: 'the connection test',
			secrets: [key],
		};
		const failure = failureOf(answer, request, service, TIMEOUT);
		if (!failure) return { status: 'OK', message: 'Connection tested successfully' };
		return { status: 'Error', message: `${failure.message}. ${failure.description}` };
	} catch (error) {
		const { message, description } = error as UserError;
		return { status: 'Error', message: [message, description].filter(Boolean).join('. ') };
	}
}

export interface ConnectionTest {
	path: string;
	query: string;
	headers(apiKey: string): Record<string, string>;
}

/** n8n gives credential tests this one way to send a request. */
async function send(
	functions: ICredentialTestFunctions,
	uri: string,
	headers: Record<string, string>,
): Promise<Answer> {
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
