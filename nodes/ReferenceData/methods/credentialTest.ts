import { ReferenceDataApi } from '../../../credentials/ReferenceDataApi.credentials';
import { connectionTest } from '../../shared/http/connectionTest';
import { referenceDataService } from '../transport/api';

const { authenticate } = new ReferenceDataApi();

/** The test of the credential, for each node that takes it. */
export const referenceDataApiTest = connectionTest(
	referenceDataService,
	'postal-codes',
	authenticate,
);
