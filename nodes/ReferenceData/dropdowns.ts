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
import {
	type Directory,
	districtName,
	fetchPage,
	findByEmis,
	LARGEST_PAGE,
	listDistricts,
	referenceDataService,
} from './api';
import { emisNumberIn, postalCodeIn } from './identifiers';
import { wordsOf as wordsIn } from './words';
import { knownProvince } from './provinces';

/** Entries that a dropdown shows at once. */
const SHOWN = 50;

/** What to ask a directory for: a query, and a second one if the first finds nothing. */
type Queries = ReadonlyArray<Record<string, string>>;

/** The entries that a query finds, else those that a second one does, as a guess at what was meant. */
async function search(
	functions: ILoadOptionsFunctions,
	directory: Directory,
	queries: Queries,
	toEntry: (record: IDataObject) => INodeListSearchItems | undefined,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const page = pageOf(paginationToken);
	const client = dropdownClient(functions, referenceDataService);
	const [first = {}, guess] = queries;
	const found = await listed(first, page);
	if (page > 1 || found.results.length > 0 || !guess) return found;
	return { results: (await listed(guess, 1)).results };

	async function listed(query: Record<string, string>, number: number) {
		const sized = { ...query, per_page: String(SHOWN) };
		const loaded = await fetchPage({ client }, directory, sized, number);
		return searchResult(loaded.records, toEntry, number, mayBeFollowed(loaded, number, SHOWN));
	}
}

/** Words of school names that people add, leave out or write in another way. */
const SCHOOL_WORDS =
	/\b(?:high|secondary|senior|combined|comprehensive|school|schools|sss|hs|ss|college|academy|ho[eë]rskool|sekond[eê]re|skool|kollege|emis|number|the)\b/giu;

/**
 * Schools by name, or by EMIS number, which the service's search does not find. What is stored is the
 * EMIS number, or the ID of a record without one.
 */
export async function searchSchools(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const text = filter?.trim() ?? '';
	const emis = emisNumberIn(text);
	if (emis !== undefined) {
		const client = dropdownClient(this, referenceDataService);
		const school = await findByEmis({ client }, emis);
		return searchResult(school ? [school] : [], schoolEntry, 1, false);
	}
	const telling = wordsIn(text.replace(SCHOOL_WORDS, ' '));
	const queries = searches([text, telling.join(' ')]);
	return await search(this, 'high-schools', queries, schoolEntry, paginationToken);
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

/** Postal code records by the code in the text, by suburb and area, or by both. */
export async function searchPostalCodes(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const text = filter.trim();
	const code = postalCodeIn(text) ?? /(?<!\d)\d{4}(?!\d)/.exec(text)?.[0];
	const words = wordsIn(
		text.replace(/\d+/g, ' ').replace(/\b(?:postal|post|code|zip|po|box)\b/gi, ' '),
	);
	const queries =
		code === undefined
			? searches([text, words[0] ?? ''])
			: [
					{ postal_code: code, ...(words.length > 0 && { search: words.join(' ') }) },
					{ postal_code: code },
				];
	return await search(this, 'postal-codes', queries, postalCodeEntry, paginationToken);
}

function postalCodeEntry(record: IDataObject): INodeListSearchItems | undefined {
	const { id, suburb, area, street_code: street, box_code: box } = record;
	if (id === undefined || id === null) return undefined;
	const place = [suburb, area].filter(Boolean).join(', ');
	const codes = [street ? `street ${String(street)}` : '', box ? `PO box ${String(box)}` : ''];
	const shown = codes.filter(Boolean).join(', ');
	return { name: shown === '' ? place : `${place} (${shown})`, value: String(id) };
}

/** Universities by name, or else by what the service does not search: short name, ID, town, province. */
export async function searchUniversities(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const text = filter?.trim() ?? '';
	const found = await search(
		this,
		'universities',
		searches([text]),
		universityEntry,
		paginationToken,
	);
	if (found.results.length > 0 || text === '') return found;
	const words = wordsIn(text).filter((word) => !/^(?:the|of|for|and|university)$/.test(word));
	const matching = (await largestPage(this)).filter((university) => {
		const { id, name, short_name: short, town, province } = university;
		const theirs = wordsIn([id, name, short, town, province].filter(Boolean).join(' '));
		return words.length > 0 && words.every((word) => theirs.includes(word));
	});
	return searchResult(matching, universityEntry, 1, false);
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
	return (await largestPage(this)).map(universityEntry).filter((entry) => entry !== undefined);
}

async function largestPage(functions: ILoadOptionsFunctions): Promise<IDataObject[]> {
	const client = dropdownClient(functions, referenceDataService);
	const query = { per_page: String(LARGEST_PAGE) };
	return (await fetchPage({ client }, 'universities', query, 1)).records;
}

/** The education districts with their school counts, of the province chosen beside them if any. */
export async function getDistricts(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const chosen =
		this.getCurrentNodeParameter('filters.province') ?? this.getCurrentNodeParameter('province');
	const province = typeof chosen === 'string' ? knownProvince(chosen) : undefined;
	const client = dropdownClient(this, referenceDataService);
	const records = await listDistricts({ client }, province === undefined ? {} : { province });
	return records.map(districtOption).filter(({ value }) => value !== '');
}

/** The same, headed by an entry for none: the editor marks a value that is not in its list as missing. */
export async function getDistrictsOrAll(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return [{ name: 'All', value: '' }, ...(await getDistricts.call(this))];
}

function districtOption(record: IDataObject): INodePropertyOptions & { value: string } {
	const text = districtName(record);
	const { school_count: count } = record;
	return {
		name: count === undefined ? text : `${text} (${counted(Number(count), 'school')})`,
		value: text,
	};
}

/** Searches for texts, each once and none for an empty one; all records without any. */
function searches(texts: readonly string[]): Queries {
	const distinct = [...new Set(texts.filter((text) => text !== ''))];
	return distinct.length === 0 ? [{}] : distinct.map((text) => ({ search: text }));
}
