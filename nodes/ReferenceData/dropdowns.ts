import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { dropdownClient, pageOf, searchResult } from '../shared/client/dropdown';
import { hasStatus } from '../shared/client/errors';
import { type Directory, fetchAll, fetchPage, getRecord, referenceDataService } from './api';
import { knownProvince } from './provinces';

/** Entries that a dropdown shows at once. */
const SHOWN = 50;

const LARGEST_PAGE = 100;

async function search(
	functions: ILoadOptionsFunctions,
	directory: Directory,
	query: Record<string, string>,
	toEntry: (record: IDataObject) => INodeListSearchItems | undefined,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const page = pageOf(paginationToken);
	const client = dropdownClient(functions, referenceDataService);
	const { records, total } = await fetchPage(
		client,
		directory,
		{ ...query, per_page: String(SHOWN) },
		page,
	);
	const more = total === undefined ? records.length === SHOWN : page * SHOWN < total;
	return searchResult(records, toEntry, page, more);
}

/** Schools by name or by EMIS number; what is stored is the EMIS number, which no other service numbers differently. */
export async function searchSchools(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const text = filter?.trim() ?? '';
	if (/^\d{9}$/.test(text)) {
		return searchResult(await schoolsByEmis(this, text), schoolEntry, 1, false);
	}
	const query: Record<string, string> = text === '' ? {} : { search: text };
	return await search(this, 'high-schools', query, schoolEntry, paginationToken);
}

/** The service's search knows names only; a school with this EMIS number is read on its own. */
async function schoolsByEmis(
	functions: ILoadOptionsFunctions,
	emis: string,
): Promise<IDataObject[]> {
	const client = dropdownClient(functions, referenceDataService);
	const school = getRecord(client, ['high-schools', emis], `the high school ${emis}`);
	return await school.then(
		(record) => [record],
		async (error) => (hasStatus(error, 404) ? [] : await Promise.reject(error)),
	);
}

function schoolEntry({
	id,
	nat_emis: emis,
	name,
	town,
}: IDataObject): INodeListSearchItems | undefined {
	const value = emis ?? id;
	if (value === undefined || value === null) return undefined;
	const place = typeof town === 'string' && town !== '' ? `, ${town}` : '';
	return { name: `${String(name ?? value)}${place} (${String(value)})`, value: String(value) };
}

/** Postal code records by code, when the text is one, or by suburb and area. */
export async function searchPostalCodes(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const text = filter.trim();
	const query: Record<string, string> = /^\d{4}$/.test(text)
		? { postal_code: text }
		: text === ''
			? {}
			: { search: text };
	return await search(this, 'postal-codes', query, postalCodeEntry, paginationToken);
}

function postalCodeEntry(record: IDataObject): INodeListSearchItems | undefined {
	const { id, suburb, area, street_code: street, box_code: box } = record;
	if (id === undefined || id === null) return undefined;
	const place = [suburb, area].filter(Boolean).join(', ');
	const codes = [street ? `street ${String(street)}` : '', box ? `box ${String(box)}` : ''];
	const shown = codes.filter(Boolean).join(', ');
	return { name: shown === '' ? place : `${place} (${shown})`, value: String(id) };
}

export async function searchUniversities(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const query: Record<string, string> = filter ? { search: filter } : {};
	return await search(this, 'universities', query, universityEntry, paginationToken);
}

function universityEntry(record: IDataObject): INodeListSearchItems | undefined {
	const { id, name, short_name: shortName } = record;
	if (id === undefined || id === null) return undefined;
	const short = typeof shortName === 'string' && shortName !== '' ? ` (${shortName})` : '';
	return { name: `${String(name ?? id)}${short}`, value: String(id) };
}

/** The universities for a multi-select, which cannot page: the service's largest page. */
export async function getUniversities(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const client = dropdownClient(this, referenceDataService);
	const query = { per_page: String(LARGEST_PAGE) };
	const { records } = await fetchPage(client, 'universities', query, 1);
	return records.map(universityEntry).filter((entry) => entry !== undefined);
}

/** The education districts with their school counts, of the province chosen beside them if any. */
export async function getDistricts(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const chosen =
		this.getCurrentNodeParameter('filters.province') ?? this.getCurrentNodeParameter('province');
	const province = typeof chosen === 'string' ? knownProvince(chosen) : undefined;
	const query: Record<string, string> = province === undefined ? {} : { province };
	const client = dropdownClient(this, referenceDataService);
	const path = ['high-schools', 'districts'];
	const records = await fetchAll(client, path, query, 'the list of districts');
	return records.map(districtOption).filter((option) => option !== undefined);
}

function districtOption(record: IDataObject): INodePropertyOptions | undefined {
	const { district, name, school_count: count } = record;
	const text = district ?? name;
	if (typeof text !== 'string' || text === '') return undefined;
	return { name: count === undefined ? text : `${text} (${String(count)} schools)`, value: text };
}
