import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { locatorField } from '../../../shared/node/field';
import { readIdentifier } from '../../../shared/node/identifier';
import { checkLength, readText } from '../../../shared/node/readValue';
import { checkedBy } from '../../../shared/node/resourceLocator';
import { quoted } from '../../../shared/text';
import { isObject } from '../../../shared/values';
import { type Key, keyOf, showsKey } from '../../records/key';
import { aliasIn, hostIn, readShortUrl } from '../../records/shortUrl';
import { refuseIncompleteKey } from '../incompleteKey';
import { locatorProperty } from '../recordLocator';

const byId = locatorProperty('Link', 'linkId', 'searchLinks', '1042');

/** The value of the Link parameter: an ID, or an alias or short URL to look up. */
export interface LinkReference {
	text: string;
	/** Only for an alias or a short URL. */
	key?: Key;
}

const BY_ALIAS = 'For an alias or a short URL, set "Link" to By Alias.';

const NO_SHORT_URL = 'An alias or a short URL can\'t contain "?", "#" or ".."';

/** The Link parameter of the operations that work on one link; each says in its own words what for. */
export const linkId = locatorField({
	...byId,
	required: true,
	builderHint: {
		propertyHint:
			'Required. "id" takes a number such as 1042; "alias" takes the exact alias or the whole short URL.',
	},
	modes: [
		...(byId.modes ?? []),
		{
			displayName: 'By Alias',
			name: 'alias',
			type: 'string',
			placeholder: 'e.g. spring-sale',
			hint: 'The exact alias, which is the last part of the short URL, or the whole short URL',
			validation: checkedBy('[^?#]*', NO_SHORT_URL),
		},
	],
}).map(({ mode, value }, given): LinkReference => {
	const { label } = given;
	if (mode !== 'alias') return { text: readIdentifier(value, label, BY_ALIAS) };
	const text = refuseIncompleteKey(readText({ ...given, value }), given);
	// A person and a browser must read the same alias.
	if (/[?#]|\/\.\.|\.\.\//.test(checkLength(text, label))) {
		throw new UserError(`"${label}" is not a short URL: ${quoted(text)}`, {
			description: `${NO_SHORT_URL}. Enter the alias or the short URL alone.`,
		});
	}
	return { text, key: keyOf('alias', aliasIn(text)) };
});

/** Whether a record plainly shows the alias or the short URL. */
export function isNamedBy(record: IDataObject, { text, key }: Required<LinkReference>): boolean {
	const url = readShortUrl(text);
	return showsKey(record, key) === 'yes' && (url === undefined || isAt(record, url));
}

/**
 * Whether a link has a short URL. If the record doesn't show its short URL, the domain is compared. If it
 * doesn't show its domain either, the domain counts as the same. The path must be the alias alone.
 */
function isAt({ short_url: shortUrl, domain }: IDataObject, wanted: string): boolean {
	const shown = readShortUrl(String(shortUrl));
	if (shown) return shown === wanted;
	const [host, ...path] = wanted.split('/');
	const { url, name } = isObject(domain) ? domain : {};
	const shownHost = hostIn(String(url)) ?? hostIn(String(name)) ?? host;
	return shownHost === host && path.length === 1;
}
