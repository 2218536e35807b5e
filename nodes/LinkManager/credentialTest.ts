import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { LinkManagerApi } from '../../credentials/LinkManagerApi.credentials';
import { testConnection } from '../shared/http/credentialTest';
import { linkService, SMALLEST_PAGE } from './api';

/** The test of the credential, for each node that takes it: the smallest list of links. */
export async function linkManagerApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	return await testConnection(this, credential, linkService, {
		path: 'links',
		query: `per_page=${SMALLEST_PAGE}`,
		authenticate: new LinkManagerApi().authenticate,
	});
}
