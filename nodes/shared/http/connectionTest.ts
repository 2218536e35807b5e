import type {
	ICredentialTestFunction,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { type keyInHeader, readApiKey, readBaseUrl } from './credential';
import { inOneText } from './errors';
import { failureOf, unexpectedShape } from './failures';
import { pageIn, type ServiceResponse, readResponse, responseOfError } from './response';
import { type Service, WHILE_WATCHED } from './types';

/**
 * The test behind a credential's "Retry" button: one read that returns at most one page. Its
 * messages are those of the node.
 *
 * @param list a list that the lowest plan includes
 * @param authenticate the credential's own way to add the key to a request
 */
export function connectionTest(
	service: Service,
	list: string,
	authenticate: ReturnType<typeof keyInHeader>,
): ICredentialTestFunction {
	return async function (this: ICredentialTestFunctions, { data = {} }) {
		const subject = 'the connection test';
		try {
			const apiKey = readApiKey(data.apiKey, service);
			const address = `${readBaseUrl(data.baseUrl, service)}${service.versionPath}/${list}`;
			const url = `${address}?per_page=${service.pageSizeFor(1)}`;
			const response = await send(this, await authenticate({ ...data, apiKey }, { url }));
			const request = { path: [list], subject, secrets: [apiKey] };
			const isList = pageIn(response.body) !== undefined;
			const sending = { service, request, policy: WHILE_WATCHED };
			const failure =
				failureOf(response, sending) ??
				(isList ? undefined : unexpectedShape(response, service, subject));
			if (!failure) return { status: 'OK', message: 'Connection tested successfully' };
			return { status: 'Error', message: `${failure.message}. ${failure.description}` };
		} catch (error) {
			return { status: 'Error', message: inOneText(error) };
		}
	};
}

/** n8n gives credential tests this one way to send a request. */
async function send(
	functions: ICredentialTestFunctions,
	{ url, headers, skipSslCertificateValidation }: IHttpRequestOptions,
): Promise<ServiceResponse> {
	try {
		const response = (await functions.helpers.request({
			uri: url,
			method: 'GET',
			headers: { ...headers, Accept: 'application/json' },
			timeout: WHILE_WATCHED.timeout,
			...(skipSslCertificateValidation && { rejectUnauthorized: false }),
			json: false,
			simple: false,
			followRedirect: false,
			resolveWithFullResponse: true,
		})) as IN8nHttpFullResponse;
		return readResponse(response);
	} catch (error) {
		return responseOfError(error);
	}
}
