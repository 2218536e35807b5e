import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { cut, listed, quoted } from '../../shared/text';
import { addressIn, trimmed, withoutSlashAtEnd } from '../../shared/values';
import { type Kind, NOUNS } from '../transport/api';
import { allShown, type Shown, showsId, showsThat } from './shown';

/** What a record is looked up by. Made once, when the form is read. */
export interface Key {
	field: 'alias' | 'url' | 'name';
	/** As entered, trimmed. */
	text: string;
	/** For comparing: the same for all spellings of this key. */
	compared: string;
	/** Only a link on this domain counts. */
	domainId?: string;
	/** Other spellings from earlier items of the run, because services find a text only as it is stored. */
	spellings?: readonly string[];
}

export function keyOf(field: Key['field'], text: string, domainId?: string): Key {
	return { field, text, compared: comparable(field, text), domainId };
}

/** Per field: the kind of record, its name in messages, and the advice if several records have the key. */
const KEYS: Readonly<Record<Key['field'], { kind: Kind; name: string; advice: string }>> = {
	alias: {
		kind: 'links',
		name: 'alias',
		advice:
			'The same alias can exist on several domains. Enter the ID or the short URL of the link or, in "Create or Update", set "Domain".',
	},
	url: {
		kind: 'links',
		name: 'destination URL',
		advice: 'Set "Match By" to Alias, or use "Update" and select the link by its ID.',
	},
	name: {
		kind: 'pixels',
		name: 'name',
		advice: 'Rename or delete all but one of them, or update the pixel by its ID.',
	},
};

/** The records that may have a key. */
export function kindOfKey({ field }: Key): Kind {
	return KEYS[field].kind;
}

/** A key in a message: `the alias "spring"`. */
export function keyInWords({ field, text }: Key): string {
	return `the ${KEYS[field].name} ${quoted(text)}`;
}

/** Whether a record has a key and its domain. Checked in the record, because services may ignore filters. */
export function showsKey(record: IDataObject, { field, compared, domainId }: Key): Shown {
	const hasText = showsThat(record[field], (text) => comparable(field, text) === compared);
	return domainId === undefined ? hasText : allShown([hasText, showsId(record.domain, domainId)]);
}

/** Trimmed, because services may store spaces around a text. */
export function comparable(field: Key['field'], text: string): string {
	return field === 'url' ? addressKey(text) : trimmed(text);
}

/**
 * The only record, if there is one.
 *
 * @throws UserError listing them when there are several
 */
export function onlyOne(records: IDataObject[], key: Key): IDataObject | undefined {
	if (records.length <= 1) return records[0];
	const { kind, advice } = KEYS[key.field];
	const list = listed(records.map(describeRecord));
	throw new UserError(`${records.length} ${kind} have ${keyInWords(key)}: ${list}`, {
		description: advice,
	});
}

/** A record in a message: its ID, with the address of a link or the type of a pixel. */
export function describeRecord({ id, short_url: shortUrl, url, type }: IDataObject): string {
	const detail = shortUrl ?? url ?? type;
	return typeof detail === 'string' ? `ID ${cut(id)} (${cut(detail)})` : `ID ${cut(id)}`;
}

/** What the error asks to check if a record may have been created. */
export function checkForKey(key: Key): string {
	const noun = NOUNS[kindOfKey(key)];
	return `Before you create it again, check whether a ${noun} with ${keyInWords(key)} exists.`;
}

/** A URL in its normal form and without a slash at the end of its path, for comparing. */
export function addressKey(text: string): string {
	const address = normalForm(trimmed(text));
	const end = address.search(/[?#]|$/);
	return withoutSlashAtEnd(address.slice(0, end)) + address.slice(end);
}

/** A URL as services store it: with a lower-case host, a slash after it, and encoded. */
export function normalForm(address: string): string {
	return addressIn(address)?.href ?? address;
}

/** A sentence about links whose alias only differs in capital letters; empty if there are none. */
export function hintOfOtherCapitals(links: readonly IDataObject[]): string {
	const others = links.map(({ alias }) => quoted(alias));
	return others.length > 0 ? `There is ${listed(others)}, with different capital letters.` : '';
}
