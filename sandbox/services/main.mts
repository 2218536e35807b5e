import { parseArgs } from 'node:util';

import { LIMITED_KEYS, startServices, type RateLimit } from './start.mjs';

const USAGE = `npm run services -- [options]

  --link-port N     port of the link management service (default 4010; 0: any free port)
  --data-port N     port of the reference data service (default 4020; 0: any free port)
  --host ADDRESS    address to listen on (default 127.0.0.1)
  --latency MS      delay every response by this many milliseconds
  --rate-limit N/S  allow N requests in S seconds, then respond with 429 (example: 60/60)
  --retry-after F   format of Retry-After on a 429: seconds (default), date or none
  --schools N       how many schools
  --links N         how many links
  --seed N          seed for the sample data and random faults
  --link-key KEY    API key of the link management service
  --data-key KEY    API key of the reference data service
  --help            show this text
`;

const OPTIONS = {
	'link-port': { type: 'string', default: '4010' },
	'data-port': { type: 'string', default: '4020' },
	host: { type: 'string' },
	latency: { type: 'string' },
	'rate-limit': { type: 'string' },
	'retry-after': { type: 'string', default: 'seconds' },
	schools: { type: 'string' },
	links: { type: 'string' },
	seed: { type: 'string' },
	'link-key': { type: 'string' },
	'data-key': { type: 'string' },
	help: { type: 'boolean', default: false },
} as const;

/** @throws when an option that was given is no whole number from 0 */
function wholeNumber(name: string, value: string | undefined): number | undefined {
	if (value === undefined) return undefined;
	if (!/^\d+$/.test(value)) throw new Error(`--${name} must be a whole number, not "${value}".`);
	return Number(value);
}

/** @throws when the limit is not of the form 60/60 or the form of Retry-After is unknown */
function rateLimit(limit: string | undefined, retryAfter: string): RateLimit | undefined {
	if (limit === undefined) return undefined;
	const [, requests, seconds] = /^(\d+)\/(\d+)$/.exec(limit) ?? [];
	if (!requests || !seconds) {
		throw new Error(`--rate-limit must be requests/seconds, for example 60/60, not "${limit}".`);
	}
	if (retryAfter !== 'seconds' && retryAfter !== 'date' && retryAfter !== 'none') {
		throw new Error(`--retry-after must be seconds, date or none, not "${retryAfter}".`);
	}
	return { requests: Number(requests), windowMs: Number(seconds) * 1000, retryAfter };
}

async function run(): Promise<void> {
	const { values } = parseArgs({ options: OPTIONS });
	if (values.help) {
		console.log(USAGE);
		return;
	}
	const { link, data, stop } = await startServices({
		linkPort: wholeNumber('link-port', values['link-port']),
		dataPort: wholeNumber('data-port', values['data-port']),
		host: values.host,
		latencyMs: wholeNumber('latency', values.latency),
		rateLimit: rateLimit(values['rate-limit'], values['retry-after']),
		schools: wholeNumber('schools', values.schools),
		links: wholeNumber('links', values.links),
		seed: wholeNumber('seed', values.seed),
		linkApiKey: values['link-key'],
		dataApiKey: values['data-key'],
	});
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
	console.log(`Link management   ${link.baseUrl}   key ${link.apiKey}`);
	console.log(`Reference data    ${data.baseUrl}   key ${data.apiKey}`);
	for (const [key, scopes] of Object.entries(LIMITED_KEYS)) {
		console.log(`                  key ${key}: only ${scopes.join(', ')}`);
	}
	console.log('Ctrl-C stops both.');
}

await run().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
