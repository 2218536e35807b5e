import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { dropdownClient, listSearch } from '../../shared/http/dropdown';
import { hasId } from '../../shared/http/get';
import { listRecords } from '../../shared/http/pagination';
import { isObject } from '../../shared/values';
import { aliasIn, withoutScheme } from '../records/shortUrl';
import { LARGEST_PAGE, linkService } from '../transport/api';

/**
 * Links whose title, alias or destination holds the text, the one with that alias first; a short URL or a
 * destination may be pasted. A link that two of the searches find on different pages is shown once by n8n.
 */
export const searchLinks = listSearch({
	service: linkService,
	list: 'links',
	queriesFor(text) {
		if (text === '') return [{}];
		const by = (search_by: string, search = text) => ({ search, search_by });
		return [by('title'), by('alias', aliasIn(text)), by('url')];
	},
	entryOf: linkEntry,
	isExact: ({ alias }, text) => alias === aliasIn(text),
});

/** A resource locator only shows names, so each name identifies its link. */
function linkEntry({ id, alias, url, short_url: shortUrl }: IDataObject): INodeListSearchItems {
	const name = withoutScheme(String(shortUrl || alias || `ID ${String(id)}`));
	const destination = typeof url === 'string' ? ` → ${withoutScheme(url)}` : '';
	return { name: `${name}${destination}`, value: String(id) };
}

/** Pixels by name. */
export const searchPixels = listSearch({
	service: linkService,
	list: 'pixels',
	queriesFor: (search) => (search === '' ? [{}] : [{ search, search_by: 'name' }]),
	entryOf: pixelEntry,
});

/** With the type in the name, because a resource locator shows names alone. */
export function pixelEntry({ id, name, type }: IDataObject): INodeListSearchItems {
	const platform = type ? ` (${String(type)})` : '';
	return { name: `${String(name ?? id)}${platform}`, value: String(id) };
}

/** By part of the host name, or by a URL on it. */
export const searchDomains = searchSeen('domain');

/** By part of the name. */
export const searchSpaces = searchSeen('space');

/** Without a limit, the editor would page through a large account to find two domains. */
const MAX_PAGES = 5;

/** Searches the domains or spaces of the newest links: the service has no list of them. */
function searchSeen(field: 'domain' | 'space') {
	return async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		const limit = MAX_PAGES * LARGEST_PAGE;
		const client = dropdownClient(this, linkService);
		const { records } = await listRecords(client, 'links', {}, { limit });
		const [wanted = ''] = withoutScheme(filter.trim()).toLowerCase().split('/', 1);
		const seen = new Map<string, INodeListSearchItems>();
		for (const { [field]: value } of records) {
			if (!isObject(value) || !hasId(value)) continue;
			const { id, name, url } = value;
			const text = String(name || url || id);
			const isWanted = text.toLowerCase().includes(wanted);
			if (isWanted) seen.set(String(id), { name: text, value: String(id) });
		}
		return { results: [...seen.values()].sort((one, other) => one.name.localeCompare(other.name)) };
	};
}
