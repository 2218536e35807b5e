import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { dropdownClient, pageOf, searchResult } from '../shared/http/dropdown';
import { mayBeFollowed } from '../shared/http/pagination';
import { counted } from '../shared/text';
import { fetchPage } from '../shared/http/records';
import {
	type Directory,
	districtName,
	findByEmis,
	LARGEST_PAGE,
	listDistricts,
	referenceDataService,
} from './api';
import { emisNumberIn, postalCodeIn } from './identifiers';
import { knownProvince } from './southAfrica/provinces';
import { readTypedName } from './southAfrica/schoolNames/schoolName';
import { wordsOf } from './southAfrica/words';

/** Entries that a dropdown shows at once. */
const SHOWN = 50;

type Query = Record<string, string>;

/** The entries that a query finds, else those that a second one does, as a guess at what was meant. */
async function searchEntries(
	functions: ILoadOptionsFunctions,
	directory: Directory,
	toEntry: (record: IDataObject) => INodeListSearchItems,
	[query = {}, guess]: readonly Query[],
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const client = dropdownClient(functions, referenceDataService);
	const entriesOf = async (wanted: Query, page: number) => {
		const sized = { ...wanted, per_page: String(SHOWN) };
		const loaded = await fetchPage(client, directory, sized, page);
		return searchResult(loaded.records, toEntry, page, mayBeFollowed(loaded, page, SHOWN));
	};
	const page = pageOf(paginationToken);
	const found = await entriesOf(query, page);
	if (page > 1 || found.results.length > 0 || !guess) return found;
	return { results: (await entriesOf(guess, 1)).results };
}

/** Searches for texts, each once and none for an empty one. */
function searches(...texts: string[]): Query[] {
	return [...new Set(texts)]
		.filter((text) => text !== '')
		.map((text) => ({ search: text.normalize('NFC') }));
}

/**
 * Schools by name, or by EMIS number, which the service's search does not find. What is stored is the
 * EMIS number, or the ID of a record without one.
 */
export async function searchSchools(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const text = filter.trim();
	const emis = emisNumberIn(text);
	if (emis !== undefined) {
		const client = dropdownClient(this, referenceDataService);
		const school = await findByEmis(client, emis);
		return searchResult(school ? [school] : [], schoolEntry, 1, false);
	}
	// People add, leave out and abbreviate the type of a school.
	const { words } = readTypedName(text);
	const queries = searches(text, words.map(({ written }) => written).join(' '));
	return await searchEntries(this, 'high-schools', schoolEntry, queries, paginationToken);
}

function schoolEntry({ id, nat_emis: emis, name, town }: IDataObject): INodeListSearchItems {
	const value = String(emis ?? id);
	const place = typeof town === 'string' && town !== '' ? `, ${town}` : '';
	return { name: `${String(name ?? value)}${place} (${value})`, value };
}

/** Postal code records by the code in the text, by suburb and area, or by both. */
export async function searchPostalCodes(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const text = filter.trim();
	const code = postalCodeIn(text) ?? /(?<!\d)\d{4}(?!\d)/.exec(text)?.[0];
	const words = wordsOf(text.replace(/\d+/g, ' '));
	const queries =
		code === undefined
			? searches(text, words[0] ?? '')
			: [
					{ postal_code: code, ...(words.length > 0 && { search: words.join(' ') }) },
					{ postal_code: code },
				];
	return await searchEntries(this, 'postal-codes', postalCodeEntry, queries, paginationToken);
}

function postalCodeEntry(record: IDataObject): INodeListSearchItems {
	const { id, suburb, area, street_code: street, box_code: box } = record;
	const place = [suburb, area].filter(Boolean).join(', ');
	const codes = [street ? `street ${String(street)}` : '', box ? `PO box ${String(box)}` : ''];
	const shown = codes.filter(Boolean).join(', ');
	return { name: shown === '' ? place : `${place} (${shown})`, value: String(id) };
}

/** Universities by name, or else by what the service does not search: short name, ID, town, province. */
export async function searchUniversities(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const text = filter.trim();
	const queries = searches(text);
	const found = await searchEntries(
		this,
		'universities',
		universityEntry,
		queries,
		paginationToken,
	);
	const words = wordsOf(text);
	if (found.results.length > 0 || words.length === 0) return found;
	const matching = (await largestPage(this)).filter(({ id, name, short_name, town, province }) => {
		const theirs = wordsOf([id, name, short_name, town, province].join(' '));
		return words.every((word) => theirs.includes(word));
	});
	return searchResult(matching, universityEntry, 1, false);
}

function universityEntry({ id, name, short_name: shortName }: IDataObject): INodeListSearchItems {
	const short = typeof shortName === 'string' && shortName !== '' ? ` (${shortName})` : '';
	return { name: `${String(name ?? id)}${short}`, value: String(id) };
}

/** The universities for a multi-select, which cannot page: the service's largest page. */
export async function getUniversities(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return (await largestPage(this)).map(universityEntry);
}

async function largestPage(functions: ILoadOptionsFunctions): Promise<IDataObject[]> {
	const client = dropdownClient(functions, referenceDataService);
	const query = { per_page: String(LARGEST_PAGE) };
	return (await fetchPage(client, 'universities', query, 1)).records;
}

/** The education districts with their school counts, of the province chosen beside them if any. */
export async function getDistrictOptions(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const chosen =
		this.getCurrentNodeParameter('filters.province') ?? this.getCurrentNodeParameter('province');
	const province = typeof chosen === 'string' ? knownProvince(chosen) : undefined;
	const client = dropdownClient(this, referenceDataService);
	const records = await listDistricts(client, province === undefined ? {} : { province });
	return records.map(districtOption).filter(({ value }) => value !== '');
}

/** The same, headed by an entry for none: the editor marks a value that is not in its list as missing. */
export async function getDistrictOptionsOrAll(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return [{ name: 'All', value: '' }, ...(await getDistrictOptions.call(this))];
}

function districtOption(record: IDataObject): INodePropertyOptions & { value: string } {
	const text = districtName(record);
	const { school_count: count } = record;
	return {
		name: count === undefined ? text : `${text} (${counted(Number(count), 'school')})`,
		value: text,
	};
}
