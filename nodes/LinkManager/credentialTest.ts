import { LinkManagerApi } from '../../credentials/LinkManagerApi.credentials';
import { connectionTest } from '../shared/http/credentialTest';
import { linkService, SMALLEST_PAGE } from './api';

/** The test of the credential, for each node that takes it: the smallest list of links. */
export const linkManagerApiTest = connectionTest(linkService, {
	path: 'links',
	query: `per_page=${SMALLEST_PAGE}`,
	authenticate: new LinkManagerApi().authenticate,
});
