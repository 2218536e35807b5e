import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** Made for these tests alone, with `openssl req -x509 -newkey ed25519 -nodes`. */
const key = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIEv1De/V4SPSoHUGalmrr1pvWWf+tmKo+rJfzckF81M5
-----END PRIVATE KEY-----`;

const cert = `-----BEGIN CERTIFICATE-----
MIHkMIGXAhRd3zmkvq87GMqoGuZ8N1PRmKX1YjAFBgMrZXAwFDESMBAGA1UEAwwJ
bG9jYWxob3N0MCAXDTI2MTEyNzAwMTYyMloYDzIxMjYxMTAzMDAxNjIyWjAUMRIw
EAYDVQQDDAlsb2NhbGhvc3QwKjAFBgMrZXADIQAm9T+6Q/9E9m0BNTg1WT5XZ+7J
K4Q09OhlnV7ggJ+kATAFBgMrZXADQQCvCthBeiU1FFpXgWD2lXlzhlMhLucpCNI0
bOhTDmGDuru8+UwIS+s461LkdlbnbTE8pwzwgHfG/L/fqMPqa2gP
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
