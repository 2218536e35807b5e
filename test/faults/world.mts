import { accounts } from '../../nodes/shared/http/credential.js';
import {
	type LinkService,
	type ReferenceService,
	startServices,
} from '../../sandbox/services/start.mjs';

/** Identifiers on the reference data service. */
export interface ReferenceSamples {
	/** EMIS numbers. */
	schools: string[];
	/** Identifiers of postal code records. */
	postalCodes: string[];
	/** Postal codes. */
	codes: string[];
	universities: string[];
	/** How many universities there are in Gauteng. */
	inGauteng: number;
}

export interface World {
	link: LinkService;
	data: ReferenceService;
	samples: ReferenceSamples;
	/** Both services back to their start, and forgotten what they refused. */
	reset(): void;
	stop(): Promise<void>;
}

const SIZE = 25;

/** As long as a key can be that is a signed token, and with signs that each encoding writes otherwise. */
const KEY = `eyJ${'hbGci/Oi+J&IUzI1NiIs=%2F"\\'.repeat(100)}`;

/** Both services with so few records that listing them all takes three small pages. */
export async function startWorld({ universities = 26 } = {}): Promise<World> {
	const { link, data, stop } = await startServices({
		schools: SIZE,
		links: SIZE,
		linkApiKey: KEY,
		dataApiKey: KEY,
	});
	const reset = () => {
		accounts.clear();
		link.reset();
		data.reset();
		data.postalCodes.splice(SIZE);
		data.universities.splice(universities);
	};
	reset();
	const first = <T,>(records: readonly T[]) => records.slice(0, 3);
	return {
		link,
		data,
		samples: {
			schools: first(data.schools).map(({ nat_emis }) => nat_emis),
			postalCodes: first(data.postalCodes).map(({ id }) => id),
			codes: first([...new Set(data.postalCodes.flatMap(({ street_code }) => street_code || []))]),
			universities: first(data.universities).map(({ id }) => id),
			inGauteng: data.universities.filter(({ province }) => province === 'Gauteng').length,
		},
		reset,
		stop,
	};
}
