import { linkService, type LinkService } from './linkService.mjs';
import { LinkStore } from './linkStore.mjs';
import { referenceData, referenceService, type ReferenceService } from './referenceService.mjs';
import { runService, type ServiceState } from './service.mjs';
import type { ServicesOptions } from './types.mjs';

export type { LinkRecord, PixelRecord } from './data/links.mjs';
export type { PostalCodeRecord } from './data/postalCodes.mjs';
export type { SchoolRecord } from './data/schools.mjs';
export type { UniversityRecord } from './data/universities.mjs';
export type { LedgerEntry } from './ledger.mjs';
export type { LinkService } from './linkService.mjs';
export {
	LIMITED_KEYS,
	type ApsResult,
	type Calculation,
	type ReferenceService,
} from './referenceService.mjs';
export type {
	Fault,
	FaultKind,
	Quirks,
	RateLimit,
	RecordedRequest,
	Service,
	ServicesOptions,
} from './types.mjs';

const DEFAULT_SCHOOLS = 6_400;
const DEFAULT_LINKS = 300;
const DEFAULT_SEED = 2026;

/**
 * Starts both services of the sandbox in this process.
 *
 * @returns the services, with their controls, and a function that closes them and every open
 *   connection
 * @throws when a port is taken
 */
export async function startServices(
	options: ServicesOptions = {},
): Promise<{ link: LinkService; data: ReferenceService; stop(): Promise<void> }> {
	const {
		linkPort = 0,
		dataPort = 0,
		host = '127.0.0.1',
		latencyMs = 0,
		rateLimit,
		linkApiKey = 'sandbox-link-key',
		dataApiKey = 'sandbox-data-key',
		schools = DEFAULT_SCHOOLS,
		links = DEFAULT_LINKS,
		seed = DEFAULT_SEED,
		now,
	} = options;
	const ahead = now ? now.getTime() - Date.now() : 0;
	const clock = () => Date.now() + ahead;
	const shared = { host, latencyMs, rateLimit, seed };

	const linkState: ServiceState = { quirks: {}, now: clock };
	const store = new LinkStore({ links, seed }, clock);
	const link = await runService(linkService(store, linkState, linkApiKey), linkState, {
		...shared,
		port: linkPort,
	});

	const dataState: ServiceState = { quirks: {}, now: clock };
	const records = referenceData({ schools, seed, now: clock() });
	const data = await runService(referenceService(records, dataState, dataApiKey), dataState, {
		...shared,
		port: dataPort,
	}).catch(async (error: unknown) => {
		await link.stop();
		throw error;
	});

	return {
		link: Object.assign(link.service, {
			links: store.links,
			pixels: store.pixels,
			ledger: store.ledger,
		}),
		data: Object.assign(data.service, records),
		async stop() {
			await Promise.all([link.stop(), data.stop()]);
		},
	};
}
