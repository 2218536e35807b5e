import { UnusableSettings } from './errors';
import type { Service } from './request';

/**
 * The address of a service from what a person pasted into the credential: without trailing slashes,
 * without the version path that every call adds by itself, and without an endpoint after it.
 *
 * @throws UnusableSettings when it is no http or https address, or carries a user, a query or a
 *   fragment
 */
export function readBaseUrl(
	value: unknown,
	{ pastedPaths, endpoints }: Pick<Service, 'pastedPaths' | 'endpoints'>,
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
	const pasted = `(?:${pastedPaths.join('|')})(?:/+(?:${endpoints.join('|')})(?:/.*)?)?/*$`;
	return url.origin + url.pathname.replace(new RegExp(pasted, 'i'), '').replace(/\/+$/, '');
}

function refused(reason: string): UnusableSettings {
	return new UnusableSettings(`The base URL in the credential can't be used: ${reason}`, {
		description: 'Open the credential and correct the base URL, e.g. https://api.example.com.',
	});
}
