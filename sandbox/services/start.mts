import { linkService } from './linkService.mjs';
import { referenceService } from './referenceService.mjs';
import { runService, type Settings } from './service.mjs';

export type { LinkRecord } from './data/links.mjs';
export type { SchoolRecord } from './data/schools.mjs';
export type { UniversityRecord } from './data/universities.mjs';
export type { Fault, FaultKind } from './faults.mjs';
export type { Quirks, RateLimit, RecordedRequest, Service } from './service.mjs';

export interface ServicesOptions extends Omit<Settings, 'port'> {
	/** Free ones by default. */
	ports?: Partial<Record<'link' | 'data', number>>;
	/** How many schools; default 6,400, as the country has. */
	schools?: number;
	/** How many links; default 300. */
	links?: number;
}

/**
 * Starts both services of the sandbox in this process.
 *
 * @returns the services, with their controls, and a function that closes them and every open
 *   connection
 * @throws when a port is taken
 */
export async function startServices(options: ServicesOptions = {}) {
	const { ports = {}, schools = 6_400, links = 300, ...shared } = options;
	const ofLinks = linkService(links);
	const link = await runService(ofLinks, { port: ports.link ?? 0, ...shared });
	const ofData = referenceService(schools);
	const data = await runService(ofData, { port: ports.data ?? 0, ...shared });
	return {
		link: Object.assign(link.service, ofLinks.account),
		data: Object.assign(data.service, ofData.data),
		async stop() {
			await Promise.all([link.stop(), data.stop()]);
		},
	};
}
