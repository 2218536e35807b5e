import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { dropdownClient, listSearch } from '../../shared/http/dropdown';
import { listRecords } from '../../shared/http/pagination';
import { normalized } from '../../shared/text';
import { emisNumberIn } from '../southAfrica/emisNumber';
import { postalCodeIn } from '../southAfrica/postalCode';
import { readTypedName } from '../southAfrica/schoolNames/schoolName';
import { wordsOf } from '../southAfrica/words';
import { findByEmis, referenceDataService } from '../transport/api';

function searchFor(text: string): Record<string, string> {
	return text === '' ? {} : { search: normalized(text, 'NFC') };
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
		return { results: school ? [schoolEntry(school)] : [] };
	}
	return await searchSchoolNames.call(this, text, paginationToken);
}

const searchSchoolNames = listSearch({
	service: referenceDataService,
	list: 'high-schools',
	queriesFor(text) {
		// People add, leave out and abbreviate the type of a school.
		const words = readTypedName(text).words.map(({ written }) => written);
		return [searchFor(words.filter((word) => text.includes(word)).join(' ') || text)];
	},
	entryOf: schoolEntry,
});

function schoolEntry({ id, nat_emis: emis, name, town }: IDataObject): INodeListSearchItems {
	const value = String(emis ?? id);
	const place = typeof town === 'string' && town !== '' ? `, ${town}` : '';
	return { name: `${String(name ?? value)}${place} (${value})`, value };
}

/** Postal code records by the code in the text, or else by suburb and area. */
export const searchPostalCodes = listSearch({
	service: referenceDataService,
	list: 'postal-codes',
	queriesFor(text) {
		const code = postalCodeIn(text);
		return [code === undefined ? searchFor(text) : { postal_code: code }];
	},
	entryOf: postalCodeEntry,
});

function postalCodeEntry(record: IDataObject): INodeListSearchItems {
	const { id, suburb, area, street_code: street, box_code: box } = record;
	const place = [suburb, area].filter(Boolean).join(', ');
	const codes = [street ? `street ${String(street)}` : '', box ? `PO box ${String(box)}` : ''];
	const shown = codes.filter(Boolean).join(', ');
	return { name: shown === '' ? place : `${place} (${shown})`, value: String(id) };
}

/** Universities whose ID, names or place have words that begin with those typed; the service searches names. */
export async function searchUniversities(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const wanted = wordsOf(filter);
	const client = dropdownClient(this, referenceDataService);
	const { records } = await listRecords(client, 'universities', {});
	const matchingIn = (fields: string[]) =>
		records.filter((record) => {
			const theirs = wordsOf(fields.map((field) => record[field]).join(' '));
			return wanted.every((word) => theirs.some((one) => one.startsWith(word)));
		});
	const names = ['id', 'name', 'short_name'];
	// Universities with this name first.
	const matching = [...matchingIn(names), ...matchingIn([...names, 'town', 'province'])];
	return { results: [...new Set(matching)].map(universityEntry) };
}

function universityEntry({ id, name, short_name: shortName }: IDataObject): INodeListSearchItems {
	const short = typeof shortName === 'string' && shortName !== '' ? ` (${shortName})` : '';
	return { name: `${String(name ?? id)}${short}`, value: String(id) };
}
