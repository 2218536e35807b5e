import { subscribe } from 'node:diagnostics_channel';
import {
	startServices,
	type Service,
	type ServicesOptions,
} from '../../sandbox/services/start.mjs';
import { answerParent, childSettings } from './child.mjs';

/** What the services know that a job needs. */
export interface ServiceFacts {
	link: { baseUrl: string; apiKey: string };
	data: { baseUrl: string; apiKey: string };
	emisNumbers: string[];
	universityIds: string[];
}

/** What the services saw since the last reset. */
export interface Seen {
	requests: number;
	/** How many were answered 429. */
	refused: number;
	/** The most requests that were under way at once. */
	mostInFlight: number;
	/** From the first request to the last, in milliseconds. */
	span: number;
	/** The destinations of the links made, one entry a creation. */
	createdUrls: string[];
}

export type ServiceQuestion = 'facts' | 'reset' | 'seen';

const EMIS_NUMBERS = 10_000;

const { link, data } = await startServices(childSettings<ServicesOptions>());
const services: Service[] = [link, data];

let inFlight = 0;
let mostInFlight = 0;
subscribe('http.server.request.start', () => {
	mostInFlight = Math.max(mostInFlight, ++inFlight);
});
subscribe('http.server.response.finish', () => {
	inFlight--;
});

function facts(): ServiceFacts {
	return {
		link: { baseUrl: link.baseUrl, apiKey: link.apiKey },
		data: { baseUrl: data.baseUrl, apiKey: data.apiKey },
		emisNumbers: data.schools.slice(0, EMIS_NUMBERS).map(({ nat_emis }) => nat_emis),
		universityIds: data.universities.map(({ id }) => id),
	};
}

function seen(): Seen {
	const requests = services.flatMap((service) => service.requests);
	const arrivals = requests.map(({ at }) => at);
	return {
		requests: requests.length,
		refused: requests.filter(({ status }) => status === 429).length,
		mostInFlight,
		span: Math.max(0, ...arrivals) - Math.min(...arrivals),
		createdUrls: link.ledger.flatMap(({ action, after }) =>
			action === 'created' && after && 'url' in after ? [after.url] : [],
		),
	};
}

answerParent(async (question: ServiceQuestion) => {
	if (question === 'facts') return facts();
	if (question === 'seen') return seen();
	for (const service of services) service.reset();
	mostInFlight = inFlight;
	return null;
});
