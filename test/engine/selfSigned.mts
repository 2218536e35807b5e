import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** Made for these tests alone, with `openssl req -x509 -newkey ec -nodes -subj /CN=localhost`. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1Rfo7AbqDLBW+nVE
AkHVix5SFAkTd9d5JepVO1dUVq+hRANCAASFJ2A65SzzR+OaloDnE2qHRPfqZ+SQ
Ptq2YvDrCMRml2TqHG6RO9mq/JnWzKdv2CfxpZO2uORhSZkVfZ3RrRqH
-----END PRIVATE KEY-----`;

const cert = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUJPBdmd6tC0L1wjzg0D5pPIFcGtcwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNDA5MTIyM1oYDzIxMjYxMDMx
MDkxMjIzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASFJ2A65SzzR+OaloDnE2qHRPfqZ+SQPtq2YvDrCMRml2TqHG6RO9mq
/JnWzKdv2CfxpZO2uORhSZkVfZ3RrRqHo1MwUTAdBgNVHQ4EFgQUSV6/AO/rqBtE
Is1m7ywQGEggofAwHwYDVR0jBBgwFoAUSV6/AO/rqBtEIs1m7ywQGEggofAwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEA8pDsFQzu85jgXJXC6Zjc
1ylZN7oKcvrXwIvTYcI8z5wCIHzfXe0aLElWybRIQmy+sTfp8YpY3nvok41CLLe7
Srmf
-----END CERTIFICATE-----`;

/** A service whose certificate nobody vouches for: it answers everything with this. */
export async function startSelfSigned(body: unknown): Promise<string> {
	const server = createServer({ key, cert }, (_request, response) => {
		response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
	});
	afterAll(() => void server.close());
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
