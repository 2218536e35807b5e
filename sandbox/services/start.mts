import { linkService } from './linkService.mjs';
import { referenceService } from './referenceService.mjs';
import { runService, type Settings } from './service.mjs';

export type { LinkRecord } from './data/links.mjs';
export type { SchoolRecord } from './data/schools.mjs';
export type { UniversityRecord } from './data/universities.mjs';
export type { Fault, FaultKind } from './faults.mjs';
export type { Quirks, RateLimit, RecordedRequest, Service } from './service.mjs';

export interface ServicesOptions extends Omit<Settings, 'port'> {
	/** Free ports by default. */
	ports?: Partial<Record<'link' | 'data', number>>;
	/** Number of schools. 6,400 by default, as many as the country has. */
	schools?: number;
	/** Number of links. 300 by default. */
	links?: number;
}

/**
 * Starts both services of the sandbox in this process.
 *
 * @returns the services, with their controls, and a function that closes them and every open
 *   connection
 * @throws if a port is taken
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
