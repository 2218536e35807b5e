import { UserError } from 'n8n-workflow';

/**
 * The address of a service from what a person pasted into the credential: without trailing slashes
 * and without the version path that every call adds by itself.
 *
 * @param versionPaths endings to take off, the longest first, e.g. `/api/v1`
 * @throws UserError when it is no http or https address, or carries a user, a query or a fragment
 */
export function readBaseUrl(value: unknown, versionPaths: readonly string[]): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') {
		throw new UserError('The credential has no base URL', {
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
		throw refused('it must not contain a user name or password');
	}
	if (url.search !== '' || url.hash !== '') {
		throw refused('it must not contain "?" or "#"');
	}
	let path = url.pathname.replace(/\/+$/, '');
	const pasted = versionPaths.find((ending) => path.toLowerCase().endsWith(ending));
	if (pasted !== undefined) path = path.slice(0, -pasted.length).replace(/\/+$/, '');
	return url.origin + path;
}

function refused(reason: string): UserError {
	return new UserError(`The base URL in the credential cannot be used: ${reason}`, {
		description: 'Open the credential and correct the base URL, e.g. https://api.example.com.',
	});
}
