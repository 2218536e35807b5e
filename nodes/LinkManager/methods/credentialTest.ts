import { LinkManagerApi } from '../../../credentials/LinkManagerApi.credentials';
import { connectionTest } from '../../shared/http/connectionTest';
import { linkService } from '../transport/api';

const { authenticate } = new LinkManagerApi();

/** The test of the credential, for each node that takes it. */
export const linkManagerApiTest = connectionTest(linkService, 'links', authenticate);
