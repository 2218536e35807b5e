import { expect, test } from 'vitest';

import { failureOf } from '../../../nodes/shared/http/failures.js';
import { readResponse, responseOfFault } from '../../../nodes/shared/http/response.js';
import type { ServiceRequest } from '../../../nodes/shared/http/types.js';
import { asResponse, NetworkError, POLICY, service } from './fakeService.mjs';

// Every status and every code of the network: what may have happened, and whether it is worth another try.
// What has no row is as `ANY_OTHER` says; a status or code that gets a meaning of its own needs a row here.

const asked = { service, policy: POLICY };
const path = ['links', '12'];
const REQUESTS: Record<string, ServiceRequest> = {
	read: { method: 'GET', path, subject: 'link 12' },
	create: { method: 'POST', path: ['links'], subject: 'a new link' },
	update: { method: 'PUT', path, subject: 'link 12' },
	deletion: { method: 'DELETE', path, subject: 'link 12' },
};

type Meaning = [outcome: 'notSent' | 'refused' | 'unknown', passes: string[], cause?: string];

const ALL = Object.keys(REQUESTS);
const AWAY: Meaning = ['unknown', ALL, 'temporarily-unavailable'];

const all = <K extends PropertyKey>(keys: K[], meaning: Meaning) =>
	Object.fromEntries(keys.map((key) => [key, meaning])) as Record<K, Meaning>;

const STATUSES: Record<number, Meaning> = {
	401: ['refused', [], 'credential-invalid'],
	403: ['refused', [], 'configuration-invalid'],
	...all([404, 410, 413], ['refused', []]),
	...all([408, 502, 503, 504, 520, 521, 522, 523, 524, 530], AWAY),
	429: ['notSent', [], 'rate-limited'],
	500: ['unknown', ['read']],
};
const ANY_OTHER_STATUS = (status: number): Meaning => [status < 500 ? 'refused' : 'unknown', []];

const LOST = ['ETIMEDOUT', 'ECONNABORTED', 'ECONNRESET', 'EPIPE', 'ENETUNREACH', 'EHOSTUNREACH'];
const CUT_OFF = ['ERR_BAD_RESPONSE', 'ERR_STREAM_PREMATURE_CLOSE', 'HPE_INVALID_CONSTANT'];
const NOT_SECURE = ['EPROTO', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT'];
const NOT_VERIFIED = ['ERR_TLS_CERT_ALTNAME_INVALID', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'];

const CODES: Record<string, Meaning> = {
	...all(['ECONNREFUSED', 'EAI_AGAIN'], ['notSent', ALL, 'temporarily-unavailable']),
	...all(['ENOTFOUND', ...NOT_SECURE, ...NOT_VERIFIED], ['notSent', []]),
	...all([...LOST, ...CUT_OFF], AWAY),
};
/** Codes of Node.js, its HTTP parser and n8n's client that mean nothing of their own here. */
const OTHER_CODES = ['EACCES', 'EADDRNOTAVAIL', 'EMFILE', 'EINVAL', 'ERR_BAD_REQUEST', 'EWHATEVER'];
const ANY_OTHER_CODE: Meaning = ['unknown', []];

const BODIES = {
	nothing: undefined,
	'a web page': '<!DOCTYPE html><html><body>Sign in</body></html>',
	text: 'No',
	'an empty object': {},
	'a message': { message: 'No.' },
	'a list': { data: [] },
};

/** Words as a reader expects them: sentences without a gap, a placeholder or a stray value. */
function expectWords({ message, description = '' }: { message: string; description?: string }) {
	expect(message).toMatch(/^[A-Z].*[^.]$/s);
	expect(description).toMatch(/^$|^[A-Z].*\.$|Message from the service: /s);
	expect(`${message} ${description}`).not.toMatch(/ {2}|[{}]|undefined|null|NaN|\[object| [.,:;]/);
}

const statuses = Array.from({ length: 300 }, (_, index) => 300 + index);

test.each(Object.entries(BODIES))('every status from 300 to 599, with %s', (_name, body) => {
	for (const status of statuses) {
		const [outcome, passes, cause] = STATUSES[status] ?? ANY_OTHER_STATUS(status);
		for (const [kind, request] of Object.entries(REQUESTS)) {
			const sending = { ...asked, request };
			const failure = failureOf(readResponse(asResponse({ status, body })), sending);
			if (!failure) throw new Error(`HTTP ${status} is no failure`);
			const isPage = status === 403 && body === BODIES['a web page'];
			expect({ status, kind, ...failure }).toMatchObject({
				status,
				kind,
				outcome,
				isPassing: passes.includes(kind),
				httpCode: String(status),
			});
			expect(failure.cause?.cause).toBe(isPage ? undefined : cause);
			expect(failure.message).toContain(`(HTTP ${status})`);
			expectWords(failure);
			if (STATUSES[status]) continue;
			const other = Math.floor(status / 100) * 100 + 99;
			const usual = failureOf(readResponse(asResponse({ status: other, body })), sending);
			expect(failure.description, `Add ${status} to STATUSES in this file`).toBe(
				usual?.description,
			);
			expect(failure.message).toBe(usual?.message.replace(String(other), String(status)));
		}
	}
});

const codes = [...Object.keys(CODES), ...OTHER_CODES];

test.each(codes)('a request without a response because of %s', (code) => {
	const [outcome, passes, cause] = CODES[code] ?? ANY_OTHER_CODE;
	for (const [kind, request] of Object.entries(REQUESTS)) {
		const failure = failureOf(responseOfFault(new NetworkError(code, 'It broke')), {
			...asked,
			request,
		});
		if (!failure) throw new Error(`${code} is no failure`);
		expect({ kind, ...failure }).toMatchObject({ kind, outcome, isPassing: passes.includes(kind) });
		expect(failure.cause?.cause).toBe(cause);
		expectWords(failure);
	}
});
