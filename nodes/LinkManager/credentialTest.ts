import { LinkManagerApi } from '../../credentials/LinkManagerApi.credentials';
import { connectionTest } from '../shared/http/credentialTest';
import { linkService, PAGE_SIZES } from './api';

/** The test of the credential, for each node that takes it: the smallest list of links. */
export const linkManagerApiTest = connectionTest(linkService, {
	path: 'links',
	query: `per_page=${PAGE_SIZES[0]}`,
	authenticate: new LinkManagerApi().authenticate,
});
