import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { isSameId } from '../shared/identifiers';
import type { Item } from '../shared/node/operation';
import { quoted } from '../shared/text';
import { isObject } from '../shared/values';
import { fetchPage, LARGEST_PAGE, NOUNS } from './api';
import { isThere, type Key, KEYS, partOf, SEARCHED, showsText } from './findByKey';
import { shownKey } from './shownKey';

/**
 * Makes sure, once a run for each way to search, that the service's search finds records by such a key.
 * One that searches titles, whole texts or single pages finds none, and each run would create another.
 *
 * @throws UserError naming a record that is there and wasn't found
 */
export async function requireSearch(item: Pick<Item, 'client' | 'run'>, key: Key): Promise<void> {
	const { field, text, domainId } = key;
	const proofs = item.run.kept('proofs of searches', () => new Map<string, Promise<Proof>>());
	const way = [field, isCutOut(key), domainId === undefined].join(' ');
	const proof = proofs.get(way) ?? prove(item, key);
	proofs.set(way, proof);
	proof.catch(() => proofs.delete(way));
	const problem = await proof;
	if (problem === undefined) return;
	const { kind, name } = KEYS[field];
	const matchBy = field === 'url' ? 'Set "Match By" to Alias, or use' : 'Use';
	throw new UserError(
		`The node can't tell whether a ${NOUNS[kind]} has the ${name} ${quoted(text)}`,
		{
			description: `${problem} Nothing was created. ${matchBy} "Create" for a new ${NOUNS[kind]} and "Update" for an existing one.`,
		},
	);
}

/** What is wrong with a search, as a sentence; undefined where it finds what is there. */
type Proof = string | undefined;

/** How many records are searched for, of the oldest ones, as long as each is gone meanwhile. */
const TRIES = 3;
const OLDEST = 10;

/**
 * Searches for old records as for those with the key. A service that lists new records late finds them,
 * and one that searches each page on its own doesn't have them on its first. Where others fill that, the
 * oldest are asked for: at most two searches for each record. One that is missed and there proves enough.
 */
async function prove(item: Pick<Item, 'client' | 'run'>, key: Key): Promise<Proof> {
	const { field, domainId } = key;
	const { kind, name } = KEYS[field];
	const page = { per_page: String(LARGEST_PAGE) };
	const oldest = { sort_by: 'id', sort: 'asc', ...page };
	const { records: listed, total } = await fetchPage(item.client, kind, oldest, 1);
	if (listed.length === 0 && !total) return undefined;
	const samples = samplesOf(listed, key);
	for (const { record, own, part } of samples) {
		const search = { search: part, search_by: field, ...domainOf(record, domainId) };
		for (const order of [page, oldest]) {
			const { records: found } = await fetchPage(item.client, kind, { ...search, ...order }, 1);
			const again = found.find(({ id }) => id === record.id);
			if (again && shownKey(again, field) === shownKey(record, field)) return undefined;
			// After a page that is not full, a search finds nothing more: each page was searched on its own.
			if (found.length < listed.length) break;
		}
		if (await isThere(item, own, record.id)) {
			const by = `${isCutOut(key) ? 'a part of ' : ''}its ${name}`;
			return `The service's search doesn't find ${NOUNS[kind]} ${String(record.id)} by ${by}, although it exists.`;
		}
	}
	return `The service doesn't show the ${name} of any ${NOUNS[kind]}.`;
}

/** Whether less than a whole key, or in an address than whole words, is searched for. */
function isCutOut(key: Key): boolean {
	const { field, text } = key;
	return field === 'url' ? /[^ -~]|%/.test(text) : partOf(key) !== text.normalize('NFC');
}

/** What begins within a word. */
const WITHIN_WORD = /[a-z0-9]([a-z0-9].*)/i;

/** What to search for to find one of the oldest records again, and as few others as possible. */
function samplesOf(
	listed: readonly IDataObject[],
	key: Key,
): Array<{ record: IDataObject; own: Key; part: string }> {
	const { field } = key;
	const others = SEARCHED.filter((name) => name !== field);
	const samples = listed.slice(0, OLDEST).flatMap((record) => {
		const own: Key = { field, text: shownKey(record, field) ?? '' };
		const whole = partOf(own);
		const part = (isCutOut(key) && WITHIN_WORD.exec(whole)?.[1]) || whole;
		const isPlain = /^[ -~]+$/.test(own.text) && !isCutOut(own);
		const isClear = isPlain && !showsText(record, part, others);
		const alike = listed.filter((one) => showsText(one, part, [field])).length;
		return part === '' ? [] : [{ record, own, part, isClear, alike }];
	});
	// A record that another field is enough for shows nothing of this one.
	const clear = samples.filter(({ isClear }) => isClear);
	return (clear.length > 0 ? clear : samples)
		.sort((one, other) => one.alike - other.alike || other.part.length - one.part.length)
		.slice(0, TRIES);
}

/** The domain to search on, as for the key, if a record shows its own in the same way. */
function domainOf(record: IDataObject, domainId: string | undefined): { domain_id?: string } {
	const own = isObject(record.domain) ? record.domain.id : undefined;
	const isId = typeof own === 'string' || typeof own === 'number';
	if (domainId === undefined || !isId || isSameId(String(own), domainId) === undefined) return {};
	return { domain_id: String(own) };
}
