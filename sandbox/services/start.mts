import { Account } from './account.mjs';
import { linkService, type LinkService } from './linkService.mjs';
import { referenceData, referenceService, type ReferenceService } from './referenceService.mjs';
import { runService, type RateLimit } from './service.mjs';

export type { LedgerEntry } from './account.mjs';
export type { LinkRecord, PixelRecord } from './data/links.mjs';
export type { PostalCodeRecord } from './data/postalCodes.mjs';
export type { SchoolRecord } from './data/schools.mjs';
export type { UniversityRecord } from './data/universities.mjs';
export type { Fault, FaultKind } from './faults.mjs';
export type { LinkService } from './linkService.mjs';
export {
	LIMITED_KEYS,
	type ApsResult,
	type Calculation,
	type ReferenceService,
} from './referenceService.mjs';
export type { Quirks, RateLimit, RecordedRequest, Service } from './service.mjs';

export interface ServicesOptions {
	/** 0 (default) takes a free port. */
	linkPort?: number;
	/** 0 (default) takes a free port. */
	dataPort?: number;
	/** How long each answer is held back. */
	latencyMs?: number;
	/** For both services; none by default. */
	rateLimit?: RateLimit;
	/** How many schools; default 6,400, as the country has. */
	schools?: number;
	/** How many links; default 300. */
	links?: number;
	/** Of the sample data. */
	seed?: number;
}

/**
 * Starts both services of the sandbox in this process, on 127.0.0.1.
 *
 * @returns the services, with their controls, and a function that closes them and every open
 *   connection
 * @throws when a port is taken
 */
export async function startServices(
	options: ServicesOptions = {},
): Promise<{ link: LinkService; data: ReferenceService; stop(): Promise<void> }> {
	const { linkPort = 0, dataPort = 0, latencyMs = 0, rateLimit } = options;
	const { schools = 6_400, links = 300, seed = 2026 } = options;

	const account = new Account({ links, seed });
	const link = await runService(linkService(account, 'sandbox-link-key'), {
		...{ port: linkPort, latencyMs, rateLimit },
	});
	const records = referenceData({ schools, seed });
	const data = await runService(referenceService(records, 'sandbox-data-key'), {
		...{ port: dataPort, latencyMs, rateLimit },
	}).catch(async (error: unknown) => {
		await link.stop();
		throw error;
	});
	return {
		link: Object.assign(link.service, {
			...{ links: account.links, pixels: account.pixels, ledger: account.ledger },
		}),
		data: Object.assign(data.service, records),
		async stop() {
			await Promise.all([link.stop(), data.stop()]);
		},
	};
}
