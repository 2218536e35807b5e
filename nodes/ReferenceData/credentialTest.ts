import { ReferenceDataApi } from '../../credentials/ReferenceDataApi.credentials';
import { connectionTest } from '../shared/http/credentialTest';
import { referenceDataService } from './api';

/** The test of the credential, for each node that takes it: one postal code. */
export const referenceDataApiTest = connectionTest(referenceDataService, {
	path: 'postal-codes',
	query: 'per_page=1',
	authenticate: new ReferenceDataApi().authenticate,
});
