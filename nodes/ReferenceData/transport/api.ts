import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../shared/http/client';
import { failureIn } from '../../shared/http/errors';
import { getList, getRecord, requestOnce } from '../../shared/http/get';
import { dataOf } from '../../shared/http/response';
import type { Service, ServiceRequest } from '../../shared/http/types';
import { compareNamesInList, cut, quoted } from '../../shared/text';
import { flagOf } from '../../shared/values';

/** The scope that a key needs, by the first part of the path. Some plans aren't documented. */
const REQUIREMENTS: Readonly<Record<string, string>> = {
	'high-schools':
		"To read high schools, the API key needs the scope high_schools:read. The service doesn't document which plan includes it.",
	'postal-codes':
		'To read postal codes, the API key needs the scope postal_codes:read, which is included in the Free plan and above.',
	universities:
		"To read universities, the API key needs the scope universities:read. The service doesn't document which plan includes it.",
	'aps-calculator':
		'To calculate an APS, the API key needs the scope aps_calculator:use and the Pro plan or above.',
};

/** The most records that the service gives in one page. */
export const LARGEST_PAGE = 100;

export const referenceDataService: Service = {
	credential: 'referenceDataApi',
	name: 'reference data service',
	versionPath: '/v1',
	endpoints: Object.keys(REQUIREMENTS),
	largestPage: LARGEST_PAGE,
	pageSizeFor: (limit) => Math.min(limit, LARGEST_PAGE),
	cachesReads: true,
	requirements: REQUIREMENTS,
};

/** The provinces with the number of high schools in each. */
export async function listProvinces(client: Client): Promise<IDataObject[]> {
	const path = ['high-schools', 'provinces'];
	const { records } = await getList(client, { path, subject: 'the list of provinces' });
	return records;
}

/** The education districts, all or of one province, by name, because the service documents no order. */
export async function listDistricts(
	client: Client,
	query: { province?: string },
): Promise<IDataObject[]> {
	const path = ['high-schools', 'districts'];
	const { records } = await getList(client, { path, query, subject: 'the list of districts' });
	return records.sort((one, other) => compareNamesInList(districtName(one), districtName(other)));
}

/** The name in a district's record, whose fields aren't documented; "" without one. */
export function districtName({ district, name }: IDataObject): string {
	return String(district ?? name ?? '');
}

/** A school by its EMIS number or its ID: the service has one address for both. */
export async function getSchool(client: Client, key: string): Promise<IDataObject> {
	const request: ServiceRequest = {
		path: ['high-schools', key],
		subject: `the high school ${key}`,
		notFound: {
			message: `No school has the EMIS number or ID ${key}`,
			description: 'Check the number. To find a school by its name, use "Match".',
		},
	};
	return await getRecord(client, request, key, ['id', 'nat_emis']);
}

/** The school with this EMIS number; undefined where there is none. */
export async function findByEmis(client: Client, emis: string): Promise<IDataObject | undefined> {
	return await getSchool(client, emis).catch((error: unknown) => {
		if (failureIn(error).isNotFound) return undefined;
		throw error;
	});
}

/** The record of a suburb with its postal codes, by its UUID. */
export async function getPostalCode(client: Client, id: string): Promise<IDataObject> {
	const request: ServiceRequest = {
		path: ['postal-codes', id],
		subject: `postal code record ${id}`,
		notFound: {
			message: `No postal code record has the ID ${id}`,
			description: 'Check the ID, or copy it from the output of "Get Many".',
		},
	};
	return await getRecord(client, request, id);
}

/**
 * A score as the service judges it: nothing is computed here. The same request is sent once in a run.
 *
 * @throws NodeApiError
 */
export async function calculateScore(
	client: Client,
	universityId: string,
	subjects: ReadonlyArray<{ name: string; level: number }>,
): Promise<IDataObject> {
	const request: ServiceRequest = {
		path: ['aps-calculator'],
		json: { university_id: universityId, subjects: subjects.map((entry) => ({ ...entry })) },
		subject: `the APS for university ${cut(universityId)}`,
		fieldLabels: { university_id: 'University', subjects: 'Subjects' },
		notFound: {
			message: `No university has the ID ${quoted(universityId)}`,
			description:
				'Choose the university from the list, or copy its ID from the output of "Get Many".',
		},
	};
	const score = await requestOnce(client, request, (body) => {
		const result = dataOf(body);
		return result && 'aps_score' in result ? result : undefined;
	});
	const { qualifies } = score;
	// Databases write a flag as 1 or "1".
	return { ...score, qualifies: flagOf(qualifies) ?? qualifies };
}
