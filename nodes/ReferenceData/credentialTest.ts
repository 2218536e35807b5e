import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { ReferenceDataApi } from '../../credentials/ReferenceDataApi.credentials';
import { testConnection } from '../shared/http/credentialTest';
import { referenceDataService } from './api';

/** The test of the credential, for each node that takes it: one postal code. */
export async function referenceDataApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	return await testConnection(this, credential, referenceDataService, {
		path: 'postal-codes',
		query: 'per_page=1',
		authenticate: new ReferenceDataApi().authenticate,
	});
}
