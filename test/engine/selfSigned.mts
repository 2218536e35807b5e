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

/** A certificate that nobody vouches for. */
export const selfSigned = { key, cert };
