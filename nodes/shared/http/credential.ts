import { quoted } from '../text';
import { UnusableSettings } from './errors';
import type { Service } from './types';

/**
 * The address of a service from what a person pasted into the credential: without trailing slashes,
 * without the version path that every call adds by itself, and without an endpoint after it. A folder
 * that only looks like one of these can be named by adding the version path after it.
 *
 * @throws UnusableSettings when it is no http or https address, carries a user, a query or a fragment,
 *   or is the address of something else in the service
 */
export function readBaseUrl(
	value: unknown,
	{ versionPath, pastedParts = [], endpoints }: AddressParts,
): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') {
		throw new UnusableSettings('The credential has no base URL', {
			description: 'Open the credential and enter the address of the service.',
		});
	}
	let url: URL;
	try {
		url = new URL(text);
	} catch {
		throw refused(
			/^https?:/i.test(text)
				? 'it is not a complete web address'
				: 'it must start with http:// or https://',
		);
	}
	if (url.protocol !== 'http:' && url.protocol !== 'https:') {
		throw refused('it must start with http:// or https://');
	}
	if (url.username !== '' || url.password !== '') {
		throw refused("it can't contain a username or password");
	}
	if (url.search !== '' || url.hash !== '') {
		throw refused('it can\'t contain "?" or "#"');
	}
	const pasted = new RegExp(
		`(?:${[versionPath, ...pastedParts].join('|')})(?:/+(?:${endpoints.join('|')})(?:/.*)?)?/*$`,
		'i',
	);
	if (!pasted.test(url.pathname)) refuseOtherAddress(url.pathname, { versionPath, endpoints });
	return url.origin + url.pathname.replace(pasted, '').replace(/\/+$/, '');
}

/**
 * The API key from what a person pasted into the credential, without the "Bearer" of a header before it.
 *
 * @throws UnusableSettings when there is none
 */
export function readApiKey(value: unknown, { name }: Service): string {
	const text = typeof value === 'string' ? value : '';
	const key = text.replace(/^\s*bearer\s/i, '').trim();
	if (key !== '') return key;
	throw new UnusableSettings('The credential has no API key', {
		description: `Open the credential and enter your API key for the ${name}.`,
	});
}

type AddressParts = Pick<Service, 'versionPath' | 'pastedParts' | 'endpoints'>;

/** @throws UnusableSettings for an address below the version path, of an endpoint, or of another version */
function refuseOtherAddress(
	path: string,
	{ versionPath, endpoints }: Omit<AddressParts, 'pastedParts'>,
): void {
	const advice = `Enter only the part before it. If it is a folder of your service, add ${versionPath} after it.`;
	const patterns: Array<[RegExp, string]> = [
		[new RegExp(`${versionPath}/.+`, 'i'), 'an address within the service'],
		[new RegExp(`/(?:${endpoints.join('|')})(?:/\\d+)?/*$`, 'i'), 'an endpoint of the service'],
		[
			new RegExp(`(?:/api)?/v\\d+(?:\\.\\d+)*(?:/+(?:${endpoints.join('|')})(?:/.*)?)?/*$`, 'i'),
			`another version than ${versionPath}`,
		],
	];
	for (const [pattern, what] of patterns) {
		const [found] = pattern.exec(path) ?? [];
		if (found !== undefined) throw refused(`${quoted(found)} is ${what}`, advice);
	}
}

function refused(
	reason: string,
	advice = 'Open the credential and correct the base URL, e.g. https://api.example.com.',
): UnusableSettings {
	return new UnusableSettings(`The base URL in the credential can't be used: ${reason}`, {
		description: advice,
	});
}
