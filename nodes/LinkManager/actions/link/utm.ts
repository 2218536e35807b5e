import { rowsField, textField } from '../../../shared/node/field';

type UtmName = 'source' | 'medium' | 'campaign' | 'term' | 'content';

function utmColumn<N extends UtmName>(name: N, displayName: string, example: string) {
	return textField({
		displayName,
		name,
		type: 'string',
		default: '',
		placeholder: `e.g. ${example}`,
		description: `Added to the URL as utm_${name}`,
	});
}

/** A part of the Destination URL, so the service has no field of its own for it. */
export const utmField = rowsField(
	{
		displayName: 'UTM Parameters',
		name: 'utmParameters',
		type: 'fixedCollection',
		// As in n8n's HTTP Request: with the group, the editor shows its fields at once.
		default: { utm: {} },
		description:
			'Added to the "Destination URL" that you enter. They replace parameters of the same name in that URL. Empty ones are left out.',
	},
	{ name: 'utm', displayName: 'UTM' },
	[
		utmColumn('source', 'Source', 'newsletter'),
		utmColumn('medium', 'Medium', 'email'),
		utmColumn('campaign', 'Campaign', 'spring-sale'),
		utmColumn('term', 'Term', 'running shoes'),
		utmColumn('content', 'Content', 'header-button'),
	],
).map(([utm = {}]) => utm);

/** A URL with UTM parameters. Everything else of it stays as it is, letter for letter. */
export function withUtm(url: string, utm: Partial<Record<UtmName, string>>): string {
	const [address = ''] = url.split('#', 1);
	const [path = ''] = address.split('?', 1);
	const query = address.slice(path.length + 1);
	let pairs = query === '' ? [] : query.split('&');
	for (const [column, value] of Object.entries(utm)) {
		const name = `utm_${column}`;
		const isSame = (pair: string) => pair === name || pair.startsWith(`${name}=`);
		const place = pairs.findIndex(isSame);
		pairs = pairs.filter((pair) => !isSame(pair));
		const pair = new URLSearchParams({ [name]: value }).toString();
		pairs.splice(place < 0 ? pairs.length : place, 0, pair);
	}
	return `${path}?${pairs.join('&')}${url.slice(address.length)}`;
}
